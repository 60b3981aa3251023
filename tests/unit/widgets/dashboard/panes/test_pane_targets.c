/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a click on a part of a pane leads: to the events that it counts. */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/launched_work.h"
#include "trace/stats/tables/stat_tables.h"
#include "widgets/dashboard/panes/pane_precision.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/dashboard/sections/section_time.h"

static void
test_idle_leads_to_the_longest_gap (void)
{
  const LaunchedWork works[] = { { 0, 100, 0, "a" }, { 150, 350, 10, "b" }, { 800, 100, 20, "b" } };
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = launched_work_trace (works, G_N_ELEMENTS (works), 1, 1000);
  const Profile *profile = profile_new (trace, "x.json", NULL, &error);
  StatsScope scope = stats_scope_whole (trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
  const Pane *panes[DASHBOARD_PANES_MAX];
  size_t n = dashboard_panes_of (profile, panes);
  int n_gaps = 0, n_slices = 0;

  for (size_t i = 0; i < n; i++)
    for (int part = 0; part < 2; part++)
      {
        const PaneContext pane = { panes[i], data, &PANE_OPTIONS_DEFAULT, &number_style_c };
        g_autofree char *sentence = pane_sentence (&pane);
        PaneTarget target = sentence == NULL ? panes[i]->part_target (&pane, part) : PANE_TARGET_NONE;

        /* That one leads to the longest gap of each cause. */
        if (strcmp (panes[i]->id, "idle-causes") == 0)
          continue;
        if (target.kind == TARGET_GAP)
          {
            g_assert_cmpint (target.begin_ns, ==, 500);
            g_assert_cmpint (target.end_ns, ==, 800);
            n_gaps++;
          }
        else if (target.kind == TARGET_SLICE)
          {
            g_assert_cmpint (trace_slices (trace)->dur_ns[target.id], >=, 100);
            n_slices += (panes[i]->needs & SECTION_BIT (SECTION_KERNELS)) != 0;
          }
      }
  g_assert_cmpint (n_gaps, ==, 2);   /* of both rings */
  g_assert_cmpint (n_slices, ==, 8); /* of all panes of kernels */
  g_assert_cmpint (dashboard_bucket_ns (data, 0), ==, 0);
  g_assert_cmpint (dashboard_bucket_ns (data, DASHBOARD_BUCKETS), ==, 1000);
  profile_unref (profile);
}

/* Of everything that took time. */
static void
test_every_part_of_a_ring_leads_somewhere (void)
{
  const LaunchedWork works[] = { { 0, 100, 0, "a" }, { 150, 350, 10, "b" }, { 800, 100, 20, "c" } };
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = launched_work_trace (works, G_N_ELEMENTS (works), 1, 1000);
  const Profile *profile = profile_new (trace, "x.json", NULL, &error);
  StatsScope scope = stats_scope_whole (trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
  const PaneOptions options = { .n_rows = 2 }; /* the third kernel is among others */
  const Pane *panes[DASHBOARD_PANES_MAX];
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);
  DrawStyle style = { .theme = theme_get (THEME_LIGHT),
                      .text = text_cache_new (NULL, 1),
                      .numbers = &number_style_c };
  int n_parts = 0, n_tables = 0;

  for (size_t i = 0, n = dashboard_panes_of (profile, panes); i < n; i++)
    {
      const PaneContext pane = { panes[i], data, &options, &number_style_c };
      g_autofree char *sentence = pane_sentence (&pane);
      ChartMap map = { 0 };

      if (panes[i]->ghost != GHOST_RING || sentence != NULL)
        continue;
      panes[i]->draw (cr, &(Rect){ 0, 0, 400, 300 }, &style, &pane, NULL, &map);
      for (int area = 0; area < map.n; area++)
        {
          PaneTarget target = panes[i]->part_target (&pane, map.areas[area].part);

          if (!map.areas[area].is_sector)
            continue;
          g_test_message ("part %d of %s", map.areas[area].part, panes[i]->id);
          g_assert_cmpint (target.kind, !=, TARGET_NONE);
          g_assert_true (target.kind != TARGET_TABLE || stat_table_kind (target.table) != NULL);
          n_tables += target.kind == TARGET_TABLE;
          n_parts++;
        }
    }
  g_assert_cmpint (n_parts, >, 8);
  g_assert_cmpint (n_tables, >=, 4); /* active, kernels, and the rest of both rings of kernels */
  text_cache_free (style.text);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  profile_unref (profile);
}

/* A class that has a word in the table leads to its rows, which are there; what is not known to its longest kernel. */
static void
test_precisions_lead_to_their_rows (void)
{
  const LaunchedWork works[] = { { 0, 300, 0, "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn" },
                                 { 400, 200, 10, "ampere_sgemm_128x64_nn" },
                                 { 800, 100, 20, "what_is_this" } };
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = launched_work_trace (works, G_N_ELEMENTS (works), 1, 1000);
  const Profile *profile = profile_new (trace, "x.json", NULL, &error);
  StatsScope scope = stats_scope_whole (trace, profile->steps);
  g_autoptr (DashboardData) data = dashboard_data_new (profile, &scope, &error);
  const PaneContext pane = { &pane_precision, data, &PANE_OPTIONS_DEFAULT, &number_style_c };
  PaneTarget targets[3];

  for (int part = 0; part < 3; part++)
    targets[part] = pane_precision.part_target (&pane, part);
  g_assert_cmpint (targets[0].kind, ==, TARGET_TABLE);
  g_assert_cmpstr (targets[0].table, ==, "kernels");
  g_assert_cmpstr (targets[0].filter, ==, "bf16");
  g_assert_cmpint (targets[1].kind, ==, TARGET_TABLE);
  g_assert_cmpstr (targets[1].filter, ==, "fp32");
  g_assert_cmpint (targets[2].kind, ==, TARGET_SLICE);
  g_assert_cmpint (trace_slices (trace)->dur_ns[targets[2].id], ==, 100);
  g_assert_cmpint (pane_precision.part_target (&pane, 3).kind, ==, TARGET_NONE);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pane_targets/idle_leads_to_the_longest_gap", test_idle_leads_to_the_longest_gap);
  g_test_add_func ("/pane_targets/every_part_of_a_ring_leads_somewhere",
                   test_every_part_of_a_ring_leads_somewhere);
  g_test_add_func ("/pane_targets/precisions_lead_to_their_rows", test_precisions_lead_to_their_rows);
  return g_test_run ();
}
