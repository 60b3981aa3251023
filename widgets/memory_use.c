/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/memory_use.h"

#include <stdlib.h>
#include <string.h>

#include "trace/column.h"
#include "trace/decimal_time.h"

/* Processes and devices with memory of their own; what a damaged file names beyond them is left out. */
#define SERIES_MAX 4096

#define DEVICE_TYPE_CPU 0

typedef struct
{
  int64_t time_ns, bytes;
  uint32_t track;
  uint64_t instant; /* of two at one time the later in the file is the last word */
} Change;

COLUMN_DEFINE (ChangeColumn, change_column, Change)
COLUMN_IMPLEMENT (ChangeColumn, change_column)

struct MemoryUse
{
  MemorySeries *series;
  uint32_t n;
  int64_t *time_ns;
  double *value;
};

static bool
is_named (const Trace *trace, uint32_t string, const char *name)
{
  size_t length;
  const char *text = trace_string (trace, string, &length);

  return length == strlen (name) && memcmp (text, name, length) == 0;
}

/* False: the argument is no whole number. */
static bool
read_integer (const Arg *arg, int64_t *ret_value)
{
  bool is_rounded;

  return decimal_to_scaled (arg->text, arg->length, 0, INT64_MAX, ret_value, &is_rounded) && !is_rounded;
}

/* The device of a rank with that number; TRACE_NONE. */
static uint32_t
find_device (const Trace *trace, uint32_t rank, int64_t number)
{
  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    if (trace_device (trace, d)->rank == rank && trace_device (trace, d)->number == number)
      return trace_device (trace, d)->track;
  return TRACE_NONE;
}

static uint32_t
find_process (const Trace *trace, uint32_t track)
{
  while (track != TRACE_NONE && trace_track (trace, track)->kind != TRACK_PROCESS)
    track = trace_track (trace, track)->parent;
  return track;
}

/* False: it says nothing of the kind. */
static bool
read_change (const Trace *trace, const TraceInstant *instant, Change *ret_change)
{
  int64_t bytes = -1, type = -1, device = -1;
  ArgIter iter;
  Arg arg;

  if (!trace_args (trace, instant->args, &iter))
    return false;
  while (arg_iter_next (&iter, &arg))
    if (is_named (trace, arg.key, "Total Allocated"))
      bytes = read_integer (&arg, &bytes) ? bytes : -1;
    else if (is_named (trace, arg.key, "Device Type"))
      type = read_integer (&arg, &type) ? type : -1;
    else if (is_named (trace, arg.key, "Device Id"))
      device = read_integer (&arg, &device) ? device : -1;
  arg_iter_clear (&iter);
  if (bytes < 0 || type < 0)
    return false;

  const TraceTrack *track = trace_track (trace, instant->track);
  *ret_change = (Change){
    .time_ns = instant->time_ns,
    .bytes = bytes,
    .track = type == DEVICE_TYPE_CPU ? find_process (trace, instant->track)
                                     : find_device (trace, track->rank, device),
  };
  return ret_change->track != TRACE_NONE;
}

static int
compare_changes (const void *a, const void *b)
{
  const Change *x = a, *y = b;

  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return x->instant < y->instant ? -1 : x->instant > y->instant;
}

static bool
collect (const Trace *trace, ChangeColumn *changes)
{
  uint32_t other = TRACE_NONE; /* the last name that was another */

  for (uint64_t i = 0; i < trace_n_instants (trace); i++)
    {
      TraceInstant instant = trace_instant (trace, i);
      Change change;

      if (instant.name == other || instant.track >= trace_n_tracks (trace))
        continue;
      if (!is_named (trace, instant.name, "[memory]"))
        {
          other = instant.name;
          continue;
        }
      if (!read_change (trace, &instant, &change))
        continue;
      change.instant = i;
      if (!change_column_push (changes, change))
        return false;
    }
  if (changes->n > 0)
    qsort (changes->at, changes->n, sizeof *changes->at, compare_changes);
  return true;
}

/* changes: by track, then by time. */
static bool
divide (MemoryUse *use, const ChangeColumn *changes)
{
  use->time_ns = calloc (changes->n + 1, sizeof *use->time_ns);
  use->value = calloc (changes->n + 1, sizeof *use->value);
  use->series = calloc (SERIES_MAX, sizeof *use->series);
  if (use->time_ns == NULL || use->value == NULL || use->series == NULL)
    return false;
  for (uint64_t i = 0; i < changes->n; i++)
    {
      const Change *change = &changes->at[i];
      bool is_first = i == 0 || changes->at[i - 1].track != change->track;

      use->time_ns[i] = change->time_ns;
      use->value[i] = (double) change->bytes;
      if (is_first && use->n == SERIES_MAX)
        break;
      if (is_first)
        use->series[use->n++] = (MemorySeries){
          .track = change->track,
          .samples = { .time_ns = use->time_ns + i, .value = use->value + i },
        };

      MemorySeries *series = &use->series[use->n - 1];
      series->samples.n++;
      if (use->value[i] > series->most)
        series->most = use->value[i];
    }
  return true;
}

MemoryUse *
memory_use_new (const Trace *trace)
{
  MemoryUse *use = calloc (1, sizeof *use);
  ChangeColumn changes = { 0 };

  if (use != NULL && !(collect (trace, &changes) && divide (use, &changes)))
    {
      memory_use_free (use);
      use = NULL;
    }
  change_column_clear (&changes);
  return use;
}

void
memory_use_free (MemoryUse *use)
{
  if (use == NULL)
    return;
  free (use->series);
  free (use->time_ns);
  free (use->value);
  free (use);
}

const MemorySeries *
memory_use_of_track (const MemoryUse *use, uint32_t track)
{
  for (uint32_t i = 0; i < use->n; i++)
    if (use->series[i].track == track)
      return &use->series[i];
  return NULL;
}
