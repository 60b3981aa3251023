/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_info.h"

#include "app/cli/options/background_check.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/origin.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/with_option.h"
#include "app/cli/out/health_records.h"
#include "app/cli/out/json_text.h"
#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"
#include "app/cli/about/job_records.h"
#include "app/cli/about/profile_records.h"
#include "app/cli/reports/report_bookmarks.h"
#include "trace/align/aligned_clock.h"
#include "trace/attach/attach.h"
#include "trace/classify/kernel_rules.h"
#include "trace/derive/step.h"
#include "trace/model/job_tables.h"
#include "trace/model/recording_tool.h"
#include "trace/sagemaker/job_record.h"
#include "trace/stats/step/step_proposals.h"

/* What info says comes from small tables, whatever the size of the profile. What repeats does not, so larger profiles
 * are not searched for it. */
#define SEARCHED_SLICES_MAX ((uint64_t) 1 << 20)

static GString *
categories_json (const Trace *trace)
{
  GString *out = g_string_new ("{");

  for (uint64_t i = 0; i < trace_n_categories (trace); i++)
    {
      const CategoryCount *category = trace_category (trace, i);
      size_t length;
      const char *text = trace_string (trace, category->category, &length);

      if (i > 0)
        g_string_append_c (out, ',');
      json_append_string (out, text, length);
      g_string_append_c (out, ':');
      json_append_unsigned (out, category->n);
    }
  g_string_append_c (out, '}');
  return out;
}

static Record *
events_record (const Trace *trace)
{
  const EventCounts *events = trace_event_counts (trace);
  Record *record = record_new ();

  record_add_count (record, "total", events->total);
  record_add_count (record, "slices", events->slices);
  record_add_count (record, "flows", events->flows);
  record_add_count (record, "counters", events->counters);
  record_add_count (record, "instants", events->instants);
  record_add_count (record, "skipped", events->skipped);
  record_add_json (record, "by_category", categories_json (trace));
  return record;
}

static GString *
array_json (GPtrArray *records)
{
  GString *out = g_string_new (NULL);

  report_json_array (out, records);
  g_ptr_array_unref (records);
  return out;
}

/* proposals is NULL if none were looked for. */
static void
add_proposals (Record *info, const StepProposals *proposals)
{
  if (proposals == NULL)
    {
      record_add_null (info, "step_proposals");
      return;
    }

  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  for (uint32_t i = 0; i < proposals->n; i++)
    {
      const StepProposal *proposal = &proposals->proposals[i];
      Record *record = record_new ();

      record_add_text (record, "name", proposal->name, strlen (proposal->name), NULL);
      record_add_count (record, "count", proposal->count);
      record_add_text (record, "pattern", proposal->pattern, strlen (proposal->pattern), NULL);
      g_ptr_array_add (records, record);
    }
  record_add_json (info, "step_proposals", array_json (records));
}

/* One line for each, the best first, with the option as it is typed into a shell. proposals is NULL if none were looked
 * for. */
static void
append_proposals (GString *out, const StepProposals *proposals)
{
  if (proposals == NULL)
    {
      g_string_append_printf (out,
                              "No steps found. The profile has more than %" G_GUINT64_FORMAT
                              " slices, flows or names; info proposes no steps then.\n"
                              "                If you know the names of the steps, pass them to other verbs: "
                              "--steps PATTERN\n\n",
                              SEARCHED_SLICES_MAX);
      return;
    }
  for (uint32_t i = 0; i < proposals->n; i++)
    {
      const StepProposal *proposal = &proposals->proposals[i];
      g_autofree char *pattern = g_shell_quote (proposal->pattern);
      g_autofree char *shown = report_printable (proposal->shown, strlen (proposal->shown));

      g_string_append_printf (out, "%s'%s' repeats %" G_GUINT64_FORMAT " times: --steps %s\n",
                              i == 0 ? "No steps found. " : "                ", shown, proposal->count,
                              pattern);
    }
  if (proposals->n > 0)
    g_string_append_c (out, '\n');
}

