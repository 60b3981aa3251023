/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/memory_find.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/large_memory.h"
#include "trace/container/radix_order.h"
#include "trace/derive/sample_peaks.h"
#include "trace/model/trace_private.h"
#include "trace/text/decimal_time.h"

#define DEVICE_TYPE_CPU 0

typedef struct
{
  int64_t time_ns, bytes;
  uint32_t track;
} Change;

COLUMN_DEFINE_LARGE (ChangeColumn, change_column, Change)
COLUMN_IMPLEMENT_LARGE (ChangeColumn, change_column)

/* ---- names and keys ---- */

typedef enum
{
  WORD_MEMORY, /* the name of the instants */
  WORD_ALLOCATED,
  WORD_TYPE,
  WORD_DEVICE,
  N_WORDS
} Word;

static const char *const words[N_WORDS] = { "[memory]", "Total Allocated", "Device Type", "Device Id" };

/* Finds their string ids; sets TRACE_NONE, which is not an id, for those that the profile does not have. */
static void
find_words (const Trace *trace, uint32_t ids[N_WORDS])
{
  bool can_find = string_table_begins (trace->strings) == NULL;
  uint32_t n = can_find ? 0 : trace_n_strings (trace);
  size_t lengths[N_WORDS], length;

  for (int w = 0; w < N_WORDS; w++)
    {
      lengths[w] = strlen (words[w]);
      if (!can_find || !string_table_find (trace->strings, words[w], lengths[w], &ids[w]))
        ids[w] = TRACE_NONE;
    }
  for (uint32_t id = 0; id < n; id++)
    {
      const char *text = trace_string (trace, id, &length);

      for (int w = 0; w < N_WORDS; w++)
        if (length == lengths[w] && ids[w] == TRACE_NONE && memcmp (text, words[w], length) == 0)
          ids[w] = id;
    }
}

/* ---- one change ---- */

/* Takes the next argument, of which there is one. Sets -1 if it is not a whole number, or is negative. Returns false if
 * the rest cannot be read. */
static bool
take_number (ArgIter *iter, int64_t *ret_value)
{
  Arg arg;
  int64_t value;
  bool is_rounded;

  if (arg_iter_take_natural (iter, ret_value))
    return true;
  if (!arg_iter_next (iter, &arg))
    return false;
  bool is_number =
    decimal_to_scaled (arg.text, arg.length, 0, INT64_MAX, &value, &is_rounded) && !is_rounded && value >= 0;
  *ret_value = is_number ? value : -1;
  return true;
}

/* Returns the track of the device of a rank with that number, or TRACE_NONE. */
static uint32_t
find_device (const Trace *trace, uint32_t rank, int64_t number)
{
  size_t low = 0, high = trace->devices.n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const TraceDevice *device = &trace->devices.at[middle];

      if (device->rank < rank || (device->rank == rank && device->number < number))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == trace->devices.n || trace->devices.at[low].rank != rank
      || trace->devices.at[low].number != number)
    return TRACE_NONE;
  return trace->devices.at[low].track;
}

static uint32_t
find_process (const Trace *trace, uint32_t track)
{
  while (track != TRACE_NONE && trace_track (trace, track)->kind != TRACK_PROCESS)
    track = trace_track (trace, track)->parent;
  return track;
}

/* Returns false if the instant is not such a change. */
static bool
read_change (const MemorySource *source,
             const TraceInstant *instant,
             const uint32_t ids[N_WORDS],
             ArgIter *iter,
             Change *ret_change)
{
  const Trace *trace = source->trace;
  int64_t bytes = -1, type = -1, device = -1;

  if (instant->args == ARGS_NONE
      || !arg_iter_move (iter, source->args, source->n_args_bytes, instant->args, trace->strings,
                         trace->arg_keys))
    return false;
  while (iter->i < iter->n_keys)
    {
      uint32_t key = iter->path[iter->i];

      if (key == ids[WORD_ALLOCATED] ? !take_number (iter, &bytes)
          : key == ids[WORD_TYPE]    ? !take_number (iter, &type)
          : key == ids[WORD_DEVICE]  ? !take_number (iter, &device)
                                     : !arg_iter_skip (iter))
        break;
    }
  if (bytes < 0 || type < 0)
    return false;

  *ret_change = (Change){
    .time_ns = trace_time_clamp (instant->time_ns),
    .bytes = bytes,
    .track = type == DEVICE_TYPE_CPU ? find_process (trace, instant->track)
                                     : find_device (trace, trace_track (trace, instant->track)->rank, device),
  };
  return ret_change->track != TRACE_NONE;
}

/* ---- all changes ---- */

/* Takes a change, which is the instant of that index. Returns false when memory runs out. */
typedef bool (*TakeFunc) (const Change *change, uint64_t instant, void *data);

static bool
find_changes (const MemorySource *source, TakeFunc take, void *data)
{
  uint32_t ids[N_WORDS];
  ArgIter iter = { 0 };
  bool ok = true;

  find_words (source->trace, ids);
  for (uint64_t i = 0; i < source->n && ids[WORD_MEMORY] != TRACE_NONE && ok; i++)
    {
      uint64_t at = source->order != NULL ? source->order[i] : i;
      const TraceInstant *instant = &source->instants[at];
      Change change;

      if (instant->name == ids[WORD_MEMORY] && instant->track < trace_n_tracks (source->trace)
          && read_change (source, instant, ids, &iter, &change))
        ok = take (&change, at, data);
    }
  ok = ok && !iter.ran_out;
  arg_iter_clear (&iter);
  return ok;
}

