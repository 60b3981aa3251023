/* SPDX-License-Identifier: Apache-2.0
 *
 * What names of kernels say of precision and tensor cores: names of public libraries, each with what it is and why
 * (METRICS 8 and 9). The whys are told where a test fails, and are there to be read. */

#include <glib.h>
#include <string.h>

#include "trace/classify/name_class.h"

#define NONE PRECISION_UNKNOWN
#define YES  TENSOR_CORE_YES
#define NO   TENSOR_CORE_NO
#define WHO  TENSOR_CORE_UNKNOWN

typedef struct
{
  const char *name;
  Precision precision;
  TensorCore tensor_core; /* of the name, with its own precision */
  const char *why;
} Case;

static void
check_cases (const Case *cases, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      NameClass said = name_class_of (cases[i].name, strlen (cases[i].name));
      TensorCore tensor_core = tensor_core_with (said.tensor_core, said.precision);

      g_assert_true (*said.precision_reason != '\0' && *said.tensor_core_reason != '\0');
      if (said.precision == cases[i].precision && tensor_core == cases[i].tensor_core)
        continue;
      g_test_fail ();
      g_test_message ("%s: %s (%s), tensor core %s (%s); expected %s, %s: %s", cases[i].name,
                      precision_word (said.precision), said.precision_reason, tensor_core_word (tensor_core),
                      said.tensor_core_reason, precision_word (cases[i].precision),
                      tensor_core_word (cases[i].tensor_core), cases[i].why);
    }
}

#define CHECK(cases) check_cases (cases, G_N_ELEMENTS (cases))

static void
nvjet_tells_by_its_letters (void)
{
  static const Case cases[] = {
    { "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NNT", PRECISION_FP16, YES,
      "h: FP16 in, s: FP32 sums, h: FP16 out" },
    { "nvjet_hss_64x8_64x16_4x1_v_bz_TNN", PRECISION_FP16, YES, "h in, FP32 out" },
    { "nvjet_tst_144x128_64x6_2x1_v_bz_bias_TNN", PRECISION_BF16, YES, "t: BF16 in" },
    { "nvjet_tss_256x128_64x4_1x2_h_bz_coopA_NTT", PRECISION_BF16, YES, "BF16 in, FP32 out" },
    { "nvjet_sm100_tst_128x64_64x8_2x1_2cta_h_bz_TNT", PRECISION_BF16, YES,
      "cuBLAS 13 names the architecture first" },
    { "nvjet_sm90_hsh_mma_64x8x64_0_64x8_64x14_TNT", PRECISION_FP16, YES, "the same, FP16" },
    { "nvjet_qqtst_128x256_128x4_1x2_h_bz_coopA_TNT", PRECISION_FP8, YES,
      "qq: both operands E4M3; tst is of the sum" },
    { "nvjet_sm100_qqtst_128x256_128x5_2x1_2cta_v_bz_Avec32UE8M0_Bvec32UE8M0_TNT", PRECISION_FP8, YES,
      "E4M3 with scales by blocks" },
    { "nvjet_ootst_128x256_256x4_2x1_2cta_v_bz_Avec16UE4M3_Bvec16UE4M3_TNT", PRECISION_FP4, YES,
      "oo: E2M1; UE4M3 is the type of the scales" },
    { "nvjet_sm100_ootst_192x128_256x4_2x1_2cta_v_bz_Avec16UE4M3_TNT", PRECISION_FP4, YES, "the same" },
    { "nvjet_sss_64x32_64x8_1x4_h_bz_NNT", NONE, YES,
      "s operands: FP32 in storage, what is multiplied is not said" },
  };

  CHECK (cases);
}

