/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_stats.h"

#include <malloc.h>
#include <string.h>

#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/origin.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/with_option.h"
#include "app/cli/options/scope_options.h"
#include "app/cli/options/time_window.h"
#include "app/cli/out/json_text.h"
#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"
#include "app/cli/reports/report.h"
#include "app/cli/reports/report_allocations.h"
#include "app/cli/reports/report_critical.h"
#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_idle.h"
#include "trace/model/job_tables.h"
#include "trace/stats/quantile_sketch.h"

/* Rows of a table on the terminal; --json, --csv and --md have all. */
#define ROWS_SHOWN 15

/* Larger blocks go back to the system when they are freed. */
#define KEPT_BYTES (1 << 30)

typedef struct
{
  char **reports;
  ScopeOptions scope;
  CacheOptions cache;
  WithOption with;
  char *launch_gap, *at, *what_if; /* as written */
  char *kernel_rules;
  gboolean json, csv, markdown;
} Options;

static CliStatus
no_memory (void)
{
  cli_complain ("not enough memory for these statistics");
  return CLI_NO_RESOURCE;
}

static CliStatus
cancelled (void)
{
  cli_complain ("cancelled");
  return CLI_CANCELLED;
}

static bool
is_wanted (const Options *options, const StatsScope *scope, const StatsReport *report)
{
  if (!stats_report_is_known (report, scope))
    return false;
  return options->reports != NULL ? g_strv_contains ((const char *const *) options->reports, report->name)
                                  : report->use != REPORT_ASKED;
}

static bool
is_left_out (const Options *options, const StatsReport *report, const GPtrArray *records)
{
  return report->use == REPORT_IF_ANY && options->reports == NULL && records->len == 0;
}

static CliStatus
print_json (const Options *options, ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (GString) out = g_string_new ("{\"schema\":\"stepscope.stats/1\",\"time_origin\":");
  g_autoptr (GString) origin = origin_json (scope->trace);
  g_autoptr (GString) window = span_json (scope->begin_ns, scope->end_ns);

  g_string_append (out, origin->str);
  g_string_append (out, ",\"window_ns\":");
  g_string_append (out, window->str);
  if (trace_is_job (scope->trace))
    {
      g_string_append (out, ",\"quantile_relative_error\":");
      json_append_real (out, QUANTILE_SKETCH_ERROR);
    }
  for (const StatsReport *const *at = stats_reports; *at != NULL; at++)
    {
      const StatsReport *report = *at;

      if (!is_wanted (options, scope, report))
        continue;
      if (interrupt_is_set ())
        return cancelled ();
      if (report->json != NULL)
        {
          g_autoptr (GString) json = report->json (figures);
          if (json == NULL)
            return no_memory ();
          g_string_append_printf (out, ",\n\"%s\":%s", report->name, json->str);
          continue;
        }
      g_autoptr (GPtrArray) records = stats_report_records (report, figures, NULL);
      if (records == NULL)
        return no_memory ();
      if (is_left_out (options, report, records))
        continue;
      g_string_append_printf (out, ",\n\"%s\":", report->name);
      if (report->is_object)
        report_json_object (out, records->pdata[0]);
      else
        report_json_array (out, records);
    }
  g_string_append (out, "}\n");
  return cli_print (out) ? CLI_DONE : CLI_NO_RESOURCE;
}

