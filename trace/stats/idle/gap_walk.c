/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle/gap_walk.h"

#include "trace/model/slice_find.h"

bool
gap_walk_init (GapWalk *walk,
               const StatsScope *scope,
               uint32_t device,
               bool (*should_continue) (void *user_data),
               void *user_data)
{
  *walk = (GapWalk){
    .slices = trace_slices (scope->trace),
    .end_ns = scope->end_ns,
    .busy_until_ns = scope->begin_ns,
    .last = SLICE_NONE,
    .check = { should_continue, user_data, 0 },
  };
  return activity_walk_init (&walk->activities, scope->trace, device, scope->begin_ns);
}

void
gap_walk_clear (GapWalk *walk)
{
  activity_walk_clear (&walk->activities);
}

bool
gap_walk_next (GapWalk *walk, DeviceGap *ret_gap)
{
  const SliceColumns *slices = walk->slices;

  while (walk->busy_until_ns < walk->end_ns && !walk->is_given_up)
    {
      if (!stop_check_next (&walk->check))
        {
          walk->is_given_up = true;
          return false;
        }

      uint64_t next = activity_walk_next (&walk->activities);
      int64_t begin_ns =
        next == SLICE_NONE ? walk->end_ns : MIN (slice_start_ns (slices, next), walk->end_ns);
      DeviceGap gap = { walk->busy_until_ns, begin_ns, walk->last, next };

      if (next == SLICE_NONE || begin_ns == walk->end_ns)
        walk->busy_until_ns = walk->end_ns;
      else if (slice_end_ns (slices, next) > walk->busy_until_ns)
        {
          walk->busy_until_ns = slice_end_ns (slices, next);
          walk->last = next;
        }
      if (gap.end_ns > gap.begin_ns)
        {
          *ret_gap = gap;
          return true;
        }
    }
  return false;
}

/* Slices of a row to examine before giving up: slices without duration and unfinished slices are rare. */
#define LOOKS_MAX 1000

/* Finds the begin of a row's first activity at a time or later; INT64_MAX if it has none. Returns false if it was not
 * found. */
static bool
row_begins_from (const Trace *trace, const TraceRow *row, int64_t time_ns, int64_t *ret_begin_ns)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t first = slice_find_from (slices, row, time_ns), end = row->first_slice + row->n_slices;

  *ret_begin_ns = INT64_MAX;
  for (uint64_t i = first; i < end; i++)
    {
      if (i - first == LOOKS_MAX)
        return false;
      if (activity_walk_holds (slices, i))
        {
          *ret_begin_ns = slice_start_ns (slices, i);
          return true;
        }
    }
  return true;
}

bool
gap_walk_cut (const StatsScope *scope, uint32_t device, int64_t time_ns, int64_t *ret_cut_ns)
{
  const Trace *trace = scope->trace;
  uint32_t parent = trace_device (trace, device)->track;
  int64_t cut_ns = scope->end_ns;

  for (uint32_t t = parent + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == parent; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint32_t r = track->first_row; track->kind == TRACK_STREAM && r < track->first_row + track->n_rows;
           r++)
        {
          int64_t begin_ns;

          if (!row_begins_from (trace, trace_row (trace, r), time_ns, &begin_ns))
            return false;
          cut_ns = MIN (cut_ns, begin_ns);
        }
    }
  *ret_cut_ns = cut_ns;
  return true;
}
