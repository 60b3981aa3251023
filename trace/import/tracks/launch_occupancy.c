/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/tracks/launch_occupancy.h"

#include <glib.h>
#include <stdbool.h>

/* Of all GPUs since 2017 (compute capability 7.0) */
#define WARP_REGISTERS_UNIT 256
#define PARTITIONS          4

/* From compute capability 8.0 on, the system takes some shared memory of each block. */
#define RESERVED_SINCE        8
#define RESERVED_SHARED_BYTES 1024
#define SHARED_UNIT           128
#define OLD_SHARED_UNIT       256

/* So that no product overflows. */
#define LARGEST INT64_C (1000000000)

static int64_t
rounded_up (int64_t value, int64_t unit)
{
  return (value + unit - 1) / unit * unit;
}

static bool
is_sound (int64_t value, int64_t least)
{
  return value >= least && value <= LARGEST;
}

/* Returns how many blocks fit on a multiprocessor by their registers; a large number if they use none. */
static int64_t
blocks_by_registers (const GpuLimits *gpu, int64_t registers, int64_t n_warps)
{
  int64_t of_warp = rounded_up (registers * gpu->warp_threads, WARP_REGISTERS_UNIT);

  return of_warp == 0 ? LARGEST : gpu->sm_registers / PARTITIONS / of_warp * PARTITIONS / n_warps;
}

static int64_t
blocks_by_shared_memory (const GpuLimits *gpu, int64_t bytes)
{
  bool is_reserved = gpu->major >= RESERVED_SINCE;
  int64_t of_block = rounded_up (bytes + (is_reserved ? RESERVED_SHARED_BYTES : 0),
                                 is_reserved ? SHARED_UNIT : OLD_SHARED_UNIT);

  return of_block == 0 ? LARGEST : gpu->sm_shared_bytes / of_block;
}

int64_t
launch_occupancy_percent (const GpuLimits *gpu, const LaunchShape *shape)
{
  if (!is_sound (gpu->multiprocessors, 1) || !is_sound (gpu->warp_threads, 1) || !is_sound (gpu->sm_warps, 1)
      || !is_sound (gpu->sm_blocks, 1) || !is_sound (gpu->sm_registers, 1)
      || !is_sound (gpu->sm_shared_bytes, 1) || !is_sound (shape->block_threads, 1)
      || !is_sound (shape->registers, 0) || !is_sound (shape->shared_bytes, 0) || shape->n_blocks < 0)
    return -1;

  int64_t n_warps = (shape->block_threads + gpu->warp_threads - 1) / gpu->warp_threads;
  int64_t fitting = MIN (gpu->sm_warps / n_warps, gpu->sm_blocks);
  fitting = MIN (fitting, blocks_by_registers (gpu, shape->registers, n_warps));
  fitting = MIN (fitting, blocks_by_shared_memory (gpu, shape->shared_bytes));

  double blocks = (double) shape->n_blocks / (double) gpu->multiprocessors;
  blocks = MIN (blocks, (double) fitting);
  return (int64_t) (0.5
                    + 100 * blocks * (double) shape->block_threads
                        / ((double) gpu->sm_warps * (double) gpu->warp_threads));
}