/* The objects as they are stored. */
static GString *
attached_json (const Trace *trace)
{
  g_autoptr (GPtrArray) files = attached_files (trace);
  GString *out = g_string_new ("[");

  for (guint i = 0; i < files->len; i++)
    {
      const AttachedRecord *file = files->pdata[i];

      g_string_append_printf (out, "%s%s", i > 0 ? "," : "", file->json);
    }
  return g_string_append_c (out, ']');
}

static Record *
aligned_record (const AlignedClock *clock)
{
  Record *record = record_new ();

  record_add_integer (record, "rank", clock->rank);
  record_add_integer (record, "reference_rank", clock->reference_rank);
  record_add_count (record, "collectives", clock->n_collectives);
  record_add_integer (record, "offset_ns", clock->offset_ns);
  record_add_real (record, "drift_ppm", clock->drift_ppm);
  record_add_integer (record, "residual_p50_ns", clock->residual_p50_ns);
  record_add_integer (record, "residual_p95_ns", clock->residual_p95_ns);
  record_add_boolean (record, "is_certain", clock->is_certain);
  return record;
}

/* Of a profile whose ranks were put on one clock: what was added to the times of each. */
static GPtrArray *
aligned_records (const Trace *trace)
{
  g_autoptr (GArray) clocks = aligned_clocks (trace);
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  for (guint i = 0; i < clocks->len; i++)
    g_ptr_array_add (records, aligned_record (&g_array_index (clocks, AlignedClock, i)));
  return records;
}

static GString *
tool_json (const RecordingTool *tool)
{
  g_autoptr (Record) record = record_new ();
  GString *out = g_string_new (NULL);

  for (int i = 0; i < 2; i++)
    {
      const char *key = i == 0 ? "name" : "version", *text = i == 0 ? tool->name : tool->version;

      if (text != NULL)
        record_add_text (record, key, text, strlen (text), NULL);
      else
        record_add_null (record, key);
    }
  report_json_object (out, record);
  return out;
}

static GString *
info_json (const Trace *trace, const StepTable *steps, const StepProposals *proposals, const char *path)
{
  g_autoptr (Record) record = record_new ();
  g_autoptr (Record) events = events_record (trace);
  GString *events_json = g_string_new (NULL);
  GString *out = g_string_new (NULL);
  g_auto (RecordingTool) tool = recording_tool_of (trace);
  const char *status = profile_status_word (trace_status (trace));
  const char *format = profile_format_word (trace, path);
  int64_t begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  report_json_object (events_json, events);
  record_add_text (record, "schema", "stepscope.info/1", strlen ("stepscope.info/1"), NULL);
  record_add_json (record, "time_origin", origin_json (trace));
  record_add_text (record, "path", path, strlen (path), NULL);
  record_add_text (record, "format", format, strlen (format), NULL);
  record_add_text (record, "status", status, strlen (status), NULL);
  record_add_json (record, "span_ns", span_json (begin_ns, end_ns));
  record_add_json (record, "events", events_json);
  record_add_json (record, "ranks", array_json (profile_rank_records (trace)));
  record_add_json (record, "devices", array_json (profile_device_records (trace)));
  record_add_count (record, "threads", profile_count_threads (trace));
  record_add_count (record, "steps", step_table_count (steps));
  record_add_count (record, "strings", trace_n_strings (trace));
  record_add_count (record, "kernel_rules", kernel_rules_installed ());
  record_add_json (record, "health", array_json (health_records (trace, NULL)));
  record_add_text (record, "source_format", trace_format (trace), strlen (trace_format (trace)), NULL);
  add_proposals (record, proposals);
  record_add_json (record, "tool", tool_json (&tool));
  record_add_json (record, "attached", attached_json (trace));
  record_add_json (record, "aligned", array_json (aligned_records (trace)));
  g_autoptr (JobDescription) job = job_record_of (trace);
  if (job != NULL)
    record_add_json (record, "job", job_records_json (trace, job));
  report_json_object (out, record);
  g_string_append_c (out, '\n');
  return out;
}

static void
append_section (GString *out, const char *title, GPtrArray *records)
{
  report_columns (out, title, records, 64);
  g_ptr_array_unref (records);
}

static void
append_section_if_any (GString *out, const char *title, GPtrArray *records)
{
  if (records->len > 0)
    append_section (out, title, records);
  else
    g_ptr_array_unref (records);
}