static void
cublas_and_xmma_tell_by_operands_not_storage (void)
{
  static const Case cases[] = {
    { "ampere_sgemm_128x64_tn", PRECISION_FP32, NO, "sgemm" },
    { "volta_sgemm_32x128_nn", PRECISION_FP32, NO, "sgemm" },
    { "ampere_gcgemm_64x64_nt", PRECISION_FP32, NO, "complex of single precision" },
    { "maxwell_sgemm_128x64_raggedMn_tn_splitK", PRECISION_FP32, NO, "sgemm" },
    { "volta_dgemm_64x64_nt", PRECISION_FP64, NO, "dgemm without an MMA" },
    { "ampere_h16816gemm_128x128_ldg8_stages_32x5_nn", PRECISION_FP16, YES,
      "h16816: sums in half, so of half" },
    { "ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_nn", PRECISION_FP16, YES,
      "fp16 before s16816" },
    { "ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_64x3_tn", PRECISION_BF16, YES,
      "bf16 before s16816" },
    { "ampere_s16816gemm_bf16_128x64_ldg8_stages_64x4_tn", PRECISION_BF16, YES, "bf16 behind it" },
    { "ampere_s16816gemm_128x64_ldg8_stages_64x4_tn", NONE, YES, "s16816 alone: s is the sum" },
    { "cutlass_80_tensorop_s16816gemm_128x64_32x6_nn_align8", NONE, YES, "s16816 alone, not FP32" },
    { "turing_h1688gemm_256x128_ldg8_nn", PRECISION_FP16, YES, "h1688" },
    { "volta_h884gemm_256x64_ldg8_tn", PRECISION_FP16, YES, "h884" },
    { "volta_s884gemm_fp16_128x128_ldg8_f2f_tn", PRECISION_FP16, YES, "fp16, FP32 sums" },
    { "volta_s884gemm_128x64_ldg8_nn", PRECISION_FP16, YES, "8x8x4 has no other operands" },
    { "volta_fp16_s884cudnn_fp16_256x128_ldg8_relu_f2f_exp_interior_nhwc_tn_v1", PRECISION_FP16, YES,
      "s884, fp16" },
    { "turing_fp16_s1688cudnn_fp16_128x128_ldg8_wgrad_idx_exp_interior_nhwc_nt_v1", PRECISION_FP16, YES,
      "fp16" },
    { "ampere_scudnn_128x64_relu_xregs_large_nn_v1", PRECISION_FP32, NO, "scudnn" },
    { "volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1", PRECISION_FP32, NO, "scudnn" },
    { "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize64x64x64_stage3_warpsize2x2x1_tensor16x8x8_execute_kernel__5x",
      PRECISION_TF32, YES, "f32f32 is storage; multiplied as tf32" },
    { "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4_execute_kernel",
      PRECISION_FP32, NO, "xmma, but ffma: no tensor core although xmma_gemm is in PyProf's list" },
    { "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x32_stage4_warpsize2x2x1_tensor16x8x16_kernel",
      PRECISION_BF16, YES, "f16 in bf16 is no fp16" },
    { "sm80_xmma_gemm_f16f16_f16f32_f32_nn_n_tilesize128x128x32_stage3_warpsize2x2x1_tensor16x8x16_kernel",
      PRECISION_FP16, YES, "f16f16" },
    { "sm89_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n_tilesize64x64x128_warpgroupsize1x1x1_tensor16x8x32_kernel",
      PRECISION_FP8, YES, "E4M3 operands, bfloat16 result" },
    { "sm90_xmma_gemm_e5m2e4m3_e5m2f32_f32_tn_n_tilesize64x64x128_cublas", PRECISION_FP8, YES,
      "E5M2 operand" },
    { "sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x128x32_g1_tensor16x8x8_kernel",
      PRECISION_TF32, YES, "convolution of TF32" },
    { "sm90_xmma_wgrad_implicit_gemm_indexed_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize128x64x64_cudnn",
      PRECISION_BF16, YES, "convolution of bfloat16" },
    { "sm80_xmma_gemm_i8i8_i8i32_f32_tn_n_tilesize128x128x64_i16832_kernel", PRECISION_INT8, YES, "i16832" },
    { "turing_int8_i8816cudnn_int8_128x128_ldg16_relu_medium_nt_v1", PRECISION_INT8, YES, "i8816" },
    { "volta_int8_igemm_int8_128x128_nn", PRECISION_INT8, NO, "igemm is ordinary arithmetic" },
    { "void gemv2T_kernel_val<int, int, float, float, float, float, 128, 16, 4, 4, false, false>(int, float)",
      PRECISION_FP32, NO, "only float among the types; int is an index" },
    { "void gemmSN_NN_kernel<float, 256, 4, 2, 8, 4, 4, false, cublasGemvTensorStridedBatched<float const> >(int)",
      PRECISION_FP32, NO, "only float" },
    { "void gemv2N_kernel<int, int, __half, __half, __half, float, 128, 1, 4, 4, 1, false>(int)",
      PRECISION_FP16, NO, "half in, sums in float; no MMA in a matrix-vector product" },
    { "void cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16, float, __nv_bfloat16, false>(int)",
      PRECISION_BF16, NO, "adds up parts" },
    { "void gemvNSP_kernel<double, double, double, double, 1, 16, 4, 1024>(int)", PRECISION_FP64, NO,
      "only double" },
  };

  CHECK (cases);
}

