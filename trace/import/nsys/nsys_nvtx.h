/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program annotated itself with NVTX: ranges and marks (NVTX_EVENTS).
 *
 * A push/pop range is a user annotation of its thread. A start/end range may overlap others and end on another thread; it
 * is an asynchronous slice of its process. A mark is an instant. Ranges of PyTorch's operators are operators. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_nvtx_read (NsysImport *import);
