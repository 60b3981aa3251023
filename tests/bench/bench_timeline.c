/* SPDX-License-Identifier: Apache-2.0
 *
 * "Draw a frame, any zoom": what the main thread does for a frame of the timeline, without a display, along one path of
 * 300 views (view_path.h), with a kernel and all of its name selected. All rows are open; at 1080p the first 54 of them
 * are in view whole. The track column is drawn when rows scrolled, the overview's ground when it begins, as in the window.
 *
 * The bars are for the main thread's processor time; STEPSCOPE_THREADS=1 leaves it all the work.
 *
 *   bench_timeline TRACE|N [WIDTH HEIGHT [SCALE]]
 *
 * With a number: a made profile of so many slices, whose 54 rows are full at any zoom. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/bench/dense_streams.h"
#include "tests/bench/view_path.h"
#include "trace/container/parallel.h"
#include "trace/open/open.h"
#include "widgets/timeline/draw/flow_overlay.h"
#include "widgets/timeline/draw/path_draw.h"
#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/links/slice_chain.h"

#define N_VIEWS      VIEW_PATH_LENGTH
#define N_ROWS       54
#define N_LABELS     500
#define N_STREAMS    51 /* with the rows of their GPU and of the node 54 */
#define LABEL_PX     28 /* as rows_draw.c has it */
#define BAR_MS       3.0
#define BAR_4K_MS    8.0
#define FLOWS_BAR_MS 3.0
#define HEADER_PX    280

typedef enum
{
  PART_PLAN,
  PART_ROWS,
  PART_MARKS,
  PART_HEADER,
  PART_TOP, /* ruler, and the overview's frame */
  PART_ALL,
  PART_PROCESS, /* the same, of all threads that planning and painting are shared by */
  PART_WALL,
  N_PARTS
} Part;

static const char *const part_names[N_PARTS] = {
  "plan", "rows", "marks", "track column", "ruler and frame", "all", "all, every thread", "all, wall"
};

static double
clock_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static double
cpu_ms (void)
{
  return clock_ms (CLOCK_THREAD_CPUTIME_ID);
}

/* The i-th view; each fifth pan scrolls as well. True: it did. */
static bool
take_view (TimelineView *view, int i)
{
  int pan = view_path_pan (i), scroll_px = view->scroll_px;
  int more_px = MAX (track_tree_height_px (view->tree) - view->height_px, 0);

  view_path_span (view->profile->trace, i, &view->begin_ns, &view->end_ns);
  if (pan >= 0 && pan % 5 == 4)
    view->scroll_px = more_px * (pan % 3) / 2;
  return view->scroll_px != scroll_px;
}

static uint32_t
labels_in (const TimelinePlan *plan, double scale)
{
  uint32_t n_rows, n = 0;
  const TimelineRowPlan *rows = timeline_plan_rows (plan, &n_rows);

  for (uint32_t r = 0; r < n_rows; r++)
    for (uint32_t s = 0; s < rows[r].n_spans; s++)
      n += rows[r].spans[s].is_whole && rows[r].spans[s].width_px > LABEL_PX * scale;
  return n;
}

