/* SPDX-License-Identifier: Apache-2.0
 *
 * Memcpys and memsets by kind: those that start in the window, with their whole durations.
 *
 * The kind of a memcpy is the word behind "Memcpy" in its name ("Memcpy HtoD (Pageable -> Device)"), or the whole name
 * if there is none. Memsets are one kind, "memset". Bytes are the sum of the "bytes" arguments. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  char *kind; /* UTF-8 or bytes of the file; owned */
  bool is_set;
  uint64_t count;
  int64_t total_ns;
  int64_t within_ns; /* time inside the window, also of those that began before */
  int64_t bytes;
  uint64_t longest; /* the longest slice, the earliest of equal ones */
} MemoryStats;

typedef struct
{
  MemoryStats *kinds; /* memcpys by total, descending, then by kind; memsets last */
  uint64_t n, capacity;
} MemoryStatsTable;

/* Uses the categories of the file, as stats --report memory does: a memcpy that the file calls a kernel is not
 * included. should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE slices. Returns false when it
 * returns false or memory runs out. O(n). */
bool memory_stats_compute (const StatsScope *scope,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           MemoryStatsTable *ret_table);

/* Does the same, and includes memcpys and memsets that AMD's tools label as kernels
 * (trace/classify/kernel_class.h). */
bool memory_stats_compute_with_kernels (const StatsScope *scope,
                                        bool (*should_continue) (void *user_data),
                                        void *user_data,
                                        MemoryStatsTable *ret_table);

void memory_stats_clear (MemoryStatsTable *table);
