/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/container/stoppable_order.h"

static int
compare_numbers (const void *a, const void *b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static guint32 *
random_numbers (GRand *random, size_t n)
{
  guint32 *numbers = g_new (guint32, n + 1);

  for (size_t i = 0; i < n; i++)
    numbers[i] = g_rand_int (random);
  return numbers;
}

static void
any_number_of_items_comes_in_order (void)
{
  static const size_t ns[] = { 0,
                               1,
                               2,
                               1000,
                               STOPPABLE_AT_ONCE,
                               STOPPABLE_AT_ONCE + 1,
                               2 * STOPPABLE_AT_ONCE,
                               3 * STOPPABLE_AT_ONCE + 7,
                               5 * STOPPABLE_AT_ONCE - 1 };
  GRand *random = g_rand_new_with_seed (3);

  for (size_t i = 0; i < G_N_ELEMENTS (ns); i++)
    {
      g_autofree guint32 *numbers = random_numbers (random, ns[i]);
      g_autofree guint32 *expected = g_memdup2 (numbers, (ns[i] + 1) * sizeof *numbers);

      qsort (expected, ns[i], sizeof *expected, compare_numbers);
      g_assert_true (stoppable_order (numbers, ns[i], sizeof *numbers, compare_numbers, NULL, NULL));
      g_assert_true (memcmp (numbers, expected, ns[i] * sizeof *numbers) == 0);
    }
  g_rand_free (random);
}

static int
compare_in_direction (const void *a, const void *b, void *by)
{
  const int *direction = by;

  return *direction * compare_numbers (a, b);
}

static void
an_order_may_need_more_than_the_items (void)
{
  size_t n = 3 * STOPPABLE_AT_ONCE + 7;
  int direction = -1;
  GRand *random = g_rand_new_with_seed (5);
  g_autofree guint32 *numbers = random_numbers (random, n);

  g_assert_true (
    stoppable_order_by (numbers, n, sizeof *numbers, compare_in_direction, &direction, NULL, NULL));
  for (size_t i = 1; i < n; i++)
    g_assert_cmpuint (numbers[i - 1], >=, numbers[i]);
  g_rand_free (random);
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

/* Wherever it is: it is asked once for each part of the items on each level. */
static void
it_is_given_up_when_it_is_not_wanted (void)
{
  size_t n = 4 * STOPPABLE_AT_ONCE;
  GRand *random = g_rand_new_with_seed (4);
  int n_times = 0;
  bool is_done = false;

  for (; !is_done; n_times++)
    {
      g_autofree guint32 *numbers = random_numbers (random, n);
      int n_left = n_times;

      is_done =
        stoppable_order (numbers, n, sizeof *numbers, compare_numbers, continues_for_a_while, &n_left);
      g_assert_cmpint (n_left, ==, is_done ? 0 : -1);
    }
  g_assert_cmpint (n_times - 1, ==, 4 * 3);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stoppable_order/any_number_of_items_comes_in_order", any_number_of_items_comes_in_order);
  g_test_add_func ("/stoppable_order/it_is_given_up_when_it_is_not_wanted",
                   it_is_given_up_when_it_is_not_wanted);
  g_test_add_func ("/stoppable_order/an_order_may_need_more_than_the_items",
                   an_order_may_need_more_than_the_items);
  return g_test_run ();
}
