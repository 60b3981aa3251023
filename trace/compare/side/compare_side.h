/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that is known about one side of a comparison on its own: figures of every sample, and rows.
 *
 * Immutable once computed; any thread may read it. The trace and its step table must outlive it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/compare/side/compare_steps.h"
#include "trace/compare/side/device_rows.h"
#include "trace/compare/side/device_shares.h"
#include "trace/compare/side/host_rows.h"
#include "trace/compare/side/idle_rows.h"
#include "trace/compare/side/outside_steps.h"

/* Figures that have one value per sample. */
typedef enum
{
  SIDE_TIME,
  SIDE_GPU_ACTIVE,
  SIDE_COMPUTE,
  SIDE_COMMUNICATION,
  SIDE_EXPOSED_COMMUNICATION,
  SIDE_EXPOSED_COPIES,
  SIDE_IDLE,
  SIDE_KERNELS,
  SIDE_LAUNCHES,
  N_SIDE_FIGURES
} SideFigure;

typedef struct
{
  const Trace *trace;
  CompareSteps steps;
  DeviceShares shares;
  DeviceRows device;
  HostRows host;
  IdleRows idle;
  OutsideSteps outside;
  double *values[N_SIDE_FIGURES]; /* by sample: sums over GPUs or ranks; whole numbers */
  int64_t totals[N_SIDE_FIGURES]; /* over all samples; saturates */
  bool has_memory_peak;
  double memory_peak_bytes; /* the greatest of all devices in the scope */
} CompareSide;

/* Computes everything for the selected steps.
 * Takes over steps, which the side clears. should_continue (user_data) may be NULL; it is
 * called regularly, on several threads at once. Returns false when it returns false or memory runs out; call clear () in
 * either case. O(slices of the scope), and the time of idle_causes_compute (). */
bool compare_side_compute (CompareSteps *steps,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           CompareSide *ret_side);
void compare_side_clear (CompareSide *side);

static inline const CompareRows *
compare_side_rows (const CompareSide *side, RowKind kind)
{
  switch (kind)
    {
    case ROWS_KERNELS:
      return &side->device.kernels;
    case ROWS_OPERATORS:
      return &side->host.operators;
    case ROWS_MODULES:
      return &side->host.modules;
    case ROWS_ANNOTATIONS:
      return &side->host.annotations;
    case ROWS_COLLECTIVES:
      return &side->device.collectives;
    case ROWS_CALLS:
      return &side->host.calls;
    default:
      return &side->idle.rows;
    }
}

/* What a sample's value of a figure is divided by: the GPUs, for launches the ranks. */
static inline uint64_t
compare_side_divisor (const CompareSide *side, SideFigure figure)
{
  return figure == SIDE_LAUNCHES ? MAX (side->steps.n_ranks, 1) : compare_steps_divisor (&side->steps);
}
