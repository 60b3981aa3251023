/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/stats/tables/stat_tables.h"

/* One row for each step of each rank, by rank, then begin, with the figures of trace/ranks/rank_figures.h. */
bool rank_steps_table_compute (const StatsScope *scope,
                               const StatTableOptions *options,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               StatTable *ret_table);
