/* SPDX-License-Identifier: Apache-2.0
 *
 * The bandwidth of memcpys by kind: of those that start in the window, their bytes / their durations (METRICS 16).
 *
 * Includes memcpys that AMD's tools label as kernels (trace/classify/kernel_class.h), as in
 * memory_stats_compute_with_kernels (); most of these have no bytes.
 *
 * GB is 1e9 bytes, so bytes/ns is GB/s. A memcpy of length 0, or whose bytes the file does not give, is counted and has
 * no bandwidth. Pageable memory is distinguished from pinned memory if the name does so ("Memcpy HtoD (Pageable ->
 * Device)"): a memcpy from or to pageable memory goes through a buffer of the driver. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef enum
{
  HOST_MEMORY_UNKNOWN, /* the memcpy does not use host memory, or the file does not say */
  HOST_MEMORY_PINNED,
  HOST_MEMORY_PAGEABLE,
} HostMemory;

typedef struct
{
  char *kind; /* as in trace/stats/memory/memory_stats.h: "HtoD"; owned */
  HostMemory memory;
  uint64_t count;
  int64_t total_ns, bytes; /* of all memcpys; saturate */

  uint64_t n_without_bytes, n_without_length; /* no bandwidth; lacking both counts as without bytes */

  uint64_t n_measured; /* the others */
  double mean_gb_s;    /* their bytes / their durations; all NaN if there are none */
  double p50_gb_s, p95_gb_s, max_gb_s;

  uint64_t longest; /* the longest memcpy of all, the earliest of equal ones */
} BandwidthStats;

typedef struct
{
  BandwidthStats *kinds; /* by total_ns, descending; then by kind and memory */
  uint64_t n;
} BandwidthTable;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE activities. Returns false when it
 * returns false or memory runs out. O(activities in the window + memcpys x (arguments + log memcpys)). */
bool bandwidth_stats_compute (const StatsScope *scope,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              BandwidthTable *ret_table);
void bandwidth_stats_clear (BandwidthTable *table);
