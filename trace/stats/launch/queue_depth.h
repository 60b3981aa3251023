/* SPDX-License-Identifier: Apache-2.0
 *
 * The amount of work that was launched on each stream and had not started yet, over time (METRICS 15).
 *
 * A kernel, memcpy or memset waits from the begin of its launching API call until it starts; while it runs it does not
 * wait. The depth of a stream is a step function: the number of activities that wait. Everything that waits in the
 * window counts, also what was launched before it or starts behind it. Work that starts before its call (clocks differ)
 * never waits, and is counted separately. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

#define QUEUE_DEPTH_BUCKETS 100

/* The number of launches that a CUDA stream takes before the next one blocks: HTA's "full queue". */
#define QUEUE_DEPTH_FULL 1024

typedef struct
{
  uint32_t track;      /* the stream */
  uint32_t device;     /* index of trace_device () */
  uint64_t n;          /* activities that wait in the window, even for no time */
  uint64_t n_negative; /* activities that start in the window, before their calls */
  uint64_t most;       /* largest depth; counts work that starts in the nanosecond of another's launch */
  int64_t full_ns;     /* time with a depth of QUEUE_DEPTH_FULL or more */
  double mean;         /* mean over the window; 0 if it is empty */

  /* The same for equal parts of the window. */
  double bucket_mean[QUEUE_DEPTH_BUCKETS];
  uint64_t bucket_most[QUEUE_DEPTH_BUCKETS];
} QueueDepth;

typedef struct
{
  QueueDepth *streams; /* those with n or n_negative above 0; by device, then stream number */
  uint32_t n;
} QueueDepthTable;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE launches. Returns false when it returns
 * false or memory runs out. O(k log k) for k launches whose run starts in the window or behind it. */
bool queue_depth_compute (const StatsScope *scope,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          QueueDepthTable *ret_table);
void queue_depth_clear (QueueDepthTable *table);
