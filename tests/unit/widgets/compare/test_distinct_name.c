/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/distinct_name.h"

static void
assert_name (const char *name, const char *other, const char *third, const char *expected)
{
  const char *names[] = { name, other, third };
  g_autofree char *found = distinct_name (name, names, third != NULL ? 3 : 2);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_leaves_out_common_words (void)
{
  assert_name ("trace_run__h100__bert_small", "trace_run__mi300__bert_small", NULL, "…h100…");
  assert_name ("trace_run__mi300__bert_small", "trace_run__h100__bert_small", NULL, "…mi300…");
  assert_name ("nightly-build-17", "nightly-build-18", NULL, "…17");
  assert_name ("17-nightly-build", "18-nightly-build", NULL, "17…");
}

static void
test_keeps_what_one_of_the_others_lacks (void)
{
  assert_name ("nightly-build-17", "nightly-build-18", "release", "nightly-build-17");
}

static void
test_keeps_short_words_in_common (void)
{
  assert_name ("run-17", "run-18", NULL, "run-17");
}

static void
test_keeps_the_name_of_parts_of_one_profile (void)
{
  assert_name ("nightly-build-17", "nightly-build-17", NULL, "nightly-build-17");
  assert_name ("nightly-build-17", "nightly-build-17", "nightly-build-18", "…17");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/distinct-name/leaves-out-common-words", test_leaves_out_common_words);
  g_test_add_func ("/distinct-name/keeps-what-one-of-the-others-lacks",
                   test_keeps_what_one_of_the_others_lacks);
  g_test_add_func ("/distinct-name/keeps-short-words-in-common", test_keeps_short_words_in_common);
  g_test_add_func ("/distinct-name/keeps-the-name-of-parts-of-one-profile",
                   test_keeps_the_name_of_parts_of_one_profile);
  return g_test_run ();
}
