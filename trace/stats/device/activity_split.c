/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device/activity_split.h"

#include <stddef.h>
#include <stdlib.h>

#include "trace/classify/kernel_class.h"
#include "trace/container/stop_check.h"
#include "trace/stats/device/lane_sweep.h"
#include "trace/stats/distribution.h"

/* In order of priority, with the member that counts each. */
static const struct
{
  SliceKind kind;
  size_t member; /* offset in ActivityTimes */
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

/* A kernel may be a memcpy; each name is examined once. */
typedef struct
{
  const StatsScope *scope;
  uint8_t *kind_of_name; /* by string id: SliceKind + 1 of a kernel of that name; 0 not looked up yet */
  StopCheck check;
} KernelKinds;

/* Returns the index in priorities; N_PRIORITIES if the file was damaged meanwhile. */
static size_t
priority_of (const KernelKinds *kinds, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (kinds->scope->trace);
  SliceKind kind = (SliceKind) slices->kind[slice];
  size_t priority = 0;

  if (kind == SLICE_KERNEL)
    {
      uint32_t name = slice_name (slices, slice);

      if (kinds->kind_of_name[name] == 0)
        {
          size_t length;
          const char *text = trace_string (kinds->scope->trace, name, &length);
          kinds->kind_of_name[name] = (uint8_t) (kernel_kind_of_name (text, length) + 1);
        }
      kind = (SliceKind) (kinds->kind_of_name[name] - 1);
    }
  while (priority < N_PRIORITIES && priorities[priority].kind != kind)
    priority++;
  return priority;
}

/* Adds all of the device's streams and its track of synchronisations. */
static bool
add_tracks (const StatsScope *scope, uint32_t device_track, LaneSweep *sweep)
{
  bool ok = true;

  for (uint32_t t = device_track + 1; t < trace_n_tracks (scope->trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (track->parent != device_track)
        break;
      if ((track->kind == TRACK_STREAM || track->kind == TRACK_SYNC) && track_set_holds (scope->tracks, t))
        ok = lane_sweep_add (sweep, track, 0);
    }
  return ok;
}

static bool
split_device (KernelKinds *kinds, uint32_t device_track, ActivitySplit *split)
{
  const SliceColumns *slices = trace_slices (kinds->scope->trace);
  SweepCover covers[N_PRIORITIES]; /* by priority: covered by it and by those before it */
  LaneSweep sweep;
  SweptSlice swept;
  bool ok = true;

  lane_sweep_init (&sweep, kinds->scope);
  for (size_t priority = 0; priority < N_PRIORITIES; priority++)
    {
      covers[priority] = SWEEP_COVER_NONE;
      sweep.has_kind[priorities[priority].kind] = 1;
    }
  if (!add_tracks (kinds->scope, device_track, &sweep))
    {
      lane_sweep_clear (&sweep);
      return false;
    }
  lane_sweep_begin (&sweep);
  while (ok && lane_sweep_next (&sweep, &swept))
    {
      ok = stop_check_next (&kinds->check);

      size_t priority = priority_of (kinds, swept.slice);

      if (priority < N_PRIORITIES
          && stats_scope_holds_start (kinds->scope, slice_start_ns (slices, swept.slice)))
        {
          int64_t *sum_ns = time_of (&split->summed, priority);
          *sum_ns = add_saturated (*sum_ns, slice_dur_ns (slices, swept.slice));
        }
      for (; priority < N_PRIORITIES; priority++)
        sweep_cover_add (&covers[priority], swept.begin_ns, swept.end_ns);
    }
  lane_sweep_clear (&sweep);

  /* The time that each adds to those before it. */
  for (size_t priority = 0; priority < N_PRIORITIES && split->total_ns > 0; priority++)
    *time_of (&split->exclusive, priority) +=
      covers[priority].length_ns - (priority == 0 ? 0 : covers[priority - 1].length_ns);
  return ok;
}

bool
activity_split_compute (const StatsScope *scope,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        ActivitySplit *ret_split)
{
  ActivitySplit split = { .total_ns = stats_scope_device_time_ns (scope) };
  KernelKinds kinds = { .scope = scope,
                        .kind_of_name = calloc ((size_t) trace_n_strings (scope->trace) + 1, 1),
                        .check = { should_continue, user_data, 0 } };
  bool ok = kinds.kind_of_name != NULL;

  for (uint32_t i = 0; i < trace_n_devices (scope->trace) && ok; i++)
    if (stats_scope_holds_device (scope, i))
      ok = split_device (&kinds, trace_device (scope->trace, i)->track, &split);
  free (kinds.kind_of_name);
  split.idle_ns = split.total_ns;
  for (size_t priority = 0; priority < N_PRIORITIES; priority++)
    split.idle_ns -= *time_of (&split.exclusive, priority);
  *ret_split = split;
  return ok;
}
