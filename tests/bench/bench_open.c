/* SPDX-License-Identifier: Apache-2.0
 *
 * "Opening never stops the window": the time from the start of the program to the dashboard of a profile, and the
 * longest stretches in which the main thread did not come back to its loop.
 *
 *   bench_open TRACE [DELAY_MS]     needs a display
 *
 * A stretch is what lies between two polls of the main loop: events, callbacks, layout and drawing of one frame. Its
 * processor time is told beside the wall time, which other programs lengthen. The file is opened DELAY_MS after the
 * window was asked for, by default when its first frames are drawn; with 0 these count as well. */

#include <stdio.h>
#include <time.h>

#include "app/application.h"
#include "app/converter/convert_child.h"
#include "app/desktop/display_setup.h"
#include "app/window/window.h"
#include "widgets/dashboard/dashboard_view.h"

#define BAR_MS    16.0
#define SETTLE_MS 1500
#define N_SLOWEST 5

typedef struct
{
  double at_ms, wall_ms, cpu_ms;
} Stretch;

static struct
{
  double begin_ms; /* of the program */
  double last_wall_ms, last_cpu_ms;
  double shown_ms;  /* the dashboard has its figures */
  double opened_ms; /* the window was drawn and the file is being read */
  const char *path;
  guint delay_ms;
  Stretch slowest[N_SLOWEST];
  unsigned n;
} bench;

static double
clock_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
keep (Stretch stretch)
{
  for (int i = 0; i < N_SLOWEST; i++)
    if (stretch.cpu_ms > bench.slowest[i].cpu_ms)
      {
        Stretch before = bench.slowest[i];

        bench.slowest[i] = stretch;
        stretch = before;
      }
}

static int
poll_timed (GPollFD *fds, guint n, int timeout_ms)
{
  double wall_ms = clock_ms (CLOCK_MONOTONIC), cpu_ms = clock_ms (CLOCK_THREAD_CPUTIME_ID);

  if (bench.opened_ms != 0)
    {
      keep ((Stretch){ bench.last_wall_ms - bench.opened_ms, wall_ms - bench.last_wall_ms,
                       cpu_ms - bench.last_cpu_ms });
      bench.n++;
    }
  int result = g_poll (fds, n, timeout_ms);
  bench.last_wall_ms = clock_ms (CLOCK_MONOTONIC);
  bench.last_cpu_ms = clock_ms (CLOCK_THREAD_CPUTIME_ID);
  return result;
}

static DashboardView *
find_dashboard (GtkWidget *widget)
{
  if (DASHBOARD_IS_VIEW (widget))
    return DASHBOARD_VIEW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      DashboardView *found = find_dashboard (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
finish (gpointer application)
{
  g_application_quit (application);
  return G_SOURCE_REMOVE;
}

static gboolean
look (gpointer application)
{
  GtkWindow *window = gtk_application_get_active_window (application);
  DashboardView *dashboard = window != NULL ? find_dashboard (GTK_WIDGET (window)) : NULL;

  if (dashboard == NULL || !dashboard_view_has_data (dashboard))
    return G_SOURCE_CONTINUE;
  bench.shown_ms = clock_ms (CLOCK_MONOTONIC);
  g_timeout_add (SETTLE_MS, finish, application);
  return G_SOURCE_REMOVE;
}

static gboolean
open_file (gpointer application)
{
  GtkWindow *window = gtk_application_get_active_window (application);

  bench.opened_ms = clock_ms (CLOCK_MONOTONIC);
  bench.last_wall_ms = bench.opened_ms;
  bench.last_cpu_ms = clock_ms (CLOCK_THREAD_CPUTIME_ID);
  app_window_open (APP_WINDOW (window), bench.path);
  g_timeout_add (5, look, application);
  return G_SOURCE_REMOVE;
}

static void
on_activate (GApplication *application)
{
  g_timeout_add (bench.delay_ms, open_file, application);
}

int
main (int argc, char **argv)
{
  if (convert_child_is_meant (argc, argv))
    convert_child_run (argv, (const TraceImportFunc[]){ trace_import, trace_import });
  bench.begin_ms = clock_ms (CLOCK_MONOTONIC);
  if (argc < 2 || argc > 3 || !display_setup ())
    {
      fprintf (stderr, "usage: bench_open TRACE [DELAY_MS], with a display\n");
      return 77;
    }
  bench.path = argv[1];
  bench.delay_ms = argc == 3 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 600;
  g_main_context_set_poll_func (NULL, poll_timed);
  g_autoptr (StepscopeApplication) application = stepscope_application_new (library_new (NULL), false);
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_signal_connect_after (application, "activate", G_CALLBACK (on_activate), NULL);
  g_application_run (G_APPLICATION (application), 1, argv);

  if (bench.shown_ms == 0)
    {
      fprintf (stderr, "the dashboard was not shown\n");
      return 1;
    }
  printf ("dashboard %.0f ms after the file was opened (bar 3000 ms); %u stretches, the slowest:\n",
          bench.shown_ms - bench.opened_ms, bench.n);
  for (int i = 0; i < N_SLOWEST; i++)
    printf ("  at %5.0f ms: %5.1f ms CPU, %5.1f ms wall\n", bench.slowest[i].at_ms, bench.slowest[i].cpu_ms,
            bench.slowest[i].wall_ms);
  printf ("main thread: longest stretch %.1f ms CPU (bar %.0f ms)\n", bench.slowest[0].cpu_ms, BAR_MS);
  return 0;
}
