/* SPDX-License-Identifier: Apache-2.0
 *
 * Communication kernels by name, process group and kind of collective, with the bytes that Kineto records: a
 * StatTableFunc.
 *
 * Bandwidths (METRICS 19) are bytes / transfer time: the duration of the shortest kernel of the same collective over
 * all ranks, since the other kernels also wait for the last one. If the profile has only one rank of a collective, the
 * kernel's own duration is used, which includes waiting, so the bandwidth is a lower bound. */

#pragma once

#include "trace/stats/tables/stat_tables.h"

bool collectives_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                StatTable *ret_table);
