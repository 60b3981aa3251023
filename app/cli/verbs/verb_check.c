/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_check.h"

#include <string.h>

#include "app/cli/options/background_check.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/origin.h"
#include "app/cli/options/rules_option.h"
#include "app/cli/options/scope_options.h"
#include "app/cli/options/with_option.h"
#include "app/cli/out/health_records.h"
#include "app/cli/out/report_out.h"
#include "app/cli/verbs/findings_out.h"
#include "trace/cache/cached_open.h"
#include "trace/findings/threshold_file.h"
#include "trace/text/size_text.h"

typedef struct
{
  gboolean as_json, strict, findings, print_rules;
  char **rules; /* files */
  char *kernel_rules;
  ScopeOptions scope;
  CacheOptions cache;
  WithOption with;
} Options;

static GString *
damage_json (const TraceDamage *damage)
{
  GString *out = g_string_new ("[");

  for (uint32_t i = 0; i < damage->n; i++)
    g_string_append_printf (out, "%s\"%s\"", i > 0 ? "," : "", trace_damage_name (damage, i));
  return g_string_append_c (out, ']');
}

static GString *
check_json (const Trace *trace,
            const char *path,
            bool is_native,
            const TraceDamage *damage,
            const GPtrArray *health,
            const Findings *findings)
{
  g_autoptr (Record) record = record_new ();
  GString *health_json = g_string_new (NULL), *out = g_string_new (NULL);
  const EventCounts *events = trace_event_counts (trace);

  report_json_array (health_json, health);
  record_add_text (record, "schema", "stepscope.check/1", strlen ("stepscope.check/1"), NULL);
  record_add_text (record, "path", path, strlen (path), NULL);
  record_add_boolean (record, "native", is_native);
  record_add_json (record, "damaged_sections", damage_json (damage));
  record_add_count (record, "events_read", events->total);
  record_add_count (record, "events_skipped", events->skipped);
  record_add_boolean (record, "data_loss", health_has (health, HEALTH_DATA_LOSS));
  record_add_json (record, "health", health_json);
  if (findings != NULL)
    record_add_json (record, "time_origin", origin_json (trace));
  report_json_object (out, record);
  if (findings != NULL)
    {
      g_string_truncate (out, out->len - 1); /* the closing brace */
      findings_append_json (out, findings, trace);
      g_string_append_c (out, '}');
    }
  return g_string_append_c (out, '\n');
}

static GString *
check_text (const Trace *trace, bool is_native, const TraceDamage *damage)
{
  const EventCounts *events = trace_event_counts (trace);
  GString *out = g_string_new ("File\n");

  if (!is_native)
    {
      g_autofree char *read = count_text (events->total);
      g_autofree char *skipped = count_text (events->skipped);
      g_string_append_printf (out, "  %s events read, %s skipped\n", read, skipped);
    }
  else if (damage->n == 0)
    g_string_append (out, "  native, every section is as it was written\n");
  for (uint32_t i = 0; i < damage->n; i++)
    g_string_append_printf (out, "  native, section \"%s\" is damaged\n", trace_damage_name (damage, i));
  health_append_text (out, trace, damage);
  return out;
}

/* With --strict, the state of the file decides, then what was found. */
static CliStatus
judge (const GPtrArray *health, const Findings *findings, bool strict)
{
  if (!strict)
    return CLI_DONE;
  if (health_has (health, HEALTH_DATA_LOSS))
    return CLI_DATA_LOSS;
  return health_has (health, HEALTH_ERROR) || health_has (health, HEALTH_WARNING)
             || (findings != NULL && findings_are_severe (findings))
           ? CLI_CONDITION_FAILED
           : CLI_DONE;
}

static CliStatus
find (const Options *options, const Trace *trace, const FindingThresholds *thresholds, Findings *findings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StepTable) steps = step_table_new (trace, options->scope.steps_pattern, &error);
  StatsScope scope;
  CliStatus status;

  if (steps == NULL)
    return cli_fail (error);
  status = scope_options_find (&options->scope, trace, steps, &scope);
  if (status != CLI_DONE)
    return status;
  return findings_compute (findings, &scope, thresholds, NULL, interrupt_should_continue, NULL)
           ? CLI_DONE
           : interrupt_fail ("not enough memory to look for findings");
}

