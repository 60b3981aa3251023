/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/stats/tables/stat_tables.h"

/* What the critical path of each rank consists of, by rank, then by time (trace/critical/critical_names.h). A rank with too many
 * slices has no rows; sum_title says so, and whether waits are guessed. */
bool critical_table_compute (const StatsScope *scope,
                             const StatTableOptions *options,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             StatTable *ret_table);
