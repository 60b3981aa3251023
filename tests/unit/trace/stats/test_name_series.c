/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "tests/unit/fixtures/random_profile.h"
#include "trace/stats/name_series.h"

static bool
comes_before (const SliceColumns *slices, uint64_t a, uint64_t b)
{
  return slices->start_ns[a] != slices->start_ns[b] ? slices->start_ns[a] < slices->start_ns[b] : a < b;
}

static bool
is_alike (const SliceColumns *slices, uint64_t a, uint64_t b)
{
  return slices->kind[a] == slices->kind[b] && slices->name[a] == slices->name[b];
}

static void
check_series (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const NameSeries *series = name_series_new (trace, slice, NULL, NULL);
  NamePlace place = name_series_place (series, trace, slice);
  uint64_t n_finished = 0, n_longer = 0;
  uint64_t n = 0, next = SLICE_NONE, before = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      g_assert_true (name_series_holds (series, trace, i) == is_alike (slices, slice, i));
      if (!is_alike (slices, slice, i))
        continue;
      g_assert_cmpuint (series->by_row[n++], ==, i);
      if (!(slices->flags[i] & SLICE_UNFINISHED))
        {
          n_finished++;
          n_longer += slices->dur_ns[i] > slices->dur_ns[slice];
        }
      if (i != slice && comes_before (slices, slice, i)
          && (next == SLICE_NONE || comes_before (slices, i, next)))
        next = i;
      if (i != slice && comes_before (slices, i, slice)
          && (before == SLICE_NONE || comes_before (slices, before, i)))
        before = i;
    }
  g_assert_cmpuint (series->n, ==, n);
  g_assert_cmpuint (name_series_walk (series, trace, slice, 1), ==, next);
  g_assert_cmpuint (name_series_walk (series, trace, slice, -1), ==, before);
  g_assert_cmpuint (place.n, ==, n_finished);
  g_assert_cmpuint (place.place, ==, slices->flags[slice] & SLICE_UNFINISHED ? 0 : n_longer + 1);
  g_assert_cmpuint (series->distribution.count, ==, n_finished);

  uint64_t n_counted = 0;
  for (uint32_t i = 0; i < series->histogram.n_bins; i++)
    n_counted += series->histogram.counts[i];
  g_assert_cmpuint (n_counted, ==, series->n_finished);

  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    {
      const TraceRow *row = trace_row (trace, r);
      uint64_t begin, end, n_here = 0;

      name_series_range (series, row->first_slice, row->n_slices, &begin, &end);
      for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
        n_here += is_alike (slices, slice, i);
      g_assert_cmpuint (end - begin, ==, n_here);
    }
  name_series_unref (series);
}

static void
check_walk_in_scope (const Trace *trace, uint64_t slice, GRand *random)
{
  const NameSeries *series = name_series_new (trace, slice, NULL, NULL);
  StatsScope scope = stats_scope_whole (trace, NULL);

  scope.rank = (uint32_t) g_rand_int_range (random, 0, (gint32) MAX (trace_n_ranks (trace), 1));
  scope.device = trace_n_devices (trace) > 0 && g_rand_boolean (random)
                   ? (uint32_t) g_rand_int_range (random, 0, (gint32) trace_n_devices (trace))
                   : TRACE_NONE;
  for (int by = -1; by <= 1; by += 2)
    {
      uint64_t expected = slice;

      do
        expected = name_series_walk (series, trace, expected, by);
      while (expected != SLICE_NONE
             && !stats_scope_holds_track (&scope, trace_track (trace, trace_track_of (trace, expected))));
      g_assert_cmpuint (name_series_walk_in (series, &scope, slice, by), ==, expected);
    }
  name_series_unref (series);
}

