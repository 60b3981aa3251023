/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory/allocation_stats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/id_map.h"
#include "trace/container/stop_check.h"
#include "trace/text/decimal_time.h"

/* Words of trace/import/torch_memory/. */
typedef enum
{
  WORD_CATEGORY,
  WORD_ALLOC,
  WORD_FREE,
  WORD_FREE_REQUESTED,
  WORD_HELD,
  WORD_ADDRESS,
  WORD_BYTES,
  WORD_STACK,
  WORD_USE,
  N_WORDS
} Word;

static const char *const words[N_WORDS] = {
  "torch_memory", "alloc", "free", "free_requested", "held", "Addr", "Bytes", "Call stack", "Category",
};

typedef struct
{
  uint64_t address;
  int64_t bytes;
  uint32_t stack, use;
  bool is_live;
} Allocation;

COLUMN_DEFINE (AllocationColumn, allocation_column, Allocation)
COLUMN_IMPLEMENT (AllocationColumn, allocation_column)
COLUMN_DEFINE (GroupColumn, group_column, AllocationGroup)
COLUMN_IMPLEMENT (GroupColumn, group_column)

typedef struct
{
  const StatsScope *scope;
  const Trace *trace;
  uint32_t ids[N_WORDS];
  ArgIter iter;
  StopCheck check;
  AllocationColumn allocations;
  IdMap live; /* by address: index of allocations */
} Walk;

/* ---- words ---- */

static void
find_words (const Trace *trace, uint32_t ids[N_WORDS])
{
  uint32_t n = trace_n_strings (trace);
  size_t length;

  for (int w = 0; w < N_WORDS; w++)
    ids[w] = TRACE_NONE;
  for (uint32_t id = 0; id < n; id++)
    {
      const char *text = trace_string (trace, id, &length);

      if (length > 16)
        continue;
      for (int w = 0; w < N_WORDS; w++)
        if (ids[w] == TRACE_NONE && strlen (words[w]) == length && memcmp (text, words[w], length) == 0)
          ids[w] = id;
    }
}

/* ---- devices ---- */

static bool
has_history (const Walk *walk, const TraceTrack *track)
{
  return track->kind == TRACK_THREAD && track->n_instants > 0
         && trace_instant (walk->trace, track->first_instant).category == walk->ids[WORD_CATEGORY];
}

/* Reads "GPU 3" or "GPU 3 before". Returns -1 for another text. */
static int32_t
device_of (const Trace *trace, const TraceTrack *track, bool *ret_is_before)
{
  const char *text = trace_string (trace, track->tid, NULL);
  char *end;

  if (strncmp (text, "GPU ", 4) != 0 || !g_ascii_isdigit (text[4]))
    return -1;
  guint64 number = g_ascii_strtoull (text + 4, &end, 10);
  *ret_is_before = strcmp (end, " before") == 0;
  return (*ret_is_before || *end == '\0') && number < INT32_MAX ? (int32_t) number : -1;
}

static AllocationDevice *
find_or_add (AllocationTable *table, uint32_t rank, int32_t number)
{
  for (uint32_t d = 0; d < table->n_devices; d++)
    if (table->devices[d].rank == rank && table->devices[d].device == number)
      return &table->devices[d];
  AllocationDevice *devices = realloc (table->devices, (table->n_devices + (size_t) 1) * sizeof *devices);
  if (devices == NULL)
    return NULL;
  table->devices = devices;
  devices[table->n_devices] = (AllocationDevice){
    .rank = rank,
    .device = number,
    .events = TRACE_NONE,
    .held = TRACE_NONE,
    .reserved_bytes = -1,
    .waiting_bytes = -1,
  };
  return &devices[table->n_devices++];
}

static bool
find_devices (Walk *walk, AllocationTable *table)
{
  for (uint32_t t = 0; t < trace_n_tracks (walk->trace); t++)
    {
      const TraceTrack *track = trace_track (walk->trace, t);
      bool is_before = false;

      if (!has_history (walk, track) || !stats_scope_holds_rank (walk->scope, track->rank))
        continue;
      int32_t number = device_of (walk->trace, track, &is_before);
      if (number < 0
          || (walk->scope->device != TRACE_NONE
              && trace_device (walk->trace, walk->scope->device)->number != number))
        continue;
      AllocationDevice *device = find_or_add (table, track->rank, number);
      if (device == NULL)
        return false;
      *(is_before ? &device->held : &device->events) = t;
    }
  return true;
}

