/* SPDX-License-Identifier: Apache-2.0
 *
 * The sizes of CUPTI's activity records, as facts: record, type in cupti_activity.h, size in bytes, first and last CUDA
 * release whose library writes it (CUDA 12.4 is 1240; 12.4 Update 1 is 1241; the first may be earlier than stated).
 * One row a line, ascending within a record; include it with CUPTI_STRUCT () defined.
 *
 * A library fills only the newest type of each kind, so the release alone determines the sizes. Sizes of CUDA 13.3 and
 * 13.4 are inferred from NVIDIA's documentation. A test compares each row with the CUDA headers where they are
 * installed (tests/import/cupti/check_headers.py). */

/* clang-format off */
CUPTI_STRUCT (MEMCPY, CUpti_ActivityMemcpy, 64, 1020, 1020)
CUPTI_STRUCT (MEMCPY, CUpti_ActivityMemcpy3, 72, 1100, 1100)
CUPTI_STRUCT (MEMCPY, CUpti_ActivityMemcpy4, 80, 1110, 1150)
CUPTI_STRUCT (MEMCPY, CUpti_ActivityMemcpy5, 88, 1160, 1260)
CUPTI_STRUCT (MEMCPY, CUpti_ActivityMemcpy6, 96, 1280, 1330)
CUPTI_STRUCT (MEMCPY, CUpti_ActivityMemcpy7, 112, 1340, 1340)

CUPTI_STRUCT (MEMSET, CUpti_ActivityMemset, 64, 1020, 1020)
CUPTI_STRUCT (MEMSET, CUpti_ActivityMemset2, 72, 1100, 1100)
CUPTI_STRUCT (MEMSET, CUpti_ActivityMemset3, 80, 1110, 1150)
CUPTI_STRUCT (MEMSET, CUpti_ActivityMemset4, 88, 1160, 1330)
CUPTI_STRUCT (MEMSET, CUpti_ActivityMemset5, 104, 1340, 1340)

CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel4, 144, 1020, 1020)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel5, 160, 1100, 1110)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel6, 168, 1120, 1150)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel7, 176, 1160, 1170)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel8, 200, 1180, 1180)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel9, 208, 1200, 1290)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel10, 216, 1300, 1300)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel11, 224, 1310, 1321)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel12, 224, 1330, 1330)
CUPTI_STRUCT (KERNEL, CUpti_ActivityKernel13, 240, 1340, 1340)

CUPTI_STRUCT (API, CUpti_ActivityAPI, 40, 1020, 1340)

CUPTI_STRUCT (DEVICE, CUpti_ActivityDevice2, 144, 1020, 1140)
CUPTI_STRUCT (DEVICE, CUpti_ActivityDevice3, 152, 1150, 1150)
CUPTI_STRUCT (DEVICE, CUpti_ActivityDevice4, 176, 1160, 1210)
CUPTI_STRUCT (DEVICE, CUpti_ActivityDevice5, 184, 1220, 1310)
CUPTI_STRUCT (DEVICE, CUpti_ActivityDevice6, 192, 1320, 1340)

CUPTI_STRUCT (CONTEXT, CUpti_ActivityContext, 16, 1020, 1230)
CUPTI_STRUCT (CONTEXT, CUpti_ActivityContext2, 24, 1240, 1240)
CUPTI_STRUCT (CONTEXT, CUpti_ActivityContext3, 32, 1250, 1300)
CUPTI_STRUCT (CONTEXT, CUpti_ActivityContext4, 40, 1310, 1340)

CUPTI_STRUCT (NAME, CUpti_ActivityName, 32, 1020, 1340)
CUPTI_STRUCT (MARKER, CUpti_ActivityMarker2, 56, 1020, 1340)

CUPTI_STRUCT (MARKER_DATA, CUpti_ActivityMarkerData, 32, 1020, 1290)
CUPTI_STRUCT (MARKER_DATA, CUpti_ActivityMarkerData2, 40, 1300, 1340)

CUPTI_STRUCT (OVERHEAD, CUpti_ActivityOverhead, 40, 1020, 1220)
CUPTI_STRUCT (OVERHEAD, CUpti_ActivityOverhead2, 48, 1230, 1230)
CUPTI_STRUCT (OVERHEAD, CUpti_ActivityOverhead3, 56, 1240, 1340)

CUPTI_STRUCT (CDP, CUpti_ActivityCdpKernel, 144, 1020, 1340)
CUPTI_STRUCT (PREEMPTION, CUpti_ActivityPreemption, 40, 1020, 1340)
CUPTI_STRUCT (ENVIRONMENT, CUpti_ActivityEnvironment, 40, 1020, 1340)

