/* SPDX-License-Identifier: Apache-2.0
 *
 * How much work was launched on each stream and had not started yet, over time (METRICS 15).
 *
 * A kernel, copy or set waits from the begin of its launching call until it starts; while it runs it waits no more.
 * The depth of a stream is a step function: the number of those that wait. Everything that waits in the window
 * counts, also what was launched before it or starts behind it. Work that starts before its call (clocks differ)
 * never waits, and is told apart. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

#define QUEUE_DEPTH_BUCKETS 100

/* So many launches a CUDA stream takes before the next one blocks: HTA's "full queue". */
#define QUEUE_DEPTH_FULL 1024

typedef struct
{
  uint32_t track;      /* the stream */
  uint32_t device;     /* index of trace_device () */
  uint64_t n;          /* work that waits in the window, be it for no time at all */
  uint64_t n_negative; /* that starts in the window, before its call */
  uint64_t most;       /* at once: where one is launched in the nanosecond that another starts in, both */
  int64_t full_ns;     /* for how long it was QUEUE_DEPTH_FULL or more */
  double mean;         /* over the window; 0 for an empty one */

  /* The same over equal parts of the window. */
  double bucket_mean[QUEUE_DEPTH_BUCKETS];
  uint64_t bucket_most[QUEUE_DEPTH_BUCKETS];
} QueueDepth;

typedef struct
{
  QueueDepth *streams; /* with work that waits, or does not as it should; by device, then stream number */
  uint32_t n;
} QueueDepthTable;

/* is_wanted (user_data), asked every STOPPABLE_AT_ONCE launches, may be NULL. False: it was not, or out of memory.
 * O(k log k) for k launches whose run starts in the window or behind it. */
bool queue_depth_compute (const StatsScope *scope,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          QueueDepthTable *ret_table);
void queue_depth_clear (QueueDepthTable *table);
