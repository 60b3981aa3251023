/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/index/interval_union.h"

#define SPAN 200

/* A union as one flag per nanosecond of [0, SPAN). */
typedef struct
{
  bool covered[SPAN];
} Bitmap;

static void
add (IntervalUnion *set, Bitmap *bitmap, int64_t begin_ns, int64_t end_ns)
{
  g_assert_true (interval_union_add (set, begin_ns, end_ns));
  for (int64_t t = begin_ns; t < end_ns; t++)
    bitmap->covered[t] = true;
}

static void
check_merged (const IntervalUnion *set)
{
  for (size_t i = 0; i < set->intervals.n; i++)
    {
      const Interval *interval = &set->intervals.at[i];

      g_assert_cmpint (interval->begin_ns, <, interval->end_ns);
      if (i > 0)
        g_assert_cmpint (interval[-1].end_ns, <, interval->begin_ns);
    }
}

static void
check_is (const IntervalUnion *set, const Bitmap *bitmap)
{
  Bitmap found = { 0 };
  int64_t length_ns = 0;

  check_merged (set);
  for (size_t i = 0; i < set->intervals.n; i++)
    for (int64_t t = set->intervals.at[i].begin_ns; t < set->intervals.at[i].end_ns; t++)
      found.covered[t] = true;
  for (size_t t = 0; t < SPAN; t++)
    {
      g_assert_cmpint (found.covered[t], ==, bitmap->covered[t]);
      length_ns += bitmap->covered[t];
    }
  g_assert_cmpint (interval_union_length (set), ==, length_ns);
}

static void
an_empty_set_is_merged (void)
{
  IntervalUnion set = { 0 };
  double shares[3] = { 7, 7, 7 };

  interval_union_merge (&set);
  g_assert_cmpuint (set.intervals.n, ==, 0);
  g_assert_cmpint (interval_union_length (&set), ==, 0);
  g_assert_cmpint (interval_union_intersection_length (&set, &set), ==, 0);
  interval_union_busy_shares (&set, 0, 10, 3, shares);
  g_assert_true (shares[0] == 0 && shares[1] == 0 && shares[2] == 0);
  interval_union_clear (&set);
}

static void
empty_intervals_add_nothing (void)
{
  IntervalUnion set = { 0 };

  g_assert_true (interval_union_add (&set, 5, 5));
  g_assert_true (interval_union_add (&set, 5, 4));
  g_assert_true (interval_union_add (&set, INT64_MAX, INT64_MIN));
  interval_union_merge (&set);
  g_assert_cmpuint (set.intervals.n, ==, 0);
  interval_union_clear (&set);
}

static void
touching_intervals_are_joined (void)
{
  IntervalUnion set = { 0 };

  g_assert_true (interval_union_add (&set, 20, 30));
  g_assert_true (interval_union_add (&set, 0, 10));
  g_assert_true (interval_union_add (&set, 10, 20));
  interval_union_merge (&set);
  g_assert_cmpuint (set.intervals.n, ==, 1);
  g_assert_cmpint (set.intervals.at[0].begin_ns, ==, 0);
  g_assert_cmpint (set.intervals.at[0].end_ns, ==, 30);
  interval_union_clear (&set);
  g_assert_cmpuint (set.intervals.n, ==, 0);
}

static void
random_unions_agree_with_a_bitmap (void)
{
  GRand *random = g_rand_new_with_seed (61);

  for (int round = 0; round < 1500; round++)
    {
      IntervalUnion sets[2] = { 0 };
      Bitmap bitmaps[2] = { 0 };
      int64_t both_ns = 0;

      for (int s = 0; s < 2; s++)
        {
          int n = g_rand_int_range (random, 0, 25), n_merged_between = g_rand_int_range (random, 0, 30);

          for (int i = 0; i < n; i++)
            {
              gint32 begin = g_rand_int_range (random, 0, SPAN);
              gint32 longest = round % 3 == 0 ? 3 : 40;

              /* Some in order, some any way. */
              if (round % 2 == 0)
                begin = i * SPAN / n;
              gint32 end = begin + g_rand_int_range (random, 0, longest);
              add (&sets[s], &bitmaps[s], begin, MIN (SPAN, end));
              if (i == n_merged_between)
                interval_union_merge (&sets[s]);
            }
          interval_union_merge (&sets[s]);
          check_is (&sets[s], &bitmaps[s]);
        }
      for (size_t t = 0; t < SPAN; t++)
        both_ns += bitmaps[0].covered[t] && bitmaps[1].covered[t];
      g_assert_cmpint (interval_union_intersection_length (&sets[0], &sets[1]), ==, both_ns);
      g_assert_cmpint (interval_union_intersection_length (&sets[1], &sets[0]), ==, both_ns);
      g_assert_cmpint (interval_union_intersection_length (&sets[0], &sets[0]), ==,
                       interval_union_length (&sets[0]));
      interval_union_clear (&sets[0]);
      interval_union_clear (&sets[1]);
    }
  g_rand_free (random);
}

/* In units of 1/n ns, part i is [i span, (i + 1) span) and an interval [n begin, n end): all whole.
 */
static double
exact_share (const IntervalUnion *set, int64_t begin_ns, int64_t end_ns, uint32_t n, uint32_t i)
{
  __int128 span = (__int128) end_ns - begin_ns, covered = 0;
  __int128 from = i * span, to = (i + (__int128) 1) * span;

  for (size_t k = 0; k < set->intervals.n; k++)
    {
      __int128 a = ((__int128) set->intervals.at[k].begin_ns - begin_ns) * n;
      __int128 b = ((__int128) set->intervals.at[k].end_ns - begin_ns) * n;

      a = a > from ? a : from;
      b = b < to ? b : to;
      covered += b > a ? b - a : 0;
    }
  return (double) covered / (double) span;
}

