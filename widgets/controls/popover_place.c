/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/popover_place.h"

/* [*begin, *begin + result) is what lies in [0, size_px), or the pixel of it that is nearest. */
static int
cut (int size_px, double *begin_px, double length_px)
{
  double last_px = MAX (size_px, 1) - 1;
  double end_px = CLAMP (*begin_px + length_px, 1, last_px + 1);

  *begin_px = (int) CLAMP (*begin_px, 0, last_px);
  return (int) MAX (end_px - *begin_px, 1);
}

void
popover_place (GtkPopover *popover, double x_px, double y_px, double width_px, double height_px)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  int cut_width_px = cut (gtk_widget_get_width (parent), &x_px, width_px);
  int cut_height_px = cut (gtk_widget_get_height (parent), &y_px, height_px);

  gtk_popover_set_pointing_to (popover,
                               &(GdkRectangle){ (int) x_px, (int) y_px, cut_width_px, cut_height_px });
}
