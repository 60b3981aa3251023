/* SPDX-License-Identifier: Apache-2.0
 *
 * How often a GPU had nothing to do while its node was busy with something else. */

#pragma once

#include "trace/findings/machine/machine_grid.h"

typedef struct
{
  uint32_t n_gpus, n_held; /* with samples of both, and those held up for longer than the threshold */
  double worst_share;      /* of samples of the GPU that is held up most */
} Bottleneck;

/* Compares samples of each GPU with those of the processors, of the other kind. A GPU is held up if more than share (0 to 1) of
 * its samples are below gpu_percent while the other is above other_percent; what such GPUs wait for are places. Returns false
 * when memory runs out. */
bool bottleneck_find (Bottleneck *ret_bottleneck,
                      FindingLook *look,
                      const MachineGrid *grid,
                      MachineKind other,
                      double gpu_percent,
                      double other_percent,
                      double share);
