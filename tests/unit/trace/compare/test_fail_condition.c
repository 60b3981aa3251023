/* SPDX-License-Identifier: Apache-2.0
 *
 * What conditions say, and which texts are none. */

#include "trace/compare/fail_condition.h"

#include <glib.h>
#include <string.h>

static void
check (const char *text, SummaryKey key, FailOperator op, FailOf of, double value)
{
  FailCondition condition;
  g_autofree char *problem = NULL;

  if (!fail_condition_parse (text, &condition, &problem))
    g_error ("%s", problem);
  g_assert_cmpstr (condition.text, ==, text);
  g_assert_cmpint (condition.key, ==, key);
  g_assert_cmpint (condition.op, ==, op);
  if (op != FAIL_DIFFERS)
    {
      g_assert_cmpint (condition.of, ==, of);
      g_assert_cmpfloat_with_epsilon (condition.value, value, 1e-12 * ABS (value));
    }
  fail_condition_clear (&condition);
}

static void
test_conditions (void)
{
  check ("step.median > +5%", SUMMARY_STEP_MEDIAN, FAIL_ABOVE, FAIL_RATIO, 5);
  check ("step.mean<-2.5 %", SUMMARY_STEP_MEAN, FAIL_BELOW, FAIL_RATIO, -2.5);
  check (" idle >= +2ms ", SUMMARY_IDLE, FAIL_AT_LEAST, FAIL_DIFFERENCE, 2e6);
  check ("step.p95 <= 1.5s", SUMMARY_STEP_P95, FAIL_AT_MOST, FAIL_VALUE, 1.5e9);
  check ("compute > 12 us", SUMMARY_COMPUTE, FAIL_ABOVE, FAIL_VALUE, 12000);
  check ("compute > 12 \u00b5s", SUMMARY_COMPUTE, FAIL_ABOVE, FAIL_VALUE, 12000);
  check ("compute > 12 \u03bcs", SUMMARY_COMPUTE, FAIL_ABOVE, FAIL_VALUE, 12000);
  check ("compute > 12", SUMMARY_COMPUTE, FAIL_ABOVE, FAIL_VALUE, 12);
  check ("kernels > +10", SUMMARY_KERNELS, FAIL_ABOVE, FAIL_DIFFERENCE, 10);
  check ("memory_peak > 7e10", SUMMARY_MEMORY_PEAK, FAIL_ABOVE, FAIL_VALUE, 7e10);
  check ("differs step.mean", SUMMARY_STEP_MEAN, FAIL_DIFFERS, FAIL_VALUE, 0);
  check ("kernel[\"*gemm \\\" ]>*\"].total > +1%", N_SUMMARY_KEYS, FAIL_ABOVE, FAIL_RATIO, 1);
}

static void
test_what_is_no_condition (void)
{
  static const char *const texts[] = {
    "",
    "step.median",
    "step.median > ",
    "step.median = 5",
    "step.middle > 5",
    "step.median > 5%",
    "step.median > +5 percent",
    "step.median > nan",
    "step.median > inf",
    "step.median > 5ms more",
    "kernels > 5ms",
    "memory_peak > +1s",
    "differs",
    "differs step.mean > 5",
    "differs kernel[\"*\"].total",
    "kernel[\"*\"] > 5",
    "kernel[\"*].total > 5",
    "kernel[*].total > 5",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      FailCondition condition;
      g_autofree char *problem = NULL;

      if (fail_condition_parse (texts[i], &condition, &problem))
        g_error ("\"%s\" is a condition", texts[i]);
      g_assert_nonnull (strstr (problem, texts[i]));
    }
}

static void
check_problem (const char *text, const char *expected)
{
  FailCondition condition;
  g_autofree char *problem = NULL;

  g_assert_false (fail_condition_parse (text, &condition, &problem));
  if (strstr (problem, expected) == NULL)
    g_error ("\"%s\" is not said about \"%s\": %s", expected, text, problem);
}

static void
test_what_is_wrong_is_said_of_the_key (void)
{
  check_problem ("memory_peak > 70GB", "the value of memory_peak is a number of bytes such as 70000000000");
  check_problem ("memory_peak > 70GB", "not \"70GB\"");
  check_problem ("kernels > 5ms", "the value of kernels is a number such as 100");
  check_problem ("launches > +5ms ", "not \"+5ms\"");
  check_problem ("idle > 5m", "the value of idle is a duration such as 20ms");
  check_problem ("kernel[\"*\"].total > 5m", "the value of the total of kernels is a duration");
  check_problem ("step.mean > 5%", "\"5%\" has none");
  check_problem ("step.mean >", "there is no value");
  check_problem ("step.medians > 5", "step.median, step.p95");
  check_problem ("step.medians > 5", "not with \"step.medians\"");
  check_problem ("kernel[*].total > 5", "kernel[\"PATTERN\"].total");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fail_condition/conditions", test_conditions);
  g_test_add_func ("/fail_condition/what_is_no_condition", test_what_is_no_condition);
  g_test_add_func ("/fail_condition/what_is_wrong_is_said_of_the_key", test_what_is_wrong_is_said_of_the_key);
  return g_test_run ();
}
