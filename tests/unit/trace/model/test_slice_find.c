/* SPDX-License-Identifier: Apache-2.0
 *
 * What is found by halving is what looking at every slice finds. */

#include <glib.h>

#include "tests/unit/fixtures/random_profile.h"
#include "trace/model/slice_find.h"

#define SLICES_MAX 40
#define BEFORE     3 /* slices of another row, which are not to be found */

typedef struct
{
  int64_t start_ns[BEFORE + SLICES_MAX + 1];
  SliceColumns slices;
  TraceRow row;
} Row;

/* Ascending, with ties; around it slices that would be wrong. */
static void
fill (Row *row, uint64_t n, GRand *random)
{
  int64_t time_ns = g_rand_int_range (random, -20, 20);

  *row = (Row){ .row = { .first_slice = BEFORE, .n_slices = n } };
  for (uint64_t i = 0; i < BEFORE; i++)
    row->start_ns[i] = 1000;
  for (uint64_t i = 0; i < n; i++)
    row->start_ns[BEFORE + i] = time_ns += g_rand_int_range (random, 0, 4);
  row->start_ns[BEFORE + n] = -1000;
  row->slices = (SliceColumns){ .n = BEFORE + n + 1, .start_ns = row->start_ns };
}

static uint64_t
first_by_looking (const Row *row, uint64_t first, uint64_t end, int64_t time_ns)
{
  while (first < end && row->start_ns[first] < time_ns)
    first++;
  return first;
}

static void
the_first_from_a_time_is_that_of_looking_at_all (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (uint64_t n = 0; n <= SLICES_MAX; n++)
    for (unsigned round = 0; round < 5; round++)
      {
        Row row;

        fill (&row, n, random);
        for (int64_t time_ns = -30; time_ns < 150; time_ns++)
          {
            uint64_t expected = first_by_looking (&row, BEFORE, BEFORE + n, time_ns);

            g_assert_cmpuint (slice_find_from (&row.slices, &row.row, time_ns), ==, expected);
            for (uint64_t first = BEFORE; first <= BEFORE + n; first++)
              g_assert_cmpuint (slice_find_onward (&row.slices, first, BEFORE + n, time_ns), ==,
                                first_by_looking (&row, first, BEFORE + n, time_ns));
          }
      }
}

static void
the_range_ends_where_it_is_said_to (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  Row row;

  fill (&row, SLICES_MAX, random);
  for (uint64_t end = BEFORE; end <= BEFORE + SLICES_MAX; end++)
    g_assert_cmpuint (slice_find_onward (&row.slices, BEFORE, end, INT64_MAX), ==, end);
}

static void
no_time_is_too_early_or_too_late (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  Row row;

  fill (&row, SLICES_MAX, random);
  g_assert_cmpuint (slice_find_from (&row.slices, &row.row, INT64_MIN), ==, BEFORE);
  g_assert_cmpuint (slice_find_from (&row.slices, &row.row, INT64_MAX), ==, BEFORE + SLICES_MAX);
  g_assert_cmpuint (slice_find_onward (&row.slices, BEFORE, BEFORE + SLICES_MAX, INT64_MIN), ==, BEFORE);
}

static void
of_starts_in_no_order_one_of_the_range_is_found (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Row row;

  for (unsigned round = 0; round < 200; round++)
    {
      fill (&row, SLICES_MAX, random);
      for (uint64_t i = 0; i < SLICES_MAX; i++)
        row.start_ns[BEFORE + i] = (int64_t) ((uint64_t) g_rand_int (random) << 32 | g_rand_int (random));
      int64_t time_ns = row.start_ns[BEFORE + g_rand_int_range (random, 0, SLICES_MAX)];
      uint64_t found[] = {
        slice_find_from (&row.slices, &row.row, time_ns),
        slice_find_onward (&row.slices, BEFORE, BEFORE + SLICES_MAX, time_ns),
      };

      for (size_t i = 0; i < G_N_ELEMENTS (found); i++)
        {
          g_assert_cmpuint (found[i], >=, BEFORE);
          g_assert_cmpuint (found[i], <=, BEFORE + SLICES_MAX);
        }
    }
}

static void
every_slice_is_found_in_the_row_that_holds_it (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (unsigned round = 0; round < 50; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      uint64_t n_found = 0;

      for (uint32_t r = 0; r < trace_n_rows (trace); r++)
        {
          const TraceRow *row = trace_row (trace, r);

          for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++, n_found++)
            g_assert_cmpuint (slice_find_row (trace, i), ==, r);
        }
      g_assert_cmpuint (n_found, ==, trace_slices (trace)->n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice_find/the_first_from_a_time_is_that_of_looking_at_all",
                   the_first_from_a_time_is_that_of_looking_at_all);
  g_test_add_func ("/slice_find/the_range_ends_where_it_is_said_to", the_range_ends_where_it_is_said_to);
  g_test_add_func ("/slice_find/no_time_is_too_early_or_too_late", no_time_is_too_early_or_too_late);
  g_test_add_func ("/slice_find/of_starts_in_no_order_one_of_the_range_is_found",
                   of_starts_in_no_order_one_of_the_range_is_found);
  g_test_add_func ("/slice_find/every_slice_is_found_in_the_row_that_holds_it",
                   every_slice_is_found_in_the_row_that_holds_it);
  return g_test_run ();
}
