/* SPDX-License-Identifier: Apache-2.0
 *
 * What a slice is, from its name, for traces whose slices have no category. PyTorch's own exporter
 * (EventList.export_chrome_trace () in torch/autograd/profiler_util.py) writes such traces: it is what builds without
 * Kineto and the old torch.autograd.profiler have.
 *
 * Only the shape of a name is looked at; no list of operators is kept. O(length). */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/model/slice_kind.h"

/* Of a slice on a host thread:
 *
 *   SLICE_OPERATOR    "aten::mm", "autograd::engine::evaluate_function: AddmmBackward0" (words joined by "::", with no
 *                     signature behind them), "AddmmBackward0" (one word, "Backward" and digits), "record_param_comms"
 *   SLICE_CALL        "cudaLaunchKernel", "hipMemcpyAsync", "cuLaunchKernel" (one word, a capital behind the prefix)
 *   SLICE_ANNOTATION  "ProfilerStep#7", "Optimizer.step#SGD.step", "enumerate(DataLoader)#...": PyTorch's own ranges
 *   SLICE_OTHER       any other name */
SliceKind slice_kind_of_host_name (const char *name, size_t length);

/* Of a slice on a device: SLICE_MEMCPY, SLICE_MEMSET, else SLICE_KERNEL. */
SliceKind slice_kind_of_device_name (const char *name, size_t length);

/* "ProfilerStep#7" or "ProfilerStep # 7", the range that PyTorch's profiler puts around a step: the number of bytes before
 * the "7", which is length if nothing stands there. 0 if the name begins in another way. */
size_t slice_name_profiler_step_head (const char *name, size_t length);
bool slice_name_is_profiler_step (const char *name, size_t length);

/* "nn.Module: Linear_0", the Python frame of a module of PyTorch, as its profiler names and numbers it. */
bool slice_name_is_module (const char *name, size_t length);

/* "aten::mm": an operator of PyTorch's tensor library, which no other program has. PyTorch writes the "aten::" since
 * version 1.7. */
bool slice_name_is_aten (const char *name, size_t length);

/* "mm", "add_": how older versions of PyTorch name their operators. A name of lower case letters, digits and
 * underscores. */
bool slice_name_is_bare_operator (const char *name, size_t length);

/* "void at::native::copy_kernel<float>(int)", "Memcpy HtoD (Pinned -> Device)": what runs on a device. PyTorch's
 * exporter writes these on host threads too. */
bool slice_name_is_device_work (const char *name, size_t length);
