/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/compare_side.h"

#include <stdlib.h>

#include "trace/compare/side/job_side.h"
#include "trace/model/job_tables.h"
#include "trace/stats/distribution.h"
#include "trace/stats/memory/memory_use_stats.h"

static bool
find_memory_peak (CompareSide *side, bool (*should_continue) (void *user_data), void *user_data)
{
  MemoryUse *use = memory_use_new (side->trace);
  MemoryUseTable table = { 0 };
  bool ok =
    use != NULL && memory_use_stats_compute (&side->steps.scope, use, should_continue, user_data, &table);

  for (uint32_t i = 0; i < table.n; i++)
    if (table.series[i].device >= 0)
      {
        side->memory_peak_bytes = side->has_memory_peak
                                    ? MAX (side->memory_peak_bytes, table.series[i].peak_bytes)
                                    : table.series[i].peak_bytes;
        side->has_memory_peak = true;
      }
  memory_use_stats_clear (&table);
  if (use != NULL)
    memory_use_free (use);
  return ok;
}

static int64_t
value_of (const CompareSide *side, SideFigure figure, uint64_t sample)
{
  const SampleShares *shares = &side->shares.samples[sample];

  switch (figure)
    {
    case SIDE_TIME:
      return side->steps.samples[sample].total_ns;
    case SIDE_GPU_ACTIVE:
      return add_saturated (
        add_saturated (shares->share_ns[SHARE_COMPUTE], shares->share_ns[SHARE_COMMUNICATION]),
        shares->share_ns[SHARE_COPIES]);
    case SIDE_COMPUTE:
      return shares->share_ns[SHARE_COMPUTE];
    case SIDE_COMMUNICATION:
      return shares->communication_ns;
    case SIDE_EXPOSED_COMMUNICATION:
      return shares->share_ns[SHARE_COMMUNICATION];
    case SIDE_EXPOSED_COPIES:
      return shares->share_ns[SHARE_COPIES];
    case SIDE_IDLE:
      return shares->idle_ns;
    case SIDE_KERNELS:
      return (int64_t) side->device.n_kernels[sample];
    default:
      return (int64_t) side->device.n_launches[sample];
    }
}

static bool
set_values (CompareSide *side)
{
  for (SideFigure figure = 0; figure < N_SIDE_FIGURES; figure++)
    {
      side->values[figure] = malloc (side->steps.n * sizeof *side->values[figure]);
      if (side->values[figure] == NULL)
        return false;
      for (uint64_t i = 0; i < side->steps.n; i++)
        {
          int64_t value = value_of (side, figure, i);

          side->values[figure][i] = (double) value;
          side->totals[figure] = add_saturated (side->totals[figure], value);
        }
    }
  return true;
}

bool
compare_side_compute (CompareSteps *steps,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      CompareSide *ret_side)
{
  CompareSide *side = ret_side;

  *side = (CompareSide){ .trace = steps->scope.trace, .steps = *steps };
  *steps = (CompareSteps){ 0 };
  return device_shares_compute (&side->steps, should_continue, user_data, &side->shares)
         && device_rows_compute (&side->steps, should_continue, user_data, &side->device)
         && host_rows_compute (&side->steps, should_continue, user_data, &side->host)
         && idle_rows_compute (&side->steps, should_continue, user_data, &side->idle)
         && (!trace_is_job (side->trace) || !side->steps.has_steps || job_side_apply (side))
         && outside_steps_compute (&side->steps, should_continue, user_data, &side->outside)
         && find_memory_peak (side, should_continue, user_data) && set_values (side);
}

void
compare_side_clear (CompareSide *side)
{
  compare_steps_clear (&side->steps);
  device_shares_clear (&side->shares);
  device_rows_clear (&side->device);
  host_rows_clear (&side->host);
  idle_rows_clear (&side->idle);
  for (SideFigure figure = 0; figure < N_SIDE_FIGURES; figure++)
    free (side->values[figure]);
  *side = (CompareSide){ 0 };
}
