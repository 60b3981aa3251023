/* SPDX-License-Identifier: Apache-2.0
 *
 * Memcpys and memsets by name, with their bytes: a StatTableFunc. Includes those that AMD's tools label as kernels. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool memory_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table);
