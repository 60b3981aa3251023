/* SPDX-License-Identifier: Apache-2.0
 *
 * What was allocated on the GPUs at an instant (trace/stats/memory/allocation_stats.h), by call stack, line of code or
 * category: a StatTableFunc. A row goes to the life of its largest allocation. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool allocations_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                StatTable *ret_table);