static void
cutlass_tells_by_instruction_and_types (void)
{
  static const Case cases[] = {
    { "void cutlass::Kernel2<cutlass_80_tensorop_d884gemm_64x64_16x4_nn_align1>(Params)", PRECISION_FP64, YES,
      "d884: FP64 on tensor cores" },
    { "void cutlass::Kernel<cutlass_80_simt_sgemm_128x128_8x4_nt_align1>(Params)", PRECISION_FP32, NO,
      "simt" },
    { "void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_f16_256x128_32x3_tn_align8>(Params)",
      PRECISION_FP16, YES, "f16 before s16816" },
    { "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_64x3_nn_align8>(Params)",
      PRECISION_BF16, YES, "tensorop_bf16" },
    { "cutlass_80_tensorop_s1688tf32gemm_128x128_16x4_tn_align4", PRECISION_TF32, YES, "tf32 behind s1688" },
    { "void cutlass::Kernel2<cutlass_80_tensorop_c1688tf32gemm_64x64_16x4_nn_align1>(Params)", PRECISION_TF32,
      YES, "complex of TF32" },
    { "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x64_16x6_nn_align4>(Params)", NONE, YES,
      "s1688 alone names no operand" },
    { "void cutlass::Kernel2<cutlass_80_wmma_tensorop_f16_s161616gemm_f16_32x32_128x1_tn_align8>(Params)",
      PRECISION_FP16, YES, "wmma" },
    { "void cutlass::Kernel<cutlass_75_tensorop_i8816gemm_s8_128x128_64x2_tn_align16>(Params)",
      PRECISION_INT8, YES, "i8816" },
    { "cutlass_80_tensorop_i16832gemm_s8_256x128_128x3_tn_align16", PRECISION_INT8, YES, "i16832" },
    { "cutlass3x_sm90_tensorop_s64x128x16gemm_bf16_bf16_f32_bf16_bf16_128x128x64_2x1x1_0_tnn_align8_warpspecialized",
      PRECISION_BF16, YES, "CUTLASS 3" },
    { "cutlass3x_sm90_tensorop_s64x256x32gemm_e4m3_e4m3_f32_bf16_e4m3_128x256x128_2x1x1_0_tnn_align16",
      PRECISION_FP8, YES, "E4M3 operands" },
    { "cutlass3x_sm100_bstensorop_s128x128x64gemm_block_scaled_ue4m3xe2m1_ue4m3xe2m1_f32_bf16_bf16_256x128x256",
      PRECISION_FP4, YES, "E2M1 with UE4M3 scales" },
    { "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, "
      "cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm90TmaGmmaWarpSpecialized<4>, "
      "cutlass::bfloat16_t>>>(Params)",
      PRECISION_BF16, YES, "GMMA, bfloat16_t; the ints are shapes" },
    { "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, "
      "MainloopSm100TmaUmmaWarpSpecialized<7>, cutlass::float_e4m3_t, cutlass::half_t>>(Params)",
      PRECISION_FP8, YES, "E4M3 operands, half result" },
    { "void cutlass::Kernel<cutlass::gemm::kernel::DefaultGemm<float, float, cutlass::arch::OpClassSimt>>(Params)",
      PRECISION_FP32, NO, "Simt" },
    { "void cutlass::Kernel<GemmDequantize<cutlass::half_t, cutlass::uint4b_t, MmaTensorOpDequantizer>>(Params)",
      PRECISION_FP16, YES, "a name without int4b_t as a word of its own" },
    { "void cutlass::Kernel<int4b_t_gemm<cutlass::half_t>>(Params)", PRECISION_W4, WHO, "int4b_t weights" },
    { "_ZN19cutlass_cudnn_train6KernelINS_10tfloat32_tEEEvv", PRECISION_TF32, WHO, "mangled; tfloat32_t" },
  };

  CHECK (cases);
}

