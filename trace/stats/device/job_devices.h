/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/stats/device/device_stats.h"

/* Does what device_stats_compute () does in a job profile, for the devices of whole ranks; how busy they were over time is
 * not known there, and utilization is 0. Returns false when memory runs out; clear the table in any case. */
bool job_devices_compute (const StatsScope *scope, DeviceStatsTable *ret_table);
