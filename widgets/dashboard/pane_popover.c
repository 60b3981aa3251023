/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_popover.h"

static void
set_scrolls (GtkWidget *popover, gboolean scrolls)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (popover, GTK_TYPE_VIEWPORT);

  if (viewport != NULL)
    gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), scrolls);
}

static void
on_map (GtkWidget *popover)
{
  set_scrolls (popover, FALSE);
}

static void
on_unmap (GtkWidget *popover)
{
  set_scrolls (popover, TRUE);
}

void
pane_popover_keep_page_still (GtkPopover *popover)
{
  g_signal_connect (popover, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect (popover, "unmap", G_CALLBACK (on_unmap), NULL);
}