static void
attention_uses_tensor_cores_with_narrow_types (void)
{
  static const Case cases[] = {
    { "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
      "cutlass::half_t, pytorch_flash::Flash_kernel_traits<64> >, false>(pytorch_flash::Flash_fwd_params)",
      PRECISION_FP16, YES, "half_t" },
    { "void flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, "
      "false, false, cutlass::bfloat16_t> >(Flash_bwd_params)",
      PRECISION_BF16, YES, "bfloat16_t" },
    { "void flash::flash_bwd_convert_dq_kernel<Flash_bwd_kernel_traits<64, 128, cutlass::half_t> >(Flash_bwd_params)",
      PRECISION_FP16, NO, "only converts" },
    { "void flash::flash_bwd_dot_do_o_kernel<true, Flash_bwd_kernel_traits<64, cutlass::half_t> >(Flash_bwd_params)",
      PRECISION_FP16, NO, "a sum by element" },
    { "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::"
      "CollectiveMainloopFwdSm90<2, cute::tuple<int>, cutlass::bfloat16_t, float>>>>(Params)",
      PRECISION_BF16, YES, "FlashAttention 3" },
    { "fmha_cutlassF_bf16_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel<cutlass::bfloat16_t>::Params)",
      PRECISION_BF16, YES, "bf16" },
    { "fmha_cutlassF_f16_aligned_64x128_rf_sm80(Params)", PRECISION_FP16, YES, "f16" },
    { "fmha_cutlassB_f32_aligned_64x64_k64_sm80(Params)", PRECISION_FP32, WHO,
      "fused attention of 32 bits: not said" },
    { "fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16VarSeqQ128Kv128PersistentContext", PRECISION_FP8,
      YES, "Q, K and V in E4M3, result bfloat16" },
    { "cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_3_64x64x64_4x1x1_cga1x1x1_kernel0_0",
      PRECISION_FP16, YES, "sdpa, f16" },
    { "cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_bf16_knob_25_64x64x64_1x1x1_kernel0_0",
      PRECISION_BF16, YES, "sdpa, bf16" },
    { "aiter::fmha_fwd_hd128_bf16_rtz", PRECISION_BF16, YES, "bf16" },
    { "_attn_fwd", NONE, WHO, "Triton" },
    { "kernel_unified_attention_2d", NONE, WHO, "Triton" },
    { "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, (vllm::Fp8KVCacheDataType)0>(int)",
      PRECISION_BF16, NO, "Fp8KVCacheDataType 0 is a cache of the tensors' type. No attention" },
    { "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, unsigned char, (vllm::Fp8KVCacheDataType)1>(int)",
      PRECISION_FP8, NO, "a cache of FP8; the tensors of its operator know what it reads" },
    { "void flashinfer::BatchDecodeWithPagedKVCacheKernel<__half, float>(Params)", PRECISION_FP16, WHO,
      "half" },
    { "void flash_fwd_splitkv_combine_kernel<Flash_fwd_kernel_traits<128, cutlass::bfloat16_t> >(Params)",
      PRECISION_BF16, NO, "adds up parts" },
  };

  CHECK (cases);
}

static void
narrow_weights_and_blocks (void)
{
  static const Case cases[] = {
    { "void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, 4096u, 7168u, 1u, 128u, 128u, 128u>(float*, int*)",
      PRECISION_FP8, YES, "DeepGEMM; float are the scales" },
    { "void deep_gemm::sm100_fp8_gemm_1d1d_impl<0u, 2112u, 7168u>(int*)", PRECISION_FP8, YES, "DeepGEMM" },
    { "bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x16x256u2_s3_et128x16_m128x16x32_cga1x1x1_16dp256b_TN_sm100f",
      PRECISION_FP4, YES, "MXFP4 weights, MXFP8 activations: the narrower" },
    { "bmm_Bfloat16_Bfloat16Bfloat16_Fp32_t128x16x64_s8_et64x16_m64x16x16_cga1x1x1_TN_sm90a", PRECISION_BF16,
      WHO, "_s8_ are stages, no integers" },
    { "bmm_E4m3_E4m3E4m3_Fp32_t128x8x128u2_s6_et128x8_m128x8x32_cga1x1x1_16dp256b_TN_sm100a", PRECISION_FP8,
      YES, "E4M3" },
    { "_matmul_ogs_NNT_bf16xbf16xmxfp4_16x256x128x1", PRECISION_W4, YES,
      "MXFP4 weights, bfloat16 activations" },
    { "_matmul_ogs_NNT_bf16xmxfp4xmxfp4_16x256x128x1", PRECISION_FP4, YES, "both operands MXFP4" },
    { "_w8a8_block_fp8_matmul", PRECISION_FP8, YES, "fp8" },
    { "void marlin::Marlin<__nv_bfloat16, 256, 1, 8, 8, 4, false, 8>(int4 const*, int4 const*, int4*)",
      PRECISION_W4, YES, "4-bit weights; int4 const* are four ints" },
    { "void vllm::awq::gemm_forward_4bit_cuda_m16n128k32(int, __half*)", PRECISION_W4, WHO, "AWQ" },
    { "void vllm::gptq::gemm_half_q_half_gptq_4bit_kernel<true, 4>(__half const*, unsigned int const*)",
      PRECISION_W4, WHO, "GPTQ" },
    { "void vllm::gptq::gemm_half_q_half_gptq_8bit_kernel<true, 4>(__half const*)", NONE, WHO,
      "8-bit weights" },
    { "fused_moe_kernel_gptq_awq", PRECISION_W4, WHO, "W4" },
    { "at::native::tinygemm_m16n8k16_chunk_kernel<BLayout_TC_int4<4, 128>, at::native::ALayout_RM<2> >(void const*)",
      PRECISION_W4, YES, "int4 weights, MMA 16x8x16" },
    { "void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*, int*)", PRECISION_FP32, NO,
      "int4* are four ints; float of the parameters is all that is named" },
    { "void vllm::scaled_fp8_quant_kernel<float, c10::Float8_e4m3fn>(c10::Float8_e4m3fn*, float const*)",
      NONE, WHO, "writes FP8" },
  };

  CHECK (cases);
}

