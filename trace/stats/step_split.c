/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step_split.h"

#include <stdlib.h>
#include <string.h>

#include "trace/kernel_class.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/time_cover.h"
#include "trace/stoppable_order.h"

/* Each holds the one before: what a cover adds to it is what counts for it alone. */
typedef struct
{
  TimeCover compute, compute_or_communication, busy;
} DeviceCovers;

/* Each name is looked at once. */
typedef struct
{
  const Trace *trace;
  uint8_t *class_of_name; /* by string id: KernelClass + 1, 0 not looked up yet */
} Classes;

static KernelClass
class_of (Classes *classes, uint32_t name)
{
  if (classes->class_of_name[name] == 0)
    {
      size_t length;
      const char *text = trace_string (classes->trace, name, &length);

      classes->class_of_name[name] = (uint8_t) (kernel_class_of_name (text, length) + 1);
    }
  return (KernelClass) (classes->class_of_name[name] - 1);
}

typedef struct
{
  bool (*is_wanted) (void *user_data);
  void *user_data;
} Wish;

static bool
is_wanted_after (const Wish *wish, uint64_t n)
{
  return n % STOPPABLE_AT_ONCE != 0 || wish->is_wanted == NULL || wish->is_wanted (wish->user_data);
}

/* In order of time, whatever their streams: so the unions grow at their ends, and no sorting follows that could not be
 * given up. */
static bool
add_activities (Classes *classes, uint32_t device, const Wish *wish, DeviceCovers *covers)
{
  const SliceColumns *slices = trace_slices (classes->trace);
  ActivityWalk walk;
  bool ok = activity_walk_init (&walk, classes->trace, device, INT64_MIN);
  uint64_t slice, n = 0;

  while (ok && (slice = activity_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns = slice_start_ns (slices, slice), end_ns = slice_end_ns (slices, slice);
      KernelClass klass =
        slices->kind[slice] == SLICE_KERNEL ? class_of (classes, slice_name (slices, slice)) : KERNEL_MEMORY;

      ok = is_wanted_after (wish, n++) && interval_union_add (&covers->busy.set, begin_ns, end_ns)
           && (klass == KERNEL_MEMORY
               || interval_union_add (&covers->compute_or_communication.set, begin_ns, end_ns))
           && (klass != KERNEL_COMPUTE || interval_union_add (&covers->compute.set, begin_ns, end_ns));
    }
  activity_walk_clear (&walk);
  return ok;
}

static bool
add_device (Classes *classes,
            uint32_t device,
            const Interval *windows,
            uint64_t n,
            const Wish *wish,
            TimeSplit *splits)
{
  DeviceCovers covers = { 0 };
  bool ok = add_activities (classes, device, wish, &covers);

  ok = ok && time_cover_finish (&covers.compute) && time_cover_finish (&covers.compute_or_communication)
       && time_cover_finish (&covers.busy);
  for (uint64_t i = 0; i < n && ok; i++)
    {
      int64_t compute_ns = time_cover_within (&covers.compute, windows[i]);
      int64_t either_ns = time_cover_within (&covers.compute_or_communication, windows[i]);
      int64_t busy_ns = time_cover_within (&covers.busy, windows[i]);

      ok = is_wanted_after (wish, i);
      if (splits[i].total_ns == 0)
        continue;
      splits[i].compute_ns += compute_ns;
      splits[i].exposed_communication_ns += either_ns - compute_ns;
      splits[i].exposed_copy_ns += busy_ns - either_ns;
      splits[i].busy_ns += busy_ns;
    }
  time_cover_clear (&covers.compute);
  time_cover_clear (&covers.compute_or_communication);
  time_cover_clear (&covers.busy);
  return ok;
}

bool
step_split_compute (const Trace *trace,
                    uint32_t rank,
                    const Interval *windows,
                    uint64_t n,
                    bool (*is_wanted) (void *user_data),
                    void *user_data,
                    TimeSplit *ret_splits)
{
  Wish wish = { is_wanted, user_data };
  Classes classes = { trace, calloc (trace_n_strings (trace) + 1, 1) };
  bool ok = classes.class_of_name != NULL;

  for (uint64_t i = 0; i < n; i++)
    {
      StatsScope scope = stats_scope_window (trace, NULL, &windows[i].begin_ns, &windows[i].end_ns);

      stats_scope_limit (&scope, rank, TRACE_NONE);
      ret_splits[i] = (TimeSplit){ .total_ns = stats_scope_device_time_ns (&scope) };
    }
  for (uint32_t i = 0; i < trace_n_devices (trace) && ok; i++)
    if (trace_device (trace, i)->rank == rank)
      ok = add_device (&classes, i, windows, n, &wish, ret_splits);
  for (uint64_t i = 0; i < n; i++)
    ret_splits[i].idle_ns = ret_splits[i].total_ns - ret_splits[i].busy_ns;
  free (classes.class_of_name);
  return ok;
}
