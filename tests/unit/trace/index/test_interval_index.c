/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/index/interval_index.h"

typedef struct
{
  int64_t start_ns, dur_ns;
} Slice;

typedef struct
{
  size_t n;
  int64_t *start_ns, *dur_ns, *tree;
} Row;

static int
compare_starts (const void *a, const void *b)
{
  const Slice *x = a, *y = b;

  return x->start_ns < y->start_ns ? -1 : x->start_ns > y->start_ns;
}

static Row
row_new (Slice *slices, size_t n)
{
  size_t length = interval_index_length (n);
  Row row = { n, malloc (n * sizeof (int64_t) + 1), malloc (n * sizeof (int64_t) + 1),
              malloc (length * sizeof (int64_t) + 1) };

  if (n > 0)
    qsort (slices, n, sizeof *slices, compare_starts);
  for (size_t i = 0; i < n; i++)
    {
      row.start_ns[i] = slices[i].start_ns;
      row.dur_ns[i] = slices[i].dur_ns;
    }
  interval_index_build (row.start_ns, row.dur_ns, n, row.tree);
  return row;
}

static void
row_clear (Row *row)
{
  free (row->start_ns);
  free (row->dur_ns);
  free (row->tree);
}

/* What a query must find, in integers that cannot overflow. */
static bool
overlaps (const Row *row, size_t i, int64_t begin_ns, int64_t end_ns)
{
  __int128 end_of_slice = (__int128) row->start_ns[i] + MAX (row->dur_ns[i], 1);

  return row->start_ns[i] < end_ns && end_of_slice > begin_ns;
}

static void
check_query (const Row *row, int64_t begin_ns, int64_t end_ns)
{
  IntervalIndex index = { row->n, row->start_ns, row->dur_ns, row->tree };
  U64Column out = { 0 };
  size_t at = 1;

  /* What is there already stays. */
  g_assert_true (u64_column_push (&out, 12345));
  g_assert_true (interval_index_query (&index, begin_ns, end_ns, &out));
  g_assert_cmpuint (out.at[0], ==, 12345);
  for (size_t i = 0; i < row->n; i++)
    if (overlaps (row, i, begin_ns, end_ns))
      {
        g_assert_cmpuint (at, <, out.n);
        g_assert_cmpuint (out.at[at++], ==, i);
      }
  g_assert_cmpuint (at, ==, out.n);
  u64_column_clear (&out);
}

static void
an_empty_row_has_nothing (void)
{
  Row row = row_new (NULL, 0);

  g_assert_cmpuint (interval_index_length (0), ==, 0);
  check_query (&row, INT64_MIN, INT64_MAX);
  check_query (&row, 0, 1);
  row_clear (&row);
}

static void
edges_are_half_open (void)
{
  Slice slices[] = { { 10, 5 }, { 20, 0 }, { 30, 1 } };
  Row row = row_new (slices, G_N_ELEMENTS (slices));

  for (int64_t begin_ns = 8; begin_ns < 34; begin_ns++)
    for (int64_t end_ns = begin_ns + 1; end_ns < 35; end_ns++)
      check_query (&row, begin_ns, end_ns);
  row_clear (&row);
}

static void
the_ends_of_time_do_not_overflow (void)
{
  Slice slices[] = {
    { INT64_MIN, 0 },          { INT64_MIN, INT64_MAX }, { INT64_MIN + 1, 7 },
    { -1, INT64_MAX },         { 0, INT64_MAX },         { 5, INT64_MAX },
    { INT64_MAX - 1, 0 },      { INT64_MAX - 1, 1 },     { INT64_MAX - 1, INT64_MAX },
    { INT64_MAX - 100, 1000 },
  };
  static const int64_t times[] = { INT64_MIN, INT64_MIN + 1, INT64_MIN + 2, -2,       -1, 0,
                                   1,         INT64_MAX - 2, INT64_MAX - 1, INT64_MAX };
  Row row = row_new (slices, G_N_ELEMENTS (slices));

  for (size_t i = 0; i < G_N_ELEMENTS (times); i++)
    for (size_t j = i + 1; j < G_N_ELEMENTS (times); j++)
      check_query (&row, times[i], times[j]);
  row_clear (&row);
}