static void
tensile_tells_by_its_code_letters (void)
{
  static const Case cases[] = {
    { "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT128x64x128_MI16x16x1_SN_LDSB1", PRECISION_BF16, YES,
      "BBS" },
    { "Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x128_MI16x16x1_SN", PRECISION_BF16, YES,
      "B in, S sums" },
    { "Cijk_Ailk_Bljk_BSS_BH_MT64x64x32_MI32x32x8x1_SN", PRECISION_BF16, YES, "BF16 in, FP32 out" },
    { "Cijk_Ailk_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1_SE", PRECISION_FP16, YES, "HHS" },
    { "Cijk_Ailk_Bljk_HB_MT64x64x16_SE_K1", PRECISION_FP16, WHO, "HB: half in all; no MI" },
    { "Cijk_Alik_Bljk_SB_MT64x32x16_MI16x16x1_SN", PRECISION_FP32, YES, "MFMA has FP32, unlike NVIDIA's" },
    { "Cijk_Alik_Bljk_SB_MT128x64x16_SE_K1_VW4", PRECISION_FP32, NO, "no matrix instruction named" },
    { "Cijk_Ailk_Bjlk_DB_MT64x32x8_MI16x16x4x1_SN", PRECISION_FP64, YES, "D" },
    { "Cijk_Ailk_Bljk_ZB_MT32x32x8_SE", PRECISION_FP64, NO, "Z: complex of D" },
    { "Cijk_Alik_Bljk_I8II_BH_MT128x128x64_MI32x32x16x1_SN", PRECISION_INT8, YES, "I8 in, I out" },
    { "Cijk_Alik_Bljk_F8BS_BH_Bias_HA_S_SAB_SAV_MT256x256x128_MI16x16x1_SN", PRECISION_FP8, YES, "F8: E4M3" },
    { "Cijk_Alik_Bljk_B8F8BS_BH_MT256x128x128_MI16x16x1_SN", PRECISION_FP8, YES, "B8: E5M2, not BF16" },
    { "Cijk_Alik_Bljk_S_MX_B_Bias_HA_S_SAV_MT128x128x32_MI32x32x1_SN", PRECISION_TF32, YES, "X: XF32" },
    { "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x256x32_wt32x32x8_ws1x2_wr2x2", PRECISION_BF16, YES,
      "MIOpen: igemm is implicit GEMM, not of integers" },
    { "igemm_wrw_gtcx2_nhwc_fp32_bx0_ex0_bt64x64x16_wt16x16x4", PRECISION_FP32, YES, "the same, fp32" },
    { "miopenSp3AsmConv_v30_3_1_gfx90a_fp32_f2x3_stride1", PRECISION_FP32, NO, "Winograd of fp32" },
    { "batched_transpose_32x32_half", PRECISION_FP16, WHO, "half" },
    { "_ZN2ck16tensor_operation6device12_GLOBAL__N_17somewhatINS_34GridwiseGemmMultipleD_xdl_cshuffleItttftNS_5TupleIJEEE"
      "tES8_S8_Li1ELi25",
      PRECISION_BF16, YES, "cut: no form to be read, and S8_ is no type" },
    { "_ZN2ck16tensor_operation6device12_GLOBAL__N_139kernel_grouped_conv_fwd_xdl_cshuffle_v3ItttfEEvv",
      PRECISION_BF16, YES, "t: unsigned short, which is bhalf_t" },
  };

  CHECK (cases);
}

