/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "app/cli/mcp/json_cut.h"
#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/mcp/verb_tool.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/scope_options.h"
#include "app/cli/verbs/query_out.h"
#include "trace/cache/cached_open.h"
#include "trace/text/trace_error.h"

/* The limits of the window's SQL page; memory and temporary files are limited by trace/query/query_database.h. */
#define ROWS_MAX        100000
#define ROWS_DEFAULT    200
#define SECONDS_MAX     600
#define SECONDS_DEFAULT 60

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "path", TOOL_PATH, .is_required = true, .description = TOOL_ABOUT_PATH },
  { "sql", TOOL_TEXT, .is_required = true, .description = "One SELECT statement in SQLite's SQL." },
  { "window", TOOL_TEXT, .description = "What scope_begin_ns() and scope_end_ns() return: the time from A to B, such as \"1.5ms..2s\"; it limits no rows by itself." },
  { "step", TOOL_INTEGER, .min = INT64_MIN, .max = INT64_MAX, .description = "The same, of the step with this number." },
  { "rank", TOOL_INTEGER, .min = INT64_MIN, .max = INT64_MAX, .description = "Whose step." },
  { "steps", TOOL_TEXT, .description = TOOL_ABOUT_STEPS },
  { "max_rows", TOOL_INTEGER, .min = 1, .max = ROWS_MAX, .fallback = ROWS_DEFAULT, .description = "Rows of the answer; the query ends after them." },
  { "max_seconds", TOOL_INTEGER, .min = 1, .max = SECONDS_MAX, .fallback = SECONDS_DEFAULT, .description = "The query is stopped after this time." },
  { "max_bytes", TOOL_INTEGER, .min = TOOL_BYTES_MIN, .max = TOOL_BYTES_MAX, .fallback = TOOL_BYTES_DEFAULT, .description = TOOL_ABOUT_BYTES },
  { .name = NULL },
  /* clang-format on */
};

typedef struct
{
  const ToolCall *call;
  CliCapture *capture;
  gint64 deadline_us;
  guint n_rows;
  bool is_cut;
} Asking;

static int64_t
integer (const Asking *asking, const char *name)
{
  return tool_arguments_integer (asking->call->arguments, name);
}

static CliStatus
fail (const Asking *asking, const GError *error)
{
  if (!g_error_matches (error, TRACE_ERROR, TRACE_ERROR_CANCELLED) || interrupt_is_set ()
      || g_get_monotonic_time () < asking->deadline_us)
    return cli_fail (error);
  return cli_usage (
    "The query was stopped after %d seconds. Select less, such as the slices of one step or one "
    "category, or raise max_seconds.",
    (int) integer (asking, "max_seconds"));
}

static CliStatus
take_rows (Asking *asking, const Trace *trace, Query *query)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (QueryOut) out = query_out_new (trace, query, QUERY_OUT_JSON);
  guint n_max = (guint) integer (asking, "max_rows");
  size_t max_bytes = (size_t) integer (asking, "max_bytes");
  QueryStep step;

  while ((step = query_step (query, &error)) == QUERY_ROW)
    {
      /* What is printed in pieces is cut to the byte later. */
      asking->is_cut = asking->n_rows == n_max || asking->capture->printed->len > max_bytes;
      if (asking->is_cut)
        break;
      if (!query_out_row (out))
        return CLI_NO_RESOURCE;
      asking->n_rows++;
    }
  if (step == QUERY_FAILED)
    return fail (asking, error);
  return query_out_end (out) ? CLI_DONE : CLI_NO_RESOURCE;
}

static CliStatus
ask (Asking *asking, const Trace *trace, const StepTable *steps, const StatsScope *scope, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (QueryDatabase) database = query_database_new (trace, steps, &error);
  Interrupt interrupt;

  if (database == NULL)
    return cli_fail (error);
  asking->deadline_us = g_get_monotonic_time () + integer (asking, "max_seconds") * G_USEC_PER_SEC;
  query_database_set_scope (database, scope->begin_ns, scope->end_ns);
  query_database_set_cancelled (database, interrupt_begin (&interrupt));
  query_database_set_deadline (database, asking->deadline_us);
  g_autoptr (Query) query = query_new (database, sql, &error);
  CliStatus status = query != NULL ? take_rows (asking, trace, query) : fail (asking, error);
  interrupt_end (&interrupt);
  return status;
}