static uint64_t
first_launched (const Trace *trace)
{
  for (uint64_t i = trace_slices (trace)->n / 2; i < trace_slices (trace)->n; i++)
    if (trace_launch_of (trace, i) != SLICE_NONE)
      return i;
  return SLICE_NONE;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
draw_frame (cairo_t *cr,
            const TimelineView *view,
            TimelinePlan *plan,
            const DrawStyle *style,
            const TimelineMarks *marks,
            double scale,
            bool has_scrolled,
            double ms[N_PARTS])
{
  TimelineLinks links;
  double at[N_PARTS];

  double process_ms = clock_ms (CLOCK_PROCESS_CPUTIME_ID), wall_ms = clock_ms (CLOCK_MONOTONIC);
  at[0] = cpu_ms ();
  if (!timeline_plan_make (plan, view, scale))
    abort ();
  at[1] = cpu_ms ();
  cairo_save (cr);
  cairo_translate (cr, HEADER_PX, TIMELINE_OVERVIEW_PX + TIMELINE_RULER_PX);
  timeline_draw_rows (cr, view, plan, style);
  at[2] = cpu_ms ();
  timeline_draw_marks (cr, view, plan, style, marks, &links);
  at[3] = cpu_ms ();
  cairo_translate (cr, -HEADER_PX, 0);
  if (has_scrolled)
    timeline_draw_header (cr, view, style, HEADER_PX, UINT32_MAX, UINT32_MAX);
  cairo_restore (cr);
  at[4] = cpu_ms ();
  cairo_save (cr);
  cairo_translate (cr, HEADER_PX, 0);
  timeline_draw_overview_window (cr, view, style);
  cairo_translate (cr, 0, TIMELINE_OVERVIEW_PX);
  timeline_draw_ruler (cr, view, style);
  cairo_translate (cr, -HEADER_PX, 0);
  timeline_draw_ruler_header (cr, view, style, HEADER_PX);
  cairo_restore (cr);
  at[5] = cpu_ms ();
  for (int part = 0; part < PART_ALL; part++)
    ms[part] = at[part + 1] - at[part];
  ms[PART_ALL] = at[5] - at[0];
  ms[PART_PROCESS] = clock_ms (CLOCK_PROCESS_CPUTIME_ID) - process_ms;
  ms[PART_WALL] = clock_ms (CLOCK_MONOTONIC) - wall_ms;
}

static uint64_t
flows_in_view (const FlowIndex *index, const TimelineView *view)
{
  uint64_t n = 0;

  for (uint32_t g = 0; g < index->n_groups; g++)
    for (uint64_t i = 0; i < index->groups[g].n; i++)
      n += index->groups[g].from_ns[i] < view->end_ns && index->groups[g].to_ns[i] >= view->begin_ns;
  return n;
}

/* "All flows in view" along the same path: what it adds to a frame. */
static double
bench_flows (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int scale)
{
  TimelineView at = *view;
  FlowOverlay *overlay = flow_overlay_new ();
  double begin_ms = cpu_ms (), ms[N_VIEWS];
  const FlowIndex *index = flow_index_new (view->profile->trace, NULL, NULL);
  double index_ms = cpu_ms () - begin_ms;
  uint64_t most = 0;

  if (index == NULL)
    abort ();
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < N_VIEWS; i++)
      {
        take_view (&at, i);
        begin_ms = cpu_ms ();
        if (!flow_overlay_make (overlay, index, &at, scale))
          abort ();
        flow_overlay_draw (cr, overlay, style);
        ms[i] = cpu_ms () - begin_ms;
        if (pass == 0)
          most = MAX (most, flows_in_view (index, &at));
      }
  qsort (ms, N_VIEWS, sizeof ms[0], compare_doubles);
  printf ("  all flows, up to %" G_GUINT64_FORMAT
          " in view, between %u pairs of rows: %.3f %.3f %.3f (index: %.0f ms)\n",
          most, index->n_groups, ms[N_VIEWS / 2], ms[N_VIEWS * 99 / 100 - 1], ms[N_VIEWS - 1], index_ms);
  flow_overlay_free (overlay);
  flow_index_unref (index);
  return ms[N_VIEWS * 99 / 100 - 1];
}

/* The critical path of rank 0 along the same path: what it adds to a frame. */
static void
bench_path (cairo_t *cr, const TimelineView *view, const DrawStyle *style, int scale)
{
  const Profile *profile = view->profile;
  const PathPlace place = { UINT64_MAX, 0, profile->begin_ns, profile->end_ns };
  TimelineView at = *view;
  double begin_ms = cpu_ms (), ms[N_VIEWS];

  at.path = step_path_new (profile, &place, NULL, NULL);
  if (at.path == NULL)
    abort ();
  double find_ms = cpu_ms () - begin_ms;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < N_VIEWS; i++)
      {
        take_view (&at, i);
        begin_ms = cpu_ms ();
        path_draw (cr, &at, style, scale, SLICE_NONE);
        ms[i] = cpu_ms () - begin_ms;
      }
  qsort (ms, N_VIEWS, sizeof ms[0], compare_doubles);
  printf ("  critical path of %" G_GUINT64_FORMAT
          " slices, %zu pieces, %zu arrows: %.3f %.3f %.3f (found: %.0f ms)\n",
          at.path->path->n_slices, at.path->n_spans, at.path->n_edges, ms[N_VIEWS / 2],
          ms[N_VIEWS * 99 / 100 - 1], ms[N_VIEWS - 1], find_ms);
  step_path_unref (at.path);
}

/* As high as asked for, or as the first rows are. */
static int
canvas_height (TrackTree *tree, int height_px)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  const TimelineRow *last = &rows[MIN (n, N_ROWS) - 1];

  return MAX (height_px, last->y_px + last->height_px);
}

/* What a selected slice is connected with, which the main thread finds out, and the slices of its name, which a thread
 * does. */
static void
bench_selection (const Trace *trace)
{
  double chain_ms[N_VIEWS], series_ms[N_VIEWS];
  uint64_t n = trace_slices (trace)->n;

  if (n == 0)
    return;
  for (int i = 0; i < N_VIEWS; i++)
    {
      uint64_t slice = n / N_VIEWS * (uint64_t) i;
      double begin_ms = cpu_ms ();

      g_array_unref (slice_chain_new (trace, NULL, slice));
      chain_ms[i] = cpu_ms () - begin_ms;
      begin_ms = cpu_ms ();
      const NameSeries *series = name_series_new (trace, slice, NULL, NULL);
      if (series != NULL)
        name_series_unref (series);
      series_ms[i] = cpu_ms () - begin_ms;
    }
  qsort (chain_ms, N_VIEWS, sizeof chain_ms[0], compare_doubles);
  qsort (series_ms, N_VIEWS, sizeof series_ms[0], compare_doubles);
  printf ("  chain of a slice: %.3f %.3f %.3f; in a thread, the slices of its name: %.1f %.1f %.1f\n",
          chain_ms[N_VIEWS / 2], chain_ms[N_VIEWS * 99 / 100 - 1], chain_ms[N_VIEWS - 1],
          series_ms[N_VIEWS / 2], series_ms[N_VIEWS * 99 / 100 - 1], series_ms[N_VIEWS - 1]);
}