static void
loops_tell_by_their_element_types (void)
{
  static const Case cases[] = {
    { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, "
      "3> >(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)",
      PRECISION_FP32, NO, "char* points to the floats" },
    { "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, "
      "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 3> >(int)",
      PRECISION_BF16, NO, "float is what it computes in, BFloat16 what it reads" },
    { "void at::native::vectorized_elementwise_kernel<8, at::native::bfloat16_copy_kernel_cuda(at::"
      "TensorIteratorBase&)::{lambda(float)#1}, at::detail::Array<char*, 2ul> >(int)",
      PRECISION_FP32, NO, "reads float, writes bfloat16" },
    { "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_"
      "cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#12}::operator()() const::"
      "{lambda(c10::Half)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
      PRECISION_FP16, NO, "lambda(int) is of the index" },
    { "void at::native::elementwise_kernel<128, 4, gpu_kernel_impl<direct_copy_kernel_cuda(at::TensorIteratorBase&)::"
      "{lambda(long)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
      PRECISION_INT64, NO, "lambda(long) is of the elements" },
    { "void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda(short)#1}, "
      "at::detail::Array<char*, 2>, TrivialOffsetCalculator<1, unsigned int>, LoadWithCast<1> >(int)",
      NONE, NO, "elements of 16 bits have no class; unsigned int is an offset" },
    { "void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda(bool)#1}, "
      "at::detail::Array<char*, 2>, TrivialOffsetCalculator<1, unsigned int>, LoadWithCast<1> >(int)",
      NONE, NO, "truth values have no class; unsigned int is an offset" },
    { "void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda(at::TensorIteratorBase&)::"
      "{lambda(signed char)#1}, TrivialOffsetCalculator<1, unsigned int> >(int)",
      PRECISION_INT8, NO, "elements of 8 bits" },
    { "void fbgemm_gpu::(anonymous namespace)::_float_to_FP8rowwise_cuda_kernel<float>(float const*, int)",
      PRECISION_FP32, NO, "reads float, writes FP8" },
    { "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<bool>, at::detail::Array<char*, 1> >"
      "(int)",
      NONE, NO, "truth values have no class" },
    { "void at::native::index_elementwise_kernel<128, 4, at::native::gpu_index_kernel<at::native::index_kernel_impl<"
      "at::native::OpaqueType<4> >(at::TensorIteratorBase&)::{lambda(char*, char const*, long)#1}> >(long)",
      NONE, NO, "moves 4 bytes, whatever they are of; long is an offset" },
    { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<bool, at::native::func_wrapper_t<bool>, unsigned "
      "int, bool, 4> >(at::native::ReduceOp<bool>)",
      NONE, NO, "bool comes first; unsigned int is an index" },
    { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, float, "
      "float>, unsigned int, float, 4> >(int)",
      PRECISION_FP32, NO, "float" },
    { "void at::native::vectorized_elementwise_kernel<4, pow_tensor_scalar_kernel_impl<double, double>::"
      "{lambda(double)#1}, at::detail::Array<char*, 2> >(int)",
      PRECISION_FP64, NO, "double" },
    { "void at::native::unrolled_elementwise_kernel<cast<double, float>, at::detail::Array<char*, 2> >(int)",
      NONE, NO, "double and float: not said which is read" },
    { "void cub::DeviceRadixSortOnesweepKernel<cub::DeviceRadixSortPolicy<long, int, int>::Policy800, false, long, "
      "int>(int*)",
      PRECISION_INT64, NO, "sorts long keys" },
    { "void cub::DeviceScanKernel<cub::AgentScanPolicy<128, 15, int, (cub::BlockLoadAlgorithm)3> >(int*)",
      PRECISION_INT32, NO, "scans int" },
    { "void cub::DeviceRadixSortHistogramKernel<cub::DeviceRadixSortPolicy<float, long, int>::Policy800>(int*)",
      PRECISION_FP32, NO, "float" },
    { "void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, false, false>(float*, bool const*)",
      PRECISION_FP32, NO, "float" },
    { "void at::native::(anonymous namespace)::CatArrayBatchedCopy<long, unsigned int, 2, 64, 64>(long*)",
      PRECISION_INT64, NO, "of long" },
    { "split_embedding_backward_codegen_find_long_segments(at::GenericPackedTensorAccessor<int, 1ul>)", NONE,
      WHO, "only parameters; \"long\" is a word of its name" },
    { "void vllm::paged_attention_v2_kernel<unsigned short, 128, 16>(float*)", NONE, WHO,
      "unsigned short is half or bfloat16 there; float* is a parameter" },
    { "void my_point_interval_kernel(void*)", NONE, WHO, "\"int\" in point and interval" },
    { "halfway_through_behalf", NONE, WHO, "\"half\" in other words" },
    { "void GroupedGemmKernel<Config>(Params)", NONE, WHO, "\"dGemm\" in GroupedGemm" },
    { "CutlassGemmDriver", NONE, WHO, "\"sGemm\" in CutlassGemm" },
    { "void convert<__half, __nv_bfloat16>(__half const*, __nv_bfloat16*)", NONE, WHO,
      "two types of 16 bits" },
    { "", NONE, WHO, "nothing" },
  };

  CHECK (cases);
}

