/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of trace/stats/tables that are reports. A column that a table gets is in its report at once. */

#include "app/cli/reports/report.h"

/* clang-format off */
const StatsReport report_kernels_by_name = { .name = "kernels_by_name", .title = "Kernels by name", .table = "kernels", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_kernels_by_base = { .name = "kernels_by_base", .title = "Kernels by base name", .table = "kernels", .grouping = STAT_BY_BASE, .use = REPORT_ASKED };
const StatsReport report_kernels_by_launch = { .name = "kernels_by_launch", .title = "Kernels by launch configuration", .table = "kernels", .grouping = STAT_BY_LAUNCH, .use = REPORT_ASKED };
const StatsReport report_operators = { .name = "operators", .title = "Operators", .table = "operators", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_modules = { .name = "modules", .title = "Modules", .table = "modules", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_python = { .name = "python", .title = "Python functions", .table = "python", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_annotations_by_name = { .name = "annotations_by_name", .title = "Annotations by name", .table = "annotations", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_memory_by_name = { .name = "memory_by_name", .title = "Memory operations by name", .table = "memory", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_allocations_by_stack = { .name = "allocations_by_stack", .title = "Live allocations by call stack", .table = "allocations", .grouping = STAT_BY_STACK, .use = REPORT_ASKED };
const StatsReport report_allocations_by_line = { .name = "allocations_by_line", .title = "Live allocations by line of code", .table = "allocations", .grouping = STAT_BY_PLACE, .use = REPORT_ASKED };
const StatsReport report_allocations_by_category = { .name = "allocations_by_category", .title = "Live allocations by category", .table = "allocations", .grouping = STAT_BY_CATEGORY, .use = REPORT_ASKED };
const StatsReport report_collectives = { .name = "collectives", .title = "Collectives", .table = "collectives", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_collective_sizes = { .name = "collective_sizes", .title = "Collectives by size", .table = "collective_sizes", .grouping = STAT_BY_NAME, .use = REPORT_ASKED, .of_job = REPORT_OF_JOB };
const StatsReport report_runtime = { .name = "runtime", .title = "Runtime calls", .table = "runtime", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_slices = { .name = "slices", .title = "Other slices", .table = "slices", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_step_times = { .name = "step_times", .title = "Steps", .table = "steps", .grouping = STAT_BY_NAME, .use = REPORT_ASKED };
const StatsReport report_rank_steps = { .name = "rank_steps", .title = "Ranks and steps", .table = "rank_steps", .grouping = STAT_BY_NAME, .use = REPORT_ASKED, .of_job = REPORT_OF_JOB };
/* clang-format on */
