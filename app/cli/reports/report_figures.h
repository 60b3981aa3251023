/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures that several reports share. Each is computed when it is first needed.
 *
 * The caller that prints the reports of a scope creates and frees them. Use them from one thread at a time. */

#pragma once

#include <glib.h>

#include "trace/ranks/job_waits.h"
#include "trace/ranks/process_groups.h"
#include "trace/stats/device/device_stats.h"
#include "trace/stats/host/cpu_time.h"
#include "trace/stats/idle/idle_causes.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/launch/launch_timing.h"
#include "trace/stats/scope.h"

#define REPORT_LONGEST_GAPS 20

typedef struct ReportFigures ReportFigures;

/* Copies the scope; its trace and steps are borrowed and must not change while the figures exist. Computes nothing yet. */
ReportFigures *report_figures_new (const StatsScope *scope);
void report_figures_free (ReportFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReportFigures, report_figures_free)

const StatsScope *report_figures_scope (const ReportFigures *figures);

/* Return figures that are borrowed and valid as long as `figures`; those of idle only until another short_ns is passed.
 * Return NULL when memory runs out. */
const DeviceStatsTable *report_figures_devices (ReportFigures *figures);
const KernelStatsTable *report_figures_kernels (ReportFigures *figures);
const PrecisionStats *report_figures_precisions (ReportFigures *figures);
const IdleCauses *report_figures_idle (ReportFigures *figures, int64_t short_ns);
const LaunchTiming *report_figures_launches (ReportFigures *figures);
const CpuTime *report_figures_cpu (ReportFigures *figures);
const JobWaits *report_figures_waits (ReportFigures *figures);
const ProcessGroups *report_figures_groups (ReportFigures *figures);

/* What is known of the critical paths, once a report of them has been made. */
typedef struct
{
  bool is_any_too_large;    /* for CRITICAL_ITEMS_MAX */
  uint32_t first_too_large; /* index of a rank */
  bool has_answer;          /* of any path to --what-if */
} PathVerdict;

PathVerdict *report_figures_path_verdict (ReportFigures *figures);
