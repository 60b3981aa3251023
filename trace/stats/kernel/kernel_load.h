/* SPDX-License-Identifier: Apache-2.0
 *
 * How much of a device one kernel can fill, as estimated from how it was launched (METRICS 17).
 *
 *   blocks per SM   blocks of its grid / multiprocessors of the device; Kineto writes it with the kernel, else it is
 *                   computed here from the grid, where the file tells both
 *   occupancy       "est. achieved occupancy %" of Kineto, a whole percentage: threads resident on a multiprocessor /
 *                   the most it takes, by the occupancy calculator of the toolkit. Nothing stands in for it.
 *
 * The grid that AMD's profilers write for hipExtModuleLaunchKernel is in work-items, as that call takes it
 * (HIP API reference), all others are in blocks. */

#pragma once

#include "trace/model/arg_finder.h"
#include "trace/model/trace.h"

typedef struct
{
  double blocks_per_sm; /* > 0 and finite; NaN: not known */
  double occupancy;     /* 0 to 1; NaN: not known */
  bool is_computed;     /* the file does not tell the blocks per SM, only what they follow from */
} KernelLoad;

/* Reads many kernels; one owner at a time. */
typedef struct
{
  const Trace *trace;
  ArgFinder finder;
} KernelLoadReader;

void kernel_load_reader_init (KernelLoadReader *reader, const Trace *trace);
void kernel_load_reader_clear (KernelLoadReader *reader);

/* multiprocessors: of the kernel's device; at most 0: not known. O(arguments), where blocks per SM are computed
 * + log flows. reader->finder.iter.ran_out tells that memory did. */
KernelLoad kernel_load_of (KernelLoadReader *reader, uint64_t slice, int64_t multiprocessors);
