/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts in which XSpace describes kernels and copies: " grid:4,64,1 block:256,1,1 private_mem:0 group_mem:8704
 * occ_pct:0", "regs:38 static_shared:0 dynamic_shared:16 grid:160,1,1 block:1024,1,1", "kind_src:pinned kind_dst:device
 * size:112 dest:4 async:1". Texts may hold anything; what is not understood is left out. O(length). Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/memcpy_name.h"

typedef struct
{
  bool has_grid, has_block;
  int64_t grid[3], block[3];    /* blocks, threads */
  int64_t registers;            /* a thread; -1 if not told */
  int64_t shared_bytes;         /* a block, of both kinds; -1 likewise */
  int64_t scratch_bytes;        /* a thread; -1 likewise */
  int64_t occupancy_thousandth; /* of a percent; -1 likewise */
} XSpaceKernel;

void xspace_details_kernel (const char *text, size_t length, XSpaceKernel *ret_kernel);

typedef struct
{
  int64_t bytes;       /* -1 if not told */
  int64_t destination; /* a device; -1 likewise */
  char src, dst;       /* 'H' host, 'D' device; 0 if not told */
} XSpaceCopy;

void xspace_details_copy (const char *text, size_t length, XSpaceCopy *ret_copy);

/* Returns MEMCPY_HTOD for a name like "MemcpyH2D"; MEMCPY_UNKNOWN if neither name nor details tell. */
MemcpyDirection xspace_copy_direction (const char *name, size_t length, const XSpaceCopy *copy);
