/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/kineto_members.h"

#include <stdio.h>

#define WARP_THREADS 32
#define MICRO        INT64_C (1000000)

void
kineto_collective_members (int64_t elements, int world_size, char text[KINETO_MEMBERS_BYTES])
{
  long long n = (long long) elements;
  int length =
    snprintf (text, KINETO_MEMBERS_BYTES,
              "\"Collective name\": \"allreduce\", \"In msg nelems\": %lld, \"Out msg nelems\": %lld, "
              "\"Group size\": %d, \"dtype\": \"BFloat16\", \"In split size\": \"[]\", "
              "\"Out split size\": \"[]\", \"Process Group Name\": \"0\", "
              "\"Process Group Description\": \"default_pg\", \"Process Group Ranks\": \"[",
              n, n, world_size);

  for (int r = 0; r < world_size; r++)
    length +=
      snprintf (text + length, (size_t) (KINETO_MEMBERS_BYTES - length), "%s%d", r == 0 ? "" : ", ", r);
  snprintf (text + length, (size_t) (KINETO_MEMBERS_BYTES - length), "]\"");
}

void
kineto_kernel_members (const WorkSpec *work, char text[KINETO_MEMBERS_BYTES])
{
  const int32_t *grid = work->grid, *block = work->block;
  int64_t n_blocks = (int64_t) grid[0] * grid[1] * grid[2];
  int64_t n_threads = (int64_t) block[0] * block[1] * block[2];
  int64_t n_warps = n_blocks * ((n_threads + WARP_THREADS - 1) / WARP_THREADS);
  long long blocks_per_sm = n_blocks * MICRO / KINETO_SMS, warps_per_sm = n_warps * MICRO / KINETO_SMS;

  snprintf (text, KINETO_MEMBERS_BYTES,
            "\"registers per thread\": %d,      \"shared memory\": %d,      \"blocks per SM\": %lld.%06lld,"
            "      \"warps per SM\": %lld.%06lld,      \"grid\": [%d, %d, %d],      \"block\": [%d, %d, %d],"
            "      \"est. achieved occupancy %%\": %d",
            work->registers, work->shared_bytes, blocks_per_sm / MICRO, blocks_per_sm % MICRO,
            warps_per_sm / MICRO, warps_per_sm % MICRO, grid[0], grid[1], grid[2], block[0], block[1],
            block[2], work->occupancy_percent);
}
