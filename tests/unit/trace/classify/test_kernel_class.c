/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/classify/kernel_class.h"

/* From a buffer of exactly that size, so that reading on is seen. */
static KernelClass
class_of (const char *name, size_t length)
{
  char *exact = malloc (length > 0 ? length : 1);

  memcpy (exact, name, length);
  KernelClass klass = kernel_class_of_name (exact, length);
  free (exact);
  return klass;
}

static void
check_all (const char *const *names, size_t n, KernelClass klass)
{
  for (size_t i = 0; i < n; i++)
    {
      if (class_of (names[i], strlen (names[i])) != klass)
        g_test_message ("%s", names[i]);
      g_assert_cmpint (class_of (names[i], strlen (names[i])), ==, klass);
    }
}

static void
collectives_communicate_in_any_spelling (void)
{
  static const char *const names[] = {
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclWorkElem)",
    "ncclSymkDevKernel_AllGather_LL(ncclSymkDevWorkArgs4K)",
    "NCCL",
    "void smddp::AllReduceKernel<float>(float*, unsigned long)",
    "SMDDP_AllGather",
    "herring::reduce_scatter_kernel",
    "void rcclGenericKernel<1, false>(ncclDevKernelArgsStorage<4096ul>)",
    "hcclAllReduce",
    "oneccl_allreduce",
    "xccl",
    "mscclpp::allreduce",
    "nvshmem_barrier",
    "void vllm::cross_device_reduce_1stage<float, 8>(vllm::RankData*)",
    "userbuffers_fp16_sum_inplace_gpu_rw_ag",
    "void deep_ep::intranode::dispatch<8, 768>(int4*)",
    "multimem_all_reduce_kernel",
    "one_shot_all_reduce_kernel",
    "two_shot_all_reduce_kernel",
  };

  check_all (names, G_N_ELEMENTS (names), KERNEL_COMMUNICATION);
}

static void
copies_labelled_as_kernels_are_memory (void)
{
  static const char *const names[] = {
    "MEMORY_COPY_HOST_TO_DEVICE",
    "__amd_rocclr_copyBuffer",
    "__amd_rocclr_copyBufferAligned",
    "__amd_rocclr_fillBufferAligned.kd",
    "__amd_rocclr_copyBuffer of ncclKernel",
  };

  check_all (names, G_N_ELEMENTS (names), KERNEL_MEMORY);
}

static void
everything_else_computes (void)
{
  static const char *const names[] = {
    "",
    "n",
    "ncc",
    "ampere_sgemm_128x64_nn",
    "void f<__amd_rocclr_copyBuffer>(int)",
    "memory_copy_host_to_device",
    "MEMORY_COPY",
    "nc cl",
    "triton_poi_fused_add_0",
  };

  check_all (names, G_N_ELEMENTS (names), KERNEL_COMPUTE);
  g_assert_cmpint (class_of ("ncclKernel", 3), ==, KERNEL_COMPUTE);
}

static void
names_may_hold_nul (void)
{
  g_assert_cmpint (class_of ("a\0nccl", 6), ==, KERNEL_COMMUNICATION);
  g_assert_cmpint (class_of ("nc\0cl", 5), ==, KERNEL_COMPUTE);
}

static void
kinds_of_memory_kernels_are_told (void)
{
  g_assert_cmpint (kernel_kind_of_name ("MEMORY_COPY_HOST_TO_DEVICE", 26), ==, SLICE_MEMCPY);
  g_assert_cmpint (kernel_kind_of_name ("__amd_rocclr_copyBufferAligned", 30), ==, SLICE_MEMCPY);
  g_assert_cmpint (kernel_kind_of_name ("__amd_rocclr_fillBufferAligned.kd", 33), ==, SLICE_MEMSET);
  g_assert_cmpint (kernel_kind_of_name ("ampere_sgemm_128x64_nn", 22), ==, SLICE_KERNEL);
  g_assert_cmpint (kernel_kind_of_name ("", 0), ==, SLICE_KERNEL);
}

/* ---- what they work at ---- */

