/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "trace/stats/percent_parts.h"

#define N_MAX 12

static uint32_t
sum_of (const uint32_t *tenths, size_t n)
{
  uint32_t sum = 0;

  for (size_t i = 0; i < n; i++)
    sum += tenths[i];
  return sum;
}

static void
thirds_add_up (void)
{
  uint32_t tenths[3];

  g_assert_true (percent_parts ((int64_t[]){ 1, 1, 1 }, 3, tenths));
  g_assert_cmpuint (tenths[0], ==, 334);
  g_assert_cmpuint (tenths[1], ==, 333);
  g_assert_cmpuint (tenths[2], ==, 333);
}

static void
the_largest_remainder_wins_and_then_the_earlier_part (void)
{
  uint32_t tenths[4];

  /* 142.86, 142.86, 285.71 and 428.57 tenths: one more for all but the last. */
  g_assert_true (percent_parts ((int64_t[]){ 1, 1, 2, 3 }, 4, tenths));
  g_assert_cmpuint (tenths[0], ==, 143);
  g_assert_cmpuint (tenths[1], ==, 143);
  g_assert_cmpuint (tenths[2], ==, 286);
  g_assert_cmpuint (tenths[3], ==, 428);

  /* 166.67 each: four more for six. */
  uint32_t sixths[6];
  g_assert_true (percent_parts ((int64_t[]){ 9, 9, 9, 9, 9, 9 }, 6, sixths));
  for (size_t i = 0; i < 6; i++)
    g_assert_cmpuint (sixths[i], ==, i < 4 ? 167 : 166);
}

static void
parts_with_one_decimal_are_exact (void)
{
  uint32_t tenths[3];

  g_assert_true (percent_parts ((int64_t[]){ 605, 0, 395 }, 3, tenths));
  g_assert_cmpuint (tenths[0], ==, 605);
  g_assert_cmpuint (tenths[1], ==, 0);
  g_assert_cmpuint (tenths[2], ==, 395);
}

static void
nothing_has_no_parts (void)
{
  uint32_t tenths[2] = { 7, 7 };

  g_assert_false (percent_parts (NULL, 0, NULL));
  g_assert_false (percent_parts ((int64_t[]){ 0, 0 }, 2, tenths));
  g_assert_cmpuint (tenths[0], ==, 0);
  g_assert_cmpuint (tenths[1], ==, 0);
}

/* A sum of a damaged file, from which more was taken than there is. */
static void
negative_parts_are_none (void)
{
  uint32_t tenths[3];

  g_assert_true (percent_parts ((int64_t[]){ 3, 2, -2 }, 3, tenths));
  g_assert_cmpuint (tenths[0], ==, 600);
  g_assert_cmpuint (tenths[1], ==, 400);
  g_assert_cmpuint (tenths[2], ==, 0);
  g_assert_true (percent_parts ((int64_t[]){ INT64_MIN, 1, INT64_MIN }, 3, tenths));
  g_assert_cmpuint (tenths[0], ==, 0);
  g_assert_cmpuint (tenths[1], ==, 1000);
  g_assert_cmpuint (tenths[2], ==, 0);
  g_assert_false (percent_parts ((int64_t[]){ -1, 0, -7 }, 3, tenths));
  g_assert_cmpuint (sum_of (tenths, 3), ==, 0);
}

/* The defining properties of the method: it adds up, keeps the quota (less than a tenth off), and whoever
 * got one more had at least the remainder of whoever did not. */
static void
check (const int64_t *parts, size_t n)
{
  uint32_t tenths[N_MAX];
  unsigned __int128 sum = 0;

  for (size_t i = 0; i < n; i++)
    sum += (unsigned __int128) parts[i];
  if (!percent_parts (parts, n, tenths))
    {
      g_assert_true (sum == 0);
      return;
    }
  g_assert_cmpuint (sum_of (tenths, n), ==, 1000);
  for (size_t i = 0; i < n; i++)
    {
      unsigned __int128 exact = (unsigned __int128) parts[i] * 1000; /* in units of sum */
      unsigned __int128 given = tenths[i] * sum;

      g_assert_true (given <= exact ? exact - given < sum : given - exact < sum);
      for (size_t j = 0; j < n; j++)
        if (tenths[i] * sum > exact && tenths[j] * sum <= (unsigned __int128) parts[j] * 1000)
          {
            unsigned __int128 mine = exact % sum, other = (unsigned __int128) parts[j] * 1000 % sum;
            g_assert_true (mine > other || (mine == other && i < j));
          }
    }
}

static void
random_parts_keep_the_properties (void)
{
  GRand *random = g_rand_new_with_seed (7);

  for (int round = 0; round < 30000; round++)
    {
      int64_t parts[N_MAX];
      size_t n = (size_t) g_rand_int_range (random, 1, N_MAX + 1);

      for (size_t i = 0; i < n; i++)
        switch (round % 4)
          {
          case 0:
            parts[i] = g_rand_int_range (random, 0, 4);
            break;
          case 1:
            parts[i] = g_rand_int_range (random, 0, 100000);
            break;
          case 2:
            parts[i] = (int64_t) g_rand_int (random) << g_rand_int_range (random, 0, 31);
            break;
          default:
            parts[i] = INT64_MAX - g_rand_int_range (random, 0, 3);
          }
      check (parts, n);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/percent_parts/thirds_add_up", thirds_add_up);
  g_test_add_func ("/percent_parts/the_largest_remainder_wins_and_then_the_earlier_part",
                   the_largest_remainder_wins_and_then_the_earlier_part);
  g_test_add_func ("/percent_parts/parts_with_one_decimal_are_exact", parts_with_one_decimal_are_exact);
  g_test_add_func ("/percent_parts/nothing_has_no_parts", nothing_has_no_parts);
  g_test_add_func ("/percent_parts/negative_parts_are_none", negative_parts_are_none);
  g_test_add_func ("/percent_parts/random_parts_keep_the_properties", random_parts_keep_the_properties);
  return g_test_run ();
}