/* ---- events ---- */

/* Reads an instant that allocates or releases. Returns false for another. */
static bool
read_event (Walk *walk, const TraceInstant *instant, Allocation *ret_event, bool *ret_is_release)
{
  const uint32_t *ids = walk->ids;
  Arg arg;

  if (instant->category != ids[WORD_CATEGORY])
    return false;
  *ret_is_release = instant->name == ids[WORD_FREE] || instant->name == ids[WORD_FREE_REQUESTED];
  if (!*ret_is_release && instant->name != ids[WORD_ALLOC] && instant->name != ids[WORD_HELD])
    return false;
  *ret_event = (Allocation){ .stack = STRING_EMPTY, .use = STRING_EMPTY };
  if (!trace_args_move (walk->trace, instant->args, &walk->iter))
    return false;
  while (arg_iter_next (&walk->iter, &arg))
    if (arg.key == ids[WORD_ADDRESS])
      ret_event->address = g_ascii_strtoull (arg.text, NULL, 10);
    else if (arg.key == ids[WORD_BYTES])
      decimal_to_integer (arg.text, arg.length, &ret_event->bytes);
    else if (arg.key == ids[WORD_STACK] && arg.string != ARG_NO_STRING)
      ret_event->stack = arg.string;
    else if (arg.key == ids[WORD_USE] && arg.string != ARG_NO_STRING)
      ret_event->use = arg.string;
  ret_event->bytes = MAX (ret_event->bytes, 0);
  return true;
}

/* Addresses are multiples of 512, and the map keeps neighbours together. */
static uint64_t
key_of (uint64_t address)
{
  return address >> 9 | address << 55;
}

static bool
allocate (Walk *walk, Allocation event)
{
  uint64_t *at = id_map_add (&walk->live, key_of (event.address), walk->allocations.n);

  if (at == NULL)
    return false;
  event.is_live = true;
  /* The place of an address is used again, so that memory is bounded by the addresses. */
  if (*at < walk->allocations.n)
    walk->allocations.at[*at] = event;
  else
    return allocation_column_push (&walk->allocations, event);
  return true;
}

static void
set_free (Walk *walk, const Allocation *event)
{
  uint64_t *at = id_map_find (&walk->live, key_of (event->address));

  if (at != NULL && *at < walk->allocations.n)
    walk->allocations.at[*at].is_live = false;
}

/* Whether an instant is in what is asked for: up to *last, if that is not NULL, or up to a time. */
typedef struct
{
  const uint64_t *last;
  int64_t at_ns;
} Until;

static bool
is_until (const Until *until, uint64_t i, const TraceInstant *instant)
{
  return until->last != NULL ? i <= *until->last : trace_time_clamp (instant->time_ns) <= until->at_ns;
}

/* Follows a track up to a place. *ret_last is the event of the peak if until is NULL. */
static bool
follow (Walk *walk, uint32_t t, const Until *until, int64_t *bytes, uint64_t *ret_last, int64_t *ret_peak)
{
  const TraceTrack *track = t != TRACE_NONE ? trace_track (walk->trace, t) : NULL;

  for (uint64_t i = 0; track != NULL && i < track->n_instants; i++)
    {
      TraceInstant instant = trace_instant (walk->trace, track->first_instant + i);
      Allocation event;
      bool is_release;

      if (!stop_check_next (&walk->check))
        return false;
      if (until != NULL && !is_until (until, i, &instant))
        break;
      if (!read_event (walk, &instant, &event, &is_release))
        continue;
      if (__builtin_add_overflow (*bytes, is_release ? -event.bytes : event.bytes, bytes))
        continue;
      if (until == NULL)
        {
          if (stats_scope_holds_start (walk->scope, trace_time_clamp (instant.time_ns))
              && (*ret_peak < 0 || *bytes > *ret_peak))
            {
              *ret_last = i;
              *ret_peak = *bytes;
            }
        }
      else if (is_release)
        set_free (walk, &event);
      else if (!allocate (walk, event))
        return false;
    }
  return !walk->iter.ran_out;
}

