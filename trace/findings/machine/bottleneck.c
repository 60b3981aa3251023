/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/machine/bottleneck.h"

#include <stdlib.h>

bool
bottleneck_find (Bottleneck *ret_bottleneck,
                 FindingLook *look,
                 const MachineGrid *grid,
                 MachineKind other,
                 double gpu_percent,
                 double other_percent,
                 double share)
{
  uint8_t *is_held = malloc ((size_t) grid->n_buckets + 1);

  *ret_bottleneck = (Bottleneck){ 0 };
  for (size_t i = 0; is_held != NULL && i < grid->series.n; i++)
    {
      const MachineSeries *gpu = &grid->series.at[i], *beside;
      uint32_t n = 0, n_held = 0;

      if (gpu->kind != MACHINE_GPU)
        continue;
      beside = machine_grid_find (grid, other, gpu->node, -1);
      for (uint32_t j = 0; beside != NULL && j < grid->n_buckets; j++)
        {
          bool is_known = gpu->values[j] >= 0 && beside->values[j] >= 0;

          is_held[j] =
            is_known && (double) gpu->values[j] < gpu_percent && (double) beside->values[j] > other_percent;
          n += is_known;
          n_held += is_held[j];
        }
      if (n < MACHINE_BUCKETS_MIN)
        continue;
      ret_bottleneck->n_gpus++;
      if ((double) n_held <= share * n)
        continue;
      ret_bottleneck->n_held++;
      ret_bottleneck->worst_share = MAX (ret_bottleneck->worst_share, (double) n_held / n);
      machine_grid_places (grid, look, gpu->rank, is_held);
    }
  free (is_held);
  return is_held != NULL;
}
