/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/naming/display_name.h"

typedef struct
{
  const char *exact;
  const char *display;
} Example;

static void
check_examples (const Example *examples, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      char *made = display_name_make (examples[i].exact, strlen (examples[i].exact), true);
      g_assert_cmpstr (made, ==, examples[i].display);
      free (made);
    }
}

#define CHECK_EXAMPLES(...)                         \
  check_examples ((const Example[]){ __VA_ARGS__ }, \
                  sizeof ((const Example[]){ __VA_ARGS__ }) / sizeof (Example))

static void
elementwise_kernels_are_named_after_their_functor (void)
{
  CHECK_EXAMPLES (
    { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
      "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
      "add f32 · vectorized_elementwise" },
    { "void at::native::unrolled_elementwise_kernel<at::native::FillFunctor<long>, "
      "at::detail::Array<char*, 1>, TrivialOffsetCalculator<0, unsigned int> >(int)",
      "fill i64 · unrolled_elementwise" },
    { "void at::native::elementwise_kernel<128, 4, "
      "at::native::gpu_kernel_impl_nocast<at::native::"
      "BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
      "at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, X const&)"
      "::{lambda(int)#1}>(int, Y)",
      "mul bf16 · elementwise" },
    { "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, "
      "float, at::native::binary_internal::DivFunctor<float> >, X>(int)",
      "div_scalar f32 · vectorized_elementwise" },
    { "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl<at::native::"
      "direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() const::"
      "{lambda()#7}::operator()() const::{lambda(float)#1}>(at::TensorIteratorBase&)"
      "::{lambda(int)#1}>(int)",
      "copy f32 · elementwise" },
    { "void at::native::vectorized_elementwise_kernel<4, at::native::bfloat16_copy_kernel_cuda("
      "at::TensorIteratorBase&)::{lambda(float)#1}, std::array<char*, 2ul> >(int)",
      "copy f32->bf16 · vectorized_elementwise" },
    { "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::"
      "where_kernel_impl(at::TensorIterator&)::{lambda()#1}::operator()() const::{lambda()#8}::"
      "operator()() const::{lambda(bool, long, long)#1}, X>(int)",
      "where i64 · vectorized_elementwise" },
    { "void at::native::_scatter_gather_elementwise_kernel<128, 4, at::native::"
      "_cuda_scatter_gather_internal_kernel<true, float>::operator()<at::native::ReduceAdd>("
      "at::TensorIterator&, long)::{lambda(int)#1}>(int)",
      "scatter_add f32 · scatter_gather_elementwise" },
    { "void at::native::index_elementwise_kernel<128, 4, "
      "at::native::gpu_index_kernel<at::native::"
      "index_kernel_impl<at::native::OpaqueType<4> >(at::TensorIteratorBase&)::{lambda(char*, "
      "char "
      "const*, long)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(long)",
      "index 4B · index_elementwise" },
    { "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
      "namespace)::TensorListMetadata<2>, at::native::(anonymous namespace)::"
      "BinaryOpListAlphaFunctor<float, 2, 2, 0>, std::plus<float>, float>(X)",
      "foreach_add f32 · multi_tensor_apply" },
    { "void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<c10::Half>, float>(int)",
      "adam f16 · multi_tensor_apply" }, );
}

/* ---- conversions ---- */

#define COPY_TO_BF16                                                                          \
  "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() " \
  "const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}"

#define CASTING_LOOP                                                                           \
  "void at::native::unrolled_elementwise_kernel<" COPY_TO_BF16 ", std::array<char*, 2ul>, 4, " \
  "TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, "       \
  "at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1> >(int)"

#define PLAIN_LOOP                                                                             \
  "void at::native::unrolled_elementwise_kernel<" COPY_TO_BF16 ", std::array<char*, 2ul>, 4, " \
  "TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, "       \
  "at::native::memory::LoadWithoutCast, at::native::memory::StoreWithoutCast>(int)"

