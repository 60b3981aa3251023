/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel_stats_compute () and precision_stats_compute () of a job profile. Empty unless job_groups_hold (). */

#pragma once

#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/kernel/precision_stats.h"

/* Sets the kernels in the order of their names; the caller orders them. Returns false when memory runs out. */
bool job_kernels_compute (const StatsScope *scope, KernelStatsTable *ret_table);

/* Sets counts and times by name and over all names; what else there is is not known. Returns false when memory runs out. */
bool job_precisions_compute (const StatsScope *scope, PrecisionStats *ret_stats);