/* Returns the value of a counter of the device at a time, or -1. */
static int64_t
counter_at (const Trace *trace, const AllocationDevice *device, const char *name, int64_t at_ns)
{
  const SampleColumns *samples = trace_samples (trace);

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind != TRACK_COUNTER || track->device != device->device || track->rank != device->rank
          || strcmp (trace_string (trace, track->name, NULL), name) != 0)
        continue;
      uint64_t low = 0, high = track->n_samples;
      while (low < high)
        {
          uint64_t middle = low + (high - low) / 2;

          if (sample_time_ns (samples, track->first_sample + middle) <= at_ns)
            low = middle + 1;
          else
            high = middle;
        }
      return low > 0 ? (int64_t) sample_value (samples, track->first_sample + low - 1) : -1;
    }
  return -1;
}

/* ---- groups ---- */

static int
compare_uses (const void *a, const void *b)
{
  const Allocation *x = a, *y = b;

  if (x->stack != y->stack)
    return x->stack < y->stack ? -1 : 1;
  return x->use < y->use ? -1 : x->use > y->use;
}

static int
compare_groups (const void *a, const void *b)
{
  const AllocationGroup *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  if (x->stack != y->stack)
    return x->stack < y->stack ? -1 : 1;
  return x->use < y->use ? -1 : x->use > y->use;
}

static bool
add_groups (Walk *walk, AllocationDevice *device, uint32_t index, GroupColumn *groups)
{
  AllocationColumn *list = &walk->allocations;
  size_t first = groups->n;

  if (list->n > 0)
    qsort (list->at, list->n, sizeof *list->at, compare_uses);
  for (size_t i = 0; i < list->n; i++)
    {
      const Allocation *allocation = &list->at[i];

      if (!allocation->is_live)
        continue;
      AllocationGroup *last = groups->n > first ? &groups->at[groups->n - 1] : NULL;
      if (last == NULL || last->stack != allocation->stack || last->use != allocation->use)
        {
          if (!group_column_push (
                groups,
                (AllocationGroup){ .device = index, .stack = allocation->stack, .use = allocation->use }))
            return false;
          last = &groups->at[groups->n - 1];
        }
      if (__builtin_add_overflow (last->bytes, allocation->bytes, &last->bytes))
        last->bytes = INT64_MAX;
      if (__builtin_add_overflow (device->bytes, allocation->bytes, &device->bytes))
        device->bytes = INT64_MAX;
      last->largest_bytes = MAX (last->largest_bytes, allocation->bytes);
      last->n++;
      device->n++;
    }
  return true;
}

static bool
measure (Walk *walk, AllocationDevice *device, uint32_t index, const int64_t *at_ns, GroupColumn *groups)
{
  int64_t bytes = 0, peak = -1;
  uint64_t last = 0;
  Until until = { NULL, at_ns != NULL ? *at_ns : INT64_MAX }, all = { NULL, INT64_MAX };
  bool ok = true;

  if (at_ns == NULL)
    {
      ok = follow (walk, device->held, &all, &bytes, NULL, NULL)
           && follow (walk, device->events, NULL, &bytes, &last, &peak);
      if (peak >= 0)
        {
          until.last = &last;
          device->at_ns =
            trace_instant (walk->trace, trace_track (walk->trace, device->events)->first_instant + last)
              .time_ns;
        }
      else if (device->held != TRACE_NONE)
        device->at_ns =
          trace_instant (walk->trace, trace_track (walk->trace, device->held)->first_instant).time_ns;
    }
  else
    device->at_ns = *at_ns;

  /* The allocations before the history are live from its begin on. */
  walk->allocations.n = 0;
  id_map_clear (&walk->live);
  bytes = 0;
  const Until of_held = { NULL, until.last != NULL ? INT64_MAX : until.at_ns };
  ok = ok && follow (walk, device->held, &of_held, &bytes, NULL, NULL)
       && follow (walk, device->events, &until, &bytes, NULL, NULL)
       && add_groups (walk, device, index, groups);
  device->reserved_bytes = counter_at (walk->trace, device, "Memory reserved", device->at_ns);
  device->waiting_bytes = counter_at (walk->trace, device, "Memory awaiting release", device->at_ns);
  return ok;
}

