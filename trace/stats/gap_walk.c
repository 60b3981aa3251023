/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/gap_walk.h"

#include "trace/stoppable_order.h"

bool
gap_walk_init (GapWalk *walk,
               const StatsScope *scope,
               uint32_t device,
               bool (*is_wanted) (void *user_data),
               void *user_data)
{
  *walk = (GapWalk){
    .slices = trace_slices (scope->trace),
    .end_ns = scope->end_ns,
    .busy_until_ns = scope->begin_ns,
    .last = SLICE_NONE,
    .is_wanted = is_wanted,
    .user_data = user_data,
  };
  return activity_walk_init (&walk->activities, scope->trace, device, scope->begin_ns);
}

void
gap_walk_clear (GapWalk *walk)
{
  activity_walk_clear (&walk->activities);
}

static bool
may_go_on (GapWalk *walk)
{
  if (walk->n_passed++ % STOPPABLE_AT_ONCE == 0 && walk->is_wanted != NULL
      && !walk->is_wanted (walk->user_data))
    walk->is_given_up = true;
  return !walk->is_given_up;
}

bool
gap_walk_next (GapWalk *walk, DeviceGap *ret_gap)
{
  const SliceColumns *slices = walk->slices;

  while (walk->busy_until_ns < walk->end_ns && may_go_on (walk))
    {
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

bool
gap_walk_cut (const StatsScope *scope, uint32_t device, int64_t time_ns, int64_t *ret_cut_ns)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  ActivityWalk walk;
  bool ok = activity_walk_init (&walk, scope->trace, device, time_ns);
  uint64_t slice = SLICE_NONE;

  while (ok && (slice = activity_walk_next (&walk)) != SLICE_NONE && slice_start_ns (slices, slice) < time_ns)
    ;
  *ret_cut_ns = slice != SLICE_NONE ? MIN (slice_start_ns (slices, slice), scope->end_ns) : scope->end_ns;
  activity_walk_clear (&walk);
  return ok;
}
