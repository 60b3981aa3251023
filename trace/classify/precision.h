/* SPDX-License-Identifier: Apache-2.0
 *
 * The precision of a kernel: the type of its inputs (METRICS 8), and whether it uses matrix units.
 *
 * Classes are those of inputs, not of accumulators or results: a product of bfloat16 accumulated in float is
 * bf16. No tensor has the type TF32; float tensors are multiplied in it. W4 means 4-bit weights with 16-bit
 * or 8-bit activations. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum
{
  PRECISION_UNKNOWN,
  PRECISION_FP64,
  PRECISION_FP32,
  PRECISION_TF32,
  PRECISION_FP16,
  PRECISION_BF16,
  PRECISION_FP8,
  PRECISION_FP4,
  PRECISION_INT64,
  PRECISION_INT32,
  PRECISION_INT8,
  PRECISION_W4,
  N_PRECISIONS
} Precision;

/* Returns "fp64", ..., "unknown", as in the output of every command. */
const char *precision_word (Precision precision);

/* Returns false if there is no such class. */
bool precision_of_word (const char *word, Precision *ret_precision);

/* Returns how many bits take part in a multiplication: 19 for TF32, 0 for unknown. */
unsigned precision_bits (Precision precision);

typedef enum
{
  TENSOR_CORE_UNKNOWN,
  TENSOR_CORE_NO,
  TENSOR_CORE_YES,
  TENSOR_CORE_IF_NARROW, /* for a name only: yes with inputs of less than 32 bits, else unknown */
} TensorCore;

/* Returns the use of tensor cores of a launch with a known or unknown precision: never TENSOR_CORE_IF_NARROW. */
TensorCore tensor_core_with (TensorCore of_name, Precision precision);

const char *tensor_core_word (TensorCore tensor_core); /* "yes", "no", "unknown" */