static void
check_shares (const IntervalUnion *set, int64_t begin_ns, int64_t end_ns, uint32_t n)
{
  double *shares = malloc (n * sizeof *shares + 1);

  for (uint32_t i = 0; i < n; i++)
    shares[i] = -1;
  interval_union_busy_shares (set, begin_ns, end_ns, n, shares);
  for (uint32_t i = 0; i < n; i++)
    {
      g_assert_true (shares[i] == exact_share (set, begin_ns, end_ns, n, i));
      g_assert_true (shares[i] >= 0 && shares[i] <= 1);
    }
  free (shares);
}

static void
random_shares_are_exact (void)
{
  static const uint32_t counts[] = { 1, 2, 3, 7, 64, 1000 };
  GRand *random = g_rand_new_with_seed (67);

  for (int round = 0; round < 150; round++)
    {
      IntervalUnion set = { 0 };
      gint32 span = g_rand_int_range (random, 1, round % 2 == 0 ? 50 : 1000000);
      int64_t origin_ns = round % 3 == 0 ? INT64_C (1712195495406752812) : 0;

      for (int i = g_rand_int_range (random, 0, 20); i > 0; i--)
        {
          int64_t begin_ns = origin_ns + g_rand_int_range (random, -span, 2 * span);
          g_assert_true (
            interval_union_add (&set, begin_ns, begin_ns + g_rand_int_range (random, 0, span + 1)));
        }
      interval_union_merge (&set);
      for (size_t c = 0; c < G_N_ELEMENTS (counts); c++)
        check_shares (&set, origin_ns, origin_ns + span, counts[c]);
      interval_union_clear (&set);
    }
  g_rand_free (random);
}

static void
windows_may_be_empty_narrow_or_vast (void)
{
  IntervalUnion set = { 0 };
  double shares[2] = { 7, 7 };

  g_assert_true (interval_union_add (&set, -10, 3));
  g_assert_true (interval_union_add (&set, 7, 8));
  interval_union_merge (&set);

  interval_union_busy_shares (&set, 5, 5, 2, shares);
  g_assert_true (shares[0] == 0 && shares[1] == 0);
  shares[0] = shares[1] = 7;
  interval_union_busy_shares (&set, 5, -5, 2, shares);
  g_assert_true (shares[0] == 0 && shares[1] == 0);
  interval_union_busy_shares (&set, 0, 10, 0, NULL);

  /* Parts of a fraction of a nanosecond. */
  check_shares (&set, 2, 4, 1000);
  check_shares (&set, -10, 3, 5);
  check_shares (&set, 3, 7, 5);
  check_shares (&set, INT64_MIN, INT64_MAX, 3);
  check_shares (&set, INT64_MIN, INT64_MAX, 1000);
  interval_union_clear (&set);

  g_assert_true (interval_union_add (&set, INT64_MIN, -1));
  g_assert_true (interval_union_add (&set, 1, INT64_MAX));
  check_shares (&set, INT64_MIN, INT64_MAX, 1000);
  check_shares (&set, -2, 2, 4);
  interval_union_clear (&set);
}

static void
many_intervals_in_any_order_are_quick (void)
{
  enum
  {
    N = 200000
  };
  gint64 begin_us = g_get_monotonic_time ();

  for (int shape = 0; shape < 3; shape++)
    {
      IntervalUnion set = { 0 };

      for (int64_t i = 0; i < N; i++)
        {
          int64_t at = shape == 0 ? i : shape == 1 ? N - i : i * 7919 % N;
          g_assert_true (interval_union_add (&set, at * 10, at * 10 + 5));
        }
      interval_union_merge (&set);
      check_merged (&set);
      g_assert_cmpuint (set.intervals.n, ==, N);
      g_assert_cmpint (interval_union_length (&set), ==, 5 * N);
      interval_union_clear (&set);
    }
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 1000000);
}

static void
lengths_beyond_the_range_saturate (void)
{
  IntervalUnion set = { 0 };

  g_assert_true (interval_union_add (&set, INT64_MIN, INT64_MAX));
  interval_union_merge (&set);
  g_assert_cmpint (interval_union_length (&set), ==, INT64_MAX);
  g_assert_cmpint (interval_union_intersection_length (&set, &set), ==, INT64_MAX);
  interval_union_clear (&set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interval_union/an_empty_set_is_merged", an_empty_set_is_merged);
  g_test_add_func ("/interval_union/empty_intervals_add_nothing", empty_intervals_add_nothing);
  g_test_add_func ("/interval_union/touching_intervals_are_joined", touching_intervals_are_joined);
  g_test_add_func ("/interval_union/random_unions_agree_with_a_bitmap", random_unions_agree_with_a_bitmap);
  g_test_add_func ("/interval_union/shares/random_shares_are_exact", random_shares_are_exact);
  g_test_add_func ("/interval_union/shares/windows_may_be_empty_narrow_or_vast",
                   windows_may_be_empty_narrow_or_vast);
  g_test_add_func ("/interval_union/many_intervals_in_any_order_are_quick",
                   many_intervals_in_any_order_are_quick);
  g_test_add_func ("/interval_union/lengths_beyond_the_range_saturate", lengths_beyond_the_range_saturate);
  return g_test_run ();
}
