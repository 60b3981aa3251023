/* SPDX-License-Identifier: Apache-2.0
 *
 * What the host did, by exact name: each function is a StatTableFunc. Slices of one thread nest, so each table has self
 * times, and the rows are shares of their sum. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool operators_table_compute (const StatsScope *scope,
                              const StatTableOptions *options,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              StatTable *ret_table);

bool modules_table_compute (const StatsScope *scope,
                            const StatTableOptions *options,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            StatTable *ret_table);

bool python_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table);

bool annotations_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                StatTable *ret_table);

bool calls_table_compute (const StatsScope *scope,
                          const StatTableOptions *options,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StatTable *ret_table);

/* Slices whose category tells no kind, or that have none and whose name tells none: SLICE_OTHER. */
bool slices_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table);
