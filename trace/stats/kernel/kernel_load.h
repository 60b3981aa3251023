/* SPDX-License-Identifier: Apache-2.0
 *
 * Estimates how much of a device one kernel can fill, from its launch configuration (METRICS 17).
 *
 *   blocks per SM   blocks of its grid / multiprocessors of the device. Kineto writes it with the kernel; else it is
 *                   computed here if the file gives both
 *   occupancy       "est. achieved occupancy %" of Kineto, a whole percentage: threads resident on a multiprocessor /
 *                   the largest possible number, by the toolkit's occupancy calculator. There is no substitute.
 *
 * For hipExtModuleLaunchKernel, AMD's profilers write the grid in work-items, as that call takes it (HIP API
 * reference). All other grids are in blocks. */

#pragma once

#include "trace/model/arg_finder.h"
#include "trace/model/trace.h"

typedef struct
{
  double blocks_per_sm; /* > 0 and finite; NaN if not known */
  double occupancy;     /* 0 to 1; NaN if not known */
  bool is_computed;     /* the blocks per SM were computed, because the file does not give them */
} KernelLoad;

#define KERNEL_LOAD_NUMBERS 128

/* Reads many kernels; one owner at a time. */
typedef struct
{
  const Trace *trace;
  ArgFinder finder;

  /* Texts that were read, since kernels repeat them: [string % KERNEL_LOAD_NUMBERS]. */
  struct
  {
    bool is_known;
    uint32_t string;
    double number;
  } numbers[KERNEL_LOAD_NUMBERS];
} KernelLoadReader;

void kernel_load_reader_init (KernelLoadReader *reader, const Trace *trace);
void kernel_load_reader_clear (KernelLoadReader *reader);

/* Returns the load of a kernel. multiprocessors is that of the kernel's device, 0 or less if it is not known. Sets
 * reader->finder.iter.ran_out when memory runs out. O(arguments), + log flows if blocks per SM are computed. */
KernelLoad kernel_load_of (KernelLoadReader *reader, uint64_t slice, int64_t multiprocessors);