static CliStatus
load_and_ask (Asking *asking)
{
  const ToolArguments *arguments = asking->call->arguments;
  const ScopeOptions scope_options = {
    .window = (char *) (uintptr_t) tool_arguments_text (arguments, "window"),
    .step = (char *) (uintptr_t) tool_arguments_text (arguments, "step"),
    .rank = (char *) (uintptr_t) tool_arguments_text (arguments, "rank"),
    .steps_pattern = (char *) (uintptr_t) tool_arguments_text (arguments, "steps"),
  };
  unsigned use =
    (asking->call->reads_cache ? CACHE_READ : 0) | (asking->call->writes_cache ? CACHE_WRITE : 0);
  g_autoptr (GError) error = NULL;
  StatsScope scope;
  CliStatus status = scope_options_check (&scope_options);

  if (status != CLI_DONE)
    return status;
  g_autoptr (Trace) trace = profile_load (g_array_index (asking->call->paths, AllowedPath, 0).path, use,
                                          TRACE_USES_ALL, NULL, &error);
  if (trace == NULL)
    return cli_fail (error);
  g_autoptr (StepTable) steps = step_table_new (trace, scope_options.steps_pattern, &error);
  if (steps == NULL)
    return cli_fail (error);
  status = scope_options_find (&scope_options, trace, steps, &scope);
  return status == CLI_DONE ? ask (asking, trace, steps, &scope, tool_arguments_text (arguments, "sql"))
                            : status;
}

static void
run (const ToolCall *call, ToolResult *result)
{
  CliCapture capture;
  Asking asking = { .call = call, .capture = &capture };

  verb_tool_begin_capture (&capture);
  CliStatus status = load_and_ask (&asking);
  if (status == CLI_DONE && asking.is_cut)
    g_string_append_printf (
      capture.complaints,
      "There are more rows than these %u. Aggregate (count, sum, group by), add a limit, or raise "
      "max_rows and max_bytes.\n",
      asking.n_rows);
  verb_tool_end_capture (&capture);
  if (status != CLI_DONE)
    tool_result_fail (result, capture.complaints->str);
  else
    tool_result_take_json (result, g_steal_pointer (&capture.printed), capture.complaints->str,
                           (size_t) integer (&asking, "max_bytes"));
  verb_tool_clear_capture (&capture);
}

const McpTool tool_query = {
  .name = "query",
  .title = "Query a profile with SQL",
  .description =
    "Runs one SELECT (SQLite) over a profile and returns its columns and rows. Tables:\n"
    "slice(id, track_id, ts_ns, dur_ns, depth, lane, name, category, correlation, step_id)\n"
    "track(id, parent_id, kind, name, rank, device, stream, pid, tid)\n"
    "kernel(slice_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, registers, shared_bytes, precision, tensor_core)\n"
    "flow(id, kind, from_slice, to_slice): from a call to what it launched\n"
    "step(id, rank, idx, number, name, host_begin_ns, host_end_ns, device_begin_ns, device_end_ns, wall_ns)\n"
    "counter(track_id, ts_ns, value)\n"
    "arg(slice_id, key, value): value is JSON text; value ->> '$' unquotes it\n"
    "health(id, severity, count, first_offset, message)\n"
    "Times are nanoseconds after the first slice. category is spelled as in the file: kernel, gpu_memcpy, gpu_memset, "
    "cuda_runtime, cpu_op, user_annotation and others. Example: select name, count(*), sum(dur_ns) from slice where category "
    "= 'kernel' group by name order by 3 desc limit 10",
  .parameters = parameters,
  .run = run,
};
