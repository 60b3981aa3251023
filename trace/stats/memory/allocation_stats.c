/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory/allocation_stats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/id_map.h"
#include "trace/container/stop_check.h"
#include "trace/model/memory_counter.h"
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
  int64_t begin_ns, end_ns;
  uint32_t stack, use;
  bool is_live, is_older; /* at the instant; than the history */
} Allocation;

COLUMN_DEFINE (AllocationColumn, allocation_column, Allocation)
COLUMN_IMPLEMENT (AllocationColumn, allocation_column)
COLUMN_DEFINE (GroupColumn, group_column, AllocationGroup)
COLUMN_IMPLEMENT (GroupColumn, group_column)

typedef struct
{
  int64_t bytes, most; /* allocated now, and at the most */
  uint64_t n_events;   /* until that */
  int64_t at_ns;
} Peak;

typedef struct
{
  const StatsScope *scope;
  const Trace *trace;
  uint32_t ids[N_WORDS];
  ArgIter iter;
  StopCheck check;
  Peak peak;
  AllocationColumn allocations;
  IdMap live;      /* by address: index of allocations */
  uint64_t n_open; /* of these, live and not yet seen to be released */
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

bool
allocation_stats_has_history (const Trace *trace)
{
  bool is_before;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_THREAD && track->n_instants > 0
          && strcmp (trace_string (trace, trace_instant (trace, track->first_instant).category, NULL),
                     words[WORD_CATEGORY])
               == 0
          && device_of (trace, track, &is_before) >= 0)
        return true;
    }
  return false;
}

bool
allocation_stats_is_alone (const Trace *trace)
{
  /* The import makes one slice, which is as long as the history. */
  return trace_slices (trace)->n <= trace_n_ranks (trace) && allocation_stats_has_history (trace);
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
  *ret_event = (Allocation){
    .begin_ns = trace_time_clamp (instant->time_ns),
    .end_ns = ALLOCATION_KEPT,
    .stack = STRING_EMPTY,
    .use = STRING_EMPTY,
    .is_older = instant->name == ids[WORD_HELD],
  };
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
    {
      walk->n_open += !walk->allocations.at[*at].is_live;
      walk->allocations.at[*at] = event;
      return true;
    }
  walk->n_open++;
  return allocation_column_push (&walk->allocations, event);
}

static Allocation *
find_live (Walk *walk, const Allocation *event)
{
  uint64_t *at = id_map_find (&walk->live, key_of (event->address));

  return at != NULL && *at < walk->allocations.n && walk->allocations.at[*at].is_live
           ? &walk->allocations.at[*at]
           : NULL;
}

static void
set_free (Walk *walk, const Allocation *event)
{
  Allocation *allocation = find_live (walk, event);

  if (allocation == NULL)
    return;
  allocation->is_live = false;
  walk->n_open--;
}

static void
set_end (Walk *walk, const Allocation *event)
{
  Allocation *allocation = find_live (walk, event);

  if (allocation == NULL || allocation->end_ns != ALLOCATION_KEPT)
    return;
  allocation->end_ns = event->begin_ns;
  walk->n_open--;
}

/* ---- along the events ---- */

typedef enum
{
  PASS_PEAK, /* finds the peak */
  PASS_LIVE, /* finds what is live behind the events */
  PASS_ENDS, /* finds when what is live is released */
} Pass;

static bool
take_event (Walk *walk, Pass pass, uint64_t i, const Allocation *event, bool is_release)
{
  Peak *peak = &walk->peak;

  switch (pass)
    {
    case PASS_PEAK:
      if (__builtin_add_overflow (peak->bytes, is_release ? -event->bytes : event->bytes, &peak->bytes))
        return true;
      if (peak->bytes > peak->most && stats_scope_holds_start (walk->scope, event->begin_ns))
        *peak = (Peak){ peak->bytes, peak->bytes, i + 1, event->begin_ns };
      return true;
    case PASS_LIVE:
      if (!is_release)
        return allocate (walk, *event);
      set_free (walk, event);
      return true;
    case PASS_ENDS:
      if (is_release)
        set_end (walk, event);
      return true;
    }
  return true;
}

/* Follows a track from the first-th instant to before the end-th. */
static bool
follow (Walk *walk, uint32_t t, uint64_t first, uint64_t end, Pass pass)
{
  const TraceTrack *track = t != TRACE_NONE ? trace_track (walk->trace, t) : NULL;

  for (uint64_t i = first; track != NULL && i < MIN (end, track->n_instants); i++)
    {
      TraceInstant instant = trace_instant (walk->trace, track->first_instant + i);
      Allocation event;
      bool is_release;

      if (!stop_check_next (&walk->check))
        return false;
      if (read_event (walk, &instant, &event, &is_release)
          && !take_event (walk, pass, i, &event, is_release))
        return false;
      if (pass == PASS_ENDS && walk->n_open == 0)
        break;
    }
  return !walk->iter.ran_out;
}

