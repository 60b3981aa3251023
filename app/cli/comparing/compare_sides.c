/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/compare_sides.h"

#include <errno.h>
#include <string.h>

#include "app/cli/comparing/rank_list.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/time_window.h"
#include "trace/model/job_tables.h"
#include "trace/compare/headline_text.h"
#include "trace/model/health_report.h"
#include "trace/text/duration_text.h"

void
side_options_add (SideOptions *options, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "step", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->step,
      "Only step N, or the step with the median time", "N|median" },
    { "steps", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->steps,
      "Only steps A to B; either may be left out", "A..B" },
    { "window", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->window,
      "Only what is between A and B, two times (ns, us, ms or s; a bare number is ns) counted from the first slice, "
      "such as 1.5ms..2s; either may be left out; steps that begin there count whole",
      "A..B" },
    { "rank", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->rank, "Only the GPUs and threads of rank R", "R" },
    { "step-names", 0, 0, G_OPTION_ARG_FILENAME, &options->step_names,
      "Use the host slices whose names match as steps; the first group is the number", "REGEX" },
    { "align", 0, 0, G_OPTION_ARG_FILENAME, &options->align,
      "none: the sides as they are given. steps: only the steps that all sides have, by number. start, step:N, "
      "annotation:NAME[:K], collective:NAME[:K] or collective:NAME:#N: from that instant of each side on, and --window "
      "counts from there; K counts from 1, N is the sequence number in the file",
      "WHAT" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
side_options_clear (SideOptions *options)
{
  g_strfreev (options->step);
  g_strfreev (options->steps);
  g_strfreev (options->window);
  g_strfreev (options->rank);
  g_free (options->step_names);
  g_free (options->align);
  *options = (SideOptions){ 0 };
}

/* Complains about what a profile does not have. option: as given. */
static CliStatus
fail (const SideAsked *side, const char *option, const char *value, GError *error)
{
  char *message = error->message;

  error->message = g_strdup_printf ("%s, %s %s: %s", side->path, option, value, message);
  g_free (message);
  return cli_fail (error);
}

/* ---- which side gets what ---- */

static guint
count (char **values)
{
  return values == NULL ? 0 : g_strv_length (values);
}

static const char *
value_for (char **values, guint side)
{
  const char *value = values == NULL ? NULL : count (values) == 1 ? values[0] : values[side];

  return value != NULL && strcmp (value, "all") == 0 ? NULL : value;
}

CliStatus
compare_sides_plan (const SideOptions *options, char **paths, guint n_paths, CompareSides *ret_sides)
{
  char **const given[] = { options->step, options->steps, options->window, options->rank };
  guint n = n_paths;

  *ret_sides = (CompareSides){ 0 };
  if (!align_option_parse (options->align, &ret_sides->align))
    return cli_usage (
      "--align takes none, steps, start, step:N, annotation:NAME, annotation:NAME:K, collective:NAME, "
      "collective:NAME:K or collective:NAME:#SEQUENCE; K counts from 1");
  for (guint i = 0; i < G_N_ELEMENTS (given) && n_paths == 1; i++)
    n = MAX (n, count (given[i]));
  if (n < 2)
    return cli_usage (
      "compare needs a BASE and at least one OTHER, or one PATH and an option such as --rank given "
      "once for each side");
  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (count (given[i]) > 1 && count (given[i]) != n)
      return cli_usage ("--step, --steps, --window and --rank are each given once, or once for each side");
  ret_sides->sides = g_new0 (SideAsked, n);
  ret_sides->n = n;
  for (guint i = 0; i < n; i++)
    {
      SideAsked *side = &ret_sides->sides[i];

      *side = (SideAsked){
        .path = paths[n_paths == 1 ? 0 : i],
        .step = value_for (options->step, i),
        .steps = value_for (options->steps, i),
        .window = value_for (options->window, i),
        .rank = value_for (options->rank, i),
      };
      if ((side->step != NULL) + (side->steps != NULL) + (side->window != NULL) > 1)
        return cli_usage ("a side has only one of --step, --steps and --window");
      if (ret_sides->align.is_instant && (side->step != NULL || side->steps != NULL))
        return cli_usage ("--align to an instant goes with --window, not with --step or --steps");
    }
  return CLI_DONE;
}

/* ---- parts ---- */

static bool
parse_integer (const char *text, size_t length, int64_t *ret_value)
{
  g_autofree char *copy = g_strndup (text, length);
  char *end;

  errno = 0;
  *ret_value = g_ascii_strtoll (copy, &end, 10);
  return length > 0 && *end == '\0' && errno == 0;
}

static bool
parse_steps (const char *text, int64_t *ret_first, int64_t *ret_last)
{
  const char *dots = strstr (text, "..");

  *ret_first = INT64_MIN;
  *ret_last = INT64_MAX;
  return dots != NULL && (dots == text || parse_integer (text, (size_t) (dots - text), ret_first))
         && (dots[2] == '\0' || parse_integer (dots + 2, strlen (dots + 2), ret_last));
}

static CliStatus
find_rank (const SideAsked *side, uint32_t *ret_rank)
{
  int64_t number;

  if (!parse_integer (side->rank, strlen (side->rank), &number))
    return cli_usage ("--rank needs a number, not \"%s\"", side->rank);
  for (uint32_t rank = 0; rank < trace_n_ranks (side->trace); rank++)
    if (trace_rank (side->trace, rank)->number == number)
      {
        *ret_rank = rank;
        return CLI_DONE;
      }
  g_autofree char *ranks = rank_list_text (side->trace, NULL, NULL);
  return cli_usage ("%s: there is no rank %" G_GINT64_FORMAT "; the profile has %s", side->path, number,
                    ranks);
}

static CliStatus
parse_window (const char *text, TimeWindow *ret_window)
{
  *ret_window = (TimeWindow){ 0 };
  if (text == NULL || time_window_parse (text, ret_window))
    return CLI_DONE;
  return cli_usage ("--window needs A..B, two times such as 1.5ms..2s (bare numbers are ns) with A <= B; "
                    "either may be left out; it is \"%s\"",
                    text);
}

static CliStatus
find_window (SideAsked *side, const StepTable *steps)
{
  TimeWindow window;
  int64_t trace_end_ns;
  char duration[DURATION_TEXT_MAX];
  CliStatus status = parse_window (side->window, &window);

  if (status != CLI_DONE)
    return status;
  trace_end_ns = stats_scope_whole (side->trace, steps).end_ns;
  side->part = (ComparePart){ .choice = COMPARE_WINDOW };
  side->part.scope = stats_scope_window (side->trace, steps, window.has_begin ? &window.begin_ns : NULL,
                                         window.has_end ? &window.end_ns : NULL);
  if (side->part.scope.end_ns < side->part.scope.begin_ns)
    return cli_usage ("%s: --window %s lies outside the profile, which lies between 0 and %s", side->path,
                      side->window, duration_text ((double) trace_end_ns, duration));
  return CLI_DONE;
}

static CliStatus
find_aligned (CompareSides *sides, guint index, const StepTable *steps, uint32_t rank)
{
  SideAsked *side = &sides->sides[index];
  TimeWindow window;
  CliStatus status = parse_window (side->window, &window);
  g_autoptr (GError) error = NULL;

  if (status != CLI_DONE
      || align_option_part (&sides->align, side->trace, steps, rank, &window, &side->part, &error))
    return status;
  g_autofree char *label = compare_side_label (index);
  g_autofree char *message = g_strdup_printf ("--align, side %s: %s", label, error->message);
  g_free (error->message);
  error->message = g_steal_pointer (&message);
  return cli_fail (error);
}

static CliStatus
find_part (CompareSides *sides, guint index, const StepTable *steps)
{
  SideAsked *side = &sides->sides[index];
  g_autoptr (GError) error = NULL;
  uint32_t rank = TRACE_NONE;
  int64_t first, last;
  CliStatus status = side->rank == NULL ? CLI_DONE : find_rank (side, &rank);

  if (status != CLI_DONE)
    return status;
  side->part = (ComparePart){ .scope = stats_scope_whole (side->trace, steps), .choice = COMPARE_WINDOW };
  if (sides->align.is_instant)
    return find_aligned (sides, index, steps, rank);
  if (side->window != NULL)
    status = find_window (side, steps);
  else if (side->step != NULL && strcmp (side->step, "median") == 0)
    side->part.choice = COMPARE_MEDIAN_STEP;
  else if (side->step != NULL || side->steps != NULL)
    {
      if (side->step != NULL && !parse_integer (side->step, strlen (side->step), &first))
        return cli_usage ("--step needs a number or \"median\", not \"%s\"", side->step);
      if (side->step != NULL)
        last = first;
      else if (!parse_steps (side->steps, &first, &last))
        return cli_usage (
          "--steps needs A..B, two numbers of steps, not \"%s\"; either may be left out. (--step-names "
          "takes a pattern.)",
          side->steps);
      if (first > last)
        return cli_usage ("--steps %s ends before it begins", side->steps);
      if (!compare_part_of_steps (side->trace, steps, first, last, rank, &side->part, &error))
        return fail (side, side->step != NULL ? "--step" : "--steps",
                     side->step != NULL ? side->step : side->steps, error);
    }
  if (status == CLI_DONE && rank != TRACE_NONE)
    stats_scope_limit (&side->part.scope, rank, TRACE_NONE);
  return status;
}

/* A profile of summaries has the figures of its own steps alone. */
static CliStatus
check_jobs (const CompareSides *sides, const SideOptions *options)
{
  bool any_job = false;

  for (guint i = 0; i < sides->n; i++)
    {
      const SideAsked *side = &sides->sides[i];
      bool is_job = trace_is_job (side->trace);

      any_job = any_job || is_job;
      if (is_job && (side->window != NULL || options->step_names != NULL || sides->align.is_instant))
        return cli_usage ("%s is made of summaries, which know their own steps alone; leave out --window, --step-names "
                          "and --align to an instant",
                          side->path);
    }
  for (guint i = 0; i < sides->n && any_job; i++)
    if (step_table_count (sides->sides[i].part.scope.steps) == 0)
      return cli_usage ("%s has no steps, and profiles made of summaries are compared by their steps alone",
                        sides->sides[i].path);
  return CLI_DONE;
}

CliStatus
compare_sides_open (CompareSides *sides, const SideOptions *options, unsigned cache_use)
{
  sides->traces = g_ptr_array_new_with_free_func ((GDestroyNotify) trace_unref);
  sides->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) step_table_free);
  for (guint i = 0; i < sides->n; i++)
    {
      g_autoptr (GError) error = NULL;
      SideAsked *side = &sides->sides[i];
      const StepTable *table = NULL;

      for (guint before = 0; before < i && table == NULL; before++)
        if (strcmp (sides->sides[before].path, side->path) == 0)
          {
            side->trace = sides->sides[before].trace;
            table = sides->sides[before].part.scope.steps;
          }
      if (table == NULL)
        {
          side->trace = profile_load (side->path, cache_use, TRACE_USES_ALL, NULL, &error);
          if (side->trace == NULL)
            return cli_fail (error);
          g_ptr_array_add (sides->traces, side->trace);
          StepTable *steps = step_table_new (side->trace, options->step_names, &error);
          if (steps == NULL)
            return cli_fail (error);
          g_ptr_array_add (sides->tables, steps);
          table = steps;
        }
      CliStatus status = find_part (sides, i, table);
      if (status != CLI_DONE)
        return status;
      if (sides->align.only_common && !compare_part_check_numbers (&side->part, &error))
        return fail (side, "--align", "steps", error);
    }
  return check_jobs (sides, options);
}