static CliStatus
print_tables (const Options *options, ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  g_autoptr (GString) out = g_string_new (NULL);

  if (!options->csv && !options->markdown)
    {
      g_autofree char *begin = report_duration ((double) scope->begin_ns);
      g_autofree char *length = report_duration ((double) (scope->end_ns - scope->begin_ns));

      if (scope->is_whole)
        g_string_append_printf (out, "Whole profile: %s\n\n", length);
      else
        g_string_append_printf (out, "Window: %s from %s on\n\n", length, begin);
      if (trace_is_job (scope->trace))
        g_string_append (out, "Made of summaries: medians and percentiles are within 0.8 %.\n\n");
    }
  for (const StatsReport *const *at = stats_reports; *at != NULL; at++)
    {
      const StatsReport *report = *at;

      /* A hundred rows of utilization tell a reader nothing; they are there for who asks. */
      if (!is_wanted (options, scope, report)
          || (options->reports == NULL && strcmp (report->name, "utilization") == 0))
        continue;
      g_autofree char *header = NULL;
      g_autoptr (GPtrArray) records = stats_report_records (report, figures, &header);
      if (records == NULL)
        return no_memory ();
      if (is_left_out (options, report, records))
        continue;
      if (options->csv)
        report_csv (out, header, records);
      else if (options->markdown)
        report_markdown (out, report->title, records);
      else
        report_columns (out, report->title, records, options->reports == NULL ? ROWS_SHOWN : G_MAXUINT);
    }
  return cli_print (out) ? CLI_DONE : CLI_NO_RESOURCE;
}

/* Several reports may have the same to say. */
static void
complain_of_what_is_left_out (const Options *options, ReportFigures *figures)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const StatsReport *const *at = stats_reports; *at != NULL && options->reports != NULL; at++)
    {
      char *note = (*at)->note != NULL && is_wanted (options, report_figures_scope (figures), *at)
                     ? (*at)->note (figures)
                     : NULL;

      if (note != NULL && !g_hash_table_contains (said, note))
        cli_complain (note);
      if (note != NULL)
        g_hash_table_add (said, note);
    }
}

static CliStatus
check_options (const Options *options)
{
  if (options->json + options->csv + options->markdown > 1)
    return cli_usage ("only one of --json, --csv, --md can be given");
  if (options->csv && (options->reports == NULL || g_strv_length (options->reports) != 1))
    return cli_usage ("--csv needs exactly one --report");
  for (char **name = options->reports; name != NULL && *name != NULL; name++)
    if (stats_report_find (*name) == NULL)
      {
        g_autofree char *names = stats_report_names (" ");
        g_autofree char *message = g_strdup_printf ("there is no report \"%s\"; there are %s", *name, names);

        return cli_usage ("%s", message);
      }
  return scope_options_check (&options->scope);
}

static CliStatus
check_known (const Options *options, const StatsScope *scope)
{
  for (char **name = options->reports; name != NULL && *name != NULL; name++)
    {
      const StatsReport *report = stats_report_find (*name);

      if (stats_report_is_known (report, scope))
        continue;
      return report->of_job == REPORT_NOT_OF_JOB
               ? cli_usage ("the profile is made of summaries, which do not have what the report \"%s\" needs; "
                            "ask for it of the trace of a rank",
                            *name)
               : cli_usage ("the profile is made of summaries, of which the report \"%s\" is known for the whole alone; "
                            "leave out --window and --step",
                            *name);
    }
  return CLI_DONE;
}

static CliStatus
set_launch_gap (const Options *options)
{
  int64_t short_ns;

  report_idle_set_short (IDLE_SHORT_NS);
  if (options->launch_gap == NULL)
    return CLI_DONE;
  if (!time_window_parse_time (options->launch_gap, &short_ns) || short_ns < 0)
    return cli_usage ("--launch-gap takes a time, such as 30us");
  report_idle_set_short (short_ns);
  return CLI_DONE;
}

static CliStatus
set_what_if (const Options *options)
{
  if (!report_critical_set_what_if (options->what_if))
    return cli_usage ("--what-if takes a name and how much less time it takes, such as \"gemm=-20%%\"");
  if (options->what_if != NULL
      && (options->reports == NULL
          || !g_strv_contains ((const char *const *) options->reports, "critical_path")))
    return cli_usage ("--what-if needs --report critical_path");
  return CLI_DONE;
}

