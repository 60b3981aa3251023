/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of a decoded profile: names, categories and keys, as PyTorch Kineto writes them where it has them. */

#pragma once

#include <stdint.h>

#include "trace/build/builder.h"

/* clang-format off */
typedef enum
{
  /* Categories. */
  WORD_KERNEL,
  WORD_GPU_MEMCPY,
  WORD_GPU_MEMSET,
  WORD_CUDA_RUNTIME,
  WORD_CUDA_DRIVER,
  WORD_CUDA_SYNC,
  WORD_OVERHEAD,
  WORD_USER_ANNOTATION,
  WORD_GPU_USER_ANNOTATION,
  WORD_HOST_FUNCTION,
  WORD_CUDA_EVENT,
  WORD_CUDA_MEMORY,
  WORD_CUDA_CONTEXT,
  WORD_UNIFIED,

  /* Keys of most events. */
  WORD_EXTERNAL_ID,
  WORD_CBID,
  WORD_CORRELATION,
  WORD_RETURN_VALUE,
  WORD_QUEUED,
  WORD_SUBMITTED,
  WORD_DEVICE,
  WORD_CONTEXT,
  WORD_STREAM,
  WORD_REGISTERS,
  WORD_SHARED_MEMORY,
  WORD_BLOCKS_PER_SM,
  WORD_WARPS_PER_SM,
  WORD_GRID,
  WORD_BLOCK,
  WORD_OCCUPANCY,
  WORD_CLUSTER,
  WORD_GRAPH_ID,
  WORD_GRAPH_NODE_ID,
  WORD_LAUNCHER_GRAPH_ID,
  WORD_GRID_ID,
  WORD_PARENT_GRID_ID,
  WORD_LOCAL_MEMORY,
  WORD_LOCAL_MEMORY_TOTAL,
  WORD_SHARED_MEMORY_EXECUTED,
  WORD_LAUNCH_TYPE,
  WORD_DEVICE_LAUNCHED,
  WORD_PRIORITY,
  WORD_CHANNEL,
  WORD_CHANNEL_TYPE,
  WORD_BYTES,
  WORD_BANDWIDTH,
  WORD_COPIES,
  WORD_VALUE,
  WORD_ASYNCHRONOUS,
  WORD_FROM_DEVICE,
  WORD_IN_DEVICE,
  WORD_TO_DEVICE,
  WORD_FROM_CONTEXT,
  WORD_IN_CONTEXT,
  WORD_TO_CONTEXT,
  WORD_SYNC_KIND,
  WORD_EVENT_ID,
  WORD_EVENT_SYNC_ID,
  WORD_WAIT_ON_STREAM,
  WORD_WAIT_ON_RECORD,
  WORD_WAIT_ON_EVENT,
  WORD_END_DEVICE,
  WORD_END_CONTEXT,
  WORD_OPERATIONS,

  /* Keys of markers. */
  WORD_DOMAIN,
  WORD_CATEGORY,
  WORD_COLOR,
  WORD_PAYLOAD,

  /* Keys of allocations, as of Kineto's instants "[memory]". */
  WORD_MEMORY_INSTANT,
  WORD_TOTAL_ALLOCATED,
  WORD_KINETO_BYTES,
  WORD_ADDRESS,
  WORD_DEVICE_ID,
  WORD_DEVICE_TYPE,
  WORD_MEMORY_KIND,
  WORD_NAME,
  WORD_CALLER,
  WORD_POOL,
  WORD_POOL_SIZE,
  WORD_POOL_UTILIZED,
  WORD_POOL_THRESHOLD,
  WORD_POOL_KEPT,
  WORD_SOURCE,
  WORD_DESTINATION,
  WORD_FLAGS,

  /* Keys of JIT compilations. */
  WORD_CACHE_SIZE,
  WORD_CACHE_PATH,
  WORD_JIT_ID,

  /* Names. */
  WORD_HOST_NODE,
  WORD_HOST_LAUNCH,
  WORD_DECOMPRESS,
  WORD_CUDA_EVENT_RECORD,
  WORD_CONTEXT_SWITCH,
  WORD_OPERATION,
  WORD_CUDA_MEMORY_ROW,
  WORD_CUDA_EVENT_ROW,
  WORD_CUDA_CONTEXT_ROW,
  WORD_INTERNAL_LAUNCH,
  WORD_UNIFIED_MEMORY,
  WORD_MEMORY_POOL,
  N_CUPTI_WORDS
} CuptiWord;
/* clang-format on */

/* Sets ids to the string ids of all words. */
void cupti_words_intern (TraceBuilder *builder, uint32_t ids[N_CUPTI_WORDS]);

/* Return the name of a value of CUPTI's enumerations; never NULL. */
const char *cupti_sync_word (unsigned sync_type); /* "Stream Sync" */
const char *cupti_overhead_word (unsigned overhead_kind);
const char *cupti_unified_word (unsigned counter_kind);
const char *cupti_jit_word (unsigned operation, unsigned entry);
const char *cupti_pool_word (unsigned operation);
const char *cupti_rotation_word (unsigned event);