/* Returns the number of instants of a track before a time. */
static uint64_t
instants_before (const Trace *trace, uint32_t t, int64_t time_ns)
{
  const TraceTrack *track = t != TRACE_NONE ? trace_track (trace, t) : NULL;
  uint64_t low = 0, high = track != NULL ? track->n_instants : 0;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (trace_time_clamp (trace_instant (trace, track->first_instant + middle).time_ns) < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Finds how many events there are until the peak of the scope. */
static bool
find_peak (Walk *walk, AllocationDevice *device)
{
  const StatsScope *scope = walk->scope;
  Peak *peak = &walk->peak;
  uint64_t n_before = scope->is_whole ? 0 : instants_before (walk->trace, device->events, scope->begin_ns);

  *peak = (Peak){ .most = INT64_MAX };
  if (!follow (walk, device->held, 0, UINT64_MAX, PASS_PEAK)
      || !follow (walk, device->events, 0, n_before, PASS_PEAK))
    return false;
  /* What is allocated at the begin of the window, or of the history. */
  *peak = (Peak){ peak->bytes, peak->bytes, n_before, scope->begin_ns };
  if (scope->is_whole && device->held != TRACE_NONE)
    peak->at_ns = trace_instant (walk->trace, trace_track (walk->trace, device->held)->first_instant).time_ns;
  if (!follow (walk, device->events, n_before, UINT64_MAX, PASS_PEAK))
    return false;
  device->at_ns = trace_time_clamp (peak->at_ns);
  return true;
}

/* Returns the value of a counter of the device at a time, or -1. */
static int64_t
counter_at (const Trace *trace, const AllocationDevice *device, MemoryCounter counter, int64_t at_ns)
{
  const SampleColumns *samples = trace_samples (trace);
  uint32_t t = memory_counter_find (trace, device->rank, device->device, counter);
  const TraceTrack *track = t != TRACE_NONE ? trace_track (trace, t) : NULL;
  uint64_t low = 0, high = track != NULL ? track->n_samples : 0;

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

static void
note_age (AllocationGroup *group, const Allocation *allocation)
{
  int64_t asked_ns = allocation->is_older ? ALLOCATION_OLDER : allocation->begin_ns;

  if (group->n == 0 || asked_ns < group->oldest_ns)
    group->oldest_ns = asked_ns;
  if (group->n > 0
      && (allocation->bytes < group->largest_bytes
          || (allocation->bytes == group->largest_bytes
              && allocation->begin_ns >= group->largest_begin_ns)))
    return;
  group->largest_bytes = allocation->bytes;
  group->largest_begin_ns = allocation->begin_ns;
  group->largest_end_ns = allocation->end_ns;
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
      note_age (last, allocation);
      last->n++;
      device->n++;
    }
  return true;
}

static bool
measure (Walk *walk, AllocationDevice *device, uint32_t index, const int64_t *at_ns, GroupColumn *groups)
{
  uint64_t n_held = UINT64_MAX, n_events;

  if (at_ns == NULL)
    {
      if (!find_peak (walk, device))
        return false;
      n_events = walk->peak.n_events;
    }
  else
    {
      int64_t behind_ns = *at_ns < INT64_MAX ? *at_ns + 1 : INT64_MAX;

      device->at_ns = *at_ns;
      n_held = instants_before (walk->trace, device->held, behind_ns);
      n_events = instants_before (walk->trace, device->events, behind_ns);
    }
  walk->allocations.n = 0;
  walk->n_open = 0;
  id_map_clear (&walk->live);
  bool ok = follow (walk, device->held, 0, n_held, PASS_LIVE)
            && follow (walk, device->events, 0, n_events, PASS_LIVE)
            && follow (walk, device->events, n_events, UINT64_MAX, PASS_ENDS)
            && add_groups (walk, device, index, groups);
  device->reserved_bytes = counter_at (walk->trace, device, MEMORY_COUNTER_RESERVED, device->at_ns);
  device->waiting_bytes = counter_at (walk->trace, device, MEMORY_COUNTER_AWAITS_FREE, device->at_ns);
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
  bool ok =
    stop_check_ask (&walk.check) && (walk.ids[WORD_CATEGORY] == TRACE_NONE || find_devices (&walk, &table));
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
