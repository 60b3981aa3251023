/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/frame_budget.h"

#include <time.h>

/* Half of the 8 ms that the main thread may be busy at a time; the chart that exceeds it takes up to 3 ms more. */
#define BUDGET_NS (INT64_C (4) * 1000 * 1000)

static struct
{
  GdkFrameClock *clock; /* only compared */
  gint64 frame;
  int64_t begin_ns, spent_ns;
  bool put_off;
} budget;

static int64_t
cpu_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static void
look_at_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gint64 frame = clock != NULL ? gdk_frame_clock_get_frame_counter (clock) : -1;

  if (budget.clock == clock && budget.frame == frame)
    return;
  budget.clock = clock;
  budget.frame = frame;
  budget.spent_ns = 0;
  budget.put_off = false;
}

static gboolean
draw_again (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  (void) clock;
  (void) user_data;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

bool
frame_budget_has_left (GtkWidget *widget)
{
  look_at_frame (widget);
  /* Pictures of the window are taken outside of its frames. */
  if (budget.clock == NULL || budget.spent_ns <= BUDGET_NS)
    return true;
  budget.put_off = true;
  gtk_widget_add_tick_callback (widget, draw_again, NULL, NULL);
  return false;
}

void
frame_budget_begin (GtkWidget *widget)
{
  look_at_frame (widget);
  budget.begin_ns = cpu_ns ();
}

void
frame_budget_end (void)
{
  budget.spent_ns += cpu_ns () - budget.begin_ns;
}

bool
frame_budget_put_off (void)
{
  return budget.put_off;
}
