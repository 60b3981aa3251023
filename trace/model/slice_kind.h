/* SPDX-License-Identifier: Apache-2.0
 *
 * The kind of a slice, derived from the category that its file gives it.
 *
 * The categories are those of real files (PyTorch Kineto 2020 to 2026, CUDA, ROCm, MTIA and other back ends). Their
 * spelling changed over the years (Kernel, kernel), so case is ignored. Only the kind decides whether a slice ran on a
 * device, never its pid: device indices collide with the small process ids of a container. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The numbers are stored in native files; add new kinds at the end. */
typedef enum
{
  SLICE_OTHER,       /* any category that is not listed */
  SLICE_OPERATOR,    /* cpu_op, Operator */
  SLICE_ANNOTATION,  /* user_annotation */
  SLICE_PYTHON,      /* python_function */
  SLICE_CALL,        /* cuda_runtime, cuda_driver and the like: API calls, which launch device work */
  SLICE_KERNEL,      /* kernel */
  SLICE_MEMCPY,      /* gpu_memcpy */
  SLICE_MEMSET,      /* gpu_memset */
  SLICE_ACCELERATOR, /* work on other accelerators (MTIA, HPU): linked to its launch, in no GPU figure */
  SLICE_DEVICE_ANNOTATION, /* gpu_user_annotation: a user_annotation projected on a stream */
  SLICE_SYNC,              /* cuda_sync: a device-side record of a synchronisation; never busy time */
  SLICE_OVERHEAD,          /* overhead: the profiler's own work */
  SLICE_COUNTER_RANGE,     /* cuda_profiler_range: hardware counter totals of one kernel */
  SLICE_PROFILER_SPAN,     /* Trace: the whole recording; not counted in any window */
  N_SLICE_KINDS
} SliceKind;

SliceKind slice_kind_of_category (const char *category, size_t length);

/* Returns whether the kind makes a GPU busy: kernel, memcpy or memset (METRICS 1, "device-busy"). */
static inline bool
slice_kind_is_gpu_activity (SliceKind kind)
{
  return kind == SLICE_KERNEL || kind == SLICE_MEMCPY || kind == SLICE_MEMSET;
}

/* Returns whether an API call can launch a slice of this kind: GPU activities and other accelerators' work. */
static inline bool
slice_kind_is_run (SliceKind kind)
{
  return slice_kind_is_gpu_activity (kind) || kind == SLICE_ACCELERATOR;
}

/* Returns whether the slice is drawn below a device instead of a host thread. */
static inline bool
slice_kind_is_on_device (SliceKind kind)
{
  return slice_kind_is_run (kind) || kind == SLICE_DEVICE_ANNOTATION || kind == SLICE_SYNC;
}