static void
kernels_that_convert_show_both_types (void)
{
  static const struct
  {
    const char *exact, *reads, *display;
  } cases[] = {
    { CASTING_LOOP, "f64", "copy f64->bf16 · unrolled_elementwise" },
    { CASTING_LOOP, "f32|i64", "copy f32|i64->bf16 · unrolled_elementwise" },
    { CASTING_LOOP, "bf16", "copy bf16 · unrolled_elementwise" },
    { CASTING_LOOP, NULL, "copy bf16 · unrolled_elementwise" },
    { PLAIN_LOOP, "f64", "copy bf16 · unrolled_elementwise" },
    { "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl<" COPY_TO_BF16
      ">(at::TensorIteratorBase&, X const&)::{lambda(int)#1}>(int)",
      "f64", "copy f64->bf16 · elementwise" },
    { "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<" COPY_TO_BF16
      ">(at::TensorIteratorBase&, X const&)::{lambda(int)#1}>(int)",
      "f64", "copy bf16 · elementwise" },
    { "void at::native::elementwise_kernel_manual_unroll<128, 4, at::native::(anonymous namespace)::"
      "type_specialized_broadcast_kernel_launcher<1>::apply<at::native::BinaryFunctor<float, float, float, "
      "at::native::binary_internal::MulFunctor<float> >, X>(int)::{lambda(int)#1}>(int)",
      "bf16", "mul bf16->f32 · elementwise_manual_unroll" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DisplayNameSource source = { cases[i].exact, strlen (cases[i].exact), true, cases[i].reads };
      char *made = display_name_of (&source);

      g_assert_cmpstr (made, ==, cases[i].display);
      free (made);
    }
  g_assert_true (display_name_casts (CASTING_LOOP, strlen (CASTING_LOOP)));
  g_assert_false (display_name_casts (PLAIN_LOOP, strlen (PLAIN_LOOP)));
  g_assert_false (display_name_casts ("aten::copy_", strlen ("aten::copy_")));
}

static void
other_demanglers_give_the_same_names (void)
{
  CHECK_EXAMPLES (
    { "void at::native::vectorized_elementwise_kernel<(int)4, at::native::FillFunctor<float>, "
      "std::array<char *, (unsigned long)1>>(int, T2, T3)",
      "fill f32 · vectorized_elementwise" },
    { "void at::native::elementwise_kernel<(int)128, (int)4, void "
      "at::native::gpu_kernel_impl_nocast<"
      "at::native::neg_kernel_cuda(at::TensorIteratorBase &)::[lambda() (instance 2)]::operator "
      "()() "
      "const::[lambda() (instance 7)]::operator ()() const::[lambda(double) (instance 1)]>("
      "at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)",
      "neg f64 · elementwise" },
    { "void at::native::<unnamed>::vectorized_layer_norm_kernel<float, float, (bool)0>(int, T2)",
      "layer_norm f32 · vectorized_layer_norm" },
    { "void grid::par_loop<cells(int, Field<double> &)::[lambda(int, int) (instance 12)]>(Range, "
      "T1)",
      "cells · par_loop" }, );
}

static void
reductions_are_named_after_their_operator (void)
{
  CHECK_EXAMPLES (
    { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
      "at::native::func_wrapper_t<"
      "float, at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::"
      "{lambda(float, float)#1}>, unsigned int, float, 4> >(X)",
      "sum f32 · reduce" },
    { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<bool, "
      "at::native::func_wrapper_t<"
      "bool, at::native::or_kernel_cuda(at::TensorIterator&)::{lambda(bool, bool)#1}>, unsigned "
      "int, "
      "bool, 4> >(X)",
      "any bool · reduce" },
    { "void cub::DeviceRadixSortOnesweepKernel<cub::DeviceRadixSortPolicy<long, float, int>::"
      "Policy800, false, long, float, int, int>(int*)",
      "radix_sort_onesweep i64 · cub" },
    { "void cub::DeviceReduceKernel<cub::DeviceReducePolicy<int, int, cub::Sum>::Policy600, "
      "int*, "
      "int*, int, cub::Sum>(int*)",
      "reduce i32 sum · cub" }, );
}

static void
matrix_products_show_type_tile_and_layout (void)
{
  CHECK_EXAMPLES (
    { "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_tn", "gemm bf16 128x64 tn · ampere" },
    { "ampere_fp16_s16816gemm_fp16_256x128_ldg8_f2f_stages_64x3_tn", "gemm f16 256x128_64x3 tn · ampere" },
    { "volta_sgemm_128x32_sliced1x4_nn", "gemm f32 128x32 nn sliced1x4 · volta" },
    { "volta_h884gemm_64x128_ldg8_nn", "gemm f16 64x128 nn · volta" },
    { "ampere_gcgemm_64x64_nt", "gemm c64 64x64 nt · ampere" },
    { "sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize64x64x64_stage3_warpsize2x2x1_tensor16x8x8_"
      "kernel",
      "gemm tf32 64x64x64 nn stage3 · xmma sm80" },
    { "void "
      "cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x1_tn_align8>("
      "cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x1_tn_align8::Params)",
      "gemm bf16 16x16_128x1 tn align8 · cutlass sm80" },
    { "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64_16x6_nt_align4>(X::Params)",
      "gemm 64x64_16x6 nt align4 · cutlass sm80" },
    { "cutlass3x_sm90_tensorop_s64x128x16gemm_bf16_bf16_f32_void_bf16_128x128x64_2x1x1_0_tnn_"
      "align8_"
      "warpspecialized_cooperative_epi_tma",
      "gemm bf16 128x128x64 tnn align8 cooperative · cutlass sm90" },
    { "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, "
      "int>, "
      "CollectiveMma<MainloopSm90<4, cute::tuple<cute::C<2>, cute::C<1>, cute::C<1> > >, "
      "cute::tuple<"
      "cute::C<128>, cute::C<256>, cute::C<64> >, cutlass::bfloat16_t> > >(X)",
      "gemm bf16 128x256x64 · cutlass" },
    { "nvjet_tst_192x208_64x4_1x1_h_bz_coopB_bias_TNT", "gemm bf16 192x208_64x4 TNT coopB bias · nvjet" },
    { "nvjet_qqtst_128x256_128x4_2x1_v_bz_TNT", "gemm f8e4m3 128x256_128x4 TNT out bf16 · nvjet" },
    { "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT128x64x128_MI16x16x1_SN_LDSB1_AFC0",
      "gemm bf16 128x64x128 tn bias · Tensile" },
    { "Cijk_Ailk_Bjlk_SB_MT64x16x16_MI32x32x2x1_SN", "gemm f32 64x16x16 nt · Tensile" },
    { "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, float, float, "
      "float>(X)",
      "gemvx f32 · cublas" }, );
}

static void
convolutions_and_attention_are_recognised (void)
{
  CHECK_EXAMPLES (
    { "volta_scudnn_128x64_relu_xregs_large_nn_v1", "conv f32 128x64 nn relu xregs large · volta" },
    { "sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x32x64_"
      "stage1_warpsize4x1x1_g1_tensor16x8x8_execute_kernel_cudnn",
      "conv_fprop tf32 128x32x64 nhwc indexed stage1 · cudnn sm80" },
    { "void "
      "cutlass_cudnn_infer::Kernel<cutlass_tensorop_s1688dgrad_optimized_tf32_64x256_16x4_nhwc_"
      "align4>(X)",
      "conv_dgrad tf32 64x256_16x4 nhwc align4 · cudnn cutlass" },
    { "void implicit_convolve_sgemm<float, float, 1024, 6, 7>(int)",
      "conv_fprop f32 · cudnn implicit_sgemm" },
    { "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, "
      "cutlass::bfloat16_t>, false>(flash::Flash_fwd_params)",
      "flash_fwd bf16 d128 128x64 · flash-attn" },
    { "fmha_cutlassB_f16_aligned_128x64_k96_sm80(X::Params)", "fmha_bwd f16 128x64 k96 · cutlass sm80" },
    { "cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_32_64x64x64_4x1x1_kernel0_"
      "0",
      "sdpa_fwd f16 64x64x64 flash · cudnn sm80" },
    { "fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausal", "fmha f8e4m3 H64PagedKvCausal · sm100a" }, );
}

static void
collectives_read_the_same_in_old_and_new_nccl (void)
{
  CHECK_EXAMPLES (
    { "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)",
      "AllReduce f32 · nccl RING_LL" },
    { "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
      "AllReduce f32 · nccl RING_LL" },
    { "ncclDevKernel_ReduceScatter_Max_bf16_TREE_LL128(X)", "ReduceScatter bf16 Max · nccl TREE_LL128" },
    { "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", "SendRecv · nccl RING_SIMPLE" },
    { "ncclDevKernel_Generic(X)", "Generic · nccl" },
    { "void rcclGenericKernel<1, false>(X)", "Generic · rccl" },
    { "void smddp::AllReduceKernel<float>(float*, unsigned long)", "AllReduce f32 · smddp" },
    { "void herring::AllGatherKernel<__nv_bfloat16>(X)", "AllGather bf16 · smddp" },
    { "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(X)",
      "cross_device_reduce_1stage bf16 · vllm" }, );
}

static void
functions_lose_scope_arguments_and_the_word_kernel (void)
{
  CHECK_EXAMPLES (
    { "void vllm::rms_norm_kernel<c10::BFloat16, 8, 2>(c10::BFloat16*, long)", "rms_norm bf16 · vllm" },
    { "std::enable_if<(((8)>(0)))&&_typeConvert<c10::Half>::exists, void>::type "
      "vllm::fused_add_rms_norm_kernel<c10::Half, 8>(c10::Half*)",
      "fused_add_rms_norm f16 · vllm" },
    { "void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 2, 128, "
      "1>(X)",
      "cat f32 · CatArrayBatchedCopy" },
    { "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, "
      "at::native::(anonymous namespace)::LogSoftMaxForwardEpilogue>(float*)",
      "log_softmax f32 · cunn_SoftMaxForward" },
    { "split_embedding_backward_codegen_adagrad_weighted_kernel_cta_per_row_1<float>(X)",
      "embedding_backward f32 weighted cta_per_row_1 adagrad · fbgemm" },
    { "void split_embedding_codegen_forward_unweighted_kernel<c10::Half, c10::Half, float, false, long>(X)",
      "embedding_forward f16->f32 unweighted · fbgemm" },
    { "void split_embedding_backward_codegen_rowwise_adagrad_unweighted_kernel_warp_per_row_1<c10::Half, "
      "float, c10::Half, 2ul, 32>(X)",
      "embedding_backward f32->f16 unweighted warp_per_row_1 rowwise_adagrad · fbgemm" },
    { "void fbgemm_gpu::(anonymous namespace)::_FP8rowwise_to_float_cuda_kernel<float>(unsigned char const*, int)",
      "FP8rowwise_to_float fp8->f32 · fbgemm" },
    { "void vllm::scaled_fp8_quant_kernel_strided<c10::BFloat16, c10::Float8_e4m3fn>(X)",
      "scaled_fp8_quant_strided bf16->f8e4m3 · vllm" },
    { "void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*, int)", "vectorized_gather" },
    { "vectorAdd(float const*, float const*, float*, int)", "vectorAdd f32" },
    { "_Z10rope_applyIDF16_EvPT_S1_i", "rope_apply f16" }, );
}

static void
readable_names_are_left_alone (void)
{
  CHECK_EXAMPLES ({ "Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)" },
                  { "Memset (Device)", "Memset (Device)" },
                  { "triton_poi_fused_add_mul_0", "triton_poi_fused_add_mul_0" },
                  { "triton_red_fused_fmha_v3_fwd_7", "triton_red_fused_fmha_v3_fwd_7" },
                  { "loop_add_fusion_3", "loop_add_fusion_3" }, { "_attn_fwd", "_attn_fwd" },
                  { "__amd_rocclr_copyBuffer", "__amd_rocclr_copyBuffer" }, );
}

static void
host_names_stay_as_they_are (void)
{
  static const char *const names[] = { "aten::add",
                                       "train.py(117): forward_kernel",
                                       "<built-in method to of Tensor>",
                                       "cudaLaunchKernel",
                                       "ProfilerStep#12",
                                       "void f<float>(int)" };
  char *made;

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      made = display_name_make (names[i], strlen (names[i]), false);
      g_assert_cmpstr (made, ==, names[i]);
      free (made);
    }
  made = display_name_make ("_ZN2at3addERKNS_6TensorE", 24, false);
  g_assert_cmpstr (made, ==, "at::add(at::Tensor const&)");
  free (made);
}

