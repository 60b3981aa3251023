/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_durations.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/stats/name_series.h"

/* Values of the sides, one after the other. */
typedef struct
{
  int64_t *values;
  size_t n, begin[COMPARED_SIDES_MAX], n_of[COMPARED_SIDES_MAX];
} Values;

static bool
count_values (CompareDurations *durations, const Values *values)
{
  if (!histogram_compute (values->values, values->n, COMPARE_DURATIONS_BINS, &durations->histogram))
    return false;
  for (uint32_t side = 0; side < durations->n_sides; side++)
    {
      const int64_t *of_side = values->values + values->begin[side];
      size_t n = values->n_of[side];

      durations->counts[side] = calloc (MAX (durations->histogram.n_bins, 1), sizeof (uint64_t));
      if (durations->counts[side] == NULL)
        return false;
      for (size_t i = 0; i < n; i++)
        durations->counts[side][histogram_bin_of (&durations->histogram, of_side[i])]++;
      durations->n[side] = n;
      durations->median_ns[side] = n > 0 ? distribution_percentile (of_side, n, 0.5) : 0;
    }
  return true;
}

/* noun: what is counted: steps, or slices. */
static void
make_chart (CompareDurations *durations, const Compared *compared, bool is_of_steps)
{
  for (uint32_t side = 0; side < durations->n_sides; side++)
    {
      const ComparedSide *of = &compared->sides[side];
      uint64_t n = durations->n[side];
      g_autofree char *count = g_strdup_printf (
        is_of_steps ? g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " step", "%" PRIu64 " steps", (gulong) n)
                    : g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " slice", "%" PRIu64 " slices", (gulong) n),
        n);

      durations->texts[side] = g_strdup_printf ("%s, %s: %s", of->name, of->scope, count);
      durations->series[side] = (OverlaySeries){ .label = compared_letter (side),
                                                 .text = durations->texts[side],
                                                 .counts = durations->counts[side],
                                                 .n = n,
                                                 .median_ns = durations->median_ns[side] };
    }
  durations->chart = (OverlayChart){
    .begin_ns = histogram_edge_ns (&durations->histogram, 0),
    .width_ns = MAX (durations->histogram.width_ns, 1),
    .n_bins = (int) durations->histogram.n_bins,
    .series = durations->series,
    .n_series = (int) durations->n_sides,
  };
}

/* Takes values->values. */
static CompareDurations *
durations_new (const Compared *compared, Values *values, bool is_of_steps)
{
  CompareDurations *durations = g_new0 (CompareDurations, 1);
  bool ok;

  durations->n_sides = compared->n_sides;
  ok = count_values (durations, values);
  free (values->values);
  if (ok)
    {
      make_chart (durations, compared, is_of_steps);
      return durations;
    }
  compare_durations_free (durations);
  return NULL;
}

static int
compare_times (const void *a, const void *b)
{
  const int64_t *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

CompareDurations *
compare_durations_of_steps (const Compared *compared)
{
  Values values = { 0 };

  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      const CompareSteps *steps = &compared->comparison.sides[side].steps;

      values.begin[side] = values.n;
      values.n_of[side] = steps->has_steps ? steps->n : 0;
      values.n += values.n_of[side];
    }
  values.values = malloc (MAX (values.n, 1) * sizeof *values.values);
  if (values.values == NULL)
    return NULL;
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      const CompareSide *of = &compared->comparison.sides[side];
      int64_t *at = values.values + values.begin[side];
      double divisor = (double) compare_side_divisor (of, SIDE_TIME);

      for (size_t i = 0; i < values.n_of[side]; i++)
        at[i] = (int64_t) llround (of->values[SIDE_TIME][i] / divisor);
      qsort (at, values.n_of[side], sizeof *at, compare_times);
    }
  return durations_new (compared, &values, true);
}

/* The slices with the name of one; NULL without any, or when it failed. */
static const NameSeries *
series_of (const CompareSide *of, uint64_t slice, bool (*should_continue) (void *user_data), void *user_data)
{
  const NameSeries *all, *in_scope;

  if (slice == SLICE_NONE)
    return NULL;
  all = name_series_new (of->trace, slice, should_continue, user_data);
  if (all == NULL)
    return NULL;
  in_scope = name_series_in (all, &of->steps.scope, should_continue, user_data);
  name_series_unref (all);
  return in_scope;
}

CompareDurations *
compare_durations_like (const Compared *compared,
                        const uint64_t *slices,
                        bool (*should_continue) (void *user_data),
                        void *user_data)
{
  const NameSeries *series[COMPARED_SIDES_MAX] = { NULL };
  CompareDurations *durations = NULL;
  Values values = { 0 };

  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      series[side] = series_of (&compared->comparison.sides[side], slices[side], should_continue, user_data);
      values.begin[side] = values.n;
      values.n_of[side] = series[side] != NULL ? series[side]->n_finished : 0;
      values.n += values.n_of[side];
    }
  values.values = malloc (MAX (values.n, 1) * sizeof *values.values);
  if (values.values != NULL && (should_continue == NULL || should_continue (user_data)))
    {
      for (uint32_t side = 0; side < compared->n_sides; side++)
        if (values.n_of[side] > 0)
          memcpy (values.values + values.begin[side], series[side]->dur_ns,
                  values.n_of[side] * sizeof *values.values);
      durations = durations_new (compared, &values, false);
    }
  else
    free (values.values);
  for (uint32_t side = 0; side < compared->n_sides; side++)
    if (series[side] != NULL)
      name_series_unref (series[side]);
  return durations;
}

void
compare_durations_free (CompareDurations *durations)
{
  if (durations == NULL)
    return;
  for (uint32_t side = 0; side < durations->n_sides; side++)
    {
      free (durations->counts[side]);
      g_free (durations->texts[side]);
    }
  histogram_clear (&durations->histogram);
  g_free (durations);
}

char *
compare_durations_bin_text (const CompareDurations *durations, int bin, const NumberStyle *numbers)
{
  char from[NUMBER_TEXT_MAX], to[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX],
    all[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_edge (numbers, histogram_edge_ns (&durations->histogram, (uint32_t) bin), from);
  number_text_edge (numbers, histogram_edge_ns (&durations->histogram, (uint32_t) bin + 1), to);
  g_string_append_printf (out, _ ("%s to %s"), from, to);
  for (uint32_t side = 0; side < durations->n_sides; side++)
    {
      uint64_t n = durations->counts[side][bin];

      number_text_count (numbers, n, count);
      number_text_count (numbers, durations->n[side], all);
      number_text_share (numbers, durations->n[side] > 0 ? (double) n / (double) durations->n[side] : NAN,
                         share);
      g_string_append_c (out, '\n');
      /* Translators: a letter, a number, of how many, and the share: "A: 9 of 23 (39.1 %)". */
      g_string_append_printf (out, _ ("%s: %s of %s (%s)"), compared_letter (side), count, all, share);
    }
  return g_strdup (out->str);
}

char *
compare_durations_text (const CompareDurations *durations, const NumberStyle *numbers)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char median[NUMBER_TEXT_MAX];

  for (uint32_t side = 0; side < durations->n_sides; side++)
    {
      if (side > 0)
        g_string_append_c (out, '\n');
      number_text_duration (numbers, durations->median_ns[side], median);
      if (durations->n[side] > 0)
        /* Translators: a letter, what it is, and the median of its durations. */
        g_string_append_printf (out, _ ("%s: %s, median %s"), compared_letter (side), durations->texts[side],
                                median);
      else
        g_string_append_printf (out, "%s: %s", compared_letter (side), durations->texts[side]);
    }
  return g_strdup (out->str);
}