static void
triton_and_collectives (void)
{
  static const Case cases[] = {
    { "triton_poi_fused_add_addmm_mul_split_unsqueeze_view_26", NONE, WHO, "named after operators" },
    { "triton_red_fused__to_copy_fmha_v3_fwd_mean_mul_24", NONE, WHO, "an operator's name is no attention" },
    { "triton_per_fused_half_mean_1", NONE, WHO, "half is an operator there" },
    { "triton__0d1d2d3d", NONE, WHO, "nothing is said" },
    { "triton_tem_fused_addmm_3", NONE, WHO, "template of a product, types not told" },
    { "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", PRECISION_BF16, NO,
      "adds bf16" },
    { "ncclDevKernel_AllReduce_Sum_f32_TREE_LL(ncclDevKernelArgsStorage<4096ul>)", PRECISION_FP32, NO,
      "adds f32" },
    { "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", PRECISION_FP32, NO, "adds float" },
    { "ncclKernel_AllReduce_RING_LL_Sum_int8_t(ncclWorkElem)", PRECISION_INT8, NO, "adds int8_t" },
    { "ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclWorkElem)", NONE, NO, "moves bytes" },
    { "ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)", NONE, NO,
      "moves bytes" },
    { "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", NONE, NO, "moves bytes" },
    { "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", NONE, NO, "moves bytes" },
    { "void smddp::AllReduceKernel<float>(float*, unsigned long)", PRECISION_FP32, NO, "adds float" },
    { "void herring::AllGatherKernel<__nv_bfloat16>(X)", PRECISION_BF16, NO, "of bfloat16" },
    { "MEMORY_COPY_HOST_TO_DEVICE", NONE, NO, "a copy" },
    { "__amd_rocclr_fillBufferAligned", NONE, NO, "a fill" },
  };

  CHECK (cases);
}

/* ---- with the tensors of the operator ---- */

static Precision
with (const char *name, Precision operands)
{
  NameClass said = name_class_of (name, strlen (name));

  return name_class_precision (&said, operands);
}

static void
tensors_win_over_names (void)
{
  g_assert_cmpint (with ("triton_poi_fused_add_0", PRECISION_BF16), ==, PRECISION_BF16);
  g_assert_cmpint (with ("ampere_sgemm_128x64_tn", PRECISION_BF16), ==, PRECISION_BF16);
  g_assert_cmpint (with ("ampere_bf16_s16816gemm_bf16_64x64_tn", PRECISION_FP16), ==, PRECISION_FP16);
  g_assert_cmpint (
    with ("void vllm::scaled_fp8_quant_kernel<c10::BFloat16, c10::Float8_e4m3fn>(int)", PRECISION_BF16), ==,
    PRECISION_BF16);
  g_assert_cmpint (with ("void f<c10::Float8_e4m3fn, c10::BFloat16>(int)", PRECISION_BF16), ==,
                   PRECISION_BF16);
  g_assert_cmpint (with ("MEMORY_COPY_HOST_TO_DEVICE", PRECISION_FP32), ==, PRECISION_UNKNOWN);
}

