/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of the host's work, by exact name. Each function is a StatTableFunc. Slices of one thread nest, so each table
 * has self times, and the rows are shares of their sum. */

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

/* Slices whose kind is unknown (SLICE_OTHER): neither their category nor, without a category, their name tells it. */
bool slices_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table);
