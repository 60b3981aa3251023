/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel computes with: the type of its inputs (METRICS 8), and whether by matrix units.
 *
 * Classes are those of inputs, not of accumulators or results: a product of bfloat16 that adds up in float is bf16.
 * TF32 is no type of any tensor; float tensors are multiplied in it. W4: weights of 4 bits, activations of 16 or 8. */

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

/* "fp64", ..., "unknown": as in the output of every command. */
const char *precision_word (Precision precision);

/* False: there is no such class. */
bool precision_of_word (const char *word, Precision *ret_precision);

/* How many bits of it are multiplied; 0 of unknown. TF32 has 19. */
unsigned precision_bits (Precision precision);

typedef enum
{
  TENSOR_CORE_UNKNOWN,
  TENSOR_CORE_NO,
  TENSOR_CORE_YES,
  TENSOR_CORE_IF_NARROW, /* of a name only: yes with inputs of less than 32 bits, else unknown */
} TensorCore;

/* Of a launch whose precision is known or not: never TENSOR_CORE_IF_NARROW. */
TensorCore tensor_core_with (TensorCore of_name, Precision precision);

const char *tensor_core_word (TensorCore tensor_core); /* "yes", "no", "unknown" */
