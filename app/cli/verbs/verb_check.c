/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_check.h"

#include <string.h>

#include "app/cli/options/background_check.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/with_option.h"
#include "app/cli/out/health_records.h"
#include "app/cli/out/report_out.h"
#include "app/cli/out/size_text.h"
#include "trace/cache/cached_open.h"

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
            const GPtrArray *health)
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
  report_json_object (out, record);
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

/* With --strict, findings decide. */
static CliStatus
judge (const GPtrArray *health, bool strict)
{
  if (!strict)
    return CLI_DONE;
  if (health_has (health, HEALTH_DATA_LOSS))
    return CLI_DATA_LOSS;
  return health_has (health, HEALTH_ERROR) || health_has (health, HEALTH_WARNING) ? CLI_CONDITION_FAILED
                                                                                  : CLI_DONE;
}

static CliStatus
run (const char *path, const WithOption *with, bool as_json, bool strict, unsigned use)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = with_option_path (with, path);
  TraceDamage damage = { 0 };
  /* A profile of several has no sections of its own; those of native files are verified in the background. */
  bool is_native = !with_option_is_given (with) && profile_path_is_native (path);
  /* It is the file that is checked, whatever the cache holds of it. */
  g_autoptr (Trace) trace =
    with_option_load (with, path, use & ~(unsigned) CACHE_READ, TRACE_USES_ALL, NULL, &error);
  if (trace == NULL)
    return cli_fail (error);
  if (!with_option_is_given (with))
    background_check_cancel ();
  if (is_native)
    trace_verify (trace, NULL, &damage);

  g_autoptr (GPtrArray) health = health_records (trace, &damage);
  g_autoptr (GString) out =
    as_json ? check_json (trace, shown, is_native, &damage, health) : check_text (trace, is_native, &damage);
  return cli_print (out) ? judge (health, strict) : CLI_NO_RESOURCE;
}

CliStatus
verb_check_run (int argc, char **argv)
{
  gboolean as_json = FALSE, strict = FALSE;
  CacheOptions cache = { 0 };
  WithOption with = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &strict,
      "Exit with 3 if data was lost, with 6 on any error or warning", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH");
  CliStatus status;

  g_option_context_set_summary (context,
                                "Reads a whole file and reports what was lost, repaired or left unmatched. "
                                "For a native file\nit also verifies that every section is as it was "
                                "written.");
  g_option_context_add_main_entries (context, entries, NULL);
  with_option_add (&with, context);
  cache_options_add (&cache, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc != 2)
    status = cli_usage (argc < 2 ? "check needs a PATH" : "check takes one PATH");
  else
    status = run (argv[1], &with, as_json, strict, cache_options_use (&cache));
  with_option_clear (&with);
  return status;
}
