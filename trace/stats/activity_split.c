/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/activity_split.h"

#include <stddef.h>

#include "trace/interval_union.h"
#include "trace/kernel_class.h"
#include "trace/stats/distribution.h"

/* In order of priority, and where each is counted. */
static const struct
{
  SliceKind kind;
  size_t member; /* of ActivityTimes */
} priorities[] = {
  { SLICE_KERNEL, offsetof (ActivityTimes, kernel_ns) },
  { SLICE_MEMCPY, offsetof (ActivityTimes, memcpy_ns) },
  { SLICE_MEMSET, offsetof (ActivityTimes, memset_ns) },
  { SLICE_SYNC, offsetof (ActivityTimes, sync_ns) },
};

#define N_PRIORITIES (sizeof priorities / sizeof priorities[0])

static int64_t *
time_of (ActivityTimes *times, size_t priority)
{
  return (int64_t *) ((char *) times + priorities[priority].member);
}

/* Index in priorities, or N_PRIORITIES for what is no activity. */
static size_t
priority_of (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  SliceKind kind = (SliceKind) slices->kind[slice];
  size_t priority = 0;

  if (kind == SLICE_KERNEL)
    {
      size_t length;
      const char *name = trace_string (trace, slice_name (slices, slice), &length);
      kind = kernel_kind_of_name (name, length);
    }
  while (priority < N_PRIORITIES && priorities[priority].kind != kind)
    priority++;
  return priority;
}

/* Everything on the device's streams and on its track of synchronisations. */
static bool
collect_device (const StatsScope *scope, uint32_t device_track, IntervalUnion *unions, ActivityTimes *summed)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  bool ok = true;

  for (uint32_t t = device_track + 1; t < trace_n_tracks (scope->trace); t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (track->parent != device_track)
        break;
      if ((track->kind != TRACK_STREAM && track->kind != TRACK_SYNC) || !track_set_holds (scope->tracks, t))
        continue;
      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices && ok; i++)
        {
          int64_t begin_ns = slice_start_ns (slices, i), end_ns = begin_ns + slice_dur_ns (slices, i);
          size_t priority = priority_of (scope->trace, i);

          if (priority == N_PRIORITIES || (slices->flags[i] & SLICE_UNFINISHED))
            continue;
          if (stats_scope_holds_start (scope, begin_ns))
            {
              int64_t *sum_ns = time_of (summed, priority);
              *sum_ns = add_saturated (*sum_ns, slice_dur_ns (slices, i));
            }
          ok = interval_union_add (&unions[priority], MAX (begin_ns, scope->begin_ns),
                                   MIN (end_ns, scope->end_ns));
        }
    }
  return ok;
}

/* What each priority adds to the union of all before it. */
static bool
add_exclusive (const IntervalUnion *unions, ActivityTimes *exclusive)
{
  IntervalUnion all = { 0 };
  int64_t before_ns = 0;
  bool ok = true;

  for (size_t priority = 0; priority < N_PRIORITIES && ok; priority++)
    {
      const IntervalColumn *intervals = &unions[priority].intervals;

      for (size_t i = 0; i < intervals->n && ok; i++)
        ok = interval_union_add (&all, intervals->at[i].begin_ns, intervals->at[i].end_ns);
      interval_union_merge (&all);
      int64_t length_ns = interval_union_length (&all);
      *time_of (exclusive, priority) += length_ns - before_ns;
      before_ns = length_ns;
    }
  interval_union_clear (&all);
  return ok;
}

bool
activity_split_compute (const StatsScope *scope, ActivitySplit *ret_split)
{
  ActivitySplit split = { .total_ns = stats_scope_device_time_ns (scope) };
  bool ok = true;

  for (uint32_t i = 0; i < trace_n_devices (scope->trace) && ok; i++)
    {
      IntervalUnion unions[N_PRIORITIES] = { 0 };

      if (!stats_scope_holds_device (scope, i))
        continue;
      ok = collect_device (scope, trace_device (scope->trace, i)->track, unions, &split.summed)
           && (split.total_ns == 0 || add_exclusive (unions, &split.exclusive));
      for (size_t priority = 0; priority < N_PRIORITIES; priority++)
        interval_union_clear (&unions[priority]);
    }
  split.idle_ns = split.total_ns;
  for (size_t priority = 0; priority < N_PRIORITIES; priority++)
    split.idle_ns -= *time_of (&split.exclusive, priority);
  *ret_split = split;
  return ok;
}
