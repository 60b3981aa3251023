/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/figures_watch.h"

#include <inttypes.h>
#include <stdio.h>

#include "widgets/dashboard/frame_budget.h"

static const char *const words[] = { "figures on screen", "all figures" };

/* By the words: a frame is awaited that shows them, and it was told. */
static bool is_awaited[G_N_ELEMENTS (words)], is_told[G_N_ELEMENTS (words)];

static bool
is_wanted (void)
{
  return g_getenv ("STEPSCOPE_PRINT_FIGURES") != NULL;
}

static void
tell (const char *word)
{
  printf ("%s at %" PRId64 " us\n", word, g_get_monotonic_time ());
  fflush (stdout);
}

static void
on_painted (GdkFrameClock *clock)
{
  if (frame_budget_put_off ()) /* another frame follows */
    return;
  g_signal_handlers_disconnect_by_func (clock, on_painted, NULL);
  gdk_display_flush (gdk_display_get_default ());
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (is_awaited[i])
      {
        is_awaited[i] = false;
        is_told[i] = true;
        tell (words[i]);
      }
}

void
figures_watch_begin (void)
{
  if (!is_wanted ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    is_awaited[i] = is_told[i] = false;
  tell ("scope");
}

void
figures_watch_expect (GtkWidget *widget, bool is_all)
{
  if (!is_wanted () || is_told[is_all] || is_awaited[is_all])
    return;
  is_awaited[is_all] = true;
  if (!is_awaited[!is_all])
    g_signal_connect (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (on_painted), NULL);
  gtk_widget_queue_draw (widget);
}