static bool
collect (const Change *change, uint64_t instant, void *data)
{
  (void) instant;
  return change_column_push (data, *change);
}

/* Sorts the changes of a series whose times do not ascend because several threads wrote them. */
static bool
order_series (int64_t *time_ns, double *value, size_t n)
{
  OrderPair *pairs = large_memory_grow (NULL, 0, 2 * n * sizeof *pairs);
  double *values = large_memory_grow (NULL, 0, n * sizeof *values);
  bool ok = pairs != NULL && values != NULL;

  for (size_t i = 0; i < n && ok; i++)
    {
      pairs[i] = (OrderPair){ (uint64_t) time_ns[i] ^ UINT64_C (1) << 63, i };
      values[i] = value[i];
    }
  if (ok)
    radix_order (pairs, pairs + n, n);
  for (size_t i = 0; i < n && ok; i++)
    {
      time_ns[i] = (int64_t) (pairs[i].key ^ UINT64_C (1) << 63);
      value[i] = values[pairs[i].item];
    }
  large_memory_release (pairs, 2 * n * sizeof *pairs);
  large_memory_release (values, n * sizeof *values);
  return ok;
}

static bool
is_ascending (const int64_t *time_ns, size_t n)
{
  for (size_t i = 1; i < n; i++)
    if (time_ns[i] < time_ns[i - 1])
      return false;
  return true;
}

/* Groups the changes by series. next has an entry per track, all 0. */
static bool
divide (MemoryFound *found, const ChangeColumn *changes, uint64_t *next, uint32_t n_tracks)
{
  uint64_t first = 0;

  for (size_t i = 0; i < changes->n; i++)
    next[changes->at[i].track]++;
  for (uint32_t t = 0; t < n_tracks; t++)
    {
      uint64_t n = next[t];

      next[t] = first;
      first += n;
      if (n > 0)
        found->series[found->n_series++] = (MemoryRecord){ .track = t, .n = n };
    }
  for (size_t i = 0; i < changes->n; i++)
    {
      const Change *change = &changes->at[i];
      uint64_t to = next[change->track]++;

      found->time_ns[to] = change->time_ns;
      found->value[to] = (double) change->bytes;
    }

  first = 0;
  for (size_t s = 0; s < found->n_series; first += found->series[s++].n)
    {
      size_t n = (size_t) found->series[s].n;

      if (!is_ascending (found->time_ns + first, n)
          && !order_series (found->time_ns + first, found->value + first, n))
        return false;
    }
  return true;
}

bool
memory_find (const MemorySource *source, MemoryFound *found)
{
  uint32_t n_tracks = trace_n_tracks (source->trace);
  uint64_t *next = calloc ((size_t) n_tracks + 1, sizeof *next);
  ChangeColumn changes = { 0 };
  bool ok = next != NULL && find_changes (source, collect, &changes);

  if (ok)
    {
      found->n = changes.n;
      found->series = calloc ((size_t) n_tracks + 1, sizeof *found->series);
      found->time_ns = large_memory_new (changes.n * sizeof *found->time_ns + 1);
      found->value = large_memory_new (changes.n * sizeof *found->value + 1);
      found->peaks = large_memory_new (sample_peaks_length (changes.n) * sizeof *found->peaks + 1);
      ok = found->series != NULL && found->time_ns != NULL && found->value != NULL && found->peaks != NULL
           && divide (found, &changes, next, n_tracks);
    }
  if (ok)
    sample_peaks_build (found->value, found->n, found->peaks);
  change_column_clear (&changes);
  free (next);
  return ok;
}

/* ---- the last change of each series ---- */

typedef struct
{
  uint64_t instant;
  int64_t time_ns;
  bool any;
} LastChange;

typedef struct
{
  int64_t before_ns;
  LastChange *of_track;
} LastChanges;

static bool
note_last (const Change *change, uint64_t instant, void *data)
{
  LastChanges *changes = data;
  LastChange *last = &changes->of_track[change->track];

  if (change->time_ns < changes->before_ns && (!last->any || change->time_ns >= last->time_ns))
    *last = (LastChange){ instant, change->time_ns, true };
  return true;
}

bool
memory_find_last (const MemorySource *source, int64_t before_ns, uint8_t *taken)
{
  uint32_t n_tracks = trace_n_tracks (source->trace);
  LastChanges changes = { before_ns, calloc ((size_t) n_tracks + 1, sizeof *changes.of_track) };
  bool ok = changes.of_track != NULL && find_changes (source, note_last, &changes);

  for (uint32_t t = 0; t < n_tracks && ok; t++)
    if (changes.of_track[t].any)
      taken[changes.of_track[t].instant] = 1;
  free (changes.of_track);
  return ok;
}

void
memory_found_clear (MemoryFound *found)
{
  free (found->series);
  free (found->time_ns);
  free (found->value);
  free (found->peaks);
  *found = (MemoryFound){ 0 };
}
