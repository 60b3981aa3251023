/* SPDX-License-Identifier: Apache-2.0
 *
 * What a slice is, from the category its file gives it.
 *
 * Categories as found in real files (PyTorch Kineto 2020 to 2026, CUDA, ROCm, MTIA and other back ends);
 * spelling changed over the years (Kernel, kernel), so they are compared without regard to case. Whether a
 * slice ran on a device follows from this alone, never from its pid: a device's index collides with the
 * small process ids of a container. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The numbers are those of native files: new ones come last. */
typedef enum
{
  SLICE_OTHER,             /* any category that is not listed */
  SLICE_OPERATOR,          /* cpu_op, Operator */
  SLICE_ANNOTATION,        /* user_annotation */
  SLICE_PYTHON,            /* python_function */
  SLICE_CALL,              /* cuda_runtime, cuda_driver and their like: the calls that launch */
  SLICE_KERNEL,            /* kernel */
  SLICE_MEMCPY,            /* gpu_memcpy */
  SLICE_MEMSET,            /* gpu_memset */
  SLICE_ACCELERATOR,       /* work on accelerators that are not GPUs (MTIA, HPU): linked, in no GPU figure */
  SLICE_DEVICE_ANNOTATION, /* gpu_user_annotation: a user_annotation as projected on a stream */
  SLICE_SYNC,              /* cuda_sync: a device-side record of a synchronisation; never busy time */
  SLICE_OVERHEAD,          /* overhead: the profiler's own work */
  SLICE_COUNTER_RANGE,     /* cuda_profiler_range: hardware counter totals of one kernel */
  SLICE_PROFILER_SPAN,     /* Trace: the recording itself; in no window */
  N_SLICE_KINDS
} SliceKind;

SliceKind slice_kind_of_category (const char *category, size_t length);

/* kernel, memcpy, memset: what makes a GPU busy (METRICS 1, "device-busy"). */
static inline bool
slice_kind_is_gpu_activity (SliceKind kind)
{
  return kind == SLICE_KERNEL || kind == SLICE_MEMCPY || kind == SLICE_MEMSET;
}

/* What a launching call is linked to: GPU activities and other accelerators' work. */
static inline bool
slice_kind_is_run (SliceKind kind)
{
  return slice_kind_is_gpu_activity (kind) || kind == SLICE_ACCELERATOR;
}

/* Drawn below a device instead of a host thread. */
static inline bool
slice_kind_is_on_device (SliceKind kind)
{
  return slice_kind_is_run (kind) || kind == SLICE_DEVICE_ANNOTATION || kind == SLICE_SYNC;
}
