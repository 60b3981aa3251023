/* SPDX-License-Identifier: Apache-2.0
 *
 * "Open a native file, first picture ready": what a fresh process spends until the timeline's whole span is drawn at
 * 1920 x 1080, and until the dashboard has its figures.
 *
 *   bench_first_picture FILE.stepscope [--picture]    prints processor milliseconds of the parts
 *
 * The first text that a process draws finds its fonts: a line of text is drawn before the file is opened, so that
 * this can be told apart; it counts as a part of the picture. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "trace/open/open.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/timeline/draw/timeline_draw.h"

#define WIDTH_PX  1920
#define HEIGHT_PX 1080
#define CHROME_PX 87 /* header bar and scope bar */
#define HEADER_PX 280

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
fail (const GError *error)
{
  fprintf (stderr, "%s\n", error->message);
  exit (2);
}

static void
draw_timeline (cairo_t *cr, const TimelineView *view, TimelinePlan *plan, const DrawStyle *style)
{
  static const OverviewMarks overview = { UINT64_MAX, UINT64_MAX, NULL };
  TimelineMarks marks = { .selected = SLICE_NONE, .hovered = SLICE_NONE, .focused = SLICE_NONE };
  TimelineLinks links;

  if (!timeline_plan_make (plan, view, 1))
    abort ();
  cairo_save (cr);
  cairo_translate (cr, HEADER_PX, TIMELINE_OVERVIEW_PX + TIMELINE_RULER_PX);
  timeline_draw_rows (cr, view, plan, style);
  timeline_draw_marks (cr, view, plan, style, &marks, &links);
  cairo_translate (cr, -HEADER_PX, 0);
  timeline_draw_header (cr, view, style, HEADER_PX, UINT32_MAX, UINT32_MAX);
  cairo_restore (cr);
  timeline_draw_overview_header (cr, view, style, HEADER_PX);
  cairo_translate (cr, HEADER_PX, 0);
  timeline_draw_overview_ground (cr, view, style, &overview);
  timeline_draw_overview_window (cr, view, style);
  cairo_translate (cr, 0, TIMELINE_OVERVIEW_PX);
  timeline_draw_ruler (cr, view, style);
  cairo_translate (cr, -HEADER_PX, 0);
  timeline_draw_ruler_header (cr, view, style, HEADER_PX);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc < 2 || argc > 3)
    {
      fprintf (stderr, "usage: bench_first_picture FILE.stepscope [--picture]\n");
      return 2;
    }

  double begin_ms = cpu_ms ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX - CHROME_PX);
  cairo_t *cr = cairo_create (surface);
  DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  text_draw (style.text, cr, TEXT_BODY, style.theme->text, TEXT_LEFT, 20, 20, "fonts");
  double fonts_ms = cpu_ms ();

  int fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  g_autoptr (Trace) trace = trace_map (fd, argv[1], &error);
  if (trace == NULL)
    fail (error);
  close (fd);
  double map_ms = cpu_ms ();

  const Profile *profile = profile_new (trace, argv[1], NULL, &error);
  if (profile == NULL)
    fail (error);
  double profile_ms = cpu_ms ();

  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TimelinePlan *plan = timeline_plan_new ();
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .begin_ns = profile->begin_ns,
    .end_ns = profile->end_ns,
    .width_px = WIDTH_PX - HEADER_PX,
    .height_px = HEIGHT_PX - CHROME_PX - TIMELINE_OVERVIEW_PX - TIMELINE_RULER_PX,
  };
  draw_timeline (cr, &view, plan, &style);
  cairo_surface_flush (surface);
  double picture_ms = cpu_ms ();

  printf ("fonts %.2f map %.2f profile %.2f draw %.2f picture %.2f", fonts_ms - begin_ms, map_ms - fonts_ms,
          profile_ms - map_ms, picture_ms - profile_ms, picture_ms - begin_ms);
  if (argc == 2)
    {
      StatsScope scope = stats_scope_whole (trace, profile->steps);
      DashboardData *data = dashboard_data_new (profile, &scope, &error);

      if (data == NULL)
        fail (error);
      printf (" dashboard %.2f", cpu_ms () - picture_ms);
      dashboard_data_unref (data);
    }
  puts (" ms");
  timeline_plan_free (plan);
  track_tree_free (tree);
  text_cache_free (style.text);
  profile_unref (profile);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return 0;
}
