/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of kernels of a job that was merged from summaries: by exact name, over all ranks in scope. */

#pragma once

#include "trace/stats/tables/stat_table.h"

/* Gives no rows for a scope that the summaries do not hold (trace/stats/job_groups.h). Returns false when memory runs out;
 * then there is nothing to clear. O(rows of the job + bins x log bins). */
bool job_kernels_table_compute (const StatsScope *scope, StatTable *ret_table);
