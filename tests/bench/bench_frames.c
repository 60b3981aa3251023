/* SPDX-License-Identifier: Apache-2.0
 *
 * "Whole frame": what a frame of the window costs the main thread, from the change of the view to the end of its paint
 * (layout, our drawing, GTK's renderer, the way to the screen), along the path of the other benchmarks; beside it a window
 * of the same size that is one colour, another in each frame.
 *
 *   bench_frames TRACE|N WIDTH HEIGHT [SIDES]     needs a display
 *
 * With SIDES, 2 to 4: the timelines of so many profiles side by side, of which each has N slices or is the trace.
 *
 * Processor time: of each view the median of five ways along the path, so that what a frame pays for a busy neighbour
 * does not count. The bar is that of the headless compositor; X11 alone takes most of it for its copies. */

#include <gtk/gtk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "app/desktop/display_setup.h"
#include "tests/bench/dense_streams.h"
#include "tests/bench/view_path.h"
#include "trace/open/open.h"
#include "widgets/compare/timelines/compared_timelines.h"
#include "widgets/timeline/page/timeline_page.h"

#define BAR_MS    8.0
#define N_STREAMS 51
#define WARM_UP   30
#define N_WAYS    5
#define SETTLE_US (5 * G_USEC_PER_SEC)

typedef struct
{
  GtkWidget *widget;
  ViewState *state; /* NULL: of the window of one colour */
  GMainLoop *loop;
  int frame;
  bool is_in_frame;
  double begin_ms;
  double ms[VIEW_PATH_LENGTH][N_WAYS];
} Run;

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* ---- one colour ---- */

typedef struct
{
  GtkWidget parent;
  unsigned n;
} OneColour;

typedef GtkWidgetClass OneColourClass;

GType one_colour_get_type (void);
G_DEFINE_TYPE (OneColour, one_colour, GTK_TYPE_WIDGET)

static void
one_colour_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OneColour *self = (OneColour *) widget;
  GdkRGBA colour = { (float) (self->n++ % 200) / 255, 0.5F, 0.5F, 1 };

  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                  (float) gtk_widget_get_height (widget)));
}

static void
one_colour_class_init (OneColourClass *klass)
{
  klass->snapshot = one_colour_snapshot;
}

