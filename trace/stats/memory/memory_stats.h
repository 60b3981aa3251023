/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies and sets by kind: those that start in the window, with their whole durations.
 *
 * A copy's kind is what its name says behind "Memcpy" ("Memcpy HtoD (Pageable -> Device)"), or the whole name
 * where it says nothing; sets are one kind, "memset". Bytes are the sum of the "bytes" arguments. */

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
  int64_t within_ns; /* what of them lies in the window, also of those that began before */
  int64_t bytes;
  uint64_t longest; /* slice; the earlier of equals */
} MemoryStats;

typedef struct
{
  MemoryStats *kinds; /* copies by total, descending, then by kind; sets last */
  uint64_t n, capacity;
} MemoryStatsTable;

/* By the categories of the file, as stats --report memory has it: a copy that it calls a kernel is none. is_wanted
 * (user_data), asked every STOPPABLE_AT_ONCE slices, may be NULL. False: it was not, or out of memory. O(n). */
bool memory_stats_compute (const StatsScope *scope,
                           bool (*is_wanted) (void *user_data),
                           void *user_data,
                           MemoryStatsTable *ret_table);

/* Likewise, with the copies and fills that AMD's tools label as kernels (trace/classify/kernel_class.h). */
bool memory_stats_compute_with_kernels (const StatsScope *scope,
                                        bool (*is_wanted) (void *user_data),
                                        void *user_data,
                                        MemoryStatsTable *ret_table);

void memory_stats_clear (MemoryStatsTable *table);