int
main (int argc, char **argv)
{
  GError *error = NULL;

  if (argc < 2)
    {
      fprintf (stderr, "bench_timeline TRACE|N [WIDTH HEIGHT [SCALE]]\n");
      return 1;
    }

  int width_px = argc > 3 ? (int) strtol (argv[2], NULL, 10) : 1920;
  int height_px = argc > 3 ? (int) strtol (argv[3], NULL, 10) : 1080;
  int scale = argc > 4 ? (int) strtol (argv[4], NULL, 10) : 1;
  double bar_ms = width_px * scale > 1920 ? BAR_4K_MS : BAR_MS;
  char *end;
  uint64_t n_slices = strtoull (argv[1], &end, 10);
  Trace *trace = *end == '\0' ? dense_streams_new (n_slices, N_STREAMS) : trace_open (argv[1], NULL, &error);
  const Profile *profile = trace == NULL ? NULL : profile_new (trace, argv[1], NULL, &error);
  if (profile == NULL)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "out of memory");
      return 1;
    }

  DrawStyle style = { theme_get (THEME_LIGHT), text_cache_new (NULL, 1), &number_style_c };
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TimelinePlan *plan = timeline_plan_new ();
  track_tree_set_all_open (tree, true);
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .width_px = width_px - HEADER_PX,
    .height_px = canvas_height (tree, height_px),
  };
  double grids_ms = cpu_ms ();
  LaneGrids *grids = lane_grids_new (profile, NULL, NULL);
  grids_ms = cpu_ms () - grids_ms;
  view.grids = grids;
  height_px = view.height_px + TIMELINE_OVERVIEW_PX + TIMELINE_RULER_PX;
  TimelineMarks marks = { .selected = first_launched (trace), .hovered = SLICE_NONE, .focused = SLICE_NONE };
  if (marks.selected != SLICE_NONE)
    marks.same_name = name_series_new (trace, marks.selected, NULL, NULL);
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, width_px * scale, height_px * scale);
  double ms[N_PARTS][N_VIEWS];
  uint32_t n_rows = 0, most_labels = 0, n_full = 0;

  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_t *cr = cairo_create (surface);
  for (int pass = 0; pass < 2; pass++) /* the first finds fonts and fills caches */
    for (int i = 0; i < N_VIEWS; i++)
      {
        double frame[N_PARTS];

        draw_frame (cr, &view, plan, &style, &marks, scale, take_view (&view, i), frame);
        for (int part = 0; part < N_PARTS; part++)
          ms[part][i] = frame[part];
        if (pass == 0)
          continue;
        uint32_t n_labels = labels_in (plan, scale), n_planned;
        timeline_plan_rows (plan, &n_planned);
        n_rows = MAX (n_rows, n_planned);
        most_labels = MAX (most_labels, n_labels);
        n_full += n_labels >= N_LABELS;
        if (g_getenv ("VERBOSE") != NULL)
          printf (
            "%d: %.3f ms in view, %u rows, %u labels; plan %.2f rows %.2f marks %.2f column %.2f top %.2f\n",
            i, (double) (view.end_ns - view.begin_ns) / 1e6, n_planned, n_labels, frame[PART_PLAN],
            frame[PART_ROWS], frame[PART_MARKS], frame[PART_HEADER], frame[PART_TOP]);
      }

  printf ("%d views of %s at %d x %d, scale %d; up to %u rows, %u labels (%u views with %d and more)\n"
          "CPU ms of the main thread where nothing else is said, %u threads; median / p99 / max:\n",
          N_VIEWS, profile->name, width_px, view.height_px, scale, n_rows, most_labels, n_full, N_LABELS,
          parallel_threads ());
  for (int part = 0; part < N_PARTS; part++)
    {
      qsort (ms[part], N_VIEWS, sizeof ms[part][0], compare_doubles);
      printf ("  %-18s %7.3f %7.3f %7.3f\n", part_names[part], ms[part][N_VIEWS / 2],
              ms[part][N_VIEWS * 99 / 100 - 1], ms[part][N_VIEWS - 1]);
    }
  double p99 = ms[PART_ALL][N_VIEWS * 99 / 100 - 1];
  bench_selection (trace);
  bench_path (cr, &view, &style, scale);
  double flows_p99 = bench_flows (cr, &view, &style, scale);
  printf ("  once, in a thread, grids of the lanes: %.0f\n", grids_ms);
  printf ("timeline frame: p99 %.2f ms, bar %.0f ms\n", p99, bar_ms);
  printf ("all flows: p99 %.2f ms, bar %.0f ms\n", flows_p99, FLOWS_BAR_MS);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  timeline_plan_free (plan);
  track_tree_free (tree);
  text_cache_free (style.text);
  if (marks.same_name != NULL)
    name_series_unref (marks.same_name);
  lane_grids_unref (grids);
  profile_unref (profile);
  trace_unref (trace);
  return p99 <= bar_ms && flows_p99 <= FLOWS_BAR_MS ? 0 : 1;
}
