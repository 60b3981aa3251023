/* SPDX-License-Identifier: Apache-2.0
 *
 * Times of a side and the common time are the same times. */

#include <glib.h>

#include "trace/model/trace.h"
#include "widgets/compare/timelines/common_time.h"

static void
the_instant_is_zero (void)
{
  g_assert_cmpint (common_time_of (1000, 1000), ==, 0);
  g_assert_cmpint (common_time_of (1234, 1000), ==, 234);
  g_assert_cmpint (common_time_of (-5, 1000), ==, -1005);
  g_assert_cmpint (common_time_on_side (0, 1000), ==, 1000);
  g_assert_cmpint (common_time_on_side (-1005, 1000), ==, -5);
}

static void
every_time_of_a_profile_comes_back (void)
{
  const int64_t times[] = { -TRACE_TIME_MAX_NS, -1, 0, 1, 123456789, TRACE_TIME_MAX_NS };

  for (size_t i = 0; i < G_N_ELEMENTS (times); i++)
    for (size_t k = 0; k < G_N_ELEMENTS (times); k++)
      g_assert_cmpint (common_time_on_side (common_time_of (times[i], times[k]), times[k]), ==, times[i]);
}

static void
what_cannot_be_stored_is_at_the_end (void)
{
  g_assert_cmpint (common_time_of (INT64_MAX, -1), ==, INT64_MAX);
  g_assert_cmpint (common_time_of (INT64_MIN, 1), ==, INT64_MIN);
  g_assert_cmpint (common_time_on_side (INT64_MAX, 1), ==, INT64_MAX);
  g_assert_cmpint (common_time_on_side (INT64_MIN, -1), ==, INT64_MIN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/common_time/the_instant_is_zero", the_instant_is_zero);
  g_test_add_func ("/common_time/every_time_of_a_profile_comes_back", every_time_of_a_profile_comes_back);
  g_test_add_func ("/common_time/what_cannot_be_stored_is_at_the_end", what_cannot_be_stored_is_at_the_end);
  return g_test_run ();
}
