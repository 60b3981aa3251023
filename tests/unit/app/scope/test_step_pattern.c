/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be chosen as the steps of a profile, and how it is told afterwards. */

#include <locale.h>
#include <string.h>

#include "app/scope/step_pattern.h"
#include "app/scope/step_text.h"
#include "tests/unit/fixtures/opened_text.h"

#define ANNOTATION(name, start)                                                                        \
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"" name "\",\"pid\":1,\"tid\":1,\"ts\":" #start \
  ",\"dur\":5},"

#define JSON                                                                                        \
  "{\"schemaVersion\":1,\"traceEvents\":[" ANNOTATION ("epoch 3", 10) ANNOTATION (                  \
    "epoch 4", 20) ANNOTATION ("epoch 5", 30) ANNOTATION ("a.b (c)", 11) ANNOTATION ("a.b (c)", 21) \
    ANNOTATION ("alone", 40) ANNOTATION (                                                           \
      "axb (c)",                                                                                    \
      50) "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":60,\"dur\":1}]}"

static const StepCandidate *
candidate_of (const GPtrArray *candidates, const char *name)
{
  for (guint i = 0; i < candidates->len; i++)
    if (strcmp (((const StepCandidate *) candidates->pdata[i])->name, name) == 0)
      return candidates->pdata[i];
  return NULL;
}

