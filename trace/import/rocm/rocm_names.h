/* SPDX-License-Identifier: Apache-2.0
 *
 * What AMD's profilers call things, and what PyTorch's profiler calls the same things in a trace of an AMD device. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/model/rocm_operation.h"
#include "trace/model/slice_kind.h"

typedef enum
{
  ROCM_KERNEL,
  ROCM_MEMCPY,
  ROCM_MEMSET,
  ROCM_CALL,
  ROCM_ANNOTATION,
  ROCM_OPERATOR,
  ROCM_PYTHON,
  ROCM_OVERHEAD,
  ROCM_SYNC,
  ROCM_MEMORY_CALL, /* an allocation or the freeing of memory */
  ROCM_OTHER,       /* the source's own word is the category */
  N_ROCM_CATEGORIES
} RocmCategory;

/* Returns the word of the category, "" for ROCM_OTHER, and the kind of its slices. */
const char *rocm_category_word (RocmCategory category);
SliceKind rocm_category_kind (RocmCategory category);

/* Returns what an operation on the device is: ROCM_KERNEL unless its type says something else. */
RocmCategory rocm_category_of_operation (const RocmOperation *operation);

/* Classifies a call that RPD recorded, by its name: ROCM_OVERHEAD for the profiler's own work, ROCM_CALL for a call of HIP,
 * HSA or CUDA or one without a name, else ROCM_ANNOTATION. */
RocmCategory rocm_category_of_call (const char *name, size_t length);

/* Classifies a region by the word that rocprofiler-sdk, or a tool built on it, has for it: "HIP_RUNTIME_API_EXT",
 * "MARKER_CORE_RANGE_API", "rocm_hip_api", "python". ROCM_OTHER if the word says nothing. */
RocmCategory rocm_category_of_domain (const char *domain, size_t length);

/* Returns whether a launch gives the grid as a number of threads instead of workgroups. */
bool rocm_call_counts_threads (const char *name, size_t length);
