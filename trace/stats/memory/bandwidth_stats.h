/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast copies were, by kind: of those that start in the window, their bytes / their durations (METRICS 16).
 *
 * Those that AMD's tools label as kernels (trace/classify/kernel_class.h) are among them, as in
 * memory_stats_compute_with_kernels (); most tell no bytes.
 *
 * GB is 1e9 bytes, so bytes/ns is GB/s. A copy of no length, or of which the file does not tell the bytes, is counted
 * and has no bandwidth. Pageable memory is told apart from pinned where the copy's name does so
 * ("Memcpy HtoD (Pageable -> Device)"): a copy from or to pageable memory goes through a buffer of the driver's. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef enum
{
  HOST_MEMORY_UNKNOWN, /* the copy does not touch the host's, or the file does not tell */
  HOST_MEMORY_PINNED,
  HOST_MEMORY_PAGEABLE,
} HostMemory;

typedef struct
{
  char *kind; /* as in trace/stats/memory/memory_stats.h: "HtoD"; owned */
  HostMemory memory;
  uint64_t count;
  int64_t total_ns, bytes; /* of all of them; saturate */

  uint64_t n_without_bytes, n_without_length; /* of no bandwidth; what lacks both counts as without bytes */

  uint64_t n_measured; /* the others */
  double mean_gb_s;    /* their bytes / their durations; all NaN where there are none */
  double p50_gb_s, p95_gb_s, max_gb_s;

  uint64_t longest; /* slice: of all of them, the earlier of equals */
} BandwidthStats;

typedef struct
{
  BandwidthStats *kinds; /* by total_ns, descending; then by kind and memory */
  uint64_t n;
} BandwidthTable;

/* is_wanted (user_data), asked every STOPPABLE_AT_ONCE activities, may be NULL. False: it was not, or out of memory.
 * O(activities in the window + copies x (arguments + log copies)). */
bool bandwidth_stats_compute (const StatsScope *scope,
                              bool (*is_wanted) (void *user_data),
                              void *user_data,
                              BandwidthTable *ret_table);
void bandwidth_stats_clear (BandwidthTable *table);