static void
assert_finds (const Profile *profile, const char *pattern, uint64_t n_expected)
{
  g_autoptr (GError) error = NULL;
  uint64_t n;
  uint32_t n_ranks;

  g_assert_true (step_pattern_count (profile->trace, pattern, &n, &n_ranks, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, n_expected);
  g_assert_cmpuint (n_ranks, ==, n_expected > 0);
}

static void
test_names_that_differ_in_a_number_are_one (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  g_autoptr (GPtrArray) candidates = step_candidates (profile, 10);

  g_assert_cmpuint (candidates->len, ==, 2);
  const StepCandidate *first = candidates->pdata[0];
  g_assert_cmpuint (first->count, ==, 3);
  g_assert_true (g_str_has_prefix (first->name, "epoch "));
  assert_finds (profile, first->pattern, 3);
  profile_unref (profile);
}

static void
test_names_are_taken_literally (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  g_autoptr (GPtrArray) candidates = step_candidates (profile, 10);
  const StepCandidate *candidate = candidate_of (candidates, "a.b (c)");

  g_assert_nonnull (candidate);
  g_assert_cmpuint (candidate->count, ==, 2);
  assert_finds (profile, candidate->pattern, 2);
  profile_unref (profile);
}

/* The same rule as that of what is proposed. */
static void
test_a_number_inside_a_word_is_no_running_number (void)
{
  const Profile *profile = opened_text (
    "blocks.json",
    "{\"schemaVersion\":1,\"traceEvents\":[" ANNOTATION ("conv1d_block", 10) ANNOTATION ("conv1d_block", 20)
      ANNOTATION ("conv2d_block", 30) ANNOTATION ("conv2d_block", 40) ANNOTATION ("conv2d_block", 50) "{}]}",
    NULL);
  g_autoptr (GPtrArray) candidates = step_candidates (profile, 10);

  g_assert_cmpuint (candidates->len, ==, 2);
  const StepCandidate *first = candidates->pdata[0], *second = candidates->pdata[1];
  g_assert_cmpstr (first->name, ==, "conv2d_block");
  assert_finds (profile, first->pattern, 3);
  g_assert_cmpstr (second->name, ==, "conv1d_block");
  assert_finds (profile, second->pattern, 2);
  profile_unref (profile);
}

/* "$" matches before a line feed at the end as well. */
static void
test_a_name_that_ends_with_a_line_feed_is_another_name (void)
{
  const Profile *profile =
    opened_text ("feeds.json",
                 "{\"schemaVersion\":1,\"traceEvents\":[" ANNOTATION ("batch", 10) ANNOTATION ("batch", 20)
                   ANNOTATION ("batch", 30) ANNOTATION ("batch\\n", 40) ANNOTATION ("batch\\n", 50) "{}]}",
                 NULL);
  g_autoptr (GPtrArray) candidates = step_candidates (profile, 10);

  g_assert_cmpuint (candidates->len, ==, 2);
  assert_finds (profile, ((const StepCandidate *) candidates->pdata[0])->pattern, 3);
  assert_finds (profile, ((const StepCandidate *) candidates->pdata[1])->pattern, 2);
  profile_unref (profile);
}

static void
test_no_more_candidates_than_asked (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  g_autoptr (GPtrArray) one = step_candidates (profile, 1);
  g_autoptr (GPtrArray) none = step_candidates (profile, 0);

  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (none->len, ==, 0);
  profile_unref (profile);
}

static void
test_counting_a_pattern (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  g_autoptr (GError) error = NULL;
  uint64_t n;
  uint32_t n_ranks;

  assert_finds (profile, "nothing like it", 0);
  assert_finds (profile, NULL, 0);
  g_assert_false (step_pattern_count (profile->trace, "epoch (", &n, &n_ranks, &error));
  g_assert_nonnull (error);
  profile_unref (profile);
}

/* ---- how steps are told ---- */

static void
check_text (char *text, const char *expected)
{
  g_autofree char *owned = text;

  g_assert_cmpstr (owned, ==, expected);
}

static void
test_steps_with_numbers (void)
{
  const Profile *profile = opened_text ("run.json", JSON, "^epoch ([0-9]+)$");

  check_text (step_text_name (profile, 0), "Step 3");
  check_text (step_text_choice (profile, 0), "Step 3");
  check_text (step_text_place (profile, 0, STEP_PLACE_WHOLE), "Step 3 (1 of 3)");
  check_text (step_text_place (profile, 2, STEP_PLACE_WHOLE), "Step 5 (3 of 3)");
  check_text (step_text_place (profile, 2, STEP_PLACE_OF_NUMBER), "5 (3 of 3)");
  check_text (step_text_place (profile, 2, STEP_PLACE_NUMBER), "5");
  profile_unref (profile);
}

static void
test_steps_without_numbers_are_told_by_their_place (void)
{
  const Profile *profile = opened_text ("run.json", JSON, "^a\\.b");

  check_text (step_text_name (profile, 1), "a.b (c)");
  check_text (step_text_choice (profile, 0), "a.b (c) (1 of 2)");
  check_text (step_text_choice (profile, 1), "a.b (c) (2 of 2)");
  check_text (step_text_place (profile, 1, STEP_PLACE_OF_NUMBER), "2 of 2");
  check_text (step_text_place (profile, 1, STEP_PLACE_NUMBER), "2 of 2");
  profile_unref (profile);
}

static void
check_window (ViewState *state,
              ScopeWindow window,
              uint64_t first,
              uint64_t last,
              const char *expected,
              const char *expected_short)
{
  ViewScope scope = *view_state_scope (state);

  scope.window = window;
  scope.first_step = first;
  scope.last_step = last;
  view_state_set_scope (state, &scope);
  check_text (scope_text_window (state), expected);
  check_text (scope_text_short_window (state), expected_short);
}

static void
test_window_of_a_scope (void)
{
  const Profile *numbered = opened_text ("run.json", JSON, "^epoch ([0-9]+)$");
  const Profile *named = opened_text ("run.json", JSON, "^a\\.b");
  g_autoptr (ViewState) by_number = view_state_new (numbered);
  g_autoptr (ViewState) by_name = view_state_new (named);

  check_window (by_number, SCOPE_WHOLE, 0, 0, "Whole profile", "Whole");
  check_window (by_number, SCOPE_STEPS, 1, 1, "Step 4", "4");
  check_window (by_number, SCOPE_STEPS, 0, 2, "Steps 3 to 5", "3 to 5");
  check_window (by_number, SCOPE_VIEW, 0, 0, "Timeline view", "View");
  check_window (by_number, SCOPE_AREA, 0, 0, "Selection", "Selection");
  check_window (by_name, SCOPE_STEPS, 1, 1, "a.b (c) (2 of 2)", "2 of 2");
  check_window (by_name, SCOPE_STEPS, 0, 1, "2 steps", "2 steps");
  profile_unref (numbered);
  profile_unref (named);
}

static void
test_line_of_a_scope (void)
{
  const Profile *profile = opened_text ("run.json", JSON, "^epoch ([0-9]+)$");
  g_autoptr (ViewState) state = view_state_new (profile);
  HealthSummary health = health_summary_of (profile);

  check_text (scope_text_line (state, &health, &number_style_c),
              "51.00\u00a0µs, 3 steps, 0 GPUs, 8 slices, none lost");
  check_window (state, SCOPE_STEPS, 0, 0, "Step 3", "3");
  check_text (scope_text_line (state, &health, &number_style_c),
              "5.000\u00a0µs, 1 step, 0 GPUs, 2 slices, none lost");
  profile_unref (profile);
}

static void
test_shorter_lines_keep_what_was_lost (void)
{
  const Profile *profile = opened_text ("run.json", JSON, "^epoch ([0-9]+)$");
  g_autoptr (ViewState) state = view_state_new (profile);
  HealthSummary health = health_summary_of (profile);
  char *lines[N_SCOPE_LINES];

  scope_text_lines (state, &health, &number_style_c, lines);
  check_text (lines[SCOPE_LINE_WHOLE], "51.00\u00a0µs, 3 steps, 0 GPUs, 8 slices, none lost");
  check_text (lines[SCOPE_LINE_WITHOUT_GPUS], "51.00\u00a0µs, 3 steps, 8 slices, none lost");
  check_text (lines[SCOPE_LINE_WITHOUT_STEPS], "51.00\u00a0µs, 8 slices, none lost");
  check_text (lines[SCOPE_LINE_OF_SLICES], "8 slices, none lost");
  check_text (lines[SCOPE_LINE_OF_LOSS], "none lost");
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step_pattern/names_that_differ_in_a_number_are_one",
                   test_names_that_differ_in_a_number_are_one);
  g_test_add_func ("/step_pattern/names_are_taken_literally", test_names_are_taken_literally);
  g_test_add_func ("/step_pattern/a_number_inside_a_word_is_no_running_number",
                   test_a_number_inside_a_word_is_no_running_number);
  g_test_add_func ("/step_pattern/a_name_that_ends_with_a_line_feed_is_another_name",
                   test_a_name_that_ends_with_a_line_feed_is_another_name);
  g_test_add_func ("/step_pattern/no_more_candidates_than_asked", test_no_more_candidates_than_asked);
  g_test_add_func ("/step_pattern/counting_a_pattern", test_counting_a_pattern);
  g_test_add_func ("/step_text/steps_with_numbers", test_steps_with_numbers);
  g_test_add_func ("/step_text/steps_without_numbers_are_told_by_their_place",
                   test_steps_without_numbers_are_told_by_their_place);
  g_test_add_func ("/step_text/window_of_a_scope", test_window_of_a_scope);
  g_test_add_func ("/step_text/line_of_a_scope", test_line_of_a_scope);
  g_test_add_func ("/step_text/shorter_lines_keep_what_was_lost", test_shorter_lines_keep_what_was_lost);
  return g_test_run ();
}
