/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/stats/tables/stat_tables.h"

/* One row for each pair of ranks of which one sends to the other (trace/ranks/rank_links.h). */
bool rank_links_table_compute (const StatsScope *scope,
                               const StatTableOptions *options,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               StatTable *ret_table);

/* One row for each rank of each process group (trace/ranks/process_groups.h). */
bool group_ranks_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                StatTable *ret_table);
