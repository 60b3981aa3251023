/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels by exact name, over all devices: those that start in the window, with their whole durations. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/kernel_class.h"
#include "trace/stats/distribution.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t name; /* string id */
  KernelClass klass;
  Distribution duration;
} KernelStats;

typedef struct
{
  KernelStats *kernels; /* by total, descending; then by name, bytewise */
  uint64_t n;
  uint64_t count;   /* launches of all names */
  int64_t total_ns; /* sum of the durations of all names; concurrent kernels all count */
} KernelStatsTable;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out. O(n log n). */
bool kernel_stats_compute (const StatsScope *scope,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           KernelStatsTable *ret_table);
void kernel_stats_clear (KernelStatsTable *table);
