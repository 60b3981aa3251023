/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA calls of the generated run: names, callback ids and what the profiler links to them. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  CALL_LAUNCH_KERNEL,
  CALL_LAUNCH_KERNEL_EXC,
  CALL_CU_LAUNCH_KERNEL,
  CALL_GRAPH_LAUNCH,
  CALL_MEMCPY_ASYNC,
  CALL_MEMSET_ASYNC,
  CALL_STREAM_SYNCHRONIZE,
  CALL_DEVICE_SYNCHRONIZE,
  CALL_STREAM_WAIT_EVENT,
  CALL_EVENT_RECORD,
  CALL_EVENT_QUERY,
  CALL_STREAM_IS_CAPTURING,
  CALL_STREAM_GET_CAPTURE_INFO,
  CALL_FUNC_SET_ATTRIBUTE,
  N_CALLS
} CallId;

typedef struct
{
  const char *category; /* "cuda_runtime" or "cuda_driver" */
  const char *name;
  uint16_t cbid;       /* CUPTI_RUNTIME_TRACE_CBID_* or CUPTI_DRIVER_TRACE_CBID_*, CUDA 12 */
  int32_t duration_ns; /* typical, without any waiting */
  bool starts_flow;    /* libkineto writes an ac2g start here; on every other call it writes an end */
} CallSpec;

extern const CallSpec cuda_calls[N_CALLS];
