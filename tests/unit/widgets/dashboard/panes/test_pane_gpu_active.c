/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane of the GPU's active time: of any work, or of kernels that compute. */

#include "tests/unit/fixtures/seeded_profile.h"
#include "widgets/dashboard/panes/pane_gpu_active.h"
#include "widgets/dashboard/sections/section_time.h"

static void
test_active_time_is_of_any_work_or_of_what_computes (void)
{
  const Profile *profile = seeded_profile (5);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &whole, NULL);
  const PaneOptions options = { .is_other = true };
  const PaneContext usual = { &pane_gpu_active, data, &PANE_OPTIONS_DEFAULT, &number_style_c };
  const PaneContext compute = { &pane_gpu_active, data, &options, &number_style_c };

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  const DeviceFigures *devices = dashboard_devices (data);
  int64_t compute_ns = devices->all_overlaps.compute_ns;
  g_autoptr (PaneTable) of_all = pane_gpu_active.table (&usual);
  g_autoptr (PaneTable) of_compute = pane_gpu_active.table (&compute);

  g_assert_cmpint (compute_ns, >, 0);
  g_assert_cmpint (compute_ns, <, devices->split.busy_ns);
  g_assert_cmpint (g_ascii_strtoll (pane_table_cell (of_all, 0, 1), NULL, 10), ==, devices->split.busy_ns);
  g_assert_cmpint (g_ascii_strtoll (pane_table_cell (of_compute, 0, 1), NULL, 10), ==, compute_ns);
  g_assert_cmpint (g_ascii_strtoll (pane_table_cell (of_compute, 1, 1), NULL, 10), ==,
                   devices->split.total_ns - compute_ns);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pane_gpu_active/active_time_is_of_any_work_or_of_what_computes",
                   test_active_time_is_of_any_work_or_of_what_computes);
  return g_test_run ();
}
