/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/part_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/comparing/rank_list.h"
#include "app/cli/options/time_window.h"
#include "trace/stats/scope.h"

void
part_options_add (PartOptions *options, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "window", 0, 0, G_OPTION_ARG_FILENAME, &options->window,
      "Only what happened between A and B, counted from the first slice, such as 1.5ms..2s", "A..B" },
    { "step", 0, 0, G_OPTION_ARG_FILENAME, &options->step,
      "Only step N: its host span, and the work launched in it", "N" },
    { "steps", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->steps,
      "Only steps A to B, of which one may be left out; or REGEX: the names of host slices that are steps",
      "A..B|REGEX" },
    { "rank", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->ranks, "Only rank R; may be given several times",
      "R" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
part_options_clear (PartOptions *options)
{
  g_free (options->window);
  g_free (options->step);
  g_strfreev (options->steps);
  g_strfreev (options->ranks);
  *options = (PartOptions){ 0 };
}

static bool
parse_integer (const char *text, int64_t *ret_value)
{
  char *end;

  errno = 0;
  *ret_value = g_ascii_strtoll (text, &end, 10);
  return *text != '\0' && *end == '\0' && errno == 0;
}

/* Steps that are chosen by their numbers. */
typedef struct
{
  const char *pattern; /* NULL: the usual names */
  bool any;
  int64_t first, last;
} Steps;

/* "3..5", "3.." or "..5"; anything else is a pattern. */
static bool
parse_range (const char *text, Steps *steps)
{
  const char *dots = strstr (text, "..");
  g_autofree char *head = g_strndup (text, dots != NULL ? (size_t) (dots - text) : 0);

  if (dots == NULL || strlen (text) == 2)
    return false;
  steps->first = INT64_MIN;
  steps->last = INT64_MAX;
  return (*head == '\0' || parse_integer (head, &steps->first))
         && (dots[2] == '\0' || parse_integer (dots + 2, &steps->last));
}

/* Returns NULL, or what is wrong. */
static const char *
parse_steps (const PartOptions *options, Steps *ret_steps)
{
  Steps steps = { 0 };

  for (char **text = options->steps; text != NULL && *text != NULL; text++)
    {
      Steps range;

      if (!parse_range (*text, &range))
        {
          if (steps.pattern != NULL)
            return "--steps takes one pattern and one range A..B";
          steps.pattern = *text;
          continue;
        }
      if (steps.any)
        return "--steps takes one range A..B";
      if (range.first > range.last)
        return "--steps A..B needs A <= B";
      steps.any = true;
      steps.first = range.first;
      steps.last = range.last;
    }
  if (options->step != NULL && steps.any)
    return "only one of --window, --step and --steps A..B can be given";
  if (options->step != NULL && !parse_integer (options->step, &steps.first))
    return "--step needs a number";
  if (options->step != NULL)
    steps.last = steps.first;
  steps.any = steps.any || options->step != NULL;
  if (options->window != NULL && steps.any)
    return "only one of --window, --step and --steps A..B can be given";
  if (steps.pattern != NULL && !steps.any)
    return "--steps REGEX says what the steps are; choose some with --step N or --steps A..B";
  *ret_steps = steps;
  return NULL;
}

bool
part_options_are_given (const PartOptions *options)
{
  return options->window != NULL || options->step != NULL || options->steps != NULL || options->ranks != NULL;
}

CliStatus
part_options_check (const PartOptions *options)
{
  TimeWindow window;
  Steps steps;
  int64_t rank;
  const char *wrong = parse_steps (options, &steps);

  if (wrong != NULL)
    return cli_usage ("%s", wrong);
  if (options->window != NULL && !time_window_parse (options->window, &window))
    return cli_usage ("--window needs A..B, two times such as 1.5ms..2s (bare numbers are ns) with A <= B; "
                      "either may be left out");
  for (char **text = options->ranks; text != NULL && *text != NULL; text++)
    if (!parse_integer (*text, &rank))
      return cli_usage ("--rank needs a number, not \"%s\"", *text);
  return CLI_DONE;
}

static CliStatus
find_ranks (char **ranks, const Trace *trace, const char *path, CutPart *part)
{
  uint32_t n = trace_n_ranks (trace);

  if (ranks == NULL)
    return CLI_DONE;
  part->ranks = calloc (n + (size_t) 1, 1);
  for (; *ranks != NULL && part->ranks != NULL; ranks++)
    {
      int64_t number = 0;
      uint32_t r = 0;

      parse_integer (*ranks, &number);
      while (r < n && trace_rank (trace, r)->number != number)
        r++;
      if (r == n)
        {
          g_autofree char *list = rank_list_text (trace, NULL, NULL);
          return cli_usage ("%s: there is no rank %" G_GINT64_FORMAT "; the profile has %s", path, number,
                            list);
        }
      part->ranks[r] = 1;
    }
  return part->ranks != NULL ? CLI_DONE : CLI_NO_RESOURCE;
}

/* From the earliest begin to the latest end, over the chosen ranks. */
static CliStatus
find_span (const Steps *asked, const Trace *trace, const StepTable *steps, CutPart *part)
{
  g_autoptr (GError) error = NULL;
  StatsScope scope;
  bool found = false;

  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      int64_t number = step->has_number ? step->number : (int64_t) step->index;

      if (number < asked->first || number > asked->last || (part->ranks != NULL && !part->ranks[step->rank]))
        continue;
      part->begin_ns = found ? MIN (part->begin_ns, step->host_begin_ns) : step->host_begin_ns;
      part->end_ns = found ? MAX (part->end_ns, step->host_end_ns) : step->host_end_ns;
      found = true;
    }
  if (found)
    return CLI_DONE;
  /* It says which ones there are. */
  if (stats_scope_step (trace, steps, asked->first == INT64_MIN ? asked->last : asked->first, NULL, &scope,
                        &error))
    return cli_usage ("the chosen ranks have no such step");
  return cli_fail (error);
}

CliStatus
part_options_find (const PartOptions *options,
                   const Trace *trace,
                   const char *path,
                   StepTable **ret_steps,
                   CutPart *ret_part)
{
  g_autoptr (GError) error = NULL;
  TimeWindow window = { 0 };
  Steps steps;

  *ret_part = (CutPart){ .begin_ns = INT64_MIN, .end_ns = INT64_MAX };
  parse_steps (options, &steps);
  *ret_steps = step_table_new (trace, steps.pattern, &error);
  if (*ret_steps == NULL)
    return cli_fail (error);
  CliStatus status = find_ranks (options->ranks, trace, path, ret_part);
  if (status == CLI_DONE && steps.any)
    status = find_span (&steps, trace, *ret_steps, ret_part);
  if (options->window != NULL && time_window_parse (options->window, &window))
    {
      ret_part->begin_ns = window.has_begin ? window.begin_ns : INT64_MIN;
      ret_part->end_ns = window.has_end ? window.end_ns : INT64_MAX;
    }
  return status;
}
