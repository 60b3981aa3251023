/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/step_text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "trace/model/device_word.h"
#include "trace/model/slice_find.h"

/* ---- steps ---- */

char *
step_text_name (const Profile *profile, uint64_t step)
{
  const TraceStep *it = step_table_get (profile->steps, step);

  if (it->has_number)
    return g_strdup_printf (_ ("Step %" PRId64), it->number);
  return g_strdup (
    trace_display_name (profile->trace, slice_name (trace_slices (profile->trace), it->slice)));
}

char *
step_text_place (const Profile *profile, uint64_t step, StepPlace form)
{
  const TraceStep *it = step_table_get (profile->steps, step);
  uint64_t first, n = profile_steps_of_rank (profile, it->rank, &first), place = step - first + 1;

  if (form == STEP_PLACE_WHOLE)
    {
      g_autofree char *name = step_text_name (profile, step);

      /* Translators: a step's name, its place, and how many there are: "Step 1011 (3 of 6)". */
      return g_strdup_printf (_ ("%s (%" PRIu64 " of %" PRIu64 ")"), name, place, n);
    }
  if (!it->has_number)
    /* Translators: a step's place, and how many there are: "3 of 6". */
    return g_strdup_printf (_ ("%" PRIu64 " of %" PRIu64), place, n);
  if (form == STEP_PLACE_OF_NUMBER)
    /* Translators: a step's number, its place, and how many there are: "1011 (3 of 6)". */
    return g_strdup_printf (_ ("%" PRId64 " (%" PRIu64 " of %" PRIu64 ")"), it->number, place, n);
  return g_strdup_printf ("%" PRId64, it->number);
}

char *
step_text_choice (const Profile *profile, uint64_t step)
{
  return step_table_get (profile->steps, step)->has_number
           ? step_text_name (profile, step)
           : step_text_place (profile, step, STEP_PLACE_WHOLE);
}

/* ---- scopes ---- */

static char *
steps_text (const Profile *profile, const ViewScope *scope)
{
  if (scope->first_step == scope->last_step)
    return step_text_choice (profile, scope->first_step);

  const TraceStep *first = step_table_get (profile->steps, scope->first_step);
  const TraceStep *last = step_table_get (profile->steps, scope->last_step);
  if (first->has_number && last->has_number)
    return g_strdup_printf (_ ("Steps %" PRId64 " to %" PRId64), first->number, last->number);
  uint64_t n = scope->last_step - scope->first_step + 1;
  return g_strdup_printf (ngettext ("%" PRIu64 " step", "%" PRIu64 " steps", (gulong) n), n);
}

char *
scope_text_window (ViewState *state)
{
  const ViewScope *scope = view_state_scope (state);

  switch (scope->window)
    {
    case SCOPE_STEPS:
      return steps_text (view_state_profile (state), scope);
    case SCOPE_VIEW:
      return g_strdup (_ ("Timeline view"));
    case SCOPE_AREA:
      return g_strdup (_ ("Selection"));
    default:
      return g_strdup (_ ("Whole profile"));
    }
}

static char *
short_steps_text (const Profile *profile, const ViewScope *scope)
{
  const TraceStep *first = step_table_get (profile->steps, scope->first_step);
  const TraceStep *last = step_table_get (profile->steps, scope->last_step);

  if (scope->first_step == scope->last_step)
    return step_text_place (profile, scope->first_step, STEP_PLACE_NUMBER);
  if (first->has_number && last->has_number)
    /* Translators: numbers of the first and the last of several steps. */
    return g_strdup_printf (_ ("%" PRId64 " to %" PRId64), first->number, last->number);
  return steps_text (profile, scope);
}

char *
scope_text_short_window (ViewState *state)
{
  const ViewScope *scope = view_state_scope (state);

  switch (scope->window)
    {
    case SCOPE_STEPS:
      return short_steps_text (view_state_profile (state), scope);
    case SCOPE_VIEW:
      /* Translators: short for "Timeline view". */
      return g_strdup (C_ ("scope", "View"));
    case SCOPE_AREA:
      return g_strdup (_ ("Selection"));
    default:
      /* Translators: short for "Whole profile". */
      return g_strdup (C_ ("scope", "Whole"));
    }
}