CUPTI_STRUCT (PEER, CUpti_ActivityMemcpyPtoP, 72, 1020, 1020)
CUPTI_STRUCT (PEER, CUpti_ActivityMemcpyPtoP2, 80, 1100, 1100)
CUPTI_STRUCT (PEER, CUpti_ActivityMemcpyPtoP3, 88, 1110, 1150)
CUPTI_STRUCT (PEER, CUpti_ActivityMemcpyPtoP4, 96, 1160, 1340)

CUPTI_STRUCT (UNIFIED, CUpti_ActivityUnifiedMemoryCounter2, 64, 1020, 1260)
CUPTI_STRUCT (UNIFIED, CUpti_ActivityUnifiedMemoryCounter3, 104, 1280, 1340)

CUPTI_STRUCT (FUNCTION, CUpti_ActivityFunction, 32, 1020, 1340)
CUPTI_STRUCT (MODULE, CUpti_ActivityModule, 24, 1020, 1340)
CUPTI_STRUCT (DEVICE_ATTRIBUTE, CUpti_ActivityDeviceAttribute, 24, 1020, 1340)
CUPTI_STRUCT (OPENACC_DATA, CUpti_ActivityOpenAccData, 152, 1020, 1340)
CUPTI_STRUCT (OPENACC_LAUNCH, CUpti_ActivityOpenAccLaunch, 152, 1020, 1340)
CUPTI_STRUCT (OPENACC_OTHER, CUpti_ActivityOpenAccOther, 120, 1020, 1340)

CUPTI_STRUCT (EVENT, CUpti_ActivityCudaEvent, 24, 1020, 1260)
CUPTI_STRUCT (EVENT, CUpti_ActivityCudaEvent2, 56, 1280, 1340)

CUPTI_STRUCT (STREAM, CUpti_ActivityStream, 24, 1020, 1340)

CUPTI_STRUCT (SYNC, CUpti_ActivitySynchronization, 40, 1020, 1260)
CUPTI_STRUCT (SYNC, CUpti_ActivitySynchronization2, 56, 1280, 1340)

CUPTI_STRUCT (EXTERNAL, CUpti_ActivityExternalCorrelation, 24, 1020, 1340)

CUPTI_STRUCT (NVLINK, CUpti_ActivityNvLink3, 104, 1020, 1140)
CUPTI_STRUCT (NVLINK, CUpti_ActivityNvLink4, 136, 1150, 1310)
CUPTI_STRUCT (NVLINK, CUpti_ActivityNvLink5, 88, 1320, 1340)

CUPTI_STRUCT (MEMORY, CUpti_ActivityMemory, 80, 1020, 1340)
CUPTI_STRUCT (PCIE, CUpti_ActivityPcie, 168, 1020, 1340)
CUPTI_STRUCT (OPENMP, CUpti_ActivityOpenMp, 40, 1020, 1340)

CUPTI_STRUCT (MEMORY_OP, CUpti_ActivityMemory2, 112, 1120, 1150)
CUPTI_STRUCT (MEMORY_OP, CUpti_ActivityMemory3, 120, 1160, 1250)
CUPTI_STRUCT (MEMORY_OP, CUpti_ActivityMemory4, 128, 1260, 1340)

CUPTI_STRUCT (POOL, CUpti_ActivityMemoryPool, 64, 1120, 1150)
CUPTI_STRUCT (POOL, CUpti_ActivityMemoryPool2, 72, 1160, 1290)
CUPTI_STRUCT (POOL, CUpti_ActivityMemoryPool3, 80, 1300, 1340)

CUPTI_STRUCT (GRAPH, CUpti_ActivityGraphTrace, 48, 1170, 1220)
CUPTI_STRUCT (GRAPH, CUpti_ActivityGraphTrace2, 56, 1230, 1340)

CUPTI_STRUCT (JIT, CUpti_ActivityJit, 64, 1180, 1230)
CUPTI_STRUCT (JIT, CUpti_ActivityJit2, 72, 1240, 1340)

CUPTI_STRUCT (DEVICE_GRAPH, CUpti_ActivityDeviceGraphTrace, 56, 1280, 1340)
CUPTI_STRUCT (DECOMPRESS, CUpti_ActivityMemDecompress, 64, 1280, 1340)
CUPTI_STRUCT (ROTATION, CUpti_ActivityConfidentialComputeRotation, 32, 1290, 1340)
CUPTI_STRUCT (HOST_NODE, CUpti_ActivityGraphHostNode, 56, 1310, 1340)
CUPTI_STRUCT (SWITCH, CUpti_ActivityComputeEngineCtxSwitch, 24, 1310, 1340)
CUPTI_STRUCT (HOST_LAUNCH, CUpti_ActivityHostLaunch, 48, 1310, 1340)

CUPTI_STRUCT (GREEN, CUpti_ActivityGreenContext, 152, 1320, 1320)
CUPTI_STRUCT (GREEN, CUpti_ActivityGreenContext2, 168, 1321, 1340)
/* clang-format on */