/* Lengths around those at which the tree gains a block or a level. */
static void
random_slices_are_found_as_by_brute_force (void)
{
  static const size_t lengths[] = { 1,   2,   63,  64,   65,   127,  128,  129,
                                    511, 512, 513, 4095, 4096, 4097, 5000, 40000 };
  GRand *random = g_rand_new_with_seed (23);

  for (size_t l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (int shape = 0; shape < 4; shape++)
      {
        size_t n = lengths[l];
        gint32 span = shape == 0 ? 10 : (gint32) n * 10;
        Slice *slices = malloc (n * sizeof *slices);

        for (size_t i = 0; i < n; i++)
          {
            /* Equal starts; short ones with a few long among them; nested; any. */
            gint32 longest = shape == 1 && i % 500 != 0 ? 12 : shape == 2 ? span / 2 : span;
            slices[i].start_ns = g_rand_int_range (random, 0, span) - span / 2;
            slices[i].dur_ns = g_rand_int_range (random, 0, longest + 1);
            if (shape == 2)
              slices[i] = (Slice){ (int64_t) i, 2 * (int64_t) (n - i) };
          }
        Row row = row_new (slices, n);
        for (int round = 0; round < (n > 10000 ? 5 : 60); round++)
          {
            int64_t begin_ns = g_rand_int_range (random, -span, span);
            check_query (&row, begin_ns, begin_ns + g_rand_int_range (random, 1, round + 2));
            check_query (&row, begin_ns, begin_ns + g_rand_int_range (random, 1, span + 2));
          }
        check_query (&row, INT64_MIN, INT64_MAX);
        row_clear (&row);
        free (slices);
      }
  g_rand_free (random);
}

/* One slice over all others is found from anywhere, without reading what lies between. */
static void
queries_do_not_scan_the_row (void)
{
  enum
  {
    N = 1000000,
    N_QUERIES = 20000
  };
  Slice *slices = malloc (N * sizeof *slices);
  GRand *random = g_rand_new_with_seed (29);
  U64Column out = { 0 };

  for (size_t i = 0; i < N; i++)
    slices[i] = (Slice){ (int64_t) i * 10, i == 0 ? N * INT64_C (10) : 5 };
  Row row = row_new (slices, N);
  IntervalIndex index = { N, row.start_ns, row.dur_ns, row.tree };
  gint64 begin_us = g_get_monotonic_time ();
  for (int round = 0; round < N_QUERIES; round++)
    {
      int64_t at = g_rand_int_range (random, 1, N);

      out.n = 0;
      g_assert_true (interval_index_query (&index, at * 10, at * 10 + 1, &out));
      g_assert_cmpuint (out.n, ==, 2);
      g_assert_cmpuint (out.at[0], ==, 0);
      g_assert_cmpuint (out.at[1], ==, (uint64_t) at);
    }
  /* Milliseconds; reading the row each time would take minutes. */
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 1000000);
  u64_column_clear (&out);
  row_clear (&row);
  free (slices);
  g_rand_free (random);
}

/* A tree costs an eighth of a byte per slice. */
static void
the_tree_is_small (void)
{
  g_assert_cmpuint (interval_index_length (1), ==, 1);
  g_assert_cmpuint (interval_index_length (64), ==, 1);
  for (size_t n = 1; n < 10000000; n = n * 3 + 1)
    g_assert_cmpuint (interval_index_length (n), <=, n / 50 + 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interval_index/an_empty_row_has_nothing", an_empty_row_has_nothing);
  g_test_add_func ("/interval_index/edges_are_half_open", edges_are_half_open);
  g_test_add_func ("/interval_index/the_ends_of_time_do_not_overflow", the_ends_of_time_do_not_overflow);
  g_test_add_func ("/interval_index/random_slices_are_found_as_by_brute_force",
                   random_slices_are_found_as_by_brute_force);
  g_test_add_func ("/interval_index/queries_do_not_scan_the_row", queries_do_not_scan_the_row);
  g_test_add_func ("/interval_index/the_tree_is_small", the_tree_is_small);
  return g_test_run ();
}
