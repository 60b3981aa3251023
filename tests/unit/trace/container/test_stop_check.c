/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/stop_check.h"

#include <glib.h>

static bool
counts (void *user_data)
{
  ++*(int *) user_data;
  return true;
}

static bool
refuses (void *user_data)
{
  ++*(int *) user_data;
  return false;
}

static void
without_a_function_it_always_continues (void)
{
  StopCheck check = { 0 };

  for (int i = 0; i < 3 * STOPPABLE_AT_ONCE; i++)
    g_assert_true (stop_check_next (&check));
  g_assert_true (stop_check_ask (&check));
}

static void
it_asks_for_the_first_item_and_then_at_equal_distances (void)
{
  int n_asked = 0;
  StopCheck check = { counts, &n_asked, 0 };

  for (int i = 0; i < 3 * STOPPABLE_AT_ONCE; i++)
    {
      g_assert_true (stop_check_next (&check));
      g_assert_cmpint (n_asked, ==, i / STOPPABLE_AT_ONCE + 1);
    }
  g_assert_true (stop_check_ask (&check));
  g_assert_cmpint (n_asked, ==, 4);
}

static void
a_refusal_ends_the_computation (void)
{
  int n_asked = 0;
  StopCheck check = { refuses, &n_asked, 0 };

  g_assert_false (stop_check_next (&check));
  g_assert_false (stop_check_ask (&check));
  g_assert_cmpint (n_asked, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stop_check/without_a_function_it_always_continues",
                   without_a_function_it_always_continues);
  g_test_add_func ("/stop_check/it_asks_for_the_first_item_and_then_at_equal_distances",
                   it_asks_for_the_first_item_and_then_at_equal_distances);
  g_test_add_func ("/stop_check/a_refusal_ends_the_computation", a_refusal_ends_the_computation);
  return g_test_run ();
}
