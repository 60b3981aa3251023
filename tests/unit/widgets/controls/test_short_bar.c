/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/short_bar.h"

/* Whole, and after each of three steps; the second saves nothing, as that of a part that is hidden. */
static const int needed_px[] = { 900, 800, 800, 700 };

static void
test_takes_no_step_where_all_fits (void)
{
  g_assert_cmpuint (short_bar_n_steps (1280, needed_px, 3), ==, 0);
  g_assert_cmpuint (short_bar_n_steps (900, needed_px, 3), ==, 0);
}

static void
test_takes_as_few_steps_as_are_enough (void)
{
  g_assert_cmpuint (short_bar_n_steps (899, needed_px, 3), ==, 1);
  g_assert_cmpuint (short_bar_n_steps (800, needed_px, 3), ==, 1);
  g_assert_cmpuint (short_bar_n_steps (799, needed_px, 3), ==, 3);
}

static void
test_takes_all_steps_where_none_is_enough (void)
{
  g_assert_cmpuint (short_bar_n_steps (699, needed_px, 3), ==, 3);
  g_assert_cmpuint (short_bar_n_steps (0, needed_px, 3), ==, 3);
  g_assert_cmpuint (short_bar_n_steps (0, needed_px, 0), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/short_bar/takes_no_step_where_all_fits", test_takes_no_step_where_all_fits);
  g_test_add_func ("/short_bar/takes_as_few_steps_as_are_enough", test_takes_as_few_steps_as_are_enough);
  g_test_add_func ("/short_bar/takes_all_steps_where_none_is_enough",
                   test_takes_all_steps_where_none_is_enough);
  return g_test_run ();
}