static CliStatus
run_with (const Options *options, const char *path, const FindingThresholds *thresholds, Findings *findings)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = with_option_path (&options->with, path);
  TraceDamage damage = { 0 };
  CliStatus status = CLI_DONE;
  unsigned use = cache_options_use (&options->cache);
  /* A profile of several has no sections of its own; those of native files are verified in the background. */
  bool is_native = !with_option_is_given (&options->with) && profile_path_is_native (path);
  /* It is the file that is checked, whatever the cache holds of it. */
  g_autoptr (Trace) trace =
    with_option_load (&options->with, path, use & ~(unsigned) CACHE_READ, TRACE_USES_ALL, NULL, &error);
  if (trace == NULL)
    return cli_fail (error);
  if (!with_option_is_given (&options->with))
    background_check_cancel ();
  if (is_native)
    trace_verify (trace, NULL, &damage);
  if (options->findings)
    status = find (options, trace, thresholds, findings);
  if (status != CLI_DONE)
    return status;

  g_autoptr (GPtrArray) health = health_records (trace, &damage);
  const Findings *found = options->findings ? findings : NULL;
  g_autoptr (GString) out = options->as_json ? check_json (trace, shown, is_native, &damage, health, found)
                                             : check_text (trace, is_native, &damage);
  if (found != NULL && !options->as_json)
    findings_append_text (out, found, trace);
  return cli_print (out) ? judge (health, found, options->strict) : CLI_NO_RESOURCE;
}

static CliStatus
run (const Options *options, const char *path)
{
  FindingThresholds thresholds = { 0 };
  Findings findings = { 0 };
  CliStatus status = scope_options_check (&options->scope);

  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status == CLI_DONE)
    status = rules_option_read (options->rules, &thresholds);
  if (status == CLI_DONE)
    status = run_with (options, path, &thresholds, &findings);
  finding_thresholds_clear (&thresholds);
  findings_clear (&findings);
  return status;
}

/* With the thresholds of --rules, so that a file can be brought up to date. */
static CliStatus
print_rules (const Options *options)
{
  FindingThresholds thresholds = { 0 };
  CliStatus status = rules_option_read (options->rules, &thresholds);

  if (status == CLI_DONE)
    {
      g_autofree char *text = threshold_file_text (&thresholds);
      g_autoptr (GString) out = g_string_new (text);

      status = cli_print (out) ? CLI_DONE : CLI_NO_RESOURCE;
    }
  finding_thresholds_clear (&thresholds);
  return status;
}

static CliStatus
check_options (const Options *options)
{
  const ScopeOptions *scope = &options->scope;

  if (!options->findings
      && (options->rules != NULL || scope->window != NULL || scope->step != NULL || scope->rank != NULL
          || scope->steps_pattern != NULL))
    return cli_usage ("--rules, --window, --step, --rank and --steps need --findings");
  return CLI_DONE;
}

CliStatus
verb_check_run (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "findings", 0, 0, G_OPTION_ARG_NONE, &options.findings,
      "Also say what is wrong with the run, what would be gained, and what to do", NULL },
    { "rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rules,
      "Take thresholds of findings from this file; may be given several times", "FILE" },
    { "print-rules", 0, 0, G_OPTION_ARG_NONE, &options.print_rules,
      "Print a file of all rules with their thresholds to edit, and take no PATH", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.as_json, "Print JSON", NULL },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &options.strict,
      "Exit with 3 if data was lost, with 6 on any error or warning, or any finding of more than information",
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH");
  CliStatus status;

  g_option_context_set_summary (context,
                                "Reads a whole file and reports what was lost, repaired or left unmatched. "
                                "For a native file\nit also verifies that every section is as it was "
                                "written. With --findings, rules look at the run\nitself.");
  g_option_context_add_main_entries (context, entries, NULL);
  scope_options_add (&options.scope, context);
  with_option_add (&options.with, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (options.print_rules && argc == 1)
    status = print_rules (&options);
  else if (options.print_rules)
    status = cli_usage ("--print-rules takes no PATH");
  else if (argc != 2)
    status = cli_usage (argc < 2 ? "check needs a PATH" : "check takes one PATH");
  else
    status = check_options (&options);
  if (argc == 2 && status == CLI_DONE && !options.print_rules)
    status = run (&options, argv[1]);
  g_strfreev (options.rules);
  g_free (options.kernel_rules);
  scope_options_clear (&options.scope);
  with_option_clear (&options.with);
  return status;
}
