/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/area_kernels.h"

#include "trace/stats/percent_parts.h"

AreaKernels
area_kernels_of (const KernelStatsTable *kernels)
{
  AreaKernels ret = { .n_shown = kernels->n > AREA_SHEET_ROWS ? AREA_SHEET_ROWS - 1 : kernels->n };
  int64_t *others_ns = &ret.times_ns[ret.n_shown];

  ret.n_others = kernels->n - ret.n_shown;
  for (uint64_t i = 0; i < ret.n_shown; i++)
    ret.times_ns[i] = kernels->kernels[i].duration.total_ns;
  /* Not what is left of the total, which says less than it is where it does not fit. */
  for (uint64_t i = ret.n_shown; i < kernels->n; i++)
    {
      *others_ns = add_saturated (*others_ns, kernels->kernels[i].duration.total_ns);
      ret.n_other_launches += kernels->kernels[i].duration.count;
    }
  percent_parts (ret.times_ns, ret.n_shown + 1, ret.tenths);
  return ret;
}
