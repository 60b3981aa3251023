/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/device_work.h"

#define NATIVE "at::native::"
#define ANON   "at::native::(anonymous namespace)::"
#define BF16   "c10::BFloat16"

/* PyTorch's kernels for contiguous tensors repeat the functor: once as template argument, once as
 * parameter. */
#define ELEMENTWISE(functor, array) \
  "void at::native::vectorized_elementwise_kernel<4, " functor ", " array " >(int, " functor ", " array ")"

#define GELU_LAMBDA(function)                                                     \
  NATIVE function "(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}" \
                  "::operator()() const::{lambda()#4}::operator()() const::{lambda(" BF16

#define FLASH "pytorch_flash::"
#define FLASH_FORWARD_TRAITS                                                                 \
  FLASH "Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t, " FLASH \
        "Flash_kernel_traits<128, 128, 64, 4, cutlass::bfloat16_t> >"
#define FLASH_BACKWARD_TRAITS                                              \
  FLASH "Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, " \
        "cutlass::bfloat16_t, " FLASH "Flash_kernel_traits<128, 64, 128, 8, cutlass::bfloat16_t> >"

#define ADAM_FUNCTOR ANON "FusedAdamMathFunctor<float, 4, (" NATIVE "ADAM_MODE)1, false>"
#define ADAM_LIST    ANON "FusedOptimizerTensorListMetadata<4>"
#define ADAM_TYPES                                                                           \
  "float const*, double, double, double, double, double, bool, float const*, float const*, " \
  "(" NATIVE "ADAM_MODE)1"
#define NORM_FUNCTOR  ANON "LpNormFunctor<" BF16 ", (" NATIVE "NormType)1, float, 1, 1, 0>"
#define SCALE_FUNCTOR ANON "BinaryOpScalarTensorFunctor<" BF16 ", 1, 1, 0>"
#define LIST_1        ANON "TensorListMetadata<1>"
#define NORM_REDUCE \
  NATIVE "ReduceOp<float, " NATIVE "NormTwoOps<float, float, float>, unsigned int, float, 4, 4>"

/* The table holds one paragraph per kernel. */
/* clang-format off */

/* Grids and blocks pass through the macros in parentheses and are unpacked here. */
#define UNPACK(x, y, z) { x, y, z }

#define KERNEL(api, ns, cells, threads, regs, shared, occupancy, text)                             \
  { .name = text, .kind = WORK_KERNEL, .call = api, .duration_ns = ns, .grid = UNPACK cells,       \
    .block = UNPACK threads, .registers = regs, .shared_bytes = shared,                            \
    .occupancy_percent = occupancy }

#define ATEN(ns, cells, threads, regs, shared, occupancy, text)                                    \
  KERNEL (CALL_LAUNCH_KERNEL, ns, cells, threads, regs, shared, occupancy, text)
#define CUBLAS(ns, cells, regs, shared, text)                                                      \
  KERNEL (CALL_LAUNCH_KERNEL_EXC, ns, cells, (384, 1, 1), regs, shared, 19, text)
#define TRITON(ns, blocks, regs, shared, text)                                                     \
  KERNEL (CALL_CU_LAUNCH_KERNEL, ns, (blocks, 1, 1), (256, 1, 1), regs, shared, 75, text)