static void
check_work (const char *const *names, size_t n, KernelWork work)
{
  for (size_t i = 0; i < n; i++)
    {
      size_t length = strlen (names[i]);
      char *exact = malloc (length > 0 ? length : 1);

      memcpy (exact, names[i], length);
      if (kernel_work_of_name (exact, length) != work)
        g_test_message ("%s", names[i]);
      g_assert_cmpint (kernel_work_of_name (exact, length), ==, work);
      free (exact);
    }
}

static void
products_and_convolutions_are_one_kind (void)
{
  static const char *const names[] = {
    "ampere_sgemm_128x64_nn",
    "volta_h884gemm_256x64_ldg8_tn",
    "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x32",
    "sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc",
    "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NNT",
    "Cijk_Alik_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1",
    "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x64_16x6_nn_align4>(cutlass_80::Params)",
    "void cutlass::Kernel2<cutlass_80_wmma_tensorop_f16_s161616gemm_f16_32x32_128x1_tn_align8>(Params)",
    "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int>>>(Params)",
    "_ZN19cutlass_cudnn_train6KernelINS_4conv6kernel23ImplicitGemmConvolutionE",
    "void cutlass_cudnn_infer::Kernel<cutlass_tensorop_s1688dgrad_optimized_tf32_64x64>(Params)",
    "void gemmSN_TN_kernel<float, 128, 16, 2, 4, 4, 4, true>(cublasGemmSmallNParams)",
    "void gemv2T_kernel_val<int, int, float, float, float, float, 128, 16, 4, 4, false, false>(Params)",
    "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, float>(cublasGemvParams<float>)",
    "void magma_sgemmEx_kernel<float, float, float, true, false, 6, 4, 6, 3, 4>(int, int, int)",
    "_matmul_ogs_NNT_bf16xbf16xmxfp4_16x256x128x1",
    "bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x8x256u2",
    "void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, 4096u>(float*)",
    "void marlin::Marlin<nv_bfloat16, 256, 1, 8, 8>(int4 const*)",
    "fused_moe_kernel",
    "triton_tem_fused_addmm_3",
    "triton_mm",
    "void cudnn::detail::dgrad_engine<float, 512, 6, 5, 3, 3, 3, false>(int, int)",
    "void cudnn::cnn::wgrad_alg0_engine<float, 128, 6, 7, 3, 3, 5, false, 512>(int)",
    "void implicit_convolve_sgemm<float, float, 1024, 6, 7, 3, 3, 5, 1, false>(int)",
    "volta_scudnn_128x64_relu_interior_nn_v1",
    "turing_h1688cudnn_256x64_sliced1x2_ldg8_relu_exp_medium_nhwc_tn_v1",
    "void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>(Params)",
    "void at::native::(anonymous namespace)::conv_depthwise2d_forward_kernel<3, float, int>(float*)",
    "miopenSp3AsmConv_v30_3_1_gfx90a_fp32_f2x3_stride1",
    "_ZN2ck16tensor_operation6device12_GLOBAL__N_149kernel_grouped_conv_fwd_multiple_abd_xdl_cshuffleE",
    "void causal_conv1d_fwd_kernel<Causal_conv1d_fwd_kernel_traits<128, 4>>(ConvParamsBase)",
  };

  check_work (names, G_N_ELEMENTS (names), KERNEL_WORK_GEMM_CONV);
}

static void
attention_is_what_says_so (void)
{
  static const char *const names[] = {
    "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64>>(Flash_fwd_params)",
    "void flash::flash_bwd_convert_dq_kernel<Flash_bwd_kernel_traits<64>>(Flash_bwd_params)",
    "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<int>>>(Params)",
    "fmha_cutlassF_bf16_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel::Params)",
    "fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16VarSeqQ128Kv128PersistentContext",
    "cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_3_64x64x64_4x1x1_cga1x1x1_kernel0_0",
    "aiter::fmha_fwd_hd128_bf16_rtz",
    "_attn_fwd",
    "kernel_unified_attention_3d",
    "void vllm::paged_attention_v2_kernel<unsigned short, 128, 16>(float*)",
    "void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::KernelTraits>(Params)",
    "triton_tem_fused_flex_attention_2",
    "_ZN7ck_tile6kentryILi2ENS_13FmhaFwdKernelE",
    "masked_attn_softmax",
  };

  check_work (names, G_N_ELEMENTS (names), KERNEL_WORK_ATTENTION);
}

