/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells the innermost operators on a device from the operators and ranges around them.
 *
 * Before Kineto, PyTorch measured device time with CUDA events at the begin and the end of each operator and of each
 * range of the program, nested ones included (torch/autograd/profiler.py, FunctionEvent.append_kernel ()). Its exporter
 * writes all of these intervals on the device, under the name of the operator or range. Only the innermost stand for
 * device work. */

#pragma once

#include "trace/build/builder.h"

/* Sets is_range[i] to 1 for each slice picked[0..n_picked) that has another picked slice of its track inside, or lasts no
 * time, and leaves the others. Of two slices with the same times, the first in the file encloses the other. A slice that
 * lasts no time is inside no other. Reorders picked. O(n log n). */
void
chrome_event_intervals_find (const SliceInput *slices, size_t *picked, size_t n_picked, uint8_t *is_range);
