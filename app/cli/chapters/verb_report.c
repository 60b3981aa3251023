/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/verb_report.h"

#include <signal.h>
#include <string.h>

#include "app/cli/chapters/comparison_document.h"
#include "app/cli/chapters/profile_document.h"
#include "app/cli/chapters/report_writers.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/rules_option.h"
#include "app/cli/options/scope_options.h"
#include "app/cli/options/with_option.h"

typedef struct
{
  char *out;
  char **window, **step, **rank, **steps; /* as given; each once for a profile */
  char *step_names;
  char **rules; /* files */
  char *kernel_rules;
  CacheOptions cache;
  WithOption with;
} Options;

static CliStatus
not_made (void)
{
  return interrupt_fail ("not enough memory for this report");
}

/* ---- writing ---- */

static CliStatus
write_document (const ReportWriter *writer, const Document *document, const char *path, OutputFile *file)
{
  g_autoptr (GError) error = NULL;

  if (file != NULL)
    return report_writer_save (writer, document, path, file, &error) ? CLI_DONE : cli_fail (error);
  g_autoptr (GString) bytes = writer->write (document, &error);
  if (bytes == NULL)
    return cli_fail (error);
  return cli_print (bytes) ? CLI_DONE : CLI_NO_RESOURCE;
}

/* ---- one profile ---- */

static const char *
first_of (char **values)
{
  return values != NULL ? values[0] : NULL;
}

/* Borrows from options. */
static ScopeOptions
scope_asked (const Options *options)
{
  const char *names = options->step_names != NULL ? options->step_names : first_of (options->steps);

  return (ScopeOptions){
    .window = (char *) first_of (options->window),
    .step = (char *) first_of (options->step),
    .rank = (char *) first_of (options->rank),
    .steps_pattern = (char *) names,
  };
}

static CliStatus
make_profile_document (const Options *options,
                       const char *path,
                       const FindingThresholds *thresholds,
                       const ReportDrawing *drawing,
                       Document **ret_document)
{
  const ScopeOptions asked = scope_asked (options);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = with_option_name (&options->with, path);
  StatsScope scope;
  CliStatus status = scope_options_check (&asked);

  if (status != CLI_DONE)
    return status;
  g_autoptr (Trace) trace = with_option_load (&options->with, path, cache_options_use (&options->cache),
                                              TRACE_USES_ALL, NULL, &error);
  if (trace == NULL)
    return cli_fail (error);
  g_autoptr (StepTable) steps = step_table_new (trace, asked.steps_pattern, &error);
  if (steps == NULL)
    return cli_fail (error);
  status = scope_options_find (&asked, trace, steps, &scope);
  if (status != CLI_DONE)
    return status;

  ProfileContents contents = {
    .scope = &scope, .name = name, .thresholds = thresholds, .should_continue = interrupt_should_continue
  };
  gpointer charts = NULL;
  if (drawing != NULL)
    {
      charts = drawing->profile_charts_new (trace, path, name, asked.steps_pattern, &scope,
                                            interrupt_should_continue, &contents.charts, &error);
      if (charts == NULL)
        return error != NULL ? cli_fail (error) : not_made ();
    }
  *ret_document = profile_document_new (&contents);
  if (charts != NULL)
    drawing->charts_free (charts);
  return *ret_document != NULL ? CLI_DONE : not_made ();
}

/* ---- several ---- */

static CliStatus
make_comparison_document (const Options *options,
                          char **paths,
                          guint n_paths,
                          const FindingThresholds *thresholds,
                          const ReportDrawing *drawing,
                          Document **ret_document)
{
  /* Borrows from options. */
  const SideOptions asked = { .step = options->step,
                              .steps = options->steps,
                              .window = options->window,
                              .rank = options->rank,
                              .step_names = options->step_names };
  g_autoptr (GError) error = NULL;
  CompareSides sides = { 0 };
  ComparisonContents contents = {
    .sides = &sides, .thresholds = thresholds, .should_continue = interrupt_should_continue
  };
  gpointer charts = NULL;
  CliStatus status = compare_sides_plan (&asked, paths, n_paths, &sides);

  if (status == CLI_DONE)
    status = compare_sides_open (&sides, &asked, cache_options_use (&options->cache));
  if (status == CLI_DONE && drawing != NULL)
    {
      charts = drawing->comparison_charts_new (&sides, options->step_names, interrupt_should_continue,
                                               &contents.charts, &error);
      if (charts == NULL)
        status = error != NULL ? cli_fail (error) : not_made ();
    }
  if (status == CLI_DONE)
    {
      *ret_document = comparison_document_new (&contents);
      if (*ret_document == NULL)
        status = not_made ();
    }
  if (charts != NULL)
    drawing->charts_free (charts);
  compare_sides_clear (&sides);
  return status;
}

