/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel was launched with, from the arguments of its events: "grid" and "block" ("[640, 1, 1]"),
 * "registers per thread", "shared memory". AMD's profilers write them with the launching call instead. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

typedef enum
{
  KERNEL_GRID_X,
  KERNEL_GRID_Y,
  KERNEL_GRID_Z,
  KERNEL_BLOCK_X,
  KERNEL_BLOCK_Y,
  KERNEL_BLOCK_Z,
  KERNEL_REGISTERS,
  KERNEL_SHARED_BYTES,
  N_KERNEL_NUMBERS
} KernelNumber;

typedef struct
{
  bool is_known[N_KERNEL_NUMBERS];
  int64_t number[N_KERNEL_NUMBERS]; /* >= 0 */
} KernelShape;

/* O(arguments + log flows). */
KernelShape kernel_shape_of (const Trace *trace, uint64_t slice);
