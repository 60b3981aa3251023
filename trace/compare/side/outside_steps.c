/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/outside_steps.h"

#include "trace/derive/busy_index.h"
#include "trace/model/job_tables.h"
#include "trace/stats/distribution.h"

/* Returns the active time of a GPU within the scope and the wall time of any step of its rank. */
static int64_t
inside_ns (const CompareSteps *steps, uint32_t rank, const BusyIndex *busy)
{
  int64_t sum_ns = 0, until_ns = steps->scope.begin_ns;

  /* Wall times overlap in a damaged profile alone. */
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1]; i++)
    {
      int64_t begin_ns = MAX (steps->steps[i].begin_ns, until_ns);
      int64_t end_ns = MIN (steps->steps[i].end_ns, steps->scope.end_ns);

      if (begin_ns >= end_ns)
        continue;
      sum_ns = add_saturated (sum_ns, busy_index_busy_ns (busy, begin_ns, end_ns));
      until_ns = end_ns;
    }
  return sum_ns;
}

bool
outside_steps_compute (const CompareSteps *steps,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       OutsideSteps *ret_outside)
{
  const Trace *trace = steps->scope.trace;

  *ret_outside = (OutsideSteps){ 0 };
  /* What a job profile has of the work of its GPUs is that of its steps, and the rest of their slices is not known. */
  if (trace_is_job (trace))
    return true;
  for (uint32_t device = 0; device < trace_n_devices (trace) && steps->has_steps; device++)
    {
      BusyIndex *busy;
      int64_t gpu_ns;

      if (!compare_steps_holds_device (steps, device))
        continue;
      busy = busy_index_new (trace, device);
      if (busy == NULL)
        return false;
      gpu_ns = busy_index_busy_ns (busy, steps->scope.begin_ns, steps->scope.end_ns);
      ret_outside->gpu_ns = add_saturated (ret_outside->gpu_ns, gpu_ns);
      ret_outside->outside_ns =
        add_saturated (ret_outside->outside_ns,
                       MAX (gpu_ns - inside_ns (steps, trace_device (trace, device)->rank, busy), 0));
      busy_index_free (busy);
      if (should_continue != NULL && !should_continue (user_data))
        return false;
    }
  return true;
}