static void
names_that_mention_other_work_are_neither (void)
{
  static const char *const names[] = {
    "",
    "g",
    "void splitKreduce_kernel<32, 16, int, float>(cublasSplitKParams<float>, float const*)",
    "void cutlass_cudnn_train::Kernel<cutlass_cudnn_train::reduction::kernel::ReduceSplitK<int>>(Params)",
    "cask_cudnn::computeWgradSplitKOffsetsKernel(cask_cudnn::ComputeSplitKOffsetsParams)",
    "_finalize_matmul_scatter_bf16",
    "void dot_kernel<float, 128, 0, cublasDotParams<cublasGemvTensorStridedBatched<float const>>>(int)",
    "void cudnn::ops::convertTensor_kernel<float, float, float>(float)",
    "void cudnn::cnn::im2col4d_kernel<float, long>(cudnnConvolutionStruct, cudnnTensor4dStruct)",
    "std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::Half>::exists, void>::type vllm::rms_norm<int>(int)",
    "type_conversion_kernel",
    "LayerNormBackwardGradInput",
    "void fbgemm_gpu::permute_2D_data_kernel<true, int, int, float>(int)",
    "void at::native::vectorized_elementwise_kernel<4, fbgemm_gpu::gemm_like::{lambda(float)#1}>(int)",
    "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16>(__nv_bfloat16 const*)",
    "triton_poi_fused_addmm_gelu_view_17",
    "triton_red_fused__to_copy_add_fmha_v3_fwd_mean_mul_24",
    "triton_per_fused_convolution_mean_1",
    "void (anonymous namespace)::softmax_warp_forward<float, float, float, 9, false, false>(float*)",
    "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 512, true, 1>(float, cudnnTensorStruct)",
    "void moe::dev::finalize::finalizeKernelVecLoad<KernelParams<cutlass::bfloat16_t>>(KernelParams)",
    "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdE",
  };

  check_work (names, G_N_ELEMENTS (names), KERNEL_WORK_OTHER_COMPUTE);
}

static void
work_agrees_with_the_class (void)
{
  static const char *const communication[] = {
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "void vllm::cross_device_reduce_1stage<float, 8>(vllm::RankData*)",
    "nvshmem_gemm_all_gather",
  };
  static const char *const memory[] = { "MEMORY_COPY_HOST_TO_DEVICE", "__amd_rocclr_fillBufferAligned.kd" };

  check_work (communication, G_N_ELEMENTS (communication), KERNEL_WORK_COMMUNICATION);
  check_work (memory, G_N_ELEMENTS (memory), KERNEL_WORK_MEMORY);
}

static void
words_are_those_of_the_reports (void)
{
  g_assert_cmpstr (kernel_class_word (KERNEL_COMPUTE), ==, "compute");
  g_assert_cmpstr (kernel_class_word (KERNEL_COMMUNICATION), ==, "communication");
  g_assert_cmpstr (kernel_class_word (KERNEL_MEMORY), ==, "memory");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel_class/collectives_communicate_in_any_spelling",
                   collectives_communicate_in_any_spelling);
  g_test_add_func ("/kernel_class/copies_labelled_as_kernels_are_memory",
                   copies_labelled_as_kernels_are_memory);
  g_test_add_func ("/kernel_class/everything_else_computes", everything_else_computes);
  g_test_add_func ("/kernel_class/names_may_hold_nul", names_may_hold_nul);
  g_test_add_func ("/kernel_class/kinds_of_memory_kernels_are_told", kinds_of_memory_kernels_are_told);
  g_test_add_func ("/kernel_class/products_and_convolutions_are_one_kind",
                   products_and_convolutions_are_one_kind);
  g_test_add_func ("/kernel_class/attention_is_what_says_so", attention_is_what_says_so);
  g_test_add_func ("/kernel_class/names_that_mention_other_work_are_neither",
                   names_that_mention_other_work_are_neither);
  g_test_add_func ("/kernel_class/work_agrees_with_the_class", work_agrees_with_the_class);
  g_test_add_func ("/kernel_class/words_are_those_of_the_reports", words_are_those_of_the_reports);
  return g_test_run ();
}