static void
what_products_multiply_is_believed_where_it_is_narrower (void)
{
  /* TF32 is no type of a tensor: float says how it is stored. */
  g_assert_cmpint (with ("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_kernel", PRECISION_FP32), ==,
                   PRECISION_TF32);
  /* Operators quantise on the way. */
  g_assert_cmpint (with ("nvjet_qqtst_128x256_128x4_TNT", PRECISION_BF16), ==, PRECISION_FP8);
  g_assert_cmpint (with ("fmhaSm100aKernel_QkvE4m3OBfloat16H64", PRECISION_BF16), ==, PRECISION_FP8);
  g_assert_cmpint (with ("void marlin::Marlin<__half, 256>(int4 const*)", PRECISION_FP16), ==, PRECISION_W4);
  g_assert_cmpint (with ("Cijk_Alik_Bljk_I8II_BH_MT128x128x64_MI32x32x16x1_SN", PRECISION_BF16), ==,
                   PRECISION_INT8);
  g_assert_cmpint (with ("nvjet_tst_144x128_64x6_TNN", PRECISION_FP32), ==, PRECISION_BF16);
  /* Wider than the tensors: it is the result, or a part. */
  g_assert_cmpint (with ("nvjet_tst_144x128_64x6_TNN", PRECISION_FP8), ==, PRECISION_FP8);
}

static void
float_on_tensor_cores_is_tf32 (void)
{
  const char *alone = "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x64_16x6_nn_align4>(Params)";

  g_assert_cmpint (with (alone, PRECISION_FP32), ==, PRECISION_TF32);
  g_assert_cmpint (with (alone, PRECISION_FP16), ==, PRECISION_FP16);
  g_assert_cmpint (with (alone, PRECISION_UNKNOWN), ==, PRECISION_UNKNOWN);
}

static void
classes_have_words_and_widths (void)
{
  for (int i = 0; i < N_PRECISIONS; i++)
    {
      Precision precision;

      g_assert_true (precision_of_word (precision_word ((Precision) i), &precision));
      g_assert_cmpint ((int) precision, ==, i);
      g_assert_true ((precision_bits (precision) == 0) == (precision == PRECISION_UNKNOWN));
    }
  Precision none;
  g_assert_false (precision_of_word ("fp9", &none));
  g_assert_cmpint (tensor_core_with (TENSOR_CORE_IF_NARROW, PRECISION_BF16), ==, TENSOR_CORE_YES);
  g_assert_cmpint (tensor_core_with (TENSOR_CORE_IF_NARROW, PRECISION_FP32), ==, TENSOR_CORE_UNKNOWN);
  g_assert_cmpint (tensor_core_with (TENSOR_CORE_IF_NARROW, PRECISION_UNKNOWN), ==, TENSOR_CORE_UNKNOWN);
  g_assert_cmpint (tensor_core_with (TENSOR_CORE_NO, PRECISION_BF16), ==, TENSOR_CORE_NO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel_precision/nvjet_tells_by_its_letters", nvjet_tells_by_its_letters);
  g_test_add_func ("/kernel_precision/cublas_and_xmma_tell_by_operands_not_storage",
                   cublas_and_xmma_tell_by_operands_not_storage);
  g_test_add_func ("/kernel_precision/cutlass_tells_by_instruction_and_types",
                   cutlass_tells_by_instruction_and_types);
  g_test_add_func ("/kernel_precision/attention_uses_tensor_cores_with_narrow_types",
                   attention_uses_tensor_cores_with_narrow_types);
  g_test_add_func ("/kernel_precision/narrow_weights_and_blocks", narrow_weights_and_blocks);
  g_test_add_func ("/kernel_precision/tensile_tells_by_its_code_letters", tensile_tells_by_its_code_letters);
  g_test_add_func ("/kernel_precision/loops_tell_by_their_element_types", loops_tell_by_their_element_types);
  g_test_add_func ("/kernel_precision/triton_and_collectives", triton_and_collectives);
  g_test_add_func ("/kernel_precision/tensors_win_over_names", tensors_win_over_names);
  g_test_add_func ("/kernel_precision/what_products_multiply_is_believed_where_it_is_narrower",
                   what_products_multiply_is_believed_where_it_is_narrower);
  g_test_add_func ("/kernel_precision/float_on_tensor_cores_is_tf32", float_on_tensor_cores_is_tf32);
  g_test_add_func ("/kernel_precision/classes_have_words_and_widths", classes_have_words_and_widths);
  return g_test_run ();
}
