/* SPDX-License-Identifier: Apache-2.0
 *
 * What the host did, by exact name: each a StatTableFunc. Slices of one thread nest, so that each table has self times,
 * which are what its rows are shares of. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool operators_table_compute (const StatsScope *scope,
                              const StatTableOptions *options,
                              bool (*is_wanted) (void *user_data),
                              void *user_data,
                              StatTable *ret_table);

bool modules_table_compute (const StatsScope *scope,
                            const StatTableOptions *options,
                            bool (*is_wanted) (void *user_data),
                            void *user_data,
                            StatTable *ret_table);

bool python_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*is_wanted) (void *user_data),
                           void *user_data,
                           StatTable *ret_table);

bool annotations_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*is_wanted) (void *user_data),
                                void *user_data,
                                StatTable *ret_table);

bool calls_table_compute (const StatsScope *scope,
                          const StatTableOptions *options,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          StatTable *ret_table);

/* Slices whose category tells no kind, or that have none and whose name tells none: SLICE_OTHER. */
bool slices_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*is_wanted) (void *user_data),
                           void *user_data,
                           StatTable *ret_table);
