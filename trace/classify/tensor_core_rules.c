/* SPDX-License-Identifier: Apache-2.0
 *
 * Use of matrix units (tensor cores, MFMA) from names. The words are those of NVIDIA's PyProf, as in
 * torch_tb_profiler (tensor_core.py) and XProf (kernel_stats_utils.cc), and of libraries since (METRICS 9).
 * Triton's names do not tell. */

#include "trace/classify/name_rule.h"
#include "trace/classify/precision.h"

const NameRule tensor_core_rules[] = {
  /* ---- no, although the name contains a word below ---- */
  { "simt", TENSOR_CORE_NO, 0, "simt: ordinary arithmetic" },
  { "f32f32_f32f32", TENSOR_CORE_NO, 0, "f32 operands: ordinary arithmetic" },
  { "nccl", TENSOR_CORE_NO, 0, "a collective multiplies no matrices" },
  { "smddp", TENSOR_CORE_NO, 0, "a collective multiplies no matrices" },
  { "herring", TENSOR_CORE_NO, 0, "a collective multiplies no matrices" },
  { "splitkreduce", TENSOR_CORE_NO, 0, "adds up the parts of a product" },
  { "reducesplitk", TENSOR_CORE_NO, 0, "adds up the parts of a product" },
  { "offsetskernel", TENSOR_CORE_NO, 0, "prepares addresses" },
  { "cache_flash", TENSOR_CORE_NO, 0, "writes to the cache of keys" },
  { "flash_bwd_convert_dq", TENSOR_CORE_NO, 0, "converts a gradient" },
  { "flash_bwd_dot_do_o", TENSOR_CORE_NO, 0, "sums of elementwise products" },
  { "splitkv_combine", TENSOR_CORE_NO, 0, "adds up the parts of attention" },
  { "^triton_", TENSOR_CORE_UNKNOWN, 0, "Triton: the name does not say" },

  /* ---- shapes of MMA instructions, and the instructions ---- */
  { "%h884", TENSOR_CORE_YES, 0, "MMA 8x8x4" },
  { "%s884", TENSOR_CORE_YES, 0, "MMA 8x8x4" },
  { "%d884", TENSOR_CORE_YES, 0, "MMA 8x8x4 of FP64" },
  { "%z884", TENSOR_CORE_YES, 0, "MMA 8x8x4 of FP64" },
  { "%h1688", TENSOR_CORE_YES, 0, "MMA 16x8x8" },
  { "%s1688", TENSOR_CORE_YES, 0, "MMA 16x8x8" },
  { "%c1688", TENSOR_CORE_YES, 0, "MMA 16x8x8, complex" },
  { "%i8816", TENSOR_CORE_YES, 0, "MMA 8x8x16 of integers" },
  { "16816", TENSOR_CORE_YES, 0, "MMA 16x8x16" },
  { "%i16832", TENSOR_CORE_YES, 0, "MMA 16x8x32 of integers" },
  { "%i168128", TENSOR_CORE_YES, 0, "MMA of integers" },
  { "tensor#x#x#", TENSOR_CORE_YES, 0, "shape of an MMA" },
  { "%hmma", TENSOR_CORE_YES, 0, "hmma" },
  { "%imma", TENSOR_CORE_YES, 0, "imma" },
  { "%dmma", TENSOR_CORE_YES, 0, "dmma" },
  { "gmma", TENSOR_CORE_YES, 0, "Hopper's warpgroup MMA" },
  { "tcgen05", TENSOR_CORE_YES, 0, "Blackwell's tcgen05" },
  { "wmma", TENSOR_CORE_YES, 0, "warp MMA" },
  { "tinygemm_m16n8k16", TENSOR_CORE_YES, 0, "MMA 16x8x16" },

  /* ---- libraries ---- */
  { "nvjet", TENSOR_CORE_YES, 0, "nvjet: cuBLAS for tensor cores from Hopper on" },
  { "tensorop", TENSOR_CORE_YES, 0, "CUTLASS: tensor op" },
  { "mainloopsm#", TENSOR_CORE_YES, 0, "CUTLASS 3: main loop of a tensor core" },
  { "1d2d_impl", TENSOR_CORE_YES, 0, "DeepGEMM" },
  { "1d1d_impl", TENSOR_CORE_YES, 0, "DeepGEMM" },
  { "xmma_gemm", TENSOR_CORE_YES, 0, "xmma" },
  { "xmma_sparse_gemm", TENSOR_CORE_YES, 0, "xmma" },
  { "xmma_*implicit_gemm", TENSOR_CORE_YES, 0, "xmma" },
  { "xmma_sparse_conv", TENSOR_CORE_YES, 0, "xmma" },
  { "dgrad_1x1_stride_2x2", TENSOR_CORE_YES, 0, "cuDNN: in PyProf's list" },
  { "first_layer_wgrad_kernel", TENSOR_CORE_YES, 0, "cuDNN: in PyProf's list" },
  { "conv1x1", TENSOR_CORE_YES, 0, "cuDNN: in PyProf's list" },
  { "conv2d_c1_k1", TENSOR_CORE_YES, 0, "cuDNN: in PyProf's list" },
  { "direct_group", TENSOR_CORE_YES, 0, "cuDNN: in PyProf's list" },
  { "marlin", TENSOR_CORE_YES, RULE_PRODUCT, "Marlin: MMA 16x8x16" },
  { "_mi#x", TENSOR_CORE_YES, 0, "Tensile MI: matrix instruction" },
  { "igemm_*_gtcx", TENSOR_CORE_YES, 0, "MIOpen gtcx: matrix instructions" },
  { "%xdl", TENSOR_CORE_YES, 0, "xdl: AMD's matrix instructions" },
  { "%xdlops", TENSOR_CORE_YES, 0, "xdlops: AMD's matrix instructions" },

  /* ---- attention: with narrow types it always uses matrix units ---- */
  { "fmha", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },
  { "flash_fwd", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },
  { "flash_bwd", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },
  { "flash_mla", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },
  { "flashattn", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },
  { "flash::", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },
  { "sdpa", TENSOR_CORE_IF_NARROW, 0, "fused attention with 16-bit or 8-bit types" },

  /* ---- narrow products ---- */
  { "e2m1", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP4" },
  { "mxfp4", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP4" },
  { "nvfp4", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP4" },
  { "fp4gemm", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP4" },
  { "~ue4m3", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP8" },
  { "e5m2", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP8" },
  { "fp8", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP8" },
  { "float8_e", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP8" },
  { "f8f8", TENSOR_CORE_YES, RULE_PRODUCT, "product of FP8" },
  { "tf32", TENSOR_CORE_YES, RULE_PRODUCT, "product of TF32" },
  { "tfloat32", TENSOR_CORE_YES, RULE_PRODUCT, "product of TF32" },

  /* ---- no ---- */
  { "%sgemm", TENSOR_CORE_NO, 0, "sgemm: ordinary arithmetic" },
  { "%dgemm", TENSOR_CORE_NO, 0, "dgemm without an MMA: ordinary arithmetic" },
  { "%cgemm", TENSOR_CORE_NO, 0, "cgemm: ordinary arithmetic" },
  { "%gcgemm", TENSOR_CORE_NO, 0, "gcgemm: ordinary arithmetic" },
  { "%igemm", TENSOR_CORE_NO, 0, "igemm without an MMA: ordinary arithmetic" },
  { "%scudnn", TENSOR_CORE_NO, 0, "scudnn: ordinary arithmetic" },
  { "%ffma", TENSOR_CORE_NO, 0, "ffma: ordinary arithmetic" },
  { "gemv2", TENSOR_CORE_NO, 0, "matrix-vector product" },
  { "gemvx::", TENSOR_CORE_NO, 0, "matrix-vector product" },
  { "gemvnsp", TENSOR_CORE_NO, 0, "matrix-vector product" },
  { "at::native::", TENSOR_CORE_NO, 0, "PyTorch's own kernels" },
  { "at_cuda_detail::", TENSOR_CORE_NO, 0, "CUB within PyTorch" },
  { "%cub::", TENSOR_CORE_NO, 0, "CUB: sorting, scanning, reducing" },
  { "thrust::", TENSOR_CORE_NO, 0, "Thrust: sorting, scanning, reducing" },
  { "softmax_warp_", TENSOR_CORE_NO, 0, "PyTorch's softmax" },
  { "elementwise_kernel", TENSOR_CORE_NO, 0, "by element" },
  { "cudnn::ops::", TENSOR_CORE_NO, 0, "cuDNN: layouts and scaling" },
  { "cudnn::bn_", TENSOR_CORE_NO, 0, "cuDNN: batch normalisation" },
  { NULL, 0, 0, NULL },
};
