/* SPDX-License-Identifier: Apache-2.0
 *
 * Communication kernels by name, process group and kind of collective, with the bytes that Kineto tells of them: a
 * StatTableFunc.
 *
 * Bandwidths (METRICS 19) are bytes by the kernel's own duration. That includes its waiting for other ranks, so they are a
 * lower bound of what was transferred in a second; only all ranks together tell the transfer alone. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool collectives_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*is_wanted) (void *user_data),
                                void *user_data,
                                StatTable *ret_table);
