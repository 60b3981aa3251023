/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/scope_options.h"

#include <errno.h>

#include "app/cli/options/time_window.h"

void
scope_options_add (ScopeOptions *options, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "window", 0, 0, G_OPTION_ARG_FILENAME, &options->window,
      "Only the time from A to B, counted from the first slice, such as 1.5ms..2s", "A..B" },
    { "step", 0, 0, G_OPTION_ARG_FILENAME, &options->step, "Only the host span of step N", "N" },
    { "rank", 0, 0, G_OPTION_ARG_FILENAME, &options->rank,
      "Take step N of rank R; the figures still cover all ranks", "R" },
    { "steps", 0, 0, G_OPTION_ARG_FILENAME, &options->steps_pattern,
      "Use the host slices whose names match as steps; the first group is the number", "REGEX" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
scope_options_clear (ScopeOptions *options)
{
  g_free (options->window);
  g_free (options->step);
  g_free (options->rank);
  g_free (options->steps_pattern);
  *options = (ScopeOptions){ 0 };
}

static bool
parse_integer (const char *text, int64_t *ret_value)
{
  char *end;

  errno = 0;
  *ret_value = g_ascii_strtoll (text, &end, 10);
  return *text != '\0' && *end == '\0' && errno == 0;
}

CliStatus
scope_options_check (const ScopeOptions *options)
{
  if (options->window != NULL && options->step != NULL)
    return cli_usage ("only one of --window and --step can be given");
  if (options->rank != NULL && options->step == NULL)
    return cli_usage ("--rank says whose --step is meant; give both");
  return CLI_DONE;
}

static CliStatus
find_window (const char *text, const Trace *trace, const StepTable *steps, StatsScope *ret_scope)
{
  TimeWindow window;

  if (!time_window_parse (text, &window))
    return cli_usage ("--window needs A..B, two times such as 1.5ms..2s (bare numbers are ns) with A <= B; "
                      "either may be left out");
  *ret_scope = stats_scope_window (trace, steps, window.has_begin ? &window.begin_ns : NULL,
                                   window.has_end ? &window.end_ns : NULL);
  if (ret_scope->end_ns < ret_scope->begin_ns)
    return cli_usage (
      "--window ends before it begins; the profile lies between 0 and its length, which info tells");
  return CLI_DONE;
}

CliStatus
scope_options_find (const ScopeOptions *options,
                    const Trace *trace,
                    const StepTable *steps,
                    StatsScope *ret_scope)
{
  g_autoptr (GError) error = NULL;
  int64_t step, rank;

  if (options->window != NULL)
    return find_window (options->window, trace, steps, ret_scope);
  if (options->step == NULL)
    {
      *ret_scope = stats_scope_whole (trace, steps);
      return CLI_DONE;
    }
  if (!parse_integer (options->step, &step)
      || (options->rank != NULL && !parse_integer (options->rank, &rank)))
    return cli_usage ("--step and --rank need a number");
  if (stats_scope_step (trace, steps, step, options->rank != NULL ? &rank : NULL, ret_scope, &error))
    return CLI_DONE;
  return cli_fail (error);
}
