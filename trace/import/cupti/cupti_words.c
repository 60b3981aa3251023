/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_words.h"

#include <string.h>

/* clang-format off */
static const char *const words[N_CUPTI_WORDS] = {
  [WORD_KERNEL] = "kernel",
  [WORD_GPU_MEMCPY] = "gpu_memcpy",
  [WORD_GPU_MEMSET] = "gpu_memset",
  [WORD_CUDA_RUNTIME] = "cuda_runtime",
  [WORD_CUDA_DRIVER] = "cuda_driver",
  [WORD_CUDA_SYNC] = "cuda_sync",
  [WORD_OVERHEAD] = "overhead",
  [WORD_USER_ANNOTATION] = "user_annotation",
  [WORD_GPU_USER_ANNOTATION] = "gpu_user_annotation",
  [WORD_HOST_FUNCTION] = "host_function",
  [WORD_CUDA_EVENT] = "cuda_event",
  [WORD_CUDA_MEMORY] = "cuda_memory",
  [WORD_CUDA_CONTEXT] = "cuda_context",
  [WORD_UNIFIED] = "unified_memory",
  [WORD_EXTERNAL_ID] = "External id",
  [WORD_CBID] = "cbid",
  [WORD_CORRELATION] = "correlation",
  [WORD_RETURN_VALUE] = "return value",
  [WORD_QUEUED] = "queued",
  [WORD_SUBMITTED] = "submitted",
  [WORD_DEVICE] = "device",
  [WORD_CONTEXT] = "context",
  [WORD_STREAM] = "stream",
  [WORD_REGISTERS] = "registers per thread",
  [WORD_SHARED_MEMORY] = "shared memory",
  [WORD_BLOCKS_PER_SM] = "blocks per SM",
  [WORD_WARPS_PER_SM] = "warps per SM",
  [WORD_GRID] = "grid",
  [WORD_BLOCK] = "block",
  [WORD_OCCUPANCY] = "est. achieved occupancy %",
  [WORD_CLUSTER] = "cluster",
  [WORD_GRAPH_ID] = "graph id",
  [WORD_GRAPH_NODE_ID] = "graph node id",
  [WORD_LAUNCHER_GRAPH_ID] = "launcher graph id",
  [WORD_GRID_ID] = "grid id",
  [WORD_PARENT_GRID_ID] = "parent grid id",
  [WORD_LOCAL_MEMORY] = "local memory per thread",
  [WORD_LOCAL_MEMORY_TOTAL] = "local memory total",
  [WORD_SHARED_MEMORY_EXECUTED] = "shared memory executed",
  [WORD_LAUNCH_TYPE] = "launch type",
  [WORD_DEVICE_LAUNCHED] = "device launched",
  [WORD_PRIORITY] = "priority",
  [WORD_CHANNEL] = "channel",
  [WORD_CHANNEL_TYPE] = "channel type",
  [WORD_BYTES] = "bytes",
  [WORD_BANDWIDTH] = "memory bandwidth (GB/s)",
  [WORD_COPIES] = "copies",
  [WORD_VALUE] = "value",
  [WORD_ASYNCHRONOUS] = "asynchronous",
  [WORD_FROM_DEVICE] = "fromDevice",
  [WORD_IN_DEVICE] = "inDevice",
  [WORD_TO_DEVICE] = "toDevice",
  [WORD_FROM_CONTEXT] = "fromContext",
  [WORD_IN_CONTEXT] = "inContext",
  [WORD_TO_CONTEXT] = "toContext",
  [WORD_SYNC_KIND] = "cuda_sync_kind",
  [WORD_EVENT_ID] = "cuda event id",
  [WORD_EVENT_SYNC_ID] = "cuda event sync id",
  [WORD_WAIT_ON_STREAM] = "wait_on_stream",
  [WORD_WAIT_ON_RECORD] = "wait_on_cuda_event_record_corr_id",
  [WORD_WAIT_ON_EVENT] = "wait_on_cuda_event_id",
  [WORD_END_DEVICE] = "end device",
  [WORD_END_CONTEXT] = "end context",
  [WORD_OPERATIONS] = "operations",
  [WORD_DOMAIN] = "domain",
  [WORD_CATEGORY] = "category",
  [WORD_COLOR] = "color",
  [WORD_PAYLOAD] = "payload",
  [WORD_MEMORY_INSTANT] = "[memory]",
  [WORD_TOTAL_ALLOCATED] = "Total Allocated",
  [WORD_KINETO_BYTES] = "Bytes",
  [WORD_ADDRESS] = "Addr",
  [WORD_DEVICE_ID] = "Device Id",
  [WORD_DEVICE_TYPE] = "Device Type",
  [WORD_MEMORY_KIND] = "memory kind",
  [WORD_NAME] = "name",
  [WORD_CALLER] = "caller address",
  [WORD_POOL] = "memory pool",
  [WORD_POOL_SIZE] = "pool size",
  [WORD_POOL_UTILIZED] = "pool utilized",
  [WORD_POOL_THRESHOLD] = "pool release threshold",
  [WORD_POOL_KEPT] = "bytes kept",
  [WORD_SOURCE] = "source",
  [WORD_DESTINATION] = "destination",
  [WORD_FLAGS] = "flags",
  [WORD_CACHE_SIZE] = "cache size",
  [WORD_CACHE_PATH] = "cache path",
  [WORD_JIT_ID] = "JIT operation",
  [WORD_HOST_NODE] = "Host function (CUDA graph node)",
  [WORD_HOST_LAUNCH] = "Host function",
  [WORD_DECOMPRESS] = "Memory decompression",
  [WORD_CUDA_EVENT_RECORD] = "CUDA event record",
  [WORD_CONTEXT_SWITCH] = "Compute engine context switch",
  [WORD_OPERATION] = "operation",
  [WORD_CUDA_MEMORY_ROW] = "CUDA memory",
  [WORD_CUDA_EVENT_ROW] = "CUDA events",
  [WORD_CUDA_CONTEXT_ROW] = "CUDA contexts",
  [WORD_INTERNAL_LAUNCH] = "Internal launch",
  [WORD_UNIFIED_MEMORY] = "Unified memory",
  [WORD_MEMORY_POOL] = "pool type",
};

