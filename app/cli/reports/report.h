/* SPDX-License-Identifier: Apache-2.0
 *
 * A report of `stats`: figures of trace/stats as records with the documented keys.
 *
 * To add a report, write report_NAME.c here with its `const StatsReport`, declare it below, and add it to the table of
 * reports.c. */

#pragma once

#include "app/cli/out/record.h"
#include "app/cli/reports/report_figures.h"
#include "trace/stats/scope.h"
#include "trace/stats/tables/stat_tables.h"

typedef enum
{
  REPORT_ALWAYS, /* printed also without --report */
  REPORT_IF_ANY, /* printed also without --report, if it has records */
  REPORT_ASKED,  /* printed only with --report, since it is long */
} ReportUse;

/* Whether there is a report of a profile that is made of summaries (trace/model/job_tables.h). */
typedef enum
{
  REPORT_NOT_OF_JOB,   /* it needs slices that such a profile does not have */
  REPORT_OF_WHOLE_JOB, /* it is known of whole ranks alone, not of a window */
  REPORT_OF_JOB,
} ReportOfJob;

typedef struct
{
  const char *name; /* the name for --report and the key in the JSON */
  const char *title;
  const char
    *header; /* the keys of its records, comma separated; NULL with a table, whose column ids are the keys */
  const char *(*asked_key) (
    void);        /* returns a key behind those of header that is there only now; NULL: none. May be NULL */
  bool is_object; /* one record that prints as an object, not as an array of one */
  ReportUse use;
  ReportOfJob of_job;

  /* Returns the records of the figures' scope, transfer full, or NULL when memory runs out. The pointer is NULL when table
   * is given. */
  GPtrArray *(*records) (ReportFigures *figures);

  /* The id of a table of trace/stats/tables whose rows are the records; NULL when records () is given. */
  const char *table;
  StatGrouping grouping;

  /* Returns the report's JSON if it is not simply the array of its records; else NULL. */
  GString *(*json) (ReportFigures *figures);

  /* Returns a sentence of what the records leave out, for who asked for the report; NULL for nothing. Transfer full. May be
   * NULL. */
  char *(*note) (ReportFigures *figures);
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
extern const StatsReport report_gpu_samples;
extern const StatsReport report_overhead;
extern const StatsReport report_critical_path;
extern const StatsReport report_critical_slices;
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
extern const StatsReport report_allocations_by_stack;
extern const StatsReport report_allocations_by_line;
extern const StatsReport report_allocations_by_category;
extern const StatsReport report_collectives;
extern const StatsReport report_collective_sizes;
extern const StatsReport report_runtime;
extern const StatsReport report_slices;
extern const StatsReport report_step_times;
extern const StatsReport report_rank_steps;
extern const StatsReport report_precision;
extern const StatsReport report_classes;
extern const StatsReport report_clocks;
extern const StatsReport report_collective_instances;
extern const StatsReport report_collective_waits;
extern const StatsReport report_stragglers;
extern const StatsReport report_process_groups;
extern const StatsReport report_process_group_ranks;
extern const StatsReport report_rank_links;
extern const StatsReport report_allocations_live;
extern const StatsReport report_allocations_peak;

/* All reports in the order of printing, ending with NULL. */
extern const StatsReport *const stats_reports[];

const StatsReport *stats_report_find (const char *name); /* returns NULL for an unknown name */

/* Returns the records of a report, transfer full, or NULL when memory runs out. ret_header may be NULL; it returns the keys
 * of the records, comma separated, even when there are no records. */
GPtrArray *stats_report_records (const StatsReport *report, ReportFigures *figures, char **ret_header);

/* Returns whether the profile of a scope can tell the report. */
bool stats_report_is_known (const StatsReport *report, const StatsScope *scope);

/* Returns the names of all reports: "summary, devices, ...". Transfer full. */
char *stats_report_names (const char *separator);
