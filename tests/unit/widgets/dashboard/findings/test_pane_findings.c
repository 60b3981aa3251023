/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the pane of findings, what is dismissed, and rules as the text of what was changed. */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/launched_work.h"
#include "trace/findings/threshold_file.h"
#include "widgets/dashboard/findings/dismissed_findings.h"
#include "widgets/dashboard/findings/finding_parts.h"
#include "widgets/dashboard/findings/finding_words.h"
#include "widgets/dashboard/findings/findings_text.h"
#include "widgets/dashboard/findings/pane_findings.h"
#include "widgets/dashboard/sections/section_findings.h"

/* Idle for most of the time. */
#define RULES "[low_gpu_utilization]\nmean_percent=100\np95_percent=100\np5_percent=100\nbucket_ms=0.0001\n"

static DashboardData *
make_data (const char *rules, const char *dismissed)
{
  const LaunchedWork works[] = { { 0, 100, 0, "a" }, { 150, 350, 10, "b" }, { 800, 100, 20, "b" } };
  const DashboardChoices choices = { .finding_rules = rules, .dismissed = dismissed };
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = launched_work_trace (works, G_N_ELEMENTS (works), 1, 1000);
  const Profile *profile = profile_new (trace, "x.json", NULL, &error);
  const StatsScope scope = stats_scope_whole (trace, profile->steps);
  DashboardData *data = dashboard_data_begin (profile, &scope, &choices);

  dashboard_data_compute (data, SECTION_BIT (SECTION_FINDINGS), 0, NULL, NULL, NULL);
  g_assert_nonnull (dashboard_findings (data));
  profile_unref (profile);
  return data;
}

static PaneContext
context_of (const DashboardData *data, const PaneOptions *options)
{
  return (PaneContext){ &pane_findings, data, options, &number_style_c };
}

static guint
count (const PaneContext *pane, FindingPartKind kind)
{
  g_autoptr (GArray) parts = finding_parts (pane);
  guint n = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      const FindingPart *part = &g_array_index (parts, FindingPart, i);
      g_autofree char *text = pane_findings.part_text (pane, (int) i);

      g_assert_cmpuint (strlen (text), >, 0);
      g_assert_cmpint (pane_findings.part_target (pane, (int) i).kind, !=, TARGET_NONE);
      n += part->kind == kind;
    }
  g_assert_cmpint (pane_findings.part_target (pane, (int) parts->len).kind, ==, TARGET_NONE);
  return n;
}

static void
test_rows_fold (void)
{
  g_autoptr (DashboardData) data = make_data (RULES, NULL);
  const Findings *findings = dashboard_findings (data);
  PaneOptions options = PANE_OPTIONS_DEFAULT;
  const PaneContext pane = context_of (data, &options);
  g_autofree char *healthy = finding_words_healthy (&pane);

  g_assert_null (healthy);
  g_assert_cmpuint (findings->n, >, 0);
  g_assert_cmpuint (count (&pane, FINDING_ROW), ==, findings->n);
  g_assert_cmpuint (count (&pane, FINDING_LISTED), ==, 0);
  g_assert_cmpuint (count (&pane, FINDING_NO_DATA), ==, 1);

  PaneTarget target = pane_findings.part_target (&pane, 0);
  g_assert_cmpint (target.kind, ==, TARGET_FOLD);
  options.unfolded = target.id;
  g_assert_cmpuint (count (&pane, FINDING_LISTED), ==, MIN (findings->findings[0].places.n, FINDING_PLACES_SHOWN));
  g_assert_cmpuint (count (&pane, FINDING_DISMISS), ==, 1);
  /* The row itself stays the same part. */
  g_assert_cmpuint (pane_findings.part_target (&pane, 0).id, ==, target.id);
}

static void
test_dismissed_ones_are_behind_a_line (void)
{
  g_autoptr (DashboardData) first = make_data (RULES, NULL);
  const FindingRule *rule = dashboard_findings (first)->findings[0].rule;
  uint32_t n = dashboard_findings (first)->n;
  g_autofree char *dismissed = dismissed_findings_with (NULL, rule, "  as it\nshould be ");
  g_autoptr (DashboardData) data = make_data (RULES, dismissed);
  PaneOptions options = PANE_OPTIONS_DEFAULT;
  const PaneContext pane = context_of (data, &options);
  g_autofree char *reason = dismissed_findings_reason (dismissed, rule);

  g_assert_cmpstr (reason, ==, "as it should be");
  g_assert_cmpuint (count (&pane, FINDING_ROW), ==, n - 1);
  g_assert_cmpuint (count (&pane, FINDING_DISMISSED), ==, 1);
  options.unfolded = UINT64_MAX;
  g_assert_cmpuint (count (&pane, FINDING_ROW), ==, n);
  g_assert_cmpuint (count (&pane, FINDING_RESTORE), ==, 1);
  g_autofree char *restored = dismissed_findings_with (dismissed, rule, NULL);
  g_assert_cmpstr (restored, ==, "");
  g_assert_null (dismissed_findings_reason ("\n\n \nlow", rule));
}

