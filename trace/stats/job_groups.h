/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a job profile by name, over its ranks (trace/model/job_tables.h).
 *
 * Counts, sums, least and largest are exact, and so are means. The deviation is that of all durations, but for rounding.
 * Median and percentile are within QUANTILE_SKETCH_ERROR of those of all durations. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/job_tables.h"
#include "trace/stats/distribution.h"
#include "trace/stats/scope.h"

typedef struct
{
  uint32_t name;   /* string id */
  uint64_t amount; /* sum of those of the rows; saturates at INT64_MAX */
  Distribution duration;
} JobGroup;

COLUMN_DEFINE (JobGroupColumn, job_group_column, JobGroup)

/* Returns whether the tables hold the figures of a scope: whole ranks over the whole profile. */
bool job_groups_hold (const StatsScope *scope);

/* Appends a group for each name of these rows, over the ranks of the scope, ascending by name; none if the tables do not
 * hold the scope. Clear ret_groups in any case. Returns false when memory runs out. O(rows + bins x log bins). */
bool job_groups_collect (const StatsScope *scope, JobRowWhat what, JobGroupColumn *ret_groups);
