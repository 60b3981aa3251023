/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/stats/tables/stat_tables.h"

/* One row for each kind of collective and power of two of its bytes (trace/stats/collective/collective_sizes.h). */
bool collective_sizes_table_compute (const StatsScope *scope,
                                     const StatTableOptions *options,
                                     bool (*should_continue) (void *user_data),
                                     void *user_data,
                                     StatTable *ret_table);
