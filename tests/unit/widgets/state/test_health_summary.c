/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of a file's health in a pill, a banner and the scope bar. */

#include "widgets/state/health_summary.h"
#include "tests/unit/fixtures/opened_text.h"

#define EVENT(start) \
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":" #start ",\"dur\":1}"
#define STEP \
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#14\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":9}"
#define NEVER "{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":\"never\",\"dur\":1}"
#define HALF  "{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"ti"

#define ENDS_EARLY \
  "The file ends early. Everything before its end was read; the missing events may lie at any time."

static void
check_summary (const HealthSummary *summary, const char *pill, const char *phrase, const char *sentence)
{
  g_autofree char *pill_text = health_summary_pill (summary, &number_style_c);
  g_autofree char *phrase_text = health_summary_phrase (summary, &number_style_c);
  g_autofree char *sentence_text = health_summary_sentence (summary, &number_style_c);

  g_assert_cmpstr (pill_text, ==, pill);
  g_assert_cmpstr (phrase_text, ==, phrase);
  g_assert_cmpstr (sentence_text, ==, sentence);
}

/* ---- of files ---- */

static void
check (const char *json, bool is_loss, const char *pill, const char *phrase, const char *sentence)
{
  const Profile *profile = opened_text ("health.json", json, NULL);
  HealthSummary summary = health_summary_of (profile);

  g_assert_true (health_summary_is_loss (&summary) == is_loss);
  check_summary (&summary, pill, phrase, sentence);
  profile_unref (profile);
}

static void
test_clean_file_has_no_pill (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," EVENT (3) "]}", false, NULL, "none lost", NULL);
}

static void
test_notes_are_no_loss (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," EVENT (3) ",]}", false, "1 note", "none lost", NULL);
}

/* They are not read, but there was nothing in them. */
static void
test_empty_objects_are_no_loss (void)
{
  check ("{\"traceEvents\":[" EVENT (1) ",{},{}]}", false, "1 note", "none lost", NULL);
}

static void
test_lost_events_are_counted_of_all (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," NEVER "]}", true, "1 lost", "1 of 2 events lost",
         "1 of 2 events could not be read; every number here is without it.");
  check ("{\"traceEvents\":[" EVENT (1) "," NEVER ",{}," NEVER "]}", true, "2 lost", "2 of 4 events lost",
         "2 of 4 events could not be read; every number here is without them.");
}

static void
test_end_of_the_file_is_one_loss (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," HALF, true, "Cut short", "the file ends early", ENDS_EARLY);
}

static void
test_last_step_before_the_end_is_told (void)
{
  check (
    "{\"traceEvents\":[" STEP "," HALF, true, "Cut short", "the file ends early",
    "The file ends early; the last step in it is step 14. Everything before its end was read; the missing events may "
    "lie at any time.");
}

/* The event that the file ends inside is not counted twice. */
static void
test_two_kinds_of_loss_are_both_said (void)
{
  check ("{\"traceEvents\":[" EVENT (1) "," NEVER "," HALF, true, "1 lost", "1 of 3 events lost",
         "1 of 3 events could not be read; every number here is without it. " ENDS_EARLY);
}

/* ---- of what is known ---- */

static void
test_counts_have_separators (void)
{
  const HealthSummary summary = { .n_events = 1274949, .n_events_lost = 1200, .n_losses = 1, .n_files = 1 };

  check_summary (&summary, "1,200 lost", "1,200 of 1,274,949 events lost",
                 "1,200 of 1,274,949 events could not be read; every number here is without them.");
}

static void
test_lost_files_are_counted_of_all (void)
{
  HealthSummary summary = { .n_events = 9, .n_files = 8, .n_files_lost = 1, .n_losses = 1 };

  check_summary (&summary, "1 file lost", "1 file lost",
                 "1 of 8 files could not be read; its rank is missing from every number here.");
  summary.n_files_lost = 3;
  check_summary (&summary, "3 files lost", "3 files lost",
                 "3 of 8 files could not be read; their ranks are missing from every number here.");
}

static void
test_files_of_a_folder_that_end_early_are_counted (void)
{
  const HealthSummary summary = { .n_events = 9, .n_files = 8, .n_files_cut = 2, .n_losses = 1 };

  check_summary (
    &summary, "Cut short", "2 files end early",
    "2 of 8 files end early. Everything before their ends was read; the missing events may lie at any time.");
}

static void
test_damage_is_said (void)
{
  HealthSummary summary = { .n_events = 9, .n_files = 1, .is_damaged = true, .n_losses = 1 };

  check_summary (&summary, "Damaged", "the file is damaged",
                 "The compressed file is damaged. Everything before the damage was read, nothing after it.");
  summary.n_files = 2;
  check_summary (&summary, "Damaged", "a file is damaged",
                 "A compressed file is damaged. Everything before the damage was read, nothing after it.");
}

/* A file that was whole when it was read: that nothing was lost then is not what matters. */
static void
test_doubt_is_never_beside_none_lost (void)
{
  static const char *const phrases[] = {
    [HEALTH_DOUBT_CUT] = "the file changed while it was open",
    [HEALTH_DOUBT_FILE] = "the file is damaged",
    [HEALTH_DOUBT_COPY] = "the stored copy is damaged",
  };

  for (HealthDoubt doubt = HEALTH_DOUBT_CUT; doubt <= HEALTH_DOUBT_COPY; doubt++)
    {
      const HealthSummary summary = { .n_events = 9, .n_files = 1, .doubt = doubt };

      g_assert_true (health_summary_is_loss (&summary));
      check_summary (&summary, "Damaged", phrases[doubt], NULL);
    }
}

/* What is missing of a part may still come. */
static void
test_of_a_part_nothing_is_said_yet (void)
{
  const HealthSummary summary = {
    .n_events = 9, .n_files = 1, .n_files_cut = 1, .n_losses = 1, .n_notes = 2, .is_partial = true
  };

  g_assert_false (health_summary_is_loss (&summary));
  check_summary (&summary, NULL, "still being read", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/health_summary/clean_file_has_no_pill", test_clean_file_has_no_pill);
  g_test_add_func ("/health_summary/notes_are_no_loss", test_notes_are_no_loss);
  g_test_add_func ("/health_summary/empty_objects_are_no_loss", test_empty_objects_are_no_loss);
  g_test_add_func ("/health_summary/lost_events_are_counted_of_all", test_lost_events_are_counted_of_all);
  g_test_add_func ("/health_summary/end_of_the_file_is_one_loss", test_end_of_the_file_is_one_loss);
  g_test_add_func ("/health_summary/last_step_before_the_end_is_told", test_last_step_before_the_end_is_told);
  g_test_add_func ("/health_summary/two_kinds_of_loss_are_both_said", test_two_kinds_of_loss_are_both_said);
  g_test_add_func ("/health_summary/counts_have_separators", test_counts_have_separators);
  g_test_add_func ("/health_summary/lost_files_are_counted_of_all", test_lost_files_are_counted_of_all);
  g_test_add_func ("/health_summary/files_of_a_folder_that_end_early_are_counted",
                   test_files_of_a_folder_that_end_early_are_counted);
  g_test_add_func ("/health_summary/damage_is_said", test_damage_is_said);
  g_test_add_func ("/health_summary/doubt_is_never_beside_none_lost", test_doubt_is_never_beside_none_lost);
  g_test_add_func ("/health_summary/of_a_part_nothing_is_said_yet", test_of_a_part_nothing_is_said_yet);
  return g_test_run ();
}
