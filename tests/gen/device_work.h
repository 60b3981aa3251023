/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels, copies and fills of the generated run.
 *
 * Names are the exact demangled ones of PyTorch, cuBLAS, FlashAttention, Triton and NCCL, full
 * template text included, because name length is part of what a profile reader is measured on.
 * Durations are those of one 8 x 2048 token batch at hidden size 2048 in bfloat16 on an H100. */

#pragma once

#include "tests/gen/cuda_call.h"

#include <stdint.h>

typedef enum
{
  WORK_KERNEL,
  WORK_MEMCPY,
  WORK_MEMSET
} WorkKind;

typedef enum
{
  WORK_COPY_TOKENS,
  WORK_COPY_MASK, /* only where it is injected */
  WORK_COPY_SCALAR,
  WORK_FILL_WORKSPACE,
  WORK_EMBEDDING,
  WORK_ADD,
  WORK_LAYER_NORM,
  WORK_GEMM_QKV,
  WORK_ROTARY,
  WORK_FLASH_FORWARD,
  WORK_GEMM_PROJECTION,
  WORK_GEMM_UP,
  WORK_GELU,
  WORK_GEMM_DOWN,
  WORK_GEMM_HEAD,
  WORK_LOG_SOFTMAX,
  WORK_NLL,
  WORK_NLL_BACKWARD,
  WORK_LOG_SOFTMAX_BACKWARD,
  WORK_GEMM_HEAD_DX,
  WORK_GEMM_HEAD_DW,
  WORK_GEMM_DOWN_DX,
  WORK_GEMM_DOWN_DW,
  WORK_GELU_BACKWARD,
  WORK_GEMM_UP_DX,
  WORK_GEMM_UP_DW,
  WORK_LAYER_NORM_DX,
  WORK_LAYER_NORM_DW,
  WORK_GEMM_PROJECTION_DX,
  WORK_GEMM_PROJECTION_DW,
  WORK_FLASH_DOT,
  WORK_FLASH_BACKWARD,
  WORK_FLASH_CONVERT,
  WORK_ROTARY_BACKWARD,
  WORK_GEMM_QKV_DX,
  WORK_GEMM_QKV_DW,
  WORK_SORT_TOKENS,
  WORK_EMBEDDING_BACKWARD,
  WORK_NORM,
  WORK_NORM_TOTAL,
  WORK_CLIP,
  WORK_ADAM,
  WORK_ZERO,
  WORK_ALL_REDUCE,
  WORK_TRITON_POINTWISE,
  WORK_TRITON_ROTARY,
  WORK_TRITON_REDUCTION,
  WORK_TRITON_PERSISTENT,
  N_WORKS
} WorkId;

typedef struct
{
  const char *name;
  WorkKind kind;
  CallId call;         /* that launches it */
  int32_t duration_ns; /* typical; all reduces are timed by their size instead */
  int32_t grid[3];     /* kernels only, as block, registers, shared_bytes and occupancy_percent */
  int32_t block[3];
  int16_t registers;
  int32_t shared_bytes;
  int8_t occupancy_percent;
  int64_t bytes; /* copies and fills only */
} WorkSpec;

extern const WorkSpec device_works[N_WORKS];
