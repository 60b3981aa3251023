/* SPDX-License-Identifier: Apache-2.0
 *
 * The launch parameters of a kernel, from the arguments of its events: "grid" and "block" ("[640, 1, 1]"),
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

/* For reading the shapes of many kernels, at a fraction of the time. One owner at a time. */
typedef struct
{
  const Trace *trace;
  ArgFinder kernel, call;
} KernelShapeReader;

void kernel_shape_reader_init (KernelShapeReader *reader, const Trace *trace); /* does not allocate */
void kernel_shape_reader_clear (KernelShapeReader *reader);

/* Returns false if memory runs out. */
bool kernel_shape_read (KernelShapeReader *reader, uint64_t slice, KernelShape *ret_shape);

/* Copies the arguments that a shape is read from, as they lie in the file, to raw[0..*ret_n). Kernels whose
 * bytes are equal have the same shape, provided that all of it comes from their own arguments. Returns false
 * if there are none, they do not fit, or memory runs out. */
#define KERNEL_SHAPE_RAW_BYTES 96
bool kernel_shape_raw (KernelShapeReader *reader,
                       uint64_t slice,
                       uint8_t raw[KERNEL_SHAPE_RAW_BYTES],
                       size_t *ret_n);

/* Returns false if the launching call may have more of the shape. */
bool kernel_shape_is_own (const KernelShape *shape);

/* Returns the shape of a kernel; nothing in it is known if memory runs out. O(arguments + log flows). */
KernelShape kernel_shape_of (const Trace *trace, uint64_t slice);
