/* SPDX-License-Identifier: Apache-2.0
 *
 * The readable parts of a kernel's name, and the rule sets that find them.
 *
 * A display name is "operation type detail · family": what the kernel computes, on which elements, in which variant,
 * and which library it belongs to. Each rule set knows one naming scheme. It returns false and leaves *ret_name
 * unchanged when the name does not follow the scheme. All take time linear in the name, allocate nothing and never
 * fail. */

#pragma once

#include <stdbool.h>

#include "trace/naming/short_text.h"

typedef struct
{
  ShortText operation; /* "gemm"; never empty */
  ShortText type;      /* "bf16", or empty */
  ShortText detail;    /* "128x64 tn", or empty */
  ShortText family;    /* "ampere", or empty */
  bool casts;          /* it casts its input, of any type, to that type */
} KernelName;

/* Reads NCCL, RCCL and MSCCL identifiers: ncclDevKernel_AllReduce_Sum_f32_RING_LL. */
bool kernel_name_collective (TextSpan identifier, KernelName *ret_name);

/* Reads AMD Tensile and hipBLASLt identifiers: Cijk_Alik_Bljk_BBS_BH_MT128x64x64_... */
bool kernel_name_tensile (TextSpan identifier, KernelName *ret_name);

/* Reads identifiers of matrix, convolution and attention libraries, whose words are joined by "_":
 * ampere_sgemm_128x64_nn, sm80_xmma_fprop_..., cutlass_80_tensorop_..., nvjet_..., fmha_cutlassF_... */
bool kernel_name_library (TextSpan identifier, KernelName *ret_name);

/* Reads FBGEMM's embedding tables: split_embedding_codegen_forward_unweighted_kernel. Sets all parts but the type. */
bool kernel_name_embedding (TextSpan identifier, KernelName *name);

/* Reads any demangled C++ name: PyTorch's element-wise templates, cub, cuDNN, CUTLASS, plain __global__ functions.
 * Passes identifiers to the rule sets above. */
bool kernel_name_cxx (TextSpan text, KernelName *ret_name);