const WorkSpec device_works[N_WORKS] = {
  [WORK_COPY_TOKENS] = { .name = "Memcpy HtoD (Pinned -> Device)", .kind = WORK_MEMCPY,
      .call = CALL_MEMCPY_ASYNC, .duration_ns = 5600, .bytes = 131072 },
  [WORK_COPY_MASK] = { .name = "Memcpy HtoD (Pageable -> Device)", .kind = WORK_MEMCPY,
      .call = CALL_MEMCPY_ASYNC, .duration_ns = 2400000, .bytes = 33554432 },
  [WORK_COPY_SCALAR] = { .name = "Memcpy DtoH (Device -> Pageable)", .kind = WORK_MEMCPY,
      .call = CALL_MEMCPY_ASYNC, .duration_ns = 1500, .bytes = 4 },
  [WORK_FILL_WORKSPACE] = { .name = "Memset (Device)", .kind = WORK_MEMSET,
      .call = CALL_MEMSET_ASYNC, .duration_ns = 47000, .bytes = 131072000 },
  [WORK_EMBEDDING] = ATEN (41000, (16384, 2, 1), (128, 1, 1), 32, 0, 100,
      "void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*, int, long, long, "
      "long, long, bool)"),
  [WORK_ADD] = ATEN (78000, (32768, 1, 1), (128, 1, 1), 28, 0, 100,
      ELEMENTWISE (NATIVE "CUDAFunctor_add<" BF16 ">", "std::array<char*, 3ul>")),
  [WORK_LAYER_NORM] = ATEN (54000, (16384, 1, 1), (32, 4, 1), 36, 24, 81,
      "void " ANON "vectorized_layer_norm_kernel<" BF16 ", float, false>(int, float, "
      BF16 " const*, " BF16 " const*, " BF16 " const*, float*, float*, " BF16 "*)"),
  [WORK_GEMM_QKV] = CUBLAS (628000, (132, 1, 1), 168, 213248,
      "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNN"),
  [WORK_ROTARY] = TRITON (96000, 65536, 32, 0,
      "triton_poi_fused_cat_mul_neg_slice_split_0"),
  [WORK_FLASH_FORWARD] = ATEN (342000, (16, 8, 16), (128, 1, 1), 255, 73728, 12,
      "void " FLASH "flash_fwd_kernel<"
      FLASH_FORWARD_TRAITS ", false, true, false, false, true, true, false, false>("
      FLASH "Flash_fwd_params)"),
  [WORK_GEMM_PROJECTION] = ATEN (216000, (128, 8, 1), (256, 1, 1), 238, 147456, 12,
      "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn"),
  [WORK_GEMM_UP] = CUBLAS (842000, (132, 1, 1), 168, 213248,
      "nvjet_tst_128x256_64x4_1x2_h_bz_coopA_TNN"),
  [WORK_GELU] = ATEN (208000, (65536, 1, 1), (128, 1, 1), 30, 0, 100,
      ELEMENTWISE (GELU_LAMBDA ("GeluCUDAKernelImpl") ")#1}", "std::array<char*, 2ul>")),
  [WORK_GEMM_DOWN] = CUBLAS (836000, (132, 1, 1), 168, 213248,
      "nvjet_tst_256x128_64x4_2x1_v_bz_coopA_TNN"),
  [WORK_GEMM_HEAD] = CUBLAS (2870000, (132, 1, 1), 168, 213248,
      "nvjet_tst_128x256_64x4_2x1_v_bz_coopA_TNN"),
  [WORK_LOG_SOFTMAX] = ATEN (712000, (16384, 1, 1), (1024, 1, 1), 32, 4096, 100,
      "void " ANON "cunn_SoftMaxForward<8, " BF16 ", float, float, "
      ANON "LogSoftMaxForwardEpilogue>(float*, " BF16 " const*, int)"),
  [WORK_NLL] = ATEN (9200, (1, 1, 1), (32, 1, 1), 38, 256, 0,
      "void " ANON "nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, float*, "
      "float const*, long const*, float const*, bool, long, long, long, long)"),
  [WORK_NLL_BACKWARD] = ATEN (8800, (1, 1, 1), (32, 1, 1), 30, 0, 0,
      "void " ANON "nll_loss_backward_reduce_cuda_kernel_2d<float, long>(float*, float const*, "
      "long const*, float const*, float const*, bool, int, int, long, long)"),
  [WORK_LOG_SOFTMAX_BACKWARD] = ATEN (934000, (16384, 1, 1), (1024, 1, 1), 32, 4096, 100,
      "void " ANON "cunn_SoftMaxBackward<8, float, float, " BF16 ", "
      ANON "LogSoftMaxBackwardEpilogue>(" BF16 "*, float const*, float const*, long)"),
  [WORK_GEMM_HEAD_DX] = CUBLAS (2910000, (132, 1, 1), 168, 213248,
      "nvjet_tst_256x128_64x4_1x2_h_bz_coopA_NNN"),
  [WORK_GEMM_HEAD_DW] = CUBLAS (3020000, (132, 1, 1), 168, 213248,
      "nvjet_tst_128x256_64x4_2x1_v_bz_coopA_NTN"),
  [WORK_GEMM_DOWN_DX] = CUBLAS (845000, (132, 1, 1), 168, 213248,
      "nvjet_tst_128x256_64x4_1x2_h_bz_coopA_NNN"),
  [WORK_GEMM_DOWN_DW] = CUBLAS (861000, (132, 1, 1), 168, 213248,
      "nvjet_tst_256x128_64x4_2x1_v_bz_coopA_NTN"),
  [WORK_GELU_BACKWARD] = ATEN (304000, (65536, 1, 1), (128, 1, 1), 34, 0, 84,
      ELEMENTWISE (GELU_LAMBDA ("GeluBackwardCUDAKernelImpl") ", " BF16 ")#1}",
                   "std::array<char*, 3ul>")),
  [WORK_GEMM_UP_DX] = CUBLAS (853000, (132, 1, 1), 168, 213248,
      "nvjet_tst_192x192_64x4_1x2_h_bz_coopB_NNN"),
  [WORK_GEMM_UP_DW] = CUBLAS (867000, (132, 1, 1), 168, 213248,
      "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_NTN"),
  [WORK_LAYER_NORM_DX] = ATEN (106000, (16384, 1, 1), (128, 1, 1), 38, 16, 75,
      "void " ANON "layer_norm_grad_input_kernel_vectorized<" BF16 ", float, false>("
      BF16 " const*, " BF16 " const*, float const*, float const*, " BF16 " const*, "
      BF16 "*, int)"),
  [WORK_LAYER_NORM_DW] = ATEN (91000, (64, 128, 1), (32, 8, 1), 48, 2112, 62,
      "void " ANON "GammaBetaBackwardCUDAKernelTemplate<"
      BF16 ", float, 32u, 8u, 128u, true, true, false>(long, long, " BF16 " const*, "
      BF16 " const*, float const*, float const*, " BF16 "*, " BF16 "*)"),
  [WORK_GEMM_PROJECTION_DX] = ATEN (219000, (128, 8, 1), (256, 1, 1), 234, 147456, 12,
      "ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_64x3_nn"),
  [WORK_GEMM_PROJECTION_DW] = CUBLAS (224000, (16, 8, 1), 168, 180224,
      "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128x64_"
      "warpgroupsize2x1x1_bias_f16_execute_segment_k_off_kernel__5x_cublas"),
  [WORK_FLASH_DOT] = ATEN (43000, (32, 8, 16), (256, 1, 1), 52, 0, 62,
      "void " FLASH "flash_bwd_dot_do_o_kernel<true, " FLASH_BACKWARD_TRAITS " >("
      FLASH "Flash_bwd_params)"),
  [WORK_FLASH_BACKWARD] = ATEN (858000, (16, 8, 16), (256, 1, 1), 255, 144384, 12,
      "void " FLASH "flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<"
      FLASH_BACKWARD_TRAITS ", false, true, false, false, true, true, false>("
      FLASH "Flash_bwd_params)"),
  [WORK_FLASH_CONVERT] = ATEN (46000, (32, 8, 16), (256, 1, 1), 64, 16384, 50,
      "void " FLASH "flash_bwd_convert_dq_kernel<" FLASH_BACKWARD_TRAITS " >("
      FLASH "Flash_bwd_params, int)"),
  [WORK_ROTARY_BACKWARD] = TRITON (118000, 65536, 36, 0,
      "triton_poi_fused_add_cat_mul_neg_slice_split_1"),
  [WORK_GEMM_QKV_DX] = CUBLAS (636000, (132, 1, 1), 168, 213248,
      "nvjet_tst_256x128_64x4_2x1_v_bz_coopA_NNN"),
  [WORK_GEMM_QKV_DW] = CUBLAS (651000, (132, 1, 1), 168, 213248,
      "nvjet_tst_128x192_64x5_2x1_v_bz_coopB_NTN"),
  [WORK_SORT_TOKENS] = ATEN (14200, (6, 1, 1), (384, 1, 1), 64, 45072, 3,
      "void at_cuda_detail::cub::DeviceRadixSortOnesweepKernel<at_cuda_detail::cub::"
      "DeviceRadixSortPolicy<long, long, unsigned long long>::Policy900, false, long, long, "
      "unsigned long long, int, int, at_cuda_detail::cub::detail::identity_decomposer_t>(int*, "
      "int*, unsigned long long*, unsigned long long const*, long*, long const*, long*, long "
      "const*, int, int, int, at_cuda_detail::cub::detail::identity_decomposer_t)"),
  [WORK_EMBEDDING_BACKWARD] = ATEN (236000, (4096, 16, 1), (32, 4, 1), 40, 0, 69,
      "void " ANON "embedding_backward_kernel<" BF16 ", long>(long const*, long const*, "
      BF16 " const*, " BF16 "*, long const*, long, long, int)"),
  [WORK_NORM] = ATEN (164000, (320, 1, 1), (512, 1, 1), 42, 2048, 62,
      "void " ANON "multi_tensor_apply_kernel<" LIST_1 ", " NORM_FUNCTOR ", float*, int>("
      LIST_1 ", " NORM_FUNCTOR ", float*, int)"),
  [WORK_NORM_TOTAL] = ATEN (4300, (1, 1, 1), (64, 1, 1), 32, 16, 0,
      "void " NATIVE "reduce_kernel<512, 1, " NORM_REDUCE " >(" NORM_REDUCE ")"),
  [WORK_CLIP] = ATEN (228000, (320, 1, 1), (512, 1, 1), 36, 0, 75,
      "void " ANON "multi_tensor_apply_kernel<" LIST_1 ", "
      SCALE_FUNCTOR ", std::multiplies<float>, float*, float>(" LIST_1 ", "
      SCALE_FUNCTOR ", std::multiplies<float>, float*, float)"),
  [WORK_ADAM] = ATEN (914000, (320, 1, 1), (512, 1, 1), 56, 0, 50,
      "void " ANON "multi_tensor_apply_kernel<" ADAM_LIST ", " ADAM_FUNCTOR ", " ADAM_TYPES ">("
      ADAM_LIST ", " ADAM_FUNCTOR ", " ADAM_TYPES ")"),
  [WORK_ZERO] = ATEN (52000, (25600, 1, 1), (128, 1, 1), 16, 0, 100,
      ELEMENTWISE (NATIVE "FillFunctor<" BF16 ">", "std::array<char*, 1ul>")),
  [WORK_ALL_REDUCE] = KERNEL (CALL_LAUNCH_KERNEL_EXC, 0, (16, 1, 1), (544, 1, 1), 96, 82240, 0,
      "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
  [WORK_TRITON_POINTWISE] = TRITON (4200, 528, 20, 0,
      "triton_poi_fused_add_bitwise_and_ge_lt_mul_sub_0"),
  [WORK_TRITON_ROTARY] = TRITON (6800, 1056, 26, 0,
      "triton_poi_fused_cat_cos_mul_neg_sin_1"),
  [WORK_TRITON_REDUCTION] = TRITON (9600, 264, 32, 1024,
      "triton_red_fused_add_mean_mul_pow_rsqrt_2"),
  [WORK_TRITON_PERSISTENT] = TRITON (5900, 396, 28, 512,
      "triton_per_fused__softmax_amax_div_exp_sub_sum_3"),
};
/* clang-format on */
