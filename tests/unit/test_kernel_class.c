/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/kernel_class.h"

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
  g_test_add_func ("/kernel_class/words_are_those_of_the_reports", words_are_those_of_the_reports);
  return g_test_run ();
}
