/* SPDX-License-Identifier: Apache-2.0
 *
 * Derives the kind of a slice from its name, for traces whose slices have no category. PyTorch's own exporter
 * (EventList.export_chrome_trace () in torch/autograd/profiler_util.py) writes such traces in builds without Kineto and
 * for the old torch.autograd.profiler.
 *
 * Only the form of a name counts; there is no list of operators. All functions take O(length) time. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/model/slice_kind.h"

/* Returns the kind of a slice on a host thread:
 *
 *   SLICE_OPERATOR    "aten::mm", "autograd::engine::evaluate_function: AddmmBackward0" (words joined by "::", with no
 *                     signature behind them), "AddmmBackward0" (one word, "Backward" and digits), "record_param_comms"
 *   SLICE_CALL        "cudaLaunchKernel", "hipMemcpyAsync", "cuLaunchKernel" (one word, a capital behind the prefix)
 *   SLICE_ANNOTATION  "ProfilerStep#7", "Optimizer.step#SGD.step", "enumerate(DataLoader)#...": PyTorch's own ranges
 *   SLICE_OTHER       any other name */
SliceKind slice_kind_of_host_name (const char *name, size_t length);

/* Returns the kind of a slice on a device: SLICE_MEMCPY, SLICE_MEMSET or else SLICE_KERNEL. */
SliceKind slice_kind_of_device_name (const char *name, size_t length);

/* Returns the number of bytes before the number of a name like "ProfilerStep#7" or "ProfilerStep # 7", the range that
 * PyTorch's profiler puts around a step; the whole length if there is no number. Returns 0 for a name that begins in
 * another way. */
size_t slice_name_profiler_step_head (const char *name, size_t length);
bool slice_name_is_profiler_step (const char *name, size_t length);

/* Returns whether the name is like "nn.Module: Linear_0", the Python frame of a PyTorch module, as the profiler names and
 * numbers it. */
bool slice_name_is_module (const char *name, size_t length);

/* Returns whether the name is like "aten::mm": an operator of PyTorch's tensor library, which no other program has.
 * PyTorch writes "aten::" since version 1.7. */
bool slice_name_is_aten (const char *name, size_t length);

/* Returns whether the name is like "mm" or "add_", as older versions of PyTorch name their operators: lower case
 * letters, digits and underscores. */
bool slice_name_is_bare_operator (const char *name, size_t length);

/* Returns whether the name is that of device work, like "void at::native::copy_kernel<float>(int)" or "Memcpy HtoD
 * (Pinned -> Device)". PyTorch's exporter writes these on host threads too. */
bool slice_name_is_device_work (const char *name, size_t length);
