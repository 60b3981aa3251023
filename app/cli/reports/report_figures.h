/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures that several reports are made of, each computed when the first of them asks for it.
 *
 * Of one scope at a time: whoever asks for another loses what there is. Only the main thread may ask. Everything belongs
 * to this file, and lives until another scope is asked for or report_figures_forget (). NULL: out of memory. */

#pragma once

#include "trace/stats/cpu_time.h"
#include "trace/stats/device_stats.h"
#include "trace/stats/idle_causes.h"
#include "trace/stats/kernel_stats.h"
#include "trace/stats/launch_timing.h"
#include "trace/stats/precision_stats.h"
#include "trace/stats/scope.h"

#define REPORT_LONGEST_GAPS 20

const DeviceStatsTable *report_figures_devices (const StatsScope *scope);
const KernelStatsTable *report_figures_kernels (const StatsScope *scope);
const PrecisionStats *report_figures_precisions (const StatsScope *scope);
const IdleCauses *report_figures_idle (const StatsScope *scope, int64_t short_ns);
const LaunchTiming *report_figures_launches (const StatsScope *scope);
const CpuTime *report_figures_cpu (const StatsScope *scope);

/* To be called before the profile goes, or its steps change. */
void report_figures_forget (void);
