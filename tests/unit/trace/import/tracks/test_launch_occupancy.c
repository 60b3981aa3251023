/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/import/tracks/launch_occupancy.h"

#define V100                                                                                \
  {                                                                                         \
    .major = 7, .multiprocessors = 80, .warp_threads = 32, .sm_warps = 64, .sm_blocks = 32, \
    .sm_registers = 65536, .sm_shared_bytes = 98304                                         \
  }
#define T4                                                                                  \
  {                                                                                         \
    .major = 7, .multiprocessors = 40, .warp_threads = 32, .sm_warps = 32, .sm_blocks = 16, \
    .sm_registers = 65536, .sm_shared_bytes = 65536                                         \
  }
#define A100                                                                                 \
  {                                                                                          \
    .major = 8, .multiprocessors = 108, .warp_threads = 32, .sm_warps = 64, .sm_blocks = 32, \
    .sm_registers = 65536, .sm_shared_bytes = 167936                                         \
  }
#define H100                                                                                 \
  {                                                                                          \
    .major = 9, .multiprocessors = 132, .warp_threads = 32, .sm_warps = 64, .sm_blocks = 32, \
    .sm_registers = 65536, .sm_shared_bytes = 233472                                         \
  }

/* What NVIDIA's occupancy calculator and the grid give: traces of PyTorch's profiler have the same values, but 0 for
 * kernels that opt in to more shared memory than the default. */
/* clang-format off */
static const struct
{
  GpuLimits gpu;
  LaunchShape shape; /* blocks, threads, registers, shared memory */
  int64_t percent;
} cases[] = {
  { A100, { 108 * 100, 256, 32, 0 }, 100 },     /* limited by threads */
  { A100, { 108 * 100, 128, 252, 0 }, 13 },     /* by registers: two blocks of four warps */
  { A100, { 507, 128, 252, 67584 }, 13 },       /* by shared memory, with what the system takes */
  { A100, { 108 * 100, 32, 16, 0 }, 50 },       /* by the number of blocks */
  { A100, { 54, 1024, 16, 0 }, 25 },            /* by the grid: half a block each */
  { A100, { 0, 1024, 16, 0 }, 0 },
  { V100, { 304, 256, 57, 16384 }, 48 },        /* 3.8 blocks each */
  { T4, { 64, 128, 16, 0 }, 20 },
  { H100, { 30, 384, 168, 231424 }, 4 },
};
/* clang-format on */

static void
occupancy_is_what_fits (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (launch_occupancy_percent (&cases[i].gpu, &cases[i].shape), ==, cases[i].percent);
}

static void
occupancy_is_not_known_without_the_size_of_the_gpu (void)
{
  const LaunchShape shape = { 100, 256, 32, 0 };
  const GpuLimits unknown = { .major = -1,
                              .multiprocessors = 80,
                              .warp_threads = 32,
                              .sm_warps = 64,
                              .sm_blocks = -1,
                              .sm_registers = 65536,
                              .sm_shared_bytes = 98304 };

  g_assert_cmpint (launch_occupancy_percent (&unknown, &shape), ==, -1);
}

static void
occupancy_is_not_known_of_an_impossible_launch (void)
{
  const GpuLimits gpu = A100;
  const LaunchShape shapes[] = { { -1, 256, 32, 0 }, { 1, 0, 32, 0 },         { 1, 256, -1, 0 },
                                 { 1, 256, 32, -1 }, { 1, INT64_MAX, 32, 0 }, { 1, 256, INT64_MAX, 0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    g_assert_cmpint (launch_occupancy_percent (&gpu, &shapes[i]), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch_occupancy/occupancy_is_what_fits", occupancy_is_what_fits);
  g_test_add_func ("/launch_occupancy/occupancy_is_not_known_without_the_size_of_the_gpu",
                   occupancy_is_not_known_without_the_size_of_the_gpu);
  g_test_add_func ("/launch_occupancy/occupancy_is_not_known_of_an_impossible_launch",
                   occupancy_is_not_known_of_an_impossible_launch);
  return g_test_run ();
}
