/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/index/lane.h"

typedef struct
{
  int64_t start_ns, dur_ns;
} Slice;

static int
compare_slices (const void *a, const void *b)
{
  const Slice *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->dur_ns > y->dur_ns ? -1 : x->dur_ns < y->dur_ns;
}

static __int128
end_of (const Slice *slice)
{
  return (__int128) slice->start_ns + MAX (slice->dur_ns, 1);
}

typedef struct
{
  size_t n;
  LaneSummary summary;
  uint16_t *lane;
  uint64_t n_in_lane[LANE_MAX];
} Layout;

static Layout
lay_out (Slice *slices, size_t n)
{
  Layout layout = { .n = n, .lane = malloc (n * sizeof (uint16_t) + 1) };
  int64_t *start_ns = calloc (n + 1, sizeof *start_ns);
  int64_t *dur_ns = calloc (n + 1, sizeof *dur_ns);

  if (n > 0)
    qsort (slices, n, sizeof *slices, compare_slices);
  for (size_t i = 0; i < n; i++)
    {
      start_ns[i] = slices[i].start_ns;
      dur_ns[i] = slices[i].dur_ns;
    }
  layout.summary = lane_assign (start_ns, dur_ns, n, layout.lane, layout.n_in_lane);
  free (start_ns);
  free (dur_ns);
  return layout;
}

/* First fit, by its definition; then the counts. */
static void
check_first_fit (const Layout *layout, const Slice *slices)
{
  __int128 end_ns[LANE_MAX];
  uint64_t n_in_lane[LANE_MAX] = { 0 };
  uint32_t n_lanes = 0;

  for (size_t i = 0; i < layout->n; i++)
    {
      uint32_t lane = 0;

      while (lane < LANE_MAX - 1 && lane < n_lanes && end_ns[lane] > slices[i].start_ns)
        lane++;
      g_assert_cmpuint (layout->lane[i], ==, lane);
      if (lane == n_lanes)
        n_lanes++;
      else if (end_ns[lane] > end_of (&slices[i]))
        continue;
      end_ns[lane] = end_of (&slices[i]);
    }
  for (size_t i = 0; i < layout->n; i++)
    n_in_lane[layout->lane[i]]++;
  g_assert_cmpuint (layout->summary.n_lanes, ==, n_lanes);
  for (uint32_t lane = 0; lane < n_lanes; lane++)
    g_assert_cmpuint (layout->n_in_lane[lane], ==, n_in_lane[lane]);
}

static void
check_no_overlap (const Layout *layout, const Slice *slices)
{
  for (size_t i = 0; i < layout->n; i++)
    for (size_t j = 0; j < i; j++)
      if (layout->lane[i] == layout->lane[j] && layout->lane[i] < LANE_MAX - 1)
        g_assert_true (end_of (&slices[j]) <= slices[i].start_ns);
}

static void
check_partial_overlaps (const Layout *layout, const Slice *slices)
{
  uint64_t n = 0;

  for (size_t i = 0; i < layout->n; i++)
    for (size_t j = 0; j < i; j++)
      if (end_of (&slices[j]) > slices[i].start_ns && end_of (&slices[j]) < end_of (&slices[i]))
        {
          n++;
          break;
        }
  g_assert_cmpuint (layout->summary.n_partial_overlaps, ==, n);
}

static void
check (Slice *slices, size_t n)
{
  Layout layout = lay_out (slices, n);

  check_first_fit (&layout, slices);
  check_no_overlap (&layout, slices);
  check_partial_overlaps (&layout, slices);
  free (layout.lane);
}

static void
nothing_needs_no_lane (void)
{
  Layout layout = lay_out (NULL, 0);

  g_assert_cmpuint (layout.summary.n_lanes, ==, 0);
  g_assert_cmpuint (layout.summary.n_partial_overlaps, ==, 0);
  free (layout.lane);
}

static void
nested_slices_lie_below_the_one_around (void)
{
  Slice slices[] = { { 0, 100 }, { 10, 50 }, { 20, 10 }, { 30, 5 }, { 60, 40 }, { 100, 3 } };
  Layout layout = lay_out (slices, G_N_ELEMENTS (slices));
  static const uint16_t lanes[] = { 0, 1, 2, 2, 1, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (lanes); i++)
    g_assert_cmpuint (layout.lane[i], ==, lanes[i]);
  g_assert_cmpuint (layout.summary.n_partial_overlaps, ==, 0);
  free (layout.lane);
}

static void
overlapping_slices_get_a_lane_of_their_own (void)
{
  Slice slices[] = { { 0, 10 }, { 5, 10 }, { 12, 5 } };
  Layout layout = lay_out (slices, G_N_ELEMENTS (slices));
  static const uint16_t lanes[] = { 0, 1, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (lanes); i++)
    g_assert_cmpuint (layout.lane[i], ==, lanes[i]);
  g_assert_cmpuint (layout.summary.n_partial_overlaps, ==, 2);
  free (layout.lane);
}

