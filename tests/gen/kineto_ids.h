/* SPDX-License-Identifier: Apache-2.0
 *
 * What a generated profile calls its processes, threads, devices and streams, and what it repeats on every
 * event: the same in JSON and in a builder. */

#pragma once

#include "tests/gen/recorded_step.h"

#include <stdint.h>

/* libkineto's base is a fixed date some weeks or months before the run. */
#define KINETO_BASE_NS INT64_C (1751328000000000000)

#define KINETO_GPUS           8
#define KINETO_CONTEXT_STREAM INT64_C (4294967295) /* of no stream: CUPTI_SYNCHRONIZATION_INVALID_VALUE */
#define KINETO_RESERVED_BYTES INT64_C (38654705664)

/* The rows of the profiler's own work. */
#define KINETO_OVERHEAD_PID (-1)
#define KINETO_OVERHEAD_TID 0

/* The Python frames around all steps: the second lies in the first. */
#define KINETO_MODULE_FRAME  "train.py(214): <module>"
#define KINETO_MAIN_FRAME    "train.py(188): main"
#define KINETO_MAIN_BEGIN_NS 1210
#define KINETO_MAIN_END_NS   2040

static inline int64_t
kineto_process_id (int rank)
{
  return 41880 + rank;
}

static inline int64_t
kineto_thread_id (int rank, HostThread thread)
{
  return kineto_process_id (rank) + (thread == THREAD_AUTOGRAD ? 1207 : 0);
}

static inline int64_t
kineto_device (int rank)
{
  return rank % KINETO_GPUS;
}

/* As the profiler numbers streams; as a thread id too, where -1 is the context's. */
static inline int64_t
kineto_stream (Stream stream)
{
  return stream == STREAM_COMPUTE ? 7 : stream == STREAM_COLLECTIVE ? 24 : -1;
}

/* GB/s, in millionths. */
static inline int64_t
kineto_bandwidth (const DeviceOp *op)
{
  return device_works[op->work].bytes * 1000000 / (op->end_ns - op->begin_ns);
}

static inline const char *
kineto_work_category (WorkKind kind)
{
  return kind == WORK_KERNEL ? "kernel" : kind == WORK_MEMCPY ? "gpu_memcpy" : "gpu_memset";
}

static inline const char *
kineto_sync_name (SyncKind sync)
{
  return sync == SYNC_STREAM ? "Stream Sync" : sync == SYNC_CONTEXT ? "Context Sync" : "Stream Wait Event";
}

static inline const char *
kineto_thread_command (HostThread thread)
{
  return thread == THREAD_AUTOGRAD ? "pt_autograd_0" : "python3";
}