static CliStatus
set_time (const Options *options)
{
  int64_t at_ns;

  report_allocations_clear_time ();
  if (options->at == NULL)
    return CLI_DONE;
  if (!time_window_parse_time (options->at, &at_ns))
    return cli_usage ("--at takes a time, such as 1.5s");
  report_allocations_set_time (at_ns);
  return CLI_DONE;
}

/* One report after the other takes and returns as much memory: it is kept, rather than asked of the system anew and cleared
 * each time, which took a tenth of the time of all reports. */
static void
keep_memory (void)
{
  mallopt (M_MMAP_THRESHOLD, KEPT_BYTES);
  mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
}

static CliStatus
run (const Options *options, const char *path)
{
  g_autoptr (GError) error = NULL;
  StatsScope scope;
  CliStatus status = check_options (options);

  if (status == CLI_DONE)
    status = set_launch_gap (options);
  if (status == CLI_DONE)
    status = set_time (options);
  if (status == CLI_DONE)
    status = set_what_if (options);
  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status != CLI_DONE)
    return status;
  g_autoptr (Trace) trace = with_option_load (&options->with, path, cache_options_use (&options->cache),
                                              TRACE_USES_ALL, NULL, &error);
  if (trace == NULL)
    return cli_fail (error);
  g_autoptr (StepTable) steps = step_table_new (trace, options->scope.steps_pattern, &error);
  if (steps == NULL)
    return cli_fail (error);
  status = scope_options_find (&options->scope, trace, steps, &scope);
  if (status == CLI_DONE)
    status = check_known (options, &scope);
  if (status != CLI_DONE)
    return status;
  keep_memory ();
  g_autoptr (ReportFigures) figures = report_figures_new (&scope);
  status = options->json ? print_json (options, figures) : print_tables (options, figures);
  if (status == CLI_DONE)
    complain_of_what_is_left_out (options, figures);
  return status;
}

CliStatus
verb_stats_run (int argc, char **argv)
{
  Options options = { 0 };
  g_autofree char *names = stats_report_names (", ");
  g_autofree char *about_reports =
    g_strdup_printf ("Print only this report (%s); may be given several times", names);
  const GOptionEntry entries[] = {
    { "report", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.reports, about_reports, "NAME" },
    { "launch-gap", 0, 0, G_OPTION_ARG_STRING, &options.launch_gap,
      "In the idle reports, count a shorter gap before already launched work as launch overhead (default 30us)",
      "TIME" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &options.at,
      "In the allocation reports, show this time instead of the peak", "TIME" },
    { "what-if", 0, 0, G_OPTION_ARG_FILENAME, &options.what_if,
      "In the critical_path report, also give the length if the own time, without what they call, of all slices with "
      "this name were shorter",
      "NAME=-20%" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "md", 0, 0, G_OPTION_ARG_NONE, &options.markdown, "Print Markdown", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH");
  CliStatus status;

  g_option_context_set_summary (
    context,
    "Prints the statistics of a profile. A device is busy while a kernel, memcpy or memset runs on it.\n"
    "Percentages refer to the window unless stated otherwise. Devices without activity in the\n"
    "window have no row; the summary counts them as idle. AMD's tools record memcpy and memset as\n"
    "kernels: the reports summary, devices, kernels and memory follow the categories of the file\n"
    "and count them as kernels; bandwidth, breakdown and memory_by_name count them as memcpy and memset.");
  g_option_context_add_main_entries (context, entries, NULL);
  scope_options_add (&options.scope, context);
  with_option_add (&options.with, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc != 2)
    status = cli_usage (argc < 2 ? "stats needs a PATH"
                                 : "stats takes one PATH; a directory of ranks is one profile");
  else
    status = run (&options, argv[1]);

  g_strfreev (options.reports);
  g_free (options.launch_gap);
  g_free (options.at);
  g_free (options.what_if);
  g_free (options.kernel_rules);
  scope_options_clear (&options.scope);
  with_option_clear (&options.with);
  return status;
}