/* ---- the verb ---- */

static bool
compares (const Options *options, guint n_paths)
{
  char **const given[] = { options->window, options->step, options->rank, options->steps };

  for (size_t i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i] != NULL && given[i][1] != NULL)
      return true;
  return n_paths > 1;
}

static CliStatus
write_report (const Options *options,
              char **paths,
              guint n_paths,
              const ReportWriter *writer,
              const FindingThresholds *thresholds)
{
  const ReportDrawing *drawing = writer->has_charts ? report_writers_drawing () : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OutputFile) file = NULL;
  g_autoptr (Document) document = NULL;
  CliStatus status;

  if (strcmp (options->out, "-") != 0)
    {
      file = output_file_begin (options->out, &error);
      if (file == NULL)
        return cli_fail (error);
    }
  status = compares (options, n_paths)
             ? make_comparison_document (options, paths, n_paths, thresholds, drawing, &document)
             : make_profile_document (options, paths[0], thresholds, drawing, &document);
  return status == CLI_DONE ? write_document (writer, document, options->out, file) : status;
}

static CliStatus
check_options (const Options *options, guint n_paths, const ReportWriter *writer)
{
  g_autofree char *suffixes = report_writers_suffixes ();

  if (n_paths < 1)
    return cli_usage ("report needs a PATH");
  if (options->out == NULL || options->out[0] == '\0')
    return cli_usage ("report needs -o OUT, a file that ends in %s", suffixes);
  if (writer == NULL && report_writers_drawing () == NULL
      && (g_str_has_suffix (options->out, ".html") || g_str_has_suffix (options->out, ".pdf")))
    return cli_usage ("%s: this program writes reports as Markdown, a file that ends in %s; stepscope, which can draw, "
                      "also writes HTML and PDF",
                      options->out, suffixes);
  if (writer == NULL)
    return cli_usage ("%s does not tell what to write: a report ends in %s", options->out, suffixes);
  if (compares (options, n_paths) && with_option_is_given (&options->with))
    return cli_usage ("--with, --attach and --align are for a report on one PATH");
  return CLI_DONE;
}

static CliStatus
run (const Options *options, char **paths, guint n_paths)
{
  const ReportWriter *writer = options->out != NULL ? report_writer_find (options->out) : NULL;
  FindingThresholds thresholds = { 0 };
  Interrupt interrupt;
  CliStatus status = check_options (options, n_paths, writer);

  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status == CLI_DONE)
    status = rules_option_read (options->rules, &thresholds);
  if (status == CLI_DONE)
    {
      signal (SIGXFSZ, SIG_IGN);
      interrupt_begin (&interrupt);
      status = write_report (options, paths, n_paths, writer, &thresholds);
      interrupt_end (&interrupt);
    }
  finding_thresholds_clear (&thresholds);
  return status;
}

CliStatus
verb_report_run (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out,
      "The report, replaced once it is complete; its suffix says what is written; \"-\" prints Markdown", "OUT" },
    { "window", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.window,
      "Only the time from A to B, counted from the first slice, such as 1.5ms..2s", "A..B" },
    { "step", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.step, "Only the host span of step N", "N" },
    { "rank", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rank,
      "Take step N of rank R; in a comparison, only the GPUs and threads of rank R", "R" },
    { "steps", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.steps,
      "Use the host slices whose names match as steps; in a comparison, only steps A..B", "REGEX" },
    { "step-names", 0, 0, G_OPTION_ARG_FILENAME, &options.step_names,
      "Use the host slices whose names match as steps, in a comparison, too", "REGEX" },
    { "rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rules,
      "Take thresholds of findings from this file; may be given several times", "FILE" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH...");
  g_autofree char *suffixes = report_writers_suffixes ();
  g_autofree char *summary = g_strdup_printf (
    "Writes a report as one file that ends in %s: what was loaded, what is wrong and what to do\n"
    "about it, step times, utilization, idle time, kernels, operators, memory, communication, the critical path\n"
    "and ranks. Several PATHs, or one with --step, --steps, --window or --rank given once for each side, are\n"
    "compared with the first. A directory of ranks is one PATH. Long tables are cut; stats prints all rows.",
    suffixes);
  CliStatus status;

  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, NULL);
  with_option_add (&options.with, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  status = run (&options, argv + 1, (guint) argc - 1);

  g_free (options.out);
  g_strfreev (options.window);
  g_strfreev (options.step);
  g_strfreev (options.rank);
  g_strfreev (options.steps);
  g_free (options.step_names);
  g_strfreev (options.rules);
  g_free (options.kernel_rules);
  with_option_clear (&options.with);
  return status;
}