static StatsScope
random_scope (const Trace *trace, GRand *random)
{
  StatsScope scope = stats_scope_whole (trace, NULL);

  if (g_rand_boolean (random))
    {
      scope.is_whole = false;
      scope.begin_ns = g_rand_int_range (random, 0, 300);
      scope.end_ns = scope.begin_ns + g_rand_int_range (random, 0, 200);
    }
  if (g_rand_boolean (random))
    scope.rank = (uint32_t) g_rand_int_range (random, 0, (gint32) MAX (trace_n_ranks (trace), 1));
  if (trace_n_devices (trace) > 0 && g_rand_boolean (random))
    scope.device = (uint32_t) g_rand_int_range (random, 0, (gint32) trace_n_devices (trace));
  return scope;
}

static void
check_series_in_scope (const Trace *trace, uint64_t slice, GRand *random)
{
  const SliceColumns *slices = trace_slices (trace);
  StatsScope scope = random_scope (trace, random);
  const NameSeries *series = name_series_new (trace, slice, NULL, NULL);
  const NameSeries *in_scope = name_series_in (series, &scope, NULL, NULL);
  uint64_t n = 0, n_finished = 0, n_longer = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      const TraceTrack *track = trace_track (trace, trace_track_of (trace, i));

      if (!is_alike (slices, slice, i) || !stats_scope_holds_track (&scope, track)
          || !stats_scope_holds_start (&scope, slices->start_ns[i]))
        continue;
      g_assert_true (name_series_is_in (&scope, i));
      g_assert_cmpuint (in_scope->by_row[n++], ==, i);
      n_finished += !(slices->flags[i] & SLICE_UNFINISHED);
      n_longer += !(slices->flags[i] & SLICE_UNFINISHED) && slices->dur_ns[i] > slices->dur_ns[slice];
    }
  g_assert_cmpuint (in_scope->n, ==, n);
  g_assert_cmpuint (in_scope->n_finished, ==, n_finished);
  g_assert_cmpuint (in_scope->distribution.count, ==, n_finished);
  if (name_series_is_in (&scope, slice) && !(slices->flags[slice] & SLICE_UNFINISHED))
    g_assert_cmpuint (name_series_place (in_scope, trace, slice).place, ==, n_longer + 1);
  name_series_unref (in_scope);
  name_series_unref (series);
}

static void
those_in_scope_are_a_series_of_their_own (void)
{
  GRand *random = g_rand_new_with_seed (8);

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);

      for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
        check_series_in_scope (trace, i, random);
    }
  g_rand_free (random);
}

static void
walking_in_scope_passes_over_all_other_slices (void)
{
  GRand *random = g_rand_new_with_seed (7);

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);

      for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
        check_walk_in_scope (trace, i, random);
    }
  g_rand_free (random);
}

static void
random_series_are_what_looking_at_each_slice_gives (void)
{
  GRand *random = g_rand_new_with_seed (6);

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);

      for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
        check_series (trace, i);
    }
  g_rand_free (random);
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

/* Asked at the beginning and in between. */
static void
what_is_not_wanted_any_more_is_given_up (void)
{
  GRand *random = g_rand_new_with_seed (7);
  g_autoptr (Trace) trace = random_profile_new (random);
  int never = 0, once = 1, twice = 2;

  g_assert_null (name_series_new (trace, 0, continues_for_a_while, &never));
  g_assert_null (name_series_new (trace, 0, continues_for_a_while, &once));
  const NameSeries *series = name_series_new (trace, 0, continues_for_a_while, &twice);
  g_assert_nonnull (series);
  name_series_unref (series);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name_series/those_in_scope_are_a_series_of_their_own",
                   those_in_scope_are_a_series_of_their_own);
  g_test_add_func ("/name_series/random_series_are_what_looking_at_each_slice_gives",
                   random_series_are_what_looking_at_each_slice_gives);
  g_test_add_func ("/name_series/what_is_not_wanted_any_more_is_given_up",
                   what_is_not_wanted_any_more_is_given_up);
  g_test_add_func ("/name_series/walking_in_scope_passes_over_all_other_slices",
                   walking_in_scope_passes_over_all_other_slices);
  return g_test_run ();
}