bool
allocation_stats_compute (const StatsScope *scope,
                          const int64_t *at_ns,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          AllocationTable *ret_table)
{
  Walk walk = { .scope = scope, .trace = scope->trace, .check = { should_continue, user_data, 0 } };
  AllocationTable table = { 0 };
  GroupColumn groups = { 0 };

  find_words (walk.trace, walk.ids);
  bool ok = walk.ids[WORD_CATEGORY] == TRACE_NONE || find_devices (&walk, &table);
  for (uint32_t d = 0; d < table.n_devices && ok; d++)
    ok = measure (&walk, &table.devices[d], d, at_ns, &groups);
  if (ok && groups.n > 0)
    qsort (groups.at, groups.n, sizeof *groups.at, compare_groups);
  table.groups = groups.at;
  table.n_groups = groups.n;
  arg_iter_clear (&walk.iter);
  allocation_column_clear (&walk.allocations);
  id_map_clear (&walk.live);
  if (!ok)
    allocation_stats_clear (&table);
  *ret_table = table;
  return ok;
}

void
allocation_stats_clear (AllocationTable *table)
{
  free (table->devices);
  free (table->groups);
  *table = (AllocationTable){ 0 };
}

/* ---- words for people ---- */

static bool
contains (const char *text, size_t length, const char *word)
{
  return memmem (text, length, word, strlen (word)) != NULL;
}

const char *
allocation_stack_place (const char *stack, size_t length, size_t *ret_length)
{
  const char *at = stack, *end = stack + length, *best = stack;
  const char *first_end = memchr (stack, ';', length);
  size_t n_best = first_end != NULL ? (size_t) (first_end - stack) : length;
  bool has_python = false;

  while (at < end)
    {
      const char *next = memchr (at, ';', (size_t) (end - at));
      size_t n = (size_t) ((next != NULL ? next : end) - at);

      if (contains (at, n, ".py("))
        {
          bool is_own = !contains (at, n, "/torch/");

          if (is_own || !has_python)
            {
              best = at;
              n_best = n;
            }
          has_python = true;
          if (is_own)
            break;
        }
      at = next != NULL ? next + 1 : end;
    }
  *ret_length = n_best;
  return best;
}

/* "40.1 GB" */
static char *
size_text (int64_t bytes)
{
  static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
  double value = (double) MAX (bytes, 0);
  size_t unit = 0;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (; value >= 999.95 && unit + 1 < G_N_ELEMENTS (units); unit++)
    value /= 1000;
  g_ascii_formatd (number, sizeof number, unit == 0 ? "%.0f" : "%.1f", value);
  return g_strdup_printf ("%s %s", number, units[unit]);
}

char *
allocation_stats_sentence (const Trace *trace, const AllocationTable *table, uint32_t device, bool is_peak)
{
  const AllocationDevice *of = &table->devices[device];
  const AllocationGroup *most = NULL;
  g_autofree char *bytes = size_text (of->bytes);

  for (uint64_t g = 0; g < table->n_groups && most == NULL; g++)
    if (table->groups[g].device == device)
      most = &table->groups[g];
  GString *text = g_string_new (NULL);
  g_string_printf (text, "%s GPU %d had %s allocated in %" PRIu64 " %s",
                   is_peak ? "At the peak" : "At that time", of->device, bytes, of->n,
                   of->n == 1 ? "allocation" : "allocations");
  if (most != NULL && of->bytes > 0)
    {
      size_t length, n_place;
      const char *stack = trace_string (trace, most->stack, &length);
      const char *place = allocation_stack_place (stack, length, &n_place);

      g_string_append_printf (text, "; %.0f %% of it ", 100.0 * (double) most->bytes / (double) of->bytes);
      if (length > 0)
        {
          g_string_append (text, "from ");
          g_string_append_len (text, place, (gssize) n_place);
        }
      else
        g_string_append (text, "was allocated where no call stack was recorded");
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}
