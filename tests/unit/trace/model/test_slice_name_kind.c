/* SPDX-License-Identifier: Apache-2.0
 *
 * What the shape of a name says a slice is. The names are those of PyTorch 1.4 to 2.9. */

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/model/slice_name_kind.h"

/* In a buffer of exactly that size, so that reading on is seen. */
static char *
exact_copy (const char *name)
{
  size_t length = strlen (name);
  char *exact = malloc (length > 0 ? length : 1);

  memcpy (exact, name, length);
  return exact;
}

static void
check_kinds (SliceKind kind_of (const char *name, size_t length),
             SliceKind expected,
             const char *const *names)
{
  for (; *names != NULL; names++)
    {
      char *name = exact_copy (*names);
      SliceKind kind = kind_of (name, strlen (*names));

      free (name);
      if (kind != expected)
        g_test_message ("%s", *names);
      g_assert_cmpint (kind, ==, expected);
    }
}

static void
check_all (bool is_so (const char *name, size_t length), bool expected, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      char *name = exact_copy (*names);
      bool is = is_so (name, strlen (*names));

      free (name);
      if (is != expected)
        g_test_message ("%s", *names);
      g_assert_cmpint (is, ==, expected);
    }
}

#define NAMES(...)            ((const char *const[]){ __VA_ARGS__, NULL })
#define HOST(expected, ...)   check_kinds (slice_kind_of_host_name, expected, NAMES (__VA_ARGS__))
#define DEVICE(expected, ...) check_kinds (slice_kind_of_device_name, expected, NAMES (__VA_ARGS__))
#define YES(is_so, ...)       check_all (is_so, true, NAMES (__VA_ARGS__))
#define NO(is_so, ...)        check_all (is_so, false, NAMES (__VA_ARGS__))

static void
operators_are_words_joined_by_colons (void)
{
  HOST (SLICE_OPERATOR, "aten::mm", "aten::add_", "c10d::allreduce_", "prims::view_of",
        "torch::autograd::AccumulateGrad", "torchvision::nms", "quantized::linear", "_C::rms_norm",
        "aten::_convolution", "aten::add.Tensor", "autograd::engine::evaluate_function: AddmmBackward0",
        "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
        "torch::autograd::CppNode<(anonymous namespace)::Roll>", "struct torch::autograd::AccumulateGrad",
        "class torch::autograd::GraphRoot", "record_param_comms");
  HOST (SLICE_OTHER, "::mm", "aten::", "aten:mm", "aten: :mm", "aten :: mm", "9::mm", "my range::mm", "", ":",
        "::", "record_param_comms_", "struct ", "struct x", "class", "aten", "nccl:all_reduce",
        "at::native::reduce_kernel<512>(int)", "void at::native::copy(int)");
}

static void
operators_are_nodes_of_the_backward_pass (void)
{
  HOST (SLICE_OPERATOR, "AddmmBackward0", "AddmmBackward", "MyFunctionBackward", "ReshapeAliasBackward12",
        "_Function2Backward");
  HOST (SLICE_OTHER, "Backward", "Backward0", "backward", "## backward ##", "AddmmBackward0 of mine",
        "a Backward0", "3Backward0", "AddmmBackwards");
}

static void
calls_have_a_capital_behind_the_prefix (void)
{
  HOST (SLICE_CALL, "cudaLaunchKernel", "cudaMemcpyAsync", "cuLaunchKernelEx", "hipLaunchKernel",
        "hipMemcpyWithStream", "cudaEventRecord_v2");
  HOST (SLICE_OTHER, "cuda", "cu", "hip", "cuda graph", "cudaLaunchKernel of mine", "cudnn", "culler",
        "hipster", "Cuda", "cudalaunch", "xcudaLaunchKernel");
}

static void
ranges_of_pytorch_are_annotations (void)
{
  HOST (SLICE_ANNOTATION, "ProfilerStep#1", "ProfilerStep # 3", "Optimizer.step#SGD.step",
        "Optimizer.zero_grad#AdamW.zero_grad", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
        "DistributedDataParallel.forward");
  HOST (SLICE_OTHER, "ProfilerStep", "ProfilerStep*", "ProfilerStep ", "Optimizer.step",
        "enumerate(DataLoader)", "forward", "## forward ##", "step_4");
}

static void
steps_of_the_profiler_have_a_hash (void)
{
  YES (slice_name_is_profiler_step, "ProfilerStep#1", "ProfilerStep #1", "ProfilerStep#");
  NO (slice_name_is_profiler_step, "ProfilerStep", "ProfilerStep ", "profilerstep#1", "", "ProfilerSteps#1",
      "my ProfilerStep#1");
  g_assert_cmpuint (slice_name_profiler_step_head ("ProfilerStep#7", 14), ==, 13);
  g_assert_cmpuint (slice_name_profiler_step_head ("ProfilerStep  #  7", 18), ==, 17);
  g_assert_cmpuint (slice_name_profiler_step_head ("ProfilerStep# ", 14), ==, 14);
  g_assert_cmpuint (slice_name_profiler_step_head ("ProfilerStep", 12), ==, 0);
}

static void
modules_have_a_name (void)
{
  YES (slice_name_is_module, "nn.Module: Linear_0", "nn.Module:  ");
  NO (slice_name_is_module, "nn.Module: ", "nn.Module", "", "nn.Module:Linear_0", "my nn.Module: Linear_0");
}

static void
work_of_devices_is_told_from_operators (void)
{
  DEVICE (SLICE_MEMCPY, "Memcpy HtoD (Pageable -> Device)", "[CUDA memcpy DtoH]");
  DEVICE (SLICE_MEMSET, "Memset (Device)", "[CUDA memset]");
  DEVICE (SLICE_KERNEL, "mm", "aten::mm", "ampere_sgemm_128x64_tn", "", "memcpy");
  YES (slice_name_is_device_work, "Memcpy HtoD (Pageable -> Device)", "Memset (Device)",
       "void at::native::vectorized_elementwise_kernel<4, float>(int)",
       "at::native::reduce_kernel<512>(int)");
  NO (slice_name_is_device_work, "forward", "## forward ##", "forward (first half)", "a::b", "", "(x)::y");
}

static void
old_operators_are_lower_case_words (void)
{
  YES (slice_name_is_bare_operator, "mm", "add_", "_convolution", "conv2d", "__and__");
  NO (slice_name_is_bare_operator, "", "Forward", "forward pass", "2d", "aten::mm", "numpy_T", "a-b");
  YES (slice_name_is_aten, "aten::mm", "aten::_x");
  NO (slice_name_is_aten, "aten::", "aten", "caten::mm", "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(test) g_test_add_func ("/slice_name_kind/" #test, test)
  ADD (operators_are_words_joined_by_colons);
  ADD (operators_are_nodes_of_the_backward_pass);
  ADD (calls_have_a_capital_behind_the_prefix);
  ADD (ranges_of_pytorch_are_annotations);
  ADD (steps_of_the_profiler_have_a_hash);
  ADD (modules_have_a_name);
  ADD (work_of_devices_is_told_from_operators);
  ADD (old_operators_are_lower_case_words);
#undef ADD
  return g_test_run ();
}
