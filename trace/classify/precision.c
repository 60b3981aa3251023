/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/precision.h"

#include <string.h>

static const struct
{
  const char *word;
  unsigned bits;
} classes[N_PRECISIONS] = {
  [PRECISION_UNKNOWN] = { "unknown", 0 }, [PRECISION_FP64] = { "fp64", 64 },
  [PRECISION_FP32] = { "fp32", 32 },      [PRECISION_TF32] = { "tf32", 19 },
  [PRECISION_FP16] = { "fp16", 16 },      [PRECISION_BF16] = { "bf16", 16 },
  [PRECISION_FP8] = { "fp8", 8 },         [PRECISION_FP4] = { "fp4", 4 },
  [PRECISION_INT64] = { "int64", 64 },    [PRECISION_INT32] = { "int32", 32 },
  [PRECISION_INT8] = { "int8", 8 },       [PRECISION_W4] = { "w4", 4 },
};

const char *
precision_word (Precision precision)
{
  return classes[precision].word;
}

bool
precision_of_word (const char *word, Precision *ret_precision)
{
  for (int i = 0; i < N_PRECISIONS; i++)
    if (strcmp (classes[i].word, word) == 0)
      {
        *ret_precision = (Precision) i;
        return true;
      }
  return false;
}

unsigned
precision_bits (Precision precision)
{
  return classes[precision].bits;
}

TensorCore
tensor_core_with (TensorCore of_name, Precision precision)
{
  if (of_name != TENSOR_CORE_IF_NARROW)
    return of_name;
  return precision != PRECISION_UNKNOWN && precision_bits (precision) < 32 ? TENSOR_CORE_YES
                                                                           : TENSOR_CORE_UNKNOWN;
}

const char *
tensor_core_word (TensorCore tensor_core)
{
  return tensor_core == TENSOR_CORE_YES ? "yes" : tensor_core == TENSOR_CORE_NO ? "no" : "unknown";
}
