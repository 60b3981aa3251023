/* SPDX-License-Identifier: Apache-2.0
 *
 * User annotations by exact name: those that start in the window, with their whole durations. Annotations may nest;
 * each counts in full. Annotations belong to the host: a scope limited to a device includes those of its rank. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/distribution.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t name; /* string id */
  Distribution duration;
} AnnotationStats;

typedef struct
{
  AnnotationStats *annotations; /* by total, descending; then by name, bytewise */
  uint64_t n;
} AnnotationStatsTable;

/* Returns false when memory runs out. O(n log n). */
bool annotation_stats_compute (const StatsScope *scope, AnnotationStatsTable *ret_table);
void annotation_stats_clear (AnnotationStatsTable *table);
