/* SPDX-License-Identifier: Apache-2.0
 *
 * Precision from names. The patterns follow the way libraries name their kernels: the generators of CUTLASS
 * (python/cutlass_library), Tensile's documentation of its data types, NCCL's generate.py, names in public
 * traces.
 *
 * The order: first names that only seem to give a type; then from 4 bits up, since names of narrow inputs
 * also name wider accumulators and results; last, words that only look like a type. */

#include "trace/classify/name_rule.h"
#include "trace/classify/precision.h"
#include "trace/text/marked_text.h"

#define CIJK "^cijk_a???_b???_" /* Tensile: C[i,j] = A x B, then the types */

/* clang-format off */
const NameRule precision_rules[] = {
  /* Translators: these texts say why a kernel has its precision. Words of its name, such as s8, stay as they are. */
  /* ---- names that only seem to give a type ---- */
  { "^triton_poi_", PRECISION_UNKNOWN, 0, N_ ("Inductor: named after operators, not types") },
  { "^triton_red_", PRECISION_UNKNOWN, 0, N_ ("Inductor: named after operators, not types") },
  { "^triton_per_", PRECISION_UNKNOWN, 0, N_ ("Inductor: named after operators, not types") },
  { "^triton_for_", PRECISION_UNKNOWN, 0, N_ ("Inductor: named after operators, not types") },
  { "ncclkernel_allgather*int8_t", PRECISION_UNKNOWN, 0, N_ ("NCCL only moves bytes here, of any type") },
  { "ncclkernel_broadcast*int8_t", PRECISION_UNKNOWN, 0, N_ ("NCCL only moves bytes here, of any type") },
  { "ncclkernel_sendrecv*int8_t", PRECISION_UNKNOWN, 0, N_ ("NCCL only moves bytes here, of any type") },
  { "fp8_quant", PRECISION_UNKNOWN, 0, N_ ("writes FP8; the name does not say what it reads") },
  { "bfloat16_copy_kernel*lambda(float)", PRECISION_FP32, 0, N_ ("reads float, writes bfloat16") },
  { "float16_copy_kernel*lambda(float)", PRECISION_FP32, 0, N_ ("reads float, writes float16") },
  { "float_to_fp8rowwise", PRECISION_FP32, 0, N_ ("reads float, writes FP8") },

  /* vLLM names how its cache is kept, which is a number: 0 is the type of the tensors. */
  { "bfloat16*fp8kvcachedatatype)0", PRECISION_BF16, RULE_WORD, N_ ("bfloat16; the cache is not of FP8") },
  { "half*fp8kvcachedatatype)0", PRECISION_FP16, RULE_WORD, N_ ("half; the cache is not of FP8") },
  { "uint16_t*fp8kvcachedatatype)0", PRECISION_UNKNOWN, 0, N_ ("16 bits; the cache is not of FP8") },
  { "float*fp8kvcachedatatype)0", PRECISION_FP32, 0, N_ ("float; the cache is not of FP8") },

  /* Triton's products for experts: result x activations x weights. */
  { "^_matmul_ogs_*mxfp4xmxfp4", PRECISION_FP4, RULE_MULTIPLIED, N_ ("MXFP4 activations and weights") },
  { "^_matmul_ogs_*xmxfp4", PRECISION_W4, RULE_MULTIPLIED, N_ ("MXFP4 weights, wider activations") },

  /* ---- 4 bits ---- */
  { "^nvjet_oo", PRECISION_FP4, RULE_MULTIPLIED, N_ ("nvjet oo: E2M1 operands") },
  { "^nvjet_sm#_oo", PRECISION_FP4, RULE_MULTIPLIED, N_ ("nvjet oo: E2M1 operands") },
  { "e2m1", PRECISION_FP4, RULE_MULTIPLIED, N_ ("E2M1 operand") },
  { "mxfp4", PRECISION_FP4, RULE_MULTIPLIED, N_ ("MXFP4 operand") },
  { "nvfp4", PRECISION_FP4, RULE_MULTIPLIED, N_ ("NVFP4 operand") },
  { "fp4", PRECISION_FP4, RULE_MULTIPLIED, N_ ("fp4") },

  /* ---- 8 bits, floating ---- */
  { "^nvjet_qq", PRECISION_FP8, RULE_MULTIPLIED, N_ ("nvjet qq: E4M3 operands") },
  { "^nvjet_sm#_qq", PRECISION_FP8, RULE_MULTIPLIED, N_ ("nvjet qq: E4M3 operands") },
  { CIJK "f8", PRECISION_FP8, RULE_MULTIPLIED, N_ ("Tensile F8: E4M3 operands") },
  { CIJK "b8", PRECISION_FP8, RULE_MULTIPLIED, N_ ("Tensile B8: E5M2 operands") },
  { "~ue4m3", PRECISION_FP8, RULE_MULTIPLIED, N_ ("E4M3 operand (UE4M3 would be the type of scales)") },
  { "e5m2", PRECISION_FP8, RULE_MULTIPLIED, N_ ("E5M2 operand") },
  { "fp8", PRECISION_FP8, RULE_MULTIPLIED, N_ ("fp8") },
  { "float8_e", PRECISION_FP8, RULE_MULTIPLIED, N_ ("Float8 operand") },
  { "f8f8", PRECISION_FP8, RULE_MULTIPLIED, N_ ("f8f8 operands") },
  { "1d2d_impl", PRECISION_FP8, RULE_MULTIPLIED, N_ ("DeepGEMM: FP8 with block scales") },

  /* ---- 4-bit weights ---- */
  { "w4a16", PRECISION_W4, RULE_MULTIPLIED, N_ ("w4a16: 4-bit weights") },
  { "w4a8", PRECISION_W4, RULE_MULTIPLIED, N_ ("w4a8: 4-bit weights") },
  { "%awq", PRECISION_W4, RULE_MULTIPLIED, N_ ("AWQ: 4-bit weights") },
  { "gptq*8bit", PRECISION_UNKNOWN, 0, N_ ("GPTQ with 8-bit weights") },
  { "gptq", PRECISION_W4, RULE_MULTIPLIED, N_ ("GPTQ: 4-bit weights") },
  { "marlin", PRECISION_W4, RULE_MULTIPLIED, N_ ("Marlin: 4-bit weights") },
  { "tinygemm*int4", PRECISION_W4, RULE_MULTIPLIED, N_ ("PyTorch's product with int4 weights") },
  { "%int4b_t", PRECISION_W4, RULE_MULTIPLIED, N_ ("int4b_t: 4-bit operand") },
  { "%int4_", PRECISION_W4, RULE_MULTIPLIED, N_ ("int4 (not CUDA's int4*, four ints)") },
  { "_int4$", PRECISION_W4, RULE_MULTIPLIED, N_ ("int4") },
  { "gemm_s4", PRECISION_W4, RULE_MULTIPLIED, N_ ("s4 operand") },
  { "gemm_u4", PRECISION_W4, RULE_MULTIPLIED, N_ ("u4 operand") },

  /* ---- types of tensor cores ---- */
  { "tf32", PRECISION_TF32, RULE_MULTIPLIED, N_ ("tf32 (f32 beside it is how tensors are stored)") },
  { "tfloat32", PRECISION_TF32, RULE_MULTIPLIED, N_ ("tfloat32_t operands") },
  { CIJK "s*_mx_", PRECISION_TF32, RULE_MULTIPLIED, N_ ("Tensile S with X: float multiplied as XF32") },
  { "%i8816", PRECISION_INT8, RULE_MULTIPLIED, N_ ("i8816: integer MMA 8x8x16") },
  { "%i16832", PRECISION_INT8, RULE_MULTIPLIED, N_ ("i16832: integer MMA 16x8x32") },
  { "%i168128", PRECISION_INT8, RULE_MULTIPLIED, N_ ("i168128: integer MMA") },
  { "%imma", PRECISION_INT8, RULE_MULTIPLIED, N_ ("imma: integer MMA") },
  { CIJK "i8", PRECISION_INT8, RULE_MULTIPLIED, N_ ("Tensile I8 operands") },
  { CIJK "4xi8", PRECISION_INT8, RULE_MULTIPLIED, N_ ("Tensile 4xi8 operands") },

  /* ---- 16 bits ---- */
  { "^nvjet_t", PRECISION_BF16, RULE_MULTIPLIED, N_ ("nvjet t: BF16 operands") },
  { "^nvjet_sm#_t", PRECISION_BF16, RULE_MULTIPLIED, N_ ("nvjet t: BF16 operands") },
  { "^nvjet_h", PRECISION_FP16, RULE_MULTIPLIED, N_ ("nvjet h: FP16 operands") },
  { "^nvjet_sm#_h", PRECISION_FP16, RULE_MULTIPLIED, N_ ("nvjet h: FP16 operands") },
  { CIJK "b", PRECISION_BF16, RULE_MULTIPLIED, N_ ("Tensile B: BF16 operands") },
  { CIJK "h", PRECISION_FP16, RULE_MULTIPLIED, N_ ("Tensile H: FP16 operands") },
  { "bf16bf16", PRECISION_BF16, RULE_MULTIPLIED, N_ ("bf16bf16 operands") },
  { "%f16f16", PRECISION_FP16, RULE_MULTIPLIED, N_ ("f16f16 operands") },
  { "%h884", PRECISION_FP16, RULE_MULTIPLIED, N_ ("h884: MMA that accumulates in FP16, so it takes FP16") },
  { "%h1688", PRECISION_FP16, RULE_MULTIPLIED, N_ ("h1688: MMA that accumulates in FP16, so it takes FP16") },
  { "%h16816", PRECISION_FP16, RULE_MULTIPLIED, N_ ("h16816: MMA that accumulates in FP16, so it takes FP16") },
  { "%hgemm", PRECISION_FP16, RULE_MULTIPLIED, N_ ("hgemm") },
  { "bf16", PRECISION_BF16, RULE_WORD, N_ ("bf16") },
  { "bfloat16", PRECISION_BF16, RULE_WORD, N_ ("bfloat16") },
  { "bhalf", PRECISION_BF16, RULE_WORD, N_ ("bhalf: AMD's bfloat16") },
  { "ck::*unsigned short", PRECISION_BF16, RULE_WORD, N_ ("unsigned short: bhalf_t of Composable Kernel") },
  { "fp16", PRECISION_FP16, RULE_WORD, N_ ("fp16") },
  { "%f16", PRECISION_FP16, RULE_WORD, N_ ("f16") },
  { "%half%", PRECISION_FP16, RULE_WORD, N_ ("half") },
  { "%float16", PRECISION_FP16, RULE_WORD, N_ ("float16") },
  { "%hmma", PRECISION_FP16, RULE_WORD, N_ ("hmma: MMA of half") },

  /* ---- 8 bits, integer ---- */
  { "s8_s8", PRECISION_INT8, 0, N_ ("s8 operands") },
  { "_s8_", PRECISION_INT8, 0, N_ ("s8") },
  { "%int8%", PRECISION_INT8, 0, N_ ("int8") },
  { "^igemm_*_fp32", PRECISION_FP32, 0, N_ ("MIOpen: implicit product of fp32") },
  { "%igemm", PRECISION_INT8, 0, N_ ("igemm: integer product") },

  /* ---- 32 and 64 bits ---- */
  { "f32f32_f32f32", PRECISION_FP32, 0, N_ ("f32 operands, no narrower type") },
  { CIJK "s", PRECISION_FP32, 0, N_ ("Tensile S: FP32 operands") },
  { CIJK "c", PRECISION_FP32, 0, N_ ("Tensile C: complex of FP32") },
  { CIJK "d", PRECISION_FP64, 0, N_ ("Tensile D: FP64 operands") },
  { CIJK "z", PRECISION_FP64, 0, N_ ("Tensile Z: complex of FP64") },
  { "%sgemm", PRECISION_FP32, 0, N_ ("sgemm: single precision") },
  { "%cgemm", PRECISION_FP32, 0, N_ ("cgemm: complex of single precision") },
  { "%gcgemm", PRECISION_FP32, 0, N_ ("gcgemm: complex of single precision") },
  { "%scudnn", PRECISION_FP32, 0, N_ ("scudnn: single precision") },
  { "%ffma", PRECISION_FP32, 0, N_ ("ffma: FP32 multiply-add") },
  { "cutlassf_f32_", PRECISION_FP32, 0, N_ ("f32 operands") },
  { "cutlassb_f32_", PRECISION_FP32, 0, N_ ("f32 operands") },
  { "%fp32", PRECISION_FP32, 0, N_ ("fp32, no narrower type") },
  { "nccl*_float%", PRECISION_FP32, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_f32_", PRECISION_FP32, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_double%", PRECISION_FP64, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_f64_", PRECISION_FP64, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_i64_", PRECISION_INT64, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_int64_t", PRECISION_INT64, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_i32_", PRECISION_INT32, 0, N_ ("NCCL's name of the type that it reduces") },
  { "nccl*_int32_t", PRECISION_INT32, 0, N_ ("NCCL's name of the type that it reduces") },
  { "%dgemm", PRECISION_FP64, 0, N_ ("dgemm: double precision") },
  { "%zgemm", PRECISION_FP64, 0, N_ ("zgemm: complex of double precision") },
  { "%d884", PRECISION_FP64, 0, N_ ("d884: MMA of FP64") },
  { "%z884", PRECISION_FP64, 0, N_ ("z884: complex MMA of FP64") },
  { "%dmma", PRECISION_FP64, 0, N_ ("dmma: MMA of FP64") },
  { "%fp64", PRECISION_FP64, 0, N_ ("fp64") },

  /* ---- accumulators ---- */
  { "%s884", PRECISION_FP16, 0, N_ ("s884: accumulates in FP32; the only operands of MMA 8x8x4 are FP16") },
  { "%s1688", PRECISION_UNKNOWN, RULE_FLOAT_IS_TF32, N_ ("s1688 accumulates in FP32; its operands are not named, and those of float are multiplied as TF32") },
  { "%s16816", PRECISION_UNKNOWN, 0, N_ ("s16816 accumulates in FP32; its operands are not named") },
  { "%s64x", PRECISION_UNKNOWN, 0, N_ ("s64x... accumulates in FP32; its operands are not named") },
  { NULL, 0, 0, NULL },
};
/* clang-format on */
