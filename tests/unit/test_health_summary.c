/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of a file's health in a pill, a banner and the scope bar. */

#include "widgets/health_summary.h"
#include "tests/unit/opened_text.h"

#define EVENT(start) \
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":" #start ",\"dur\":1}"

static void
check (const char *json, const char *pill, const char *phrase, const char *sentence_begin)
{
  const Profile *profile = opened_text ("health.json", json, NULL);
  HealthSummary summary = health_summary_of (profile);
  g_autofree char *pill_text = health_summary_pill (&summary, &number_style_c);
  g_autofree char *phrase_text = health_summary_phrase (&summary, &number_style_c);
  g_autofree char *sentence = health_summary_sentence (&summary, &number_style_c);

  g_assert_cmpstr (pill_text, ==, pill);
  g_assert_cmpstr (phrase_text, ==, phrase);
  if (sentence_begin == NULL)
    g_assert_null (sentence);
  else
    g_assert_true (sentence != NULL && g_str_has_prefix (sentence, sentence_begin));
  profile_unref (profile);
}

static void
test_clean_file_has_no_pill (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," EVENT (3) "]}", NULL, "none lost", NULL);
}

static void
test_notes_are_no_loss (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," EVENT (3) ",]}", "1 note", "none lost", NULL);
}

static void
test_lost_events_are_counted_of_all (void)
{
  check ("{\"traceEvents\":[" EVENT (
           1) ",{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":\"never\",\"dur\":1}]}",
         "1 lost", "1 of 2 events lost", "1 of 2 events could not be read");
}

static void
test_end_of_the_file_is_one_loss (void)
{
  check ("{\"traceEvents\":[" EVENT (1) ",{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"ti", "Cut short",
         "the file ends early", "The file ends early.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/health_summary/clean_file_has_no_pill", test_clean_file_has_no_pill);
  g_test_add_func ("/health_summary/notes_are_no_loss", test_notes_are_no_loss);
  g_test_add_func ("/health_summary/lost_events_are_counted_of_all", test_lost_events_are_counted_of_all);
  g_test_add_func ("/health_summary/end_of_the_file_is_one_loss", test_end_of_the_file_is_one_loss);
  return g_test_run ();
}
