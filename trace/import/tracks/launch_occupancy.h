/* SPDX-License-Identifier: Apache-2.0
 *
 * The occupancy that a kernel can reach, as PyTorch's profiler estimates it with NVIDIA's occupancy calculator
 * (cuda_occupancy.h): how many of its blocks fit on a multiprocessor, by threads, registers, shared memory and the number
 * of blocks, but no more than it has for each. Unlike the profiler, a kernel that opts in to more shared memory than the
 * default counts with what it has, not as 0. */

#pragma once

#include <stdint.h>

/* What a GPU has; -1 where it is not known. */
typedef struct
{
  int64_t multiprocessors, warp_threads;
  int64_t major;                                              /* of the compute capability */
  int64_t sm_warps, sm_blocks, sm_registers, sm_shared_bytes; /* of a multiprocessor */
} GpuLimits;

typedef struct
{
  int64_t n_blocks; /* of the whole grid */
  int64_t block_threads;
  int64_t registers;    /* per thread */
  int64_t shared_bytes; /* per block */
} LaunchShape;

/* Returns a percentage of the threads that a multiprocessor can hold, rounded, or -1 if it is not known. */
int64_t launch_occupancy_percent (const GpuLimits *gpu, const LaunchShape *shape);