/* Profilers cut names: the brackets stay open, a mangled name loses its end. */
static void
cut_names_keep_what_is_left (void)
{
  CHECK_EXAMPLES (
    { "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, "
      "float, "
      "at::native::binary_internal::MulFunctor<flo",
      "mul f32 · vectorized_elementwise" },
    { "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_ali",
      "gemm bf16 256x128_64x3 tn ali · cutlass sm80" },
    { "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_8PipelineIDF16bfDF16bLb1ENS_5shap",
      "rms_norm bf16 · ck_tile Rmsnorm2dFwd" },
    { "_ZN19cutlass_cudnn_train6KernelINS_4conv6kernel23ImplicitGemmConvolutionINS_"
      "4gemm9GemmShapeILi64E"
      "Li128ELi32EEENS_10tfloat32_tENS_9trans",
      "conv tf32 64x128x32 · cutlass" }, );
}

static void
check_is_text (const char *made, size_t max_bytes)
{
  g_assert_nonnull (made);
  g_assert_true (g_utf8_validate (made, -1, NULL));
  g_assert_cmpuint (strlen (made), <=, max_bytes);
  for (const char *c = made; *c != '\0'; c++)
    g_assert_true ((unsigned char) *c >= 0x20 && *c != 0x7f);
}

static void
check_hostile (const char *exact, size_t length)
{
  char *made = display_name_make (exact, length, true);
  check_is_text (made, DISPLAY_NAME_KERNEL_MAX_BYTES);
  free (made);
  made = display_name_make (exact, length, false);
  check_is_text (made, DISPLAY_NAME_HOST_MAX_BYTES);
  free (made);
}