/* The third begins inside the first and ends after it, though it lies within the second. */
static void
an_overlap_is_not_hidden_by_a_longer_one (void)
{
  Slice slices[] = { { 0, 10 }, { 3, 17 }, { 5, 10 } };
  Layout layout = lay_out (slices, G_N_ELEMENTS (slices));

  g_assert_cmpuint (layout.summary.n_partial_overlaps, ==, 2);
  free (layout.lane);
}

static void
empty_slices_at_one_time_are_all_seen (void)
{
  Slice slices[] = { { 5, 0 }, { 5, 0 }, { 5, 1 }, { 6, 0 } };
  Layout layout = lay_out (slices, G_N_ELEMENTS (slices));
  static const uint16_t lanes[] = { 0, 1, 2, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (lanes); i++)
    g_assert_cmpuint (layout.lane[i], ==, lanes[i]);
  free (layout.lane);
}

static void
the_ends_of_time_do_not_overflow (void)
{
  Slice slices[] = {
    { INT64_MIN, 0 },     { INT64_MIN, 1 },      { INT64_MIN, INT64_MAX }, { -1, INT64_MAX },
    { 0, INT64_MAX },     { 1, INT64_MAX - 1 },  { INT64_MAX - 2, 1 },     { INT64_MAX - 1, 0 },
    { INT64_MIN + 5, 3 }, { INT64_MAX - 10, 5 },
  };

  check (slices, G_N_ELEMENTS (slices));
}

static void
random_slices_lie_by_first_fit (void)
{
  GRand *random = g_rand_new_with_seed (31);
  Slice slices[200];

  for (int round = 0; round < 600; round++)
    {
      size_t n = (size_t) g_rand_int_range (random, 1, round % 10 == 0 ? 200 : 40);
      gint32 span = g_rand_int_range (random, 1, 300);

      for (size_t i = 0; i < n; i++)
        {
          slices[i].start_ns = g_rand_int_range (random, -span, span);
          slices[i].dur_ns = g_rand_int_range (random, 0, g_rand_int_range (random, 1, span + 1));
        }
      check (slices, n);
    }
  g_rand_free (random);
}

/* What is deeper than the last lane is kept there. */
static void
the_last_lane_takes_the_rest (void)
{
  enum
  {
    N = LANE_MAX + 100
  };
  Slice *slices = malloc (N * sizeof *slices);

  for (size_t i = 0; i < N; i++)
    slices[i] = (Slice){ (int64_t) i, 2 * (int64_t) (N - i) };
  Layout layout = lay_out (slices, N);
  check_first_fit (&layout, slices);
  check_no_overlap (&layout, slices);
  g_assert_cmpuint (layout.summary.n_lanes, ==, LANE_MAX);
  g_assert_cmpuint (layout.n_in_lane[LANE_MAX - 1], ==, 101);
  g_assert_cmpuint (layout.summary.n_partial_overlaps, ==, 0);
  free (layout.lane);
  free (slices);
}

/* Equal slices; and each one overlapping the one before without nesting. */
static void
hostile_rows_are_quick (void)
{
  enum
  {
    N = 100000
  };
  Slice *slices = malloc (N * sizeof *slices);

  for (int shape = 0; shape < 3; shape++)
    {
      for (size_t i = 0; i < N; i++)
        slices[i] = shape == 0   ? (Slice){ 7, 3 }
                    : shape == 1 ? (Slice){ (int64_t) i, 1000000 }
                                 : (Slice){ (int64_t) i, 2 * (int64_t) (N - i) };
      gint64 begin_us = g_get_monotonic_time ();
      Layout layout = lay_out (slices, N);
      g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 500000);
      g_assert_cmpuint (layout.summary.n_lanes, ==, LANE_MAX);
      g_assert_cmpuint (layout.n_in_lane[LANE_MAX - 1], ==, N - LANE_MAX + 1);
      g_assert_cmpuint (layout.summary.n_partial_overlaps, ==, shape == 1 ? N - 1 : 0);
      free (layout.lane);
    }
  free (slices);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane/nothing_needs_no_lane", nothing_needs_no_lane);
  g_test_add_func ("/lane/nested_slices_lie_below_the_one_around", nested_slices_lie_below_the_one_around);
  g_test_add_func ("/lane/overlapping_slices_get_a_lane_of_their_own",
                   overlapping_slices_get_a_lane_of_their_own);
  g_test_add_func ("/lane/an_overlap_is_not_hidden_by_a_longer_one",
                   an_overlap_is_not_hidden_by_a_longer_one);
  g_test_add_func ("/lane/empty_slices_at_one_time_are_all_seen", empty_slices_at_one_time_are_all_seen);
  g_test_add_func ("/lane/the_ends_of_time_do_not_overflow", the_ends_of_time_do_not_overflow);
  g_test_add_func ("/lane/random_slices_lie_by_first_fit", random_slices_lie_by_first_fit);
  g_test_add_func ("/lane/the_last_lane_takes_the_rest", the_last_lane_takes_the_rest);
  g_test_add_func ("/lane/hostile_rows_are_quick", hostile_rows_are_quick);
  return g_test_run ();
}
