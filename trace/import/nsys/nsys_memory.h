/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocations of device memory (CUDA_GPU_MEMORY_USAGE_EVENTS, --cuda-memory-usage), as the instants that PyTorch's
 * profiler writes for its allocator, with the sum so far, and as a counter of the device; and page faults of unified
 * memory. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_memory_read (NsysImport *import);
void nsys_page_faults_read (NsysImport *import);