static void
bytes_become_text (void)
{
  CHECK_EXAMPLES ({ "a\tb\nc", "a b c" }, { "\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd" },
                  { "Pr\xc3\xbc"
                    "fung",
                    "Pr\xc3\xbc"
                    "fung" },
                  { "\xc2\x85", " " }, { "", "" }, );
  check_hostile ("nul\0inside", 10);
}

static void
long_names_lose_their_middle (void)
{
  char exact[1000];

  memset (exact, 'm', sizeof exact);
  memcpy (exact, "begin", 5);
  memcpy (exact + sizeof exact - 3, "end", 3);
  char *made = display_name_make (exact, sizeof exact, true);
  g_assert_cmpuint (strlen (made), ==, DISPLAY_NAME_KERNEL_MAX_BYTES);
  g_assert_true (g_str_has_prefix (made, "begin"));
  g_assert_true (g_str_has_suffix (made, "end"));
  g_assert_nonnull (strstr (made, "\xe2\x80\xa6"));
  free (made);
}

#define HOSTILE_BYTES (1u << 20)

static void
hostile_names_take_linear_time (void)
{
  static const char *const units[] = { "<",           "(",
                                       "[{",          ">",
                                       "a<",          "a::",
                                       "tuple<_",     "f<float,",
                                       "operator<",   " ",
                                       "_",           "\xe2\x82",
                                       "g_gemm_",     "::{lambda()#1}",
                                       "ncclKernel_", "Cijk_",
                                       "_ZN1aI",      "_Z1aIXadL_Z",
                                       "Kernel<",     "vectorized_elementwise_kernel<BinaryFunctor<" };
  char *exact = malloc (HOSTILE_BYTES);

  for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
    {
      size_t n = strlen (units[i]);
      gint64 begin_us = g_get_monotonic_time ();
      for (size_t at = 0; at < HOSTILE_BYTES; at++)
        exact[at] = units[i][at % n];
      check_hostile (exact, HOSTILE_BYTES);
      check_hostile (exact, 16000);
      /* Milliseconds; the bound allows for sanitizers and a busy machine. */
      g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 1000000);
    }
  free (exact);
}