void
compare_sides_clear (CompareSides *sides)
{
  g_free (sides->sides);
  if (sides->tables != NULL)
    g_ptr_array_free (sides->tables, TRUE);
  if (sides->traces != NULL)
    g_ptr_array_free (sides->traces, TRUE);
  *sides = (CompareSides){ 0 };
}

char *
compare_side_text (const CompareSides *sides, guint index)
{
  const SideAsked *side = &sides->sides[index];
  g_autoptr (GString) out = g_string_new (NULL);
  if (side->part_text != NULL)
    return g_strdup (side->part_text);
  g_autofree char *align = sides->align.is_instant ? g_utf8_make_valid (sides->align.text, -1) : NULL;

  if (side->step != NULL)
    g_string_append_printf (out, strcmp (side->step, "median") == 0 ? "%s step" : "step %s", side->step);
  else if (side->steps != NULL)
    g_string_append_printf (out, "steps %s", side->steps);
  else if (side->window != NULL)
    g_string_append_printf (out, align != NULL ? "window %s from %s" : "window %s", side->window, align);
  else if (align != NULL)
    g_string_append_printf (out, "from %s on", align);
  else if (side->rank == NULL)
    g_string_append (out, "whole profile");
  if (side->rank != NULL)
    g_string_append_printf (out, out->len > 0 ? ", rank %s" : "rank %s", side->rank);
  return g_strdup (out->str);
}

char **
compare_side_losses (const Trace *trace)
{
  HealthFinding findings[N_HEALTH_IDS];
  unsigned n = health_report (trace, findings);
  GPtrArray *ids = g_ptr_array_new ();

  for (unsigned i = 0; i < n; i++)
    if (health_id_severity (findings[i].id) == HEALTH_DATA_LOSS)
      g_ptr_array_add (ids, g_strdup (health_id_name (findings[i].id)));
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_free (ids, FALSE);
}