static const char *const sync_words[] = {
  "Unknown Sync",
  "Event Sync",
  "Stream Wait Event",
  "Stream Sync",
  "Context Sync",
};

/* By kind / 65536; kind 1 is the compiler. */
static const char *const overhead_words[] = {
  "Unknown Overhead",
  "Buffer Flush",
  "Instrumentation",
  "Resource",
  "Runtime Triggered Module Loading",
  "Lazy Function Loading",
  "Command Buffer Full",
  "Activity Buffer Request",
  "UVM Activity Init",
};

static const char *const unified_words[] = {
  "unknown",
  "bytes HtoD",
  "bytes DtoH",
  "CPU page faults",
  "GPU page fault groups",
  "thrashing",
  "throttling",
  "remote maps",
  "bytes DtoD",
};

static const char *const jit_words[3][4] = {
  { "JIT", "JIT cache load", "JIT cache store", "JIT compile" },
  { "JIT (PTX to cubin)", "JIT cache load (PTX to cubin)", "JIT cache store (PTX to cubin)", "JIT compile (PTX to cubin)" },
  { "JIT (NVVM IR to PTX)", "JIT cache load (NVVM IR to PTX)", "JIT cache store (NVVM IR to PTX)", "JIT compile (NVVM IR to PTX)" },
};

static const char *const pool_words[] = {
  "Memory pool",
  "Memory pool created",
  "Memory pool destroyed",
  "Memory pool trimmed",
};

static const char *const rotation_words[] = {
  "Key rotation",
  "Key rotation: channel blocked",
  "Key rotation: channel drained",
  "Key rotation: channel unblocked",
};
/* clang-format on */

#define OVERHEAD_UNIT     65536u
#define OVERHEAD_COMPILER 1u

void
cupti_words_intern (TraceBuilder *builder, uint32_t ids[N_CUPTI_WORDS])
{
  for (int i = 0; i < N_CUPTI_WORDS; i++)
    ids[i] = trace_builder_string (builder, words[i], strlen (words[i]));
}

const char *
cupti_sync_word (unsigned sync_type)
{
  return sync_words[sync_type < G_N_ELEMENTS (sync_words) ? sync_type : 0];
}

const char *
cupti_overhead_word (unsigned overhead_kind)
{
  if (overhead_kind == OVERHEAD_COMPILER)
    return "Driver Compiler";
  unsigned i = overhead_kind % OVERHEAD_UNIT == 0 ? overhead_kind / OVERHEAD_UNIT : 0;
  return overhead_words[i < G_N_ELEMENTS (overhead_words) ? i : 0];
}

const char *
cupti_unified_word (unsigned counter_kind)
{
  return unified_words[counter_kind < G_N_ELEMENTS (unified_words) ? counter_kind : 0];
}

const char *
cupti_jit_word (unsigned operation, unsigned entry)
{
  return jit_words[entry < 3 ? entry : 0][operation < 4 ? operation : 0];
}

const char *
cupti_pool_word (unsigned operation)
{
  return pool_words[operation < G_N_ELEMENTS (pool_words) ? operation : 0];
}

const char *
cupti_rotation_word (unsigned event)
{
  return rotation_words[event < G_N_ELEMENTS (rotation_words) ? event : 0];
}