/* Each back reference doubles the demangled text. */
static void
exploding_manglings_are_refused (void)
{
  GString *exact = g_string_new ("_Z1fI1aS_E1bIS_S_E");

  for (int i = 0; i < 40; i++)
    g_string_append_printf (exact, "1cIS%c_S%c_E", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 36],
                            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 36]);
  check_hostile (exact->str, exact->len);
  g_string_free (exact, TRUE);
}

static void
random_bytes_become_text (void)
{
  static const char alphabet[] = "<>()[]{}:,&* _abcoperatorINSEZL0123456789#\xc3\x28\x01\xff";
  GRand *random = g_rand_new_with_seed (20240607);
  char exact[300];

  for (int round = 0; round < 4000; round++)
    {
      size_t n = (size_t) g_rand_int_range (random, 0, (gint32) sizeof exact);
      for (size_t i = 0; i < n; i++)
        exact[i] = alphabet[g_rand_int_range (random, 0, (gint32) sizeof alphabet - 1)];
      if (round % 2 == 0 && n > 2)
        memcpy (exact, "_Z", 2);
      check_hostile (exact, n);
    }
  g_rand_free (random);
}

static void
check_unique (const DisplayNameSource *sources, size_t n)
{
  char **names = calloc (n, sizeof *names);
  GHashTable *exact_of = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_true (display_names_make (sources, n, names));
  for (size_t i = 0; i < n; i++)
    {
      check_is_text (names[i], DISPLAY_NAME_HOST_MAX_BYTES);
      const DisplayNameSource *same = g_hash_table_lookup (exact_of, names[i]);
      if (same != NULL)
        g_assert_true (same->length == sources[i].length
                       && memcmp (same->exact, sources[i].exact, same->length) == 0);
      g_hash_table_insert (exact_of, names[i], (gpointer) &sources[i]);
    }
  g_hash_table_destroy (exact_of);
  display_names_free (names, n);
  free (names);
}

