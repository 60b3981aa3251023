/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/stats/launch/launch_stats.h"

/* Does what launch_stats_compute () does in a job profile, for whole ranks; all 0 unless job_groups_hold (). */
bool job_launches_compute (const StatsScope *scope, LaunchStats *ret_stats);
