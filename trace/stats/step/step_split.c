/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_split.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/container/stoppable_order.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/window_cover.h"

/* Each set contains the one before; the difference is the time that counts for it alone. */
enum
{
  SET_COMPUTE,
  SET_COMPUTE_OR_COMMUNICATION,
  SET_BUSY,
  N_SETS
};

/* Each name is examined once. */
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
  bool (*should_continue) (void *user_data);
  void *user_data;
} Wish;

static bool
should_continue_after (const Wish *wish, uint64_t n)
{
  return n % STOPPABLE_AT_ONCE != 0 || wish->should_continue == NULL
         || wish->should_continue (wish->user_data);
}

static unsigned
set_of (Classes *classes, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (classes->trace);
  KernelClass klass =
    slices->kind[slice] == SLICE_KERNEL ? class_of (classes, slice_name (slices, slice)) : KERNEL_MEMORY;

  return klass == KERNEL_MEMORY    ? SET_BUSY
         : klass == KERNEL_COMPUTE ? SET_COMPUTE
                                   : SET_COMPUTE_OR_COMMUNICATION;
}

/* The slices that may overlap the span of all windows. */
static bool
add_activities (Classes *classes, uint32_t device, Interval span, const Wish *wish, WindowCover *cover)
{
  const SliceColumns *slices = trace_slices (classes->trace);
  ActivityWalk walk;
  bool ok = activity_walk_init (&walk, classes->trace, device, span.begin_ns);
  uint64_t slice, n = 0;

  while (ok && (slice = activity_walk_next (&walk)) != SLICE_NONE
         && slice_start_ns (slices, slice) < span.end_ns)
    {
      window_cover_add (cover, slice_start_ns (slices, slice), slice_end_ns (slices, slice),
                        set_of (classes, slice));
      ok = should_continue_after (wish, n++);
    }
  activity_walk_clear (&walk);
  window_cover_finish (cover);
  return ok;
}

static Interval
span_of (const Interval *windows, uint64_t n)
{
  Interval span = { INT64_MAX, INT64_MIN };

  for (uint64_t i = 0; i < n; i++)
    {
      span.begin_ns = MIN (span.begin_ns, windows[i].begin_ns);
      span.end_ns = MAX (span.end_ns, windows[i].end_ns);
    }
  return span;
}

static bool
add_device (Classes *classes,
            uint32_t device,
            const Interval *windows,
            uint64_t n,
            const Wish *wish,
            TimeSplit *splits)
{
  WindowCover cover;
  bool ok = window_cover_init (&cover, windows, n, N_SETS)
            && add_activities (classes, device, span_of (windows, n), wish, &cover);

  for (uint64_t i = 0; i < n && ok; i++)
    {
      int64_t compute_ns = window_cover_of (&cover, i, SET_COMPUTE);
      int64_t either_ns = window_cover_of (&cover, i, SET_COMPUTE_OR_COMMUNICATION);
      int64_t busy_ns = window_cover_of (&cover, i, SET_BUSY);

      ok = should_continue_after (wish, i);
      if (splits[i].total_ns == 0)
        continue;
      splits[i].compute_ns += compute_ns;
      splits[i].exposed_communication_ns += either_ns - compute_ns;
      splits[i].exposed_copy_ns += busy_ns - either_ns;
      splits[i].busy_ns += busy_ns;
    }
  window_cover_clear (&cover);
  return ok;
}

bool
step_split_compute (const Trace *trace,
                    uint32_t rank,
                    const Interval *windows,
                    uint64_t n,
                    bool (*should_continue) (void *user_data),
                    void *user_data,
                    TimeSplit *ret_splits)
{
  Wish wish = { should_continue, user_data };
  Classes classes = { trace, calloc (trace_n_strings (trace) + (size_t) 1, 1) };
  StatsScope scope = stats_scope_whole (trace, NULL);
  bool ok = classes.class_of_name != NULL;
  uint32_t n_devices;

  stats_scope_limit (&scope, rank, TRACE_NONE);
  n_devices = stats_scope_n_devices (&scope);
  for (uint64_t i = 0; i < n; i++)
    ret_splits[i] = (TimeSplit){ .total_ns = stats_scope_times_devices_ns (windows[i].begin_ns,
                                                                           windows[i].end_ns, n_devices) };
  for (uint32_t i = 0; i < trace_n_devices (trace) && ok; i++)
    if (trace_device (trace, i)->rank == rank)
      ok = add_device (&classes, i, windows, n, &wish, ret_splits);
  for (uint64_t i = 0; i < n; i++)
    ret_splits[i].idle_ns = ret_splits[i].total_ns - ret_splits[i].busy_ns;
  free (classes.class_of_name);
  return ok;
}