static void
alike_names_show_what_differs (void)
{
  static const char *const exact[] = {
    "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, X>(int)",
    "void at::native::vectorized_elementwise_kernel<2, at::native::FillFunctor<float>, X>(int)",
    "void softmax<float, 4, true>(int)",
    "void softmax<float, 4, false>(int)",
    "void softmax<float, 8, true>(int)",
    "Cijk_Alik_Bljk_BBS_BH_MT64x64x64_SN_AFC0",
    "Cijk_Alik_Bljk_BBS_BH_MT64x64x64_SN_AFC1",
    "void only<float>(int)",
    "aten::only",
    "only f32",
  };
  static const char *const display[] = {
    "fill f32 <4> · vectorized_elementwise",
    "fill f32 <2> · vectorized_elementwise",
    "softmax f32 <4, true>",
    "softmax f32 <4, false>",
    "softmax f32 <8>",
    "gemm bf16 64x64x64 tn <AFC0> · Tensile",
    "gemm bf16 64x64x64 tn <AFC1> · Tensile",
    "only f32 #2",
    "aten::only",
    "only f32",
  };
  DisplayNameSource sources[G_N_ELEMENTS (exact)];
  char *names[G_N_ELEMENTS (exact)];

  /* In both orders. */
  for (int turn = 0; turn < 2; turn++)
    {
      for (size_t i = 0; i < G_N_ELEMENTS (exact); i++)
        {
          size_t from = turn == 0 ? i : G_N_ELEMENTS (exact) - 1 - i;
          sources[i] = (DisplayNameSource){ exact[from], strlen (exact[from]), from < 8, NULL };
        }
      g_assert_true (display_names_make (sources, G_N_ELEMENTS (exact), names));
      for (size_t i = 0; i < G_N_ELEMENTS (exact); i++)
        g_assert_cmpstr (names[i], ==, display[turn == 0 ? i : G_N_ELEMENTS (exact) - 1 - i]);
      display_names_free (names, G_N_ELEMENTS (exact));
    }
}

static void
the_same_exact_name_has_one_display_name (void)
{
  const DisplayNameSource sources[] = { { "void k<1>(int)", 14, true, NULL },
                                        { "k", 1, false, NULL },
                                        { "void k<1>(int)", 14, true, NULL } };
  char *names[3];

  g_assert_true (display_names_make (sources, 3, names));
  g_assert_cmpstr (names[0], ==, names[2]);
  g_assert_cmpstr (names[1], ==, "k");
  g_assert_cmpstr (names[0], !=, "k");
  display_names_free (names, 3);
  g_assert_true (display_names_make (NULL, 0, names));
}

