/* SPDX-License-Identifier: Apache-2.0
 *
 * A report of `stats`: figures of trace/stats as records under the keys of the documented output.
 *
 * To add one: a file report_NAME.c here with its `const StatsReport`, its declaration below, and its place in the table of
 * reports.c. */

#pragma once

#include "app/cli/out/record.h"
#include "app/cli/reports/report_figures.h"
#include "trace/stats/scope.h"
#include "trace/stats/tables/stat_tables.h"

typedef enum
{
  REPORT_ALWAYS, /* without --report as well */
  REPORT_IF_ANY, /* likewise, where there are records */
  REPORT_ASKED,  /* only where it is asked for: what takes long to read */
} ReportUse;

typedef struct
{
  const char *name; /* of --report, and the key in the JSON */
  const char *title;
  const char *header; /* the keys of its records, comma separated; NULL where table is given: its columns are the keys */
  bool is_object;     /* one record that prints as an object, not as an array of one */
  ReportUse use;

  /* Returns the records of what lies in the scope of the figures, owned by the caller, or NULL when memory runs out.
   * NULL where table is given. */
  GPtrArray *(*records) (ReportFigures *figures);

  /* A table of trace/stats/tables by its id, whose rows are the records; NULL: the report has records () of its own. */
  const char *table;
  StatGrouping grouping;

  /* How that report looks in JSON, where it is not simply its records; NULL otherwise. */
  GString *(*json) (ReportFigures *figures);
} StatsReport;

extern const StatsReport report_summary;
extern const StatsReport report_devices;
extern const StatsReport report_kernels;
extern const StatsReport report_memory;
extern const StatsReport report_launches;
extern const StatsReport report_steps;
extern const StatsReport report_annotations;
extern const StatsReport report_utilization;
extern const StatsReport report_bookmarks;
extern const StatsReport report_idle;
extern const StatsReport report_idle_gaps;
extern const StatsReport report_breakdown;
extern const StatsReport report_cpu;
extern const StatsReport report_cpu_over_time;
extern const StatsReport report_overhead;
extern const StatsReport report_queue;
extern const StatsReport report_launch_latency;
extern const StatsReport report_queue_depth;
extern const StatsReport report_overlap;
extern const StatsReport report_memory_use;
extern const StatsReport report_bandwidth;
extern const StatsReport report_occupancy;
extern const StatsReport report_kernels_by_name;
extern const StatsReport report_kernels_by_base;
extern const StatsReport report_kernels_by_launch;
extern const StatsReport report_operators;
extern const StatsReport report_modules;
extern const StatsReport report_python;
extern const StatsReport report_annotations_by_name;
extern const StatsReport report_memory_by_name;
extern const StatsReport report_collectives;
extern const StatsReport report_runtime;
extern const StatsReport report_slices;
extern const StatsReport report_step_times;
extern const StatsReport report_precision;
extern const StatsReport report_classes;

/* In the order of printing; ends in NULL. */
extern const StatsReport *const stats_reports[];

const StatsReport *stats_report_find (const char *name); /* NULL: no such report */

/* The records of any report, owned by the caller. NULL: memory ran out. ret_header may be NULL; it gets the keys of the
 * records, comma separated, which there are even where there is no record. */
GPtrArray *stats_report_records (const StatsReport *report, ReportFigures *figures, char **ret_header);

/* "summary, devices, ...": all of them. */
char *stats_report_names (const char *separator);
