/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/first_picture.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "widgets/dashboard/frame_budget.h"

static void
tell (GdkFrameClock *clock)
{
  if (frame_budget_put_off ()) /* another frame follows */
    return;
  g_signal_handlers_disconnect_by_func (clock, tell, NULL);
  gdk_display_flush (gdk_display_get_default ());
  printf ("first picture at %" PRId64 " us\n", g_get_monotonic_time ());
  fflush (stdout);
}

void
first_picture_expect (GtkWidget *widget)
{
  static bool is_told;

  if (is_told || g_getenv ("STEPSCOPE_PRINT_FIRST_PICTURE") == NULL)
    return;
  is_told = true;
  g_signal_connect (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (tell), NULL);
}