static void
random_sets_are_unique (void)
{
  static const char *const pieces[] = { "at::native::",
                                        "vectorized_elementwise_kernel",
                                        "<",
                                        "float",
                                        ", ",
                                        "4",
                                        ">",
                                        "(int)",
                                        "CUDAFunctor_add",
                                        "_",
                                        "k",
                                        "#2",
                                        " ",
                                        "::",
                                        "\xff",
                                        "\n" };
  GRand *random = g_rand_new_with_seed (7);

  for (int round = 0; round < 20; round++)
    {
      size_t n = (size_t) g_rand_int_range (random, 1, 400);
      DisplayNameSource *sources = calloc (n, sizeof *sources);
      for (size_t i = 0; i < n; i++)
        {
          GString *text = g_string_new ("");
          for (int k = g_rand_int_range (random, 0, 12); k > 0; k--)
            g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
          sources[i] = (DisplayNameSource){ text->str, text->len, g_rand_boolean (random), NULL };
          g_string_free (text, FALSE);
        }
      /* An exact name is of one kind in a profile, but nothing may break when it is not. */
      check_unique (sources, n);
      for (size_t i = 0; i < n; i++)
        g_free ((char *) sources[i].exact);
      free (sources);
    }
  g_rand_free (random);
}

static void
many_alike_names_take_linear_time (void)
{
  enum
  {
    N = 20000
  };
  DisplayNameSource *sources = calloc (N, sizeof *sources);

  for (size_t i = 0; i < N; i++)
    {
      /* Two words to show, then numbers. */
      char *exact = g_strdup_printf ("void tile<float, X<%zu, Y<%zu> >, Z>(int, Q<%zu>)", i % 7, i % 5, i);
      sources[i] = (DisplayNameSource){ exact, strlen (exact), true, NULL };
    }
  gint64 begin_us = g_get_monotonic_time ();
  check_unique (sources, N);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 2000000);
  for (size_t i = 0; i < N; i++)
    g_free ((char *) sources[i].exact);
  free (sources);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/display_name/elementwise_kernels_are_named_after_their_functor",
                   elementwise_kernels_are_named_after_their_functor);
  g_test_add_func ("/display_name/kernels_that_convert_show_both_types",
                   kernels_that_convert_show_both_types);
  g_test_add_func ("/display_name/other_demanglers_give_the_same_names",
                   other_demanglers_give_the_same_names);
  g_test_add_func ("/display_name/reductions_are_named_after_their_operator",
                   reductions_are_named_after_their_operator);
  g_test_add_func ("/display_name/matrix_products_show_type_tile_and_layout",
                   matrix_products_show_type_tile_and_layout);
  g_test_add_func ("/display_name/convolutions_and_attention_are_recognised",
                   convolutions_and_attention_are_recognised);
  g_test_add_func ("/display_name/collectives_read_the_same_in_old_and_new_nccl",
                   collectives_read_the_same_in_old_and_new_nccl);
  g_test_add_func ("/display_name/functions_lose_scope_arguments_and_the_word_kernel",
                   functions_lose_scope_arguments_and_the_word_kernel);
  g_test_add_func ("/display_name/readable_names_are_left_alone", readable_names_are_left_alone);
  g_test_add_func ("/display_name/host_names_stay_as_they_are", host_names_stay_as_they_are);
  g_test_add_func ("/display_name/cut_names_keep_what_is_left", cut_names_keep_what_is_left);
  g_test_add_func ("/display_name/bytes_become_text", bytes_become_text);
  g_test_add_func ("/display_name/long_names_lose_their_middle", long_names_lose_their_middle);
  g_test_add_func ("/display_name/hostile_names_take_linear_time", hostile_names_take_linear_time);
  g_test_add_func ("/display_name/exploding_manglings_are_refused", exploding_manglings_are_refused);
  g_test_add_func ("/display_name/random_bytes_become_text", random_bytes_become_text);
  g_test_add_func ("/display_name/set/alike_names_show_what_differs", alike_names_show_what_differs);
  g_test_add_func ("/display_name/set/the_same_exact_name_has_one_display_name",
                   the_same_exact_name_has_one_display_name);
  g_test_add_func ("/display_name/set/random_sets_are_unique", random_sets_are_unique);
  g_test_add_func ("/display_name/set/many_alike_names_take_linear_time", many_alike_names_take_linear_time);
  return g_test_run ();
}