static void
one_colour_init (OneColour *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

/* ---- frames ---- */

static gboolean
next_view (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;
  int64_t begin_ns, end_ns;

  (void) clock;
  run->is_in_frame = true;
  run->begin_ms = cpu_ms ();
  if (run->state != NULL)
    {
      view_path_span (view_state_profile (run->state)->trace, MAX (run->frame, 0) % VIEW_PATH_LENGTH, &begin_ns, &end_ns);
      view_state_set_span (run->state, begin_ns, end_ns);
    }
  else
    gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static void
after_paint (GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;

  (void) clock;
  if (!run->is_in_frame)
    return;
  run->is_in_frame = false;
  if (run->frame >= 0)
    run->ms[run->frame % VIEW_PATH_LENGTH][run->frame / VIEW_PATH_LENGTH] = cpu_ms () - run->begin_ms;
  if (++run->frame == N_WAYS * VIEW_PATH_LENGTH)
    g_main_loop_quit (run->loop);
}

static void
begin (GtkWidget *widget, gpointer user_data)
{
  Run *run = user_data;

  g_signal_connect (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (after_paint), run);
  gtk_widget_add_tick_callback (run->widget, next_view, run, NULL);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The 99th percentile. */
static double
run_window (const char *title, GtkWidget *widget, ViewState *state, int width_px, int height_px)
{
  Run run = { .widget = widget, .state = state, .loop = g_main_loop_new (NULL, FALSE), .frame = -WARM_UP };
  GtkWidget *window = gtk_window_new ();
  double ms[VIEW_PATH_LENGTH];

  gtk_window_set_default_size (GTK_WINDOW (window), width_px, height_px);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  g_signal_connect (window, "map", G_CALLBACK (begin), &run);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (run.loop);
  printf ("%s, %d x %d, %s on %s", title, gtk_widget_get_width (widget), gtk_widget_get_height (widget),
          G_OBJECT_TYPE_NAME (gtk_native_get_renderer (GTK_NATIVE (window))),
          G_OBJECT_TYPE_NAME (gtk_widget_get_display (window)));
  gtk_window_destroy (GTK_WINDOW (window));
  g_main_loop_unref (run.loop);
  for (int i = 0; i < VIEW_PATH_LENGTH; i++)
    {
      qsort (run.ms[i], N_WAYS, sizeof run.ms[i][0], compare_doubles);
      ms[i] = run.ms[i][N_WAYS / 2];
    }
  qsort (ms, VIEW_PATH_LENGTH, sizeof ms[0], compare_doubles);
  printf (": CPU ms of the main thread, median %.2f, p99 %.2f, max %.2f\n", ms[VIEW_PATH_LENGTH / 2],
          ms[VIEW_PATH_LENGTH * 99 / 100 - 1], ms[VIEW_PATH_LENGTH - 1]);
  return ms[VIEW_PATH_LENGTH * 99 / 100 - 1];
}

/* ---- side by side ---- */

/* The state of the first page below a widget. */
static ViewState *
first_state (GtkWidget *widget)
{
  if (TIMELINE_IS_PAGE (widget))
    return timeline_scene_state (timeline_page_scene (TIMELINE_PAGE (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      ViewState *state = first_state (child);

      if (state != NULL)
        return state;
    }
  return NULL;
}

/* Waits until the slices without a counterpart are known. */
static void
wait_for_hatches (void)
{
  for (gint64 until_us = g_get_monotonic_time () + SETTLE_US; g_get_monotonic_time () < until_us;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static double
run_side_by_side (const Profile *const *profiles, uint32_t n, int width_px, int height_px)
{
  ComparedSide sides[COMPARED_TIMELINES_MAX];
  g_autoptr (GTimer) timer = g_timer_new ();
  GtkWidget *timelines = compared_timelines_new ();

  for (uint32_t i = 0; i < n; i++)
    {
      sides[i] =
        (ComparedSide){ .profile = profiles[i], .name = (char *) "run", .scope = (char *) "Whole profile" };
      sides[i].part.scope = stats_scope_whole (profiles[i]->trace, profiles[i]->steps);
    }
  Compared *compared = compared_new (sides, n, NULL, 0, NULL, NULL);
  if (compared == NULL)
    return INFINITY;
  printf ("comparison of %u sides: %.0f ms of the wall\n", n, g_timer_elapsed (timer, NULL) * 1e3);
  g_timer_start (timer);
  double before_ms = cpu_ms ();
  compared_timelines_set (COMPARED_TIMELINES (timelines), compared);
  compared_timelines_show_slices (COMPARED_TIMELINES (timelines),
                                  (const uint64_t[]){ 0, 0, 0, 0, 0, 0, 0, 0 });
  printf ("timelines built: %.0f ms of the wall, %.0f ms of the main thread\n",
          g_timer_elapsed (timer, NULL) * 1e3, cpu_ms () - before_ms);
  wait_for_hatches ();
  double p99 = run_window ("side by side", timelines, first_state (timelines), width_px, height_px);
  compared_unref (compared);
  return p99;
}

static const Profile *
open_profile (const char *of, uint32_t side)
{
  g_autoptr (GError) error = NULL;
  char *end;
  uint64_t n_slices = strtoull (of, &end, 10);

  /* Of other numbers of streams, so that not all have counterparts. */
  Trace *trace =
    *end == '\0' ? dense_streams_new (n_slices, N_STREAMS - 2 * side) : trace_open (of, NULL, &error);
  const Profile *profile = trace == NULL ? NULL : profile_new (trace, of, NULL, &error);

  trace_unref (trace);
  if (profile == NULL)
    fprintf (stderr, "%s\n", error != NULL ? error->message : "out of memory");
  return profile;
}

static int
bench_side_by_side (const char *of, uint32_t n, int width_px, int height_px)
{
  const Profile *profiles[COMPARED_TIMELINES_MAX] = { NULL };
  double p99 = INFINITY;
  uint32_t n_there = 0;

  while (n_there < n && (profiles[n_there] = open_profile (of, n_there)) != NULL)
    n_there++;
  if (n_there == n)
    p99 = run_side_by_side (profiles, n, width_px, height_px);
  printf ("%u timelines side by side: p99 %.2f ms, bar %.0f ms\n", n, p99, BAR_MS);
  for (uint32_t i = 0; i < n_there; i++)
    profile_unref (profiles[i]);
  return p99 > BAR_MS;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  char *end;

  if (argc < 4)
    {
      fprintf (stderr, "bench_frames TRACE|N WIDTH HEIGHT [SIDES]\n");
      return 1;
    }
  display_setup ();
  gtk_init ();

  int width_px = (int) strtol (argv[2], NULL, 10), height_px = (int) strtol (argv[3], NULL, 10);
  uint64_t n_slices = strtoull (argv[1], &end, 10);
  uint32_t n_sides = argc > 4 ? (uint32_t) strtoul (argv[4], NULL, 10) : 1;

  if (n_sides > 1)
    return bench_side_by_side (argv[1], MIN (n_sides, COMPARED_TIMELINES_MAX), width_px, height_px);
  Trace *trace = *end == '\0' ? dense_streams_new (n_slices, N_STREAMS) : trace_open (argv[1], NULL, &error);
  const Profile *profile = trace == NULL ? NULL : profile_new (trace, argv[1], NULL, &error);
  if (profile == NULL)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "out of memory");
      return 1;
    }

  ViewState *state = view_state_new (profile);
  run_window ("one colour", g_object_new (one_colour_get_type (), NULL), NULL, width_px, height_px);
  double p99 = run_window ("timeline", timeline_page_new (state), state, width_px, height_px);
  printf ("whole frame: p99 %.2f ms, bar %.0f ms\n", p99, BAR_MS);
  g_object_unref (state);
  profile_unref (profile);
  trace_unref (trace);
  return p99 > BAR_MS;
}
