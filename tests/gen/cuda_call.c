/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/cuda_call.h"

#define RUNTIME "cuda_runtime"
#define DRIVER  "cuda_driver"

const CallSpec cuda_calls[N_CALLS] = {
  [CALL_LAUNCH_KERNEL] = { RUNTIME, "cudaLaunchKernel", 211, 4800, true },
  [CALL_LAUNCH_KERNEL_EXC] = { RUNTIME, "cudaLaunchKernelExC", 430, 5200, true },
  [CALL_CU_LAUNCH_KERNEL] = { DRIVER, "cuLaunchKernel", 307, 4100, true },
  [CALL_GRAPH_LAUNCH] = { RUNTIME, "cudaGraphLaunch", 311, 28000, true },
  [CALL_MEMCPY_ASYNC] = { RUNTIME, "cudaMemcpyAsync", 41, 9000, true },
  [CALL_MEMSET_ASYNC] = { RUNTIME, "cudaMemsetAsync", 51, 5600, true },
  [CALL_STREAM_SYNCHRONIZE] = { RUNTIME, "cudaStreamSynchronize", 131, 6500, true },
  [CALL_DEVICE_SYNCHRONIZE] = { RUNTIME, "cudaDeviceSynchronize", 165, 9000, true },
  [CALL_STREAM_WAIT_EVENT] = { RUNTIME, "cudaStreamWaitEvent", 147, 1100, true },
  [CALL_EVENT_RECORD] = { RUNTIME, "cudaEventRecord", 135, 1300, false },
  [CALL_EVENT_QUERY] = { RUNTIME, "cudaEventQuery", 138, 900, false },
  [CALL_STREAM_IS_CAPTURING] = { RUNTIME, "cudaStreamIsCapturing", 317, 600, false },
  [CALL_STREAM_GET_CAPTURE_INFO] = { RUNTIME, "cudaStreamGetCaptureInfo_v2", 409, 700, false },
  [CALL_FUNC_SET_ATTRIBUTE] = { RUNTIME, "cudaFuncSetAttribute", 273, 800, false },
};
