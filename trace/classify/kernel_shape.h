/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel was launched with, from the arguments of its events: "grid" and "block" ("[640, 1, 1]"),
 * "registers per thread", "shared memory". AMD's profilers write them with the launching call instead. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/arg_finder.h"
#include "trace/model/trace.h"

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

/* For who reads those of many kernels: a fraction of the time. One owner at a time. */
typedef struct
{
  const Trace *trace;
  ArgFinder kernel, call;
} KernelShapeReader;

void kernel_shape_reader_init (KernelShapeReader *reader, const Trace *trace); /* allocates nothing */
void kernel_shape_reader_clear (KernelShapeReader *reader);

/* False: out of memory. */
bool kernel_shape_read (KernelShapeReader *reader, uint64_t slice, KernelShape *ret_shape);

/* The arguments that a shape is read from, as they lie in the file, in raw[0..*ret_n): kernels alike in them have the same
 * shape if it is all in their own arguments. False: there are none, they do not fit, or memory ran out. */
#define KERNEL_SHAPE_RAW_BYTES 96
bool kernel_shape_raw (KernelShapeReader *reader,
                       uint64_t slice,
                       uint8_t raw[KERNEL_SHAPE_RAW_BYTES],
                       size_t *ret_n);

/* False: a launching call may tell more of the kernel. */
bool kernel_shape_is_own (const KernelShape *shape);

/* O(arguments + log flows). Nothing is known where memory ran out. */
KernelShape kernel_shape_of (const Trace *trace, uint64_t slice);
