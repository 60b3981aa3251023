/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels by exact name, base name, or name and launch configuration: a StatTableFunc. Includes memcpys that AMD's
 * tools label as kernels, with the category memory, as in trace/stats/kernel/kernel_stats.h. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool kernels_table_compute (const StatsScope *scope,
                            const StatTableOptions *options,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            StatTable *ret_table);
