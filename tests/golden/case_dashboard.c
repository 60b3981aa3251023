/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard of the sample profile as a whole, and of profiles that have little to show. */

#include <string.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/opened_text.h"
#include "trace/build/builder.h"
#include "trace/open/open.h"
#include "trace/stats/idle/idle_causes.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/pane/pane_ghost.h"
#include "widgets/dashboard/panes/pane_query.h"
#include "widgets/dashboard/panes/panes.h"

/* An annotation of the sample. */
#define HISTOGRAM "Optimizer.step#AdamW.step"

static void
draw_dashboard (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const DashboardData *const *dashboard = data;

  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  dashboard_draw_picture (cr, style, *dashboard, (int) rect->width_px, (int) rect->height_px);
  cairo_restore (cr);
}

static void
draw_ghosts (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const PaneGhost ghosts[] = { GHOST_SUMMARY, GHOST_RING, GHOST_BARS, GHOST_AXES };
  double height_px = rect->height_px / 4;

  (void) data;
  for (int i = 0; i < 4; i++)
    {
      const Rect place = { rect->x_px + 8, rect->y_px + height_px * i + 8, rect->width_px - 16,
                           height_px - 16 };

      pane_ghost_draw (cr, &place, style, ghosts[i]);
    }
}

/* What the user may choose about panes. */
static void
draw_choices (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  static const struct
  {
    const char *id;
    PaneOptions options;
  } choices[] = {
    { "kernels-by-time", { .is_other = true } }, { "kernels-by-count", { .is_other = true } },
    { "all-kernels-by-time", { .n_rows = 4 } },  { "all-kernels-by-count", { .n_rows = 50 } },
    { "gpu-utilization", { .is_other = true } }, { "annotation", { .name = HISTOGRAM } },
  };
  const DashboardData *const *dashboard = data;

  for (int i = 0; i < (int) (sizeof choices / sizeof choices[0]); i++)
    {
      const PaneContext pane = { dashboard_pane_find (choices[i].id), *dashboard, &choices[i].options,
                                 style->numbers };
      const Rect place = { rect->x_px + 16 + i % 2 * 632, rect->y_px + 16 + i / 2 * 352, 616, 336 };

      pane_draw (cr, &place, style, &pane);
    }
}

static const DashboardQuery queries[] = {
  { "Longest kernels",
    "select id as slice_id, name, dur_ns\nfrom slice where category = 'kernel' order by dur_ns desc" },
  { "Steps", "select *, wall_ns * 1.5 as scaled_ns, 'a note of many words' as note from step" },
  { "Wrong", "select nam from slice" },
};

/* At two widths, and one that does not run. */
static void
draw_queries (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const DashboardData *const *dashboard = data;
  const Rect places[] = { { 16, 16, 400, 336 }, { 432, 16, 400, 336 }, { 16, 368, 816, 200 } };
  const int shown[] = { 0, 2, 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const PaneOptions options = { .name = queries[shown[i]].name };
      const PaneContext pane = { &pane_query, *dashboard, &options, style->numbers };
      const Rect place = { rect->x_px + places[i].x_px, rect->y_px + places[i].y_px, places[i].width_px,
                           places[i].height_px };

      pane_draw (cr, &place, style, &pane);
    }
}

static const DashboardData *long_names, *sample, *sample_gap, *cpu_only, *nothing;

static const GoldenCase cases[] = {
  { "sample_light", 1280, 4326, THEME_LIGHT, draw_dashboard, &sample, NULL, 0 },
  { "sample_dark", 1920, 3250, THEME_DARK, draw_dashboard, &sample, NULL, 0 },
  { "sample_contrast", 1280, 1870, THEME_CONTRAST, draw_dashboard, &sample, NULL, 0 },
  { "sample_narrow", 960, 2220, THEME_LIGHT, draw_dashboard, &sample, NULL, 0 },
  { "sample_large_text", 1280, 1560, THEME_LIGHT, draw_dashboard, &sample, NULL, 2.0 },
  { "nothing_ran", 1280, 1640, THEME_LIGHT, draw_dashboard, &sample_gap, NULL, 0 },
  { "cpu_only", 1280, 700, THEME_DARK, draw_dashboard, &cpu_only, NULL, 0 },
  { "no_slices", 1280, 700, THEME_LIGHT, draw_dashboard, &nothing, NULL, 0 },
  { "choices_light", 1280, 1072, THEME_LIGHT, draw_choices, &sample, NULL, 0 },
  { "choices_contrast", 1280, 1072, THEME_CONTRAST, draw_choices, &sample, NULL, 0 },
  { "queries_light", 848, 584, THEME_LIGHT, draw_queries, &sample, NULL, 0 },
  { "queries_dark", 848, 584, THEME_DARK, draw_queries, &sample, NULL, 0 },
  { "long_names_light", 1280, 3744, THEME_LIGHT, draw_dashboard, &long_names, NULL, 0 },
  { "long_names_dark", 960, 1640, THEME_DARK, draw_dashboard, &long_names, NULL, 0 },
  { "ghosts", 400, 896, THEME_LIGHT, draw_ghosts, NULL, NULL, 0 },
};