static GString *
info_text (const Trace *trace, const StepTable *steps, const StepProposals *proposals, const char *path)
{
  GString *out = g_string_new (NULL);
  g_autoptr (Record) profile = record_new ();
  g_autoptr (GPtrArray) profiles = g_ptr_array_new ();
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  g_auto (RecordingTool) tool = recording_tool_of (trace);
  g_autofree char *tool_text = recording_tool_text (&tool);
  const char *status = profile_status_word (trace_status (trace));
  const char *format = profile_format_word (trace, path);
  int64_t begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  record_add_text (profile, "path", path, strlen (path), NULL);
  record_add_text (profile, "format", format, strlen (format), NULL);
  if (tool_text != NULL)
    record_add_text (profile, "tool", tool_text, strlen (tool_text), NULL);
  record_add_text (profile, "status", status, strlen (status), NULL);
  record_add_integer (profile, "span_ns", end_ns - begin_ns);
  record_add_count (profile, "threads", profile_count_threads (trace));
  record_add_count (profile, "steps", step_table_count (steps));
  record_add_count (profile, "bookmarks", bookmarks_report_count (trace));
  g_ptr_array_add (profiles, profile);
  g_ptr_array_add (events, events_record (trace));

  report_columns (out, "Profile", profiles, 1);
  append_proposals (out, proposals);
  report_columns (out, "Events", events, 1);
  g_autoptr (JobDescription) job = job_record_of (trace);
  if (job != NULL)
    {
      append_section (out, "Job", job_records_of (job));
      append_section (out, "Phases", job_records_of_phases (trace, job));
    }
  append_section (out, "Ranks", profile_rank_records (trace));
  append_section (out, "Devices", profile_device_records (trace));
  append_section_if_any (out, "Attached counters", profile_attached_records (trace));
  append_section_if_any (out, "Aligned clocks", aligned_records (trace));
  health_append_text (out, trace, NULL);
  return out;
}

static CliStatus
run (const char *path, const WithOption *with, bool as_json, unsigned use, const char *kernel_rules)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = with_option_path (with, path);
  CliStatus status = kernel_rules_option_use (kernel_rules);

  if (status != CLI_DONE)
    return status;
  bool is_mapped;
  g_autoptr (Trace) trace = with_option_load (with, path, use, TRACE_USES_TABLES, &is_mapped, &error);
  if (trace == NULL)
    return cli_fail (error);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  if (steps == NULL)
    return cli_fail (error);

  StepProposals proposals = { 0 };
  bool has_steps = step_table_count (steps) > 0;
  bool is_searched = !has_steps && step_proposals_cost_at_most (trace, SEARCHED_SLICES_MAX);
  if (is_searched && is_mapped)
    background_check_begin (trace, path, TRACE_USES_SLICES | TRACE_USES_FLOWS);
  if (is_searched && !step_proposals_find (trace, NULL, NULL, &proposals))
    {
      cli_complain ("Not enough memory to find what repeats.");
      return CLI_NO_RESOURCE;
    }

  const StepProposals *found = has_steps || is_searched ? &proposals : NULL;
  g_autoptr (GString) out =
    as_json ? info_json (trace, steps, found, shown) : info_text (trace, steps, found, shown);
  step_proposals_clear (&proposals);
  return cli_print (out) ? CLI_DONE : CLI_NO_RESOURCE;
}

CliStatus
verb_info_run (int argc, char **argv)
{
  gboolean as_json = FALSE;
  CacheOptions cache = { 0 };
  WithOption with = { 0 };
  g_autofree char *kernel_rules = NULL;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH");
  CliStatus status;

  g_option_context_set_summary (context, "Shows what a profile contains: ranks, devices, events, health.");
  g_option_context_add_main_entries (context, entries, NULL);
  with_option_add (&with, context);
  cache_options_add (&cache, context);
  kernel_rules_option_add (&kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc != 2)
    status = cli_usage (argc < 2 ? "info needs a PATH" : "info takes one PATH");
  else
    status = run (argv[1], &with, as_json, cache_options_use (&cache), kernel_rules);
  with_option_clear (&with);
  return status;
}
