/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps that begin in the window, in their order, one per row: a StatTableFunc. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool steps_table_compute (const StatsScope *scope,
                          const StatTableOptions *options,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StatTable *ret_table);