static const DashboardData *
data_of_profile (const Profile *profile, const StatsScope *scope, const DashboardChoices *choices)
{
  DashboardData *data = dashboard_data_begin (profile, scope, choices);

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  return data;
}

static const DashboardData *
data_of (Trace *trace, const char *path, const int64_t *begin_ns, const int64_t *end_ns)
{
  g_autoptr (GError) error = NULL;
  const Profile *profile = profile_new (trace, path, NULL, &error);

  g_assert_no_error (error);
  StatsScope scope = begin_ns == NULL ? stats_scope_whole (trace, profile->steps)
                                      : stats_scope_window (trace, profile->steps, begin_ns, end_ns);
  static const char *const annotations[] = { HISTOGRAM, NULL };
  const DashboardChoices choices = {
    .annotations = annotations,
    .short_gap_ns = IDLE_SHORT_NS,
    .queries = queries,
    .n_queries = G_N_ELEMENTS (queries),
  };
  const DashboardData *data = data_of_profile (profile, &scope, &choices);
  profile_unref (profile);
  trace_unref (trace);
  return data;
}

static Trace *
open_sample (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  Trace *trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Eight steps on one thread, the fifth twice as long. */
static Trace *
make_cpu_only (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  int64_t start_ns = 0;

  trace_builder_begin_rank (builder, "cpu.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t track = trace_builder_add_track (builder, TRACK_ANNOTATIONS, thread);
  for (int i = 0; i < 8; i++)
    {
      int64_t dur_ns = (20 + i % 3) * (i == 4 ? 2000000 : 1000000);
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", i);

      trace_builder_add_slice (builder, &(SliceInput){
                                          .track = track,
                                          .name = trace_builder_string (builder, name, strlen (name)),
                                          .kind = SLICE_ANNOTATION,
                                          .start_ns = start_ns,
                                          .dur_ns = dur_ns,
                                          .args = ARGS_NONE,
                                        });
      start_ns += dur_ns;
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

#define LONG_NAME_BYTES 5000

/* Alike but for what stands at place; of words, or of none. */
static char *
long_name (int place, char differs, bool has_words)
{
  char *name = g_malloc (LONG_NAME_BYTES + 1);

  for (int i = 0; i < LONG_NAME_BYTES; i++)
    name[i] = (char) (has_words && i % 9 == 8 ? '_' : 'a' + i % 9);
  name[place] = differs;
  name[LONG_NAME_BYTES] = '\0';
  return name;
}

static void
add_event (GString *out,
           const char *category,
           const char *name,
           int thread,
           int start_us,
           int dur_us,
           int correlation,
           const char *args)
{
  g_string_append_printf (
    out,
    "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": %d, "
    "\"dur\": %d, \"args\": {\"correlation\": %d%s}},\n",
    category, name, strcmp (category, "kernel") == 0 ? 0 : 10, thread, start_us, dur_us, correlation, args);
}

/* Every name as long as it gets: kernels that differ in one character, operators, annotations, calls. */
static const Profile *
make_long_names (void)
{
  g_autoptr (GString) events = g_string_new ("{\"schemaVersion\": 1, \"traceEvents\": [\n");
  g_autofree char *annotation = long_name (0, 'N', true), *operator= long_name (1, 'O', true);

  for (int i = 0; i < 12; i++)
    {
      g_autofree char *kernel = long_name (i % 3 == 0 ? LONG_NAME_BYTES - 1 - i : i * LONG_NAME_BYTES / 12,
                                           (char) ('A' + i), i % 4 != 3);
      g_autofree char *step = g_strdup_printf ("ProfilerStep#%d", i);
      int at_us = 1000 * i;

      add_event (events, "user_annotation", step, 10, at_us, 1000, 0, "");
      add_event (events, "user_annotation", annotation, 10, at_us + 50, 300 + 10 * i, 0, "");
      add_event (events, "cpu_op", operator, 10, at_us + 100, 100, 0, "");
      add_event (events, "cuda_runtime", "cudaLaunchKernel", 10, at_us + 110, 20, i + 1, "");
      add_event (events, "kernel", kernel, 7, at_us + 200, 500 - 20 * i, i + 1,
                 ", \"device\": 0, \"stream\": 7");
      add_event (events, "overhead", operator, 11, at_us + 900, 20, 0, "");
    }
  add_event (events, "cpu_op", "aten::mm", 10, 12000, 10, 0, "");
  g_string_truncate (events, events->len - 2);
  g_string_append (events, "]}");
  return opened_text ("long.json", events->str, NULL);
}

static Trace *
make_nothing (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "nothing.json");
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

int
main (int argc, char **argv)
{
  const int64_t begin_ns = 10000000000, end_ns = 10001000000;

  sample = data_of (open_sample (), "sample", NULL, NULL);
  sample_gap = data_of (open_sample (), "sample", &begin_ns, &end_ns);
  const Profile *profile = make_long_names ();
  const StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  long_names = data_of_profile (profile, &whole, NULL);
  profile_unref (profile);
  cpu_only = data_of (make_cpu_only (), "cpu.json", NULL, NULL);
  nothing = data_of (make_nothing (), "nothing.json", NULL, NULL);
  return golden_main (argc, argv, "dashboard", cases, sizeof cases / sizeof cases[0]);
}
