/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane of findings of the sample profile: as it comes, with rules that find much, folded out at two widths, with a finding
 * that was dismissed, and where nothing is wrong. */

#include <string.h>

#include "tests/golden/golden.h"
#include "trace/open/open.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/findings/pane_findings.h"
#include "widgets/dashboard/panes/panes.h"

/* Thresholds at which most rules fire. */
#define MANY                                                                                                           \
  "[gpu_starvation]\ngap_ms=0\n[exposed_communication]\nshare_percent=0\n[tensor_cores_unused]\nshare_percent=0\n"    \
  "[pageable_copies]\nshare_percent=0\n[data_loader]\nshare_percent=0\n[load_balancing]\ndistance=0\nmean_points=0\n" \
  "patience_s=0\n[max_initialization]\nminutes=0\n[peak_memory]\npeak_percent=0\n[launch_bound]\nshare_percent=0\n"   \
  "short_kernel_us=1000000\n[small_kernels]\nshare_percent=0\nshort_kernel_us=1000000\ngap_us=100000\nrun_kernels=1\n" \
  "[low_gpu_utilization]\nmean_percent=100\np95_percent=100\np5_percent=100\n[first_step]\nfactor=0.5\n"              \
  "[low_utilization_periods]\nuse_percent=100\nparts=1\nshare_percent=0\n[sync_calls]\nshare_percent=0\n"             \
  "[profiler_overhead]\nshare_percent=0\n[memory_increase]\nincrease_percent=0\n[fp32_instead_of_tf32]\n"             \
  "share_percent=0\n"

#define NOTHING "[data_loader]\nenabled=false\n[step_outlier]\nenabled=false\n[garbage_collection]\nenabled=false\n"

static const DashboardData *usual, *many, *nothing, *dismissed;

/* One pane, as high as it wants to be. */
static void
draw_pane (cairo_t *cr, const Rect *rect, const DrawStyle *style, const DashboardData *data, uint64_t unfolded)
{
  const PaneOptions options = { .unfolded = unfolded };
  const PaneContext pane = { &pane_findings, data, &options, style->numbers };
  const Rect card = { rect->x_px + 8, rect->y_px + 8, rect->width_px - 16,
                      dashboard_pane_height_px (&pane, (int) rect->width_px - 16, style) };

  pane_draw (cr, &card, style, &pane);
}

static void
draw_usual (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const DashboardData *const *dashboard = data;

  draw_pane (cr, rect, style, *dashboard, 0);
}

static void
draw_unfolded (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const DashboardData *const *dashboard = data;

  draw_pane (cr, rect, style, *dashboard, UINT64_MAX);
}

static const GoldenCase cases[] = {
  { "usual_light", 1264, 300, THEME_LIGHT, draw_usual, &usual, NULL, 0 },
  { "unfolded_light", 1264, 1120, THEME_LIGHT, draw_unfolded, &usual, NULL, 0 },
  { "unfolded_dark", 1264, 1120, THEME_DARK, draw_unfolded, &usual, NULL, 0 },
  { "unfolded_contrast", 1264, 1120, THEME_CONTRAST, draw_unfolded, &usual, NULL, 0 },
  { "unfolded_narrow", 640, 1760, THEME_DARK, draw_unfolded, &usual, NULL, 0 },
  { "large_text", 1264, 900, THEME_LIGHT, draw_usual, &usual, NULL, 2.0 },
  { "many_light", 1264, 800, THEME_LIGHT, draw_usual, &many, NULL, 0 },
  { "many_contrast", 1264, 800, THEME_CONTRAST, draw_usual, &many, NULL, 0 },
  { "nothing_light", 1264, 164, THEME_LIGHT, draw_usual, &nothing, NULL, 0 },
  { "dismissed_light", 1264, 1160, THEME_LIGHT, draw_unfolded, &dismissed, NULL, 0 },
};

static const DashboardData *
data_of (const Profile *profile, const char *rules, const char *why)
{
  const StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  const DashboardChoices choices = { .finding_rules = rules, .dismissed = why };
  DashboardData *data = dashboard_data_begin (profile, &scope, &choices);

  dashboard_data_compute (data, SECTION_BIT (SECTION_FINDINGS), 0, NULL, NULL, NULL);
  return data;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  usual = data_of (profile, NULL, NULL);
  many = data_of (profile, MANY, NULL);
  nothing = data_of (profile, NOTHING, NULL);
  dismissed = data_of (profile, NULL, "step_outlier It writes a checkpoint there, which it is meant to do\n");
  profile_unref (profile);
  return golden_main (argc, argv, "findings", cases, sizeof cases / sizeof cases[0]);
}
