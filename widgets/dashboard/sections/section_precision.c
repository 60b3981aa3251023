/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_precision.h"

#include <stdlib.h>

#include "trace/stats/distribution.h"
#include "trace/stats/percent_parts.h"

void *
section_precision_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  PrecisionFigures *figures = malloc (sizeof *figures);
  int64_t by_tensor_core_ns[N_TENSOR_CORES] = { 0 };
  PrecisionStats stats;

  if (figures == NULL || !precision_stats_compute (&data->scope, should_continue, user_data, &stats))
    {
      free (figures);
      return NULL;
    }
  *figures =
    (PrecisionFigures){ .times = stats.times, .total_ns = stats.total_ns, .n_launches = stats.n_launches };
  for (int i = 0; i < N_PRECISIONS; i++)
    {
      figures->longest[i] = stats.longest[i];
      figures->within_ns[i] = stats.within_ns[i];
      for (int t = 0; t < N_TENSOR_CORES; t++)
        {
          figures->tensor_core_ns[i][t] = stats.tensor_core_ns[i][t];
          by_tensor_core_ns[t] = add_saturated (by_tensor_core_ns[t], stats.tensor_core_ns[i][t]);
        }
    }
  percent_parts (figures->times.ns, N_PRECISIONS, figures->tenths);
  percent_parts (by_tensor_core_ns, N_TENSOR_CORES, figures->tensor_core_tenths);
  precision_stats_clear (&stats);
  return figures;
}

void
section_precision_free (void *section)
{
  free (section);
}
