/* SPDX-License-Identifier: Apache-2.0
 *
 * Figures that reports have in common: of the scope that they were made for, whoever asks for others meanwhile. */

#include "app/cli/reports/report_figures.h"
#include "tests/unit/fixtures/timeline_profile.h"

static void
test_figures_are_of_their_own_scope (void)
{
  const Profile *profile = timeline_profile_training ();
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (ReportFigures) whole = report_figures_new (&scope);
  const DeviceStatsTable *devices = report_figures_devices (whole);
  uint64_t n_kernels = report_figures_kernels (whole)->count;

  /* Another scope in the same place. */
  int64_t begin_ns = scope.begin_ns, end_ns = scope.begin_ns + (scope.end_ns - scope.begin_ns) / 3;
  scope = stats_scope_window (profile->trace, profile->steps, &begin_ns, &end_ns);
  g_autoptr (ReportFigures) part = report_figures_new (&scope);
  g_assert_cmpint (report_figures_scope (part)->end_ns, <, report_figures_scope (whole)->end_ns);
  g_assert_cmpuint (report_figures_kernels (part)->count, <, n_kernels);
  g_assert_true (report_figures_devices (part) != devices);
  g_assert_true (report_figures_devices (whole) == devices);
  g_assert_cmpuint (report_figures_kernels (whole)->count, ==, n_kernels);
  profile_unref (profile);
}

static void
test_another_limit_of_gaps_is_counted_anew (void)
{
  const Profile *profile = timeline_profile_training ();
  const StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (ReportFigures) figures = report_figures_new (&scope);

  g_assert_cmpint (report_figures_idle (figures, 5)->short_ns, ==, 5);
  g_assert_cmpint (report_figures_idle (figures, 7000)->short_ns, ==, 7000);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report_figures/are_of_their_own_scope", test_figures_are_of_their_own_scope);
  g_test_add_func ("/report_figures/another_limit_of_gaps_is_counted_anew",
                   test_another_limit_of_gaps_is_counted_anew);
  return g_test_run ();
}
