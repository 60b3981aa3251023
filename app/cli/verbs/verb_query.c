/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_query.h"

#include "app/cli/options/background_check.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/with_option.h"
#include "app/cli/options/scope_options.h"
#include "app/cli/verbs/query_out.h"
#include "trace/query/query.h"

typedef struct
{
  ScopeOptions scope;
  gboolean json, csv, markdown;
  CacheOptions cache;
  WithOption with;
  char *kernel_rules;
} Options;

static const char summary[] =
  "Prints the rows of a SELECT in SQLite's SQL over the tables of a profile:\n"
  "\n"
  "  slice(id, track_id, ts_ns, dur_ns, depth, lane, name, category, correlation, step_id)\n"
  "  track(id, parent_id, kind, name, rank, device, stream, pid, tid)\n"
  "  kernel(slice_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, registers,\n"
  "         shared_bytes, precision, tensor_core)\n"
  "  flow(id, kind, from_slice, to_slice)      from a call to what it launched\n"
  "  step(id, rank, idx, number, name, host_begin_ns, host_end_ns, device_begin_ns,\n"
  "       device_end_ns, wall_ns)\n"
  "  counter(track_id, ts_ns, value)\n"
  "  arg(slice_id, key, value)                 value is JSON text: value ->> '$' unquotes it\n"
  "  health(id, severity, count, first_offset, message)\n"
  "\n"
  "precision (fp64 fp32 tf32 fp16 bf16 fp8 fp4 int64 int32 int8 w4) and tensor_core (1, 0)\n"
  "are NULL when neither the launching operator's tensors nor the name states them.\n"
  "Times are nanoseconds after the first slice. Only spans of the profiler itself, and slices\n"
  "whose time is far from all others (health: event.time_far), begin before it.\n"
  "scope_begin_ns() and scope_end_ns() return the scope of --window or --step, else of the whole\n"
  "profile. The scope does not limit the rows of the tables.\n"
  "For example:\n"
  "\n"
  "  select name, count(*), sum(dur_ns) from slice\n"
  "  where category in ('kernel', 'Kernel') group by name order by 3 desc limit 10\n"
  "\n"
  "category is spelled as in the file.";

static QueryOutFormat
format_of (const Options *options)
{
  return options->json       ? QUERY_OUT_JSON
         : options->csv      ? QUERY_OUT_CSV
         : options->markdown ? QUERY_OUT_MARKDOWN
                             : QUERY_OUT_COLUMNS;
}

static CliStatus
print_rows (const Trace *trace, Query *query, QueryOutFormat format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (QueryOut) out = query_out_new (trace, query, format);
  QueryStep step = QUERY_END;

  while (!query_out_is_full (out) && (step = query_step (query, &error)) == QUERY_ROW)
    if (!query_out_row (out))
      return CLI_NO_RESOURCE;
  if (step == QUERY_FAILED)
    return cli_fail (error);
  return query_out_end (out) ? CLI_DONE : CLI_NO_RESOURCE;
}

static CliStatus
run (const Options *options, const char *path, const char *sql)
{
  g_autoptr (GError) error = NULL;
  Interrupt interrupt;

  if (options->json + options->csv + options->markdown > 1)
    return cli_usage ("only one of --json, --csv, --md can be given");
  CliStatus status = scope_options_check (&options->scope);
  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status != CLI_DONE)
    return status;
  /* Steps by a pattern of the user's are found among all slices. */
  unsigned uses =
    options->scope.steps_pattern == NULL ? TRACE_USES_TABLES : TRACE_USES_TABLES | TRACE_USES_SLICES;
  bool is_mapped;
  g_autoptr (Trace) trace =
    with_option_load (&options->with, path, cache_options_use (&options->cache), uses, &is_mapped, &error);
  if (trace == NULL)
    return cli_fail (error);
  g_autoptr (StepTable) steps = step_table_new (trace, options->scope.steps_pattern, &error);
  if (steps == NULL)
    return cli_fail (error);
  StatsScope scope;
  status = scope_options_find (&options->scope, trace, steps, &scope);
  if (status != CLI_DONE)
    return status;
  g_autoptr (QueryDatabase) database = query_database_new (trace, steps, &error);
  if (database == NULL)
    return cli_fail (error);

  query_database_set_scope (database, scope.begin_ns, scope.end_ns);
  query_database_set_cancelled (database, interrupt_begin (&interrupt));
  g_autoptr (Query) query = query_new (database, sql, &error);
  status = query != NULL ? print_rows (trace, query, format_of (options)) : cli_fail (error);
  interrupt_end (&interrupt);
  if (is_mapped && (query_database_uses (database) & ~uses) != 0)
    background_check_begin (trace, path, query_database_uses (database) & ~uses);
  return status;
}

CliStatus
verb_query_run (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "md", 0, 0, G_OPTION_ARG_NONE, &options.markdown, "Print Markdown", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH SQL");
  CliStatus status;

  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, NULL);
  scope_options_add (&options.scope, context);
  with_option_add (&options.with, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc != 3)
    status = cli_usage ("query needs a PATH and one SQL statement, in quotes");
  else
    status = run (&options, argv[1], argv[2]);

  g_free (options.kernel_rules);
  scope_options_clear (&options.scope);
  with_option_clear (&options.with);
  return status;
}