static void
test_numbers_are_those_of_the_pane (void)
{
  g_autoptr (DashboardData) data = make_data (RULES, NULL);
  const PaneOptions options = PANE_OPTIONS_DEFAULT;
  const NumberStyle style = { ",", "." };
  const PaneContext pane = { &pane_findings, data, &options, &style };
  Finding finding = dashboard_findings (data)->findings[0];

  finding.sentence = (char *) "1,234 of 12,504,113 calls, 3 long, take 5.6 ms. The longest, `f<1,2>(0.5)`, takes 1.5 ms.";
  g_autofree char *sentence = finding_words_sentence (&pane, &finding);
  g_assert_cmpstr (sentence, ==,
                   "1.234 of 12.504.113 calls, 3 long, take 5,6 ms. The longest, `f<1,2>(0.5)`, takes 1,5 ms.");
}

static void
test_an_issue_says_what_was_dismissed_and_changed (void)
{
  g_autoptr (DashboardData) first = make_data (RULES, NULL);
  const FindingRule *rule = dashboard_findings (first)->findings[0].rule;
  g_autofree char *dismissed = dismissed_findings_with (NULL, rule, "as it should be");
  g_autofree char *rules = g_strconcat (RULES, "[launch_bound]\nenabled=false\n[data_loader]\nenabled=true\n", NULL);
  g_autoptr (DashboardData) data = make_data (rules, dismissed);
  const PaneOptions options = PANE_OPTIONS_DEFAULT;
  const PaneContext pane = context_of (data, &options), of_first = context_of (first, &options);
  g_autofree char *text = findings_issue_text (&pane), *whole = findings_issue_text (&of_first);
  g_autofree char *reason = g_strdup_printf ("\n1 finding was dismissed:\n   - %s: as it should be\n", rule->title);
  g_autofree char *title = g_strdup_printf (". %s (", rule->title);

  g_assert_nonnull (strstr (text, reason));
  g_assert_null (strstr (text, title));
  g_assert_nonnull (strstr (whole, title));
  g_assert_null (strstr (whole, "dismissed"));
  /* A rule that is set to what it is anyway does not differ. */
  g_assert_true (g_str_has_suffix (
    text, "\n2 rules differ from the built-in ones: Launch-bound steps (off), Low use of a GPU\n"));
  g_assert_true (
    g_str_has_suffix (whole, "\n1 rule differs from the built-in one: Low use of a GPU\n"));
}

static void
test_the_height_is_that_of_what_is_drawn (void)
{
  g_autoptr (DashboardData) data = make_data (RULES, NULL);
  TextCache *text = text_cache_new (NULL, 1);
  const DrawStyle style = { .theme = theme_get (THEME_LIGHT), .text = text, .numbers = &number_style_c };
  PaneOptions options = PANE_OPTIONS_DEFAULT;
  const PaneContext pane = context_of (data, &options), ghost = context_of (NULL, &options);
  double folded_px = pane_findings.height_px (&pane, 1200, &style);

  g_assert_cmpfloat (pane_findings.height_px (&ghost, 1200, &style), >, 0);
  options.unfolded = UINT64_MAX;
  g_assert_cmpfloat (pane_findings.height_px (&pane, 1200, &style), >, folded_px + 60);
  /* One column is higher than two. */
  g_assert_cmpfloat (pane_findings.height_px (&pane, 600, &style), >, pane_findings.height_px (&pane, 1200, &style));
  text_cache_free (text);
}

static void
test_changes_are_a_file_of_rules (void)
{
  FindingThresholds thresholds = { 0 }, read = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *nothing = threshold_text_of_changes (&thresholds);
  double value;

  g_assert_cmpstr (nothing, ==, "");
  finding_thresholds_set (&thresholds, "data_loader", "share_percent", 12.5);
  finding_thresholds_set (&thresholds, "launch_bound", "enabled", 0);
  finding_thresholds_set (&thresholds, "stragglers", "share_percent", 1);
  finding_thresholds_unset (&thresholds, "stragglers", "share_percent");
  g_autofree char *text = threshold_text_of_changes (&thresholds);
  g_assert_cmpstr (text, ==, "[launch_bound]\nenabled=false\n[data_loader]\nshare_percent=12.5\n");
  g_assert_true (threshold_text_read ("rules", text, strlen (text), &read, &error));
  g_assert_no_error (error);
  g_assert_true (finding_thresholds_get (&read, "data_loader", "share_percent", &value));
  g_assert_cmpfloat (value, ==, 12.5);
  g_assert_false (threshold_text_read ("rules", "[none]\n", 7, &read, &error));
  g_assert_nonnull (strstr (error->message, "rules: there is no rule \"none\""));
  finding_thresholds_clear (&thresholds);
  finding_thresholds_clear (&read);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pane_findings/rows_fold", test_rows_fold);
  g_test_add_func ("/pane_findings/numbers_are_those_of_the_pane", test_numbers_are_those_of_the_pane);
  g_test_add_func ("/pane_findings/an_issue_says_what_was_dismissed_and_changed",
                   test_an_issue_says_what_was_dismissed_and_changed);
  g_test_add_func ("/pane_findings/dismissed_ones_are_behind_a_line", test_dismissed_ones_are_behind_a_line);
  g_test_add_func ("/pane_findings/the_height_is_that_of_what_is_drawn", test_the_height_is_that_of_what_is_drawn);
  g_test_add_func ("/pane_findings/changes_are_a_file_of_rules", test_changes_are_a_file_of_rules);
  return g_test_run ();
}
