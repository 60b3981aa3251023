/* SPDX-License-Identifier: Apache-2.0
 *
 * Spots of a plot of collectives: each collective is in one, with those that lie nearest, and there are never too many. */

#include <glib.h>
#include <math.h>

#include "widgets/dashboard/sections/section_collectives.h"

static CollectivePointColumn
random_points (GRand *random, int n, int n_sizes, double spread)
{
  CollectivePointColumn points = { 0 };

  for (int i = 0; i < n; i++)
    g_assert_true (collective_point_column_push (
      &points, (CollectivePoint){ .kind = (CollectiveKind) g_rand_int_range (random, 1, 7),
                                  .n_kernels = 8,
                                  .slice = (uint64_t) i,
                                  .bytes = INT64_C (1) << (g_rand_int_range (random, 0, n_sizes) % 40),
                                  .transfer_ns = 10,
                                  .algorithm_gb_s = 1,
                                  .bus_gb_s = pow (10, g_rand_double_range (random, -spread, spread + 1e-9)) }));
  return points;
}

static int
compare_values (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Every point lies in the bounds of exactly one spot that counts it: the counts of all agree with those of the spots. */
static void
check_spots (const CollectivePointColumn *points, BandwidthAxis axis)
{
  g_autofree bool *is_listed = g_new0 (bool, points->n);
  CollectiveSpots spots;
  uint64_t n = 0;

  g_assert_true (collective_spots_init (&spots, points, axis, NULL, NULL));
  g_assert_cmpuint (spots.n, >=, 1);
  g_assert_cmpuint (spots.n, <=, COLLECTIVE_SPOTS_MAX);
  for (size_t i = 0; i < spots.n; i++)
    {
      const CollectiveSpot *spot = &spots.spots[i];
      g_autofree double *values = g_new (double, points->n);
      uint64_t n_inside = 0;

      for (size_t p = 0; p < points->n; p++)
        {
          const CollectivePoint *point = &points->at[p];

          if (point->kind == spot->kind && point->bytes >= spot->least_bytes && point->bytes <= spot->most_bytes
              && point->bus_gb_s >= spot->least_gb_s && point->bus_gb_s <= spot->most_gb_s)
            values[n_inside++] = point->bus_gb_s;
        }
      qsort (values, n_inside, sizeof *values, compare_values);
      g_assert_cmpuint (spot->n, ==, n_inside);
      g_assert_cmpfloat_with_epsilon (spot->median_gb_s, (values[(n_inside - 1) / 2] + values[n_inside / 2]) / 2,
                                      1e-9 * spot->most_gb_s);
      g_assert_cmpfloat (spot->middle.bus_gb_s, ==, values[(n_inside - 1) / 2]);
      g_assert_cmpuint (spot->n_listed, ==, MIN (spot->n, COLLECTIVE_LISTED_MAX));
      for (uint32_t k = 0; k < spot->n_listed; k++)
        {
          uint64_t slice = spots.listed[spot->first_listed + k];

          g_assert_false (is_listed[slice]);
          is_listed[slice] = true;
          g_assert_cmpfloat (points->at[slice].bus_gb_s, ==, values[k]);
        }
      n += spot->n;
    }
  g_assert_cmpuint (n, ==, points->n);
  collective_spots_clear (&spots);
}

static void
test_each_collective_is_in_one_spot (void)
{
  static const struct
  {
    int n, n_sizes;
    double spread;
  } cases[] = { { 1, 1, 0 }, { 2, 1, 0 }, { 300, 1, 0 }, { 300, 5, 1 }, { 1000, 40, 4 }, { 4000, 40, 12 }, { 3000, 2, 0.01 } };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (BandwidthAxis axis = 0; axis < N_BANDWIDTH_AXES; axis++)
      {
        CollectivePointColumn points = random_points (random, cases[i].n, cases[i].n_sizes, cases[i].spread);

        check_spots (&points, axis);
        collective_point_column_clear (&points);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collective_spots/each_collective_is_in_one_spot", test_each_collective_is_in_one_spot);
  return g_test_run ();
}