char *
scope_text_rank (const Trace *trace, uint32_t rank)
{
  return g_strdup_printf (_ ("Rank %" PRId64), trace_rank (trace, rank)->number);
}

char *
scope_text_short_device (const Trace *trace, uint32_t device)
{
  return device_word_in_one (trace, device, g_strdup_printf (_ ("GPU %d"), trace_device (trace, device)->number));
}

char *
scope_text_device (const Trace *trace, uint32_t device)
{
  const TraceDevice *it = trace_device (trace, device);

  if (trace_n_ranks (trace) == 1)
    return scope_text_short_device (trace, device);
  return device_word_in_one (
    trace, device, g_strdup_printf (_ ("GPU %d of rank %" PRId64), it->number, trace_rank (trace, it->rank)->number));
}

static uint64_t
count_slices (const StatsScope *scope)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t n = 0;

  for (uint32_t i = 0; i < trace_n_rows (scope->trace); i++)
    {
      const TraceRow *row = trace_row (scope->trace, i);

      if (!stats_scope_holds_track (scope, trace_track (scope->trace, row->track)))
        continue;
      n += scope->is_whole
             ? row->n_slices
             : slice_find_from (slices, row, scope->end_ns) - slice_find_from (slices, row, scope->begin_ns);
    }
  return n;
}

void
scope_text_lines (ViewState *state,
                  const HealthSummary *health,
                  const NumberStyle *numbers,
                  char *ret_lines[N_SCOPE_LINES])
{
  StatsScope scope = view_state_stats_scope (state);
  uint64_t n_slices = count_slices (&scope), n_steps = stats_scope_n_steps (&scope);
  uint32_t n_devices = stats_scope_n_devices (&scope);
  char length[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];

  number_text_duration (numbers, (double) (scope.end_ns - scope.begin_ns), length);
  g_autofree char *steps = g_strdup_printf (ngettext ("%s step", "%s steps", (gulong) n_steps),
                                            number_text_count (numbers, n_steps, n));
  g_autofree char *devices = device_word_in (
    scope.trace, g_strdup_printf (ngettext ("%s GPU", "%s GPUs", n_devices), number_text_count (numbers, n_devices, n)));
  g_autofree char *slices = g_strdup_printf (ngettext ("%s slice", "%s slices", (gulong) n_slices),
                                             number_text_count (numbers, n_slices, n));
  g_autofree char *loss = health_summary_phrase (health, numbers);

  /* Translators: length, steps, GPUs, slices, and what was lost of the file. */
  ret_lines[SCOPE_LINE_WHOLE] =
    g_strdup_printf (_ ("%s, %s, %s, %s, %s"), length, steps, devices, slices, loss);
  /* Translators: length, steps, slices, and what was lost of the file. */
  ret_lines[SCOPE_LINE_WITHOUT_GPUS] = g_strdup_printf (_ ("%s, %s, %s, %s"), length, steps, slices, loss);
  /* Translators: length, slices, and what was lost of the file. */
  ret_lines[SCOPE_LINE_WITHOUT_STEPS] = g_strdup_printf (_ ("%s, %s, %s"), length, slices, loss);
  ret_lines[SCOPE_LINE_OF_SLICES] = g_strdup_printf (_ ("%s, %s"), slices, loss);
  ret_lines[SCOPE_LINE_OF_LOSS] = g_steal_pointer (&loss);
}

char *
scope_text_line (ViewState *state, const HealthSummary *health, const NumberStyle *numbers)
{
  char *lines[N_SCOPE_LINES];

  scope_text_lines (state, health, numbers, lines);
  for (int i = SCOPE_LINE_WHOLE + 1; i < N_SCOPE_LINES; i++)
    g_free (lines[i]);
  return lines[SCOPE_LINE_WHOLE];
}
