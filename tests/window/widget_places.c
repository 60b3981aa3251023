/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into the program so that a test can ask where its widgets are. On SIGUSR1 it writes a line for each widget that
 * is mapped, over all windows and popovers, to $STEPSCOPE_WIDGET_PLACES; the last line is "end". The fields are separated by
 * tabs: depth, type, name of the toplevel's type, x, y, width, height (px, in the toplevel), least width, natural width,
 * whether an ancestor scrolls it, "cut" where it is a text that has an ellipsis, "tooltip" where it or an ancestor has one,
 * and its text. */

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdio.h>

static bool
has_tooltip (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_has_tooltip (widget))
      return true;
  return false;
}

static bool
is_scrolled (GtkWidget *widget)
{
  return gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW) != NULL;
}

static void
write_widget (FILE *file, GtkWidget *widget, int depth)
{
  GtkWidget *toplevel = GTK_WIDGET (gtk_widget_get_native (widget));
  bool is_label = GTK_IS_LABEL (widget);
  bool is_cut = is_label && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
  g_autofree char *text = g_strdup (is_label ? gtk_label_get_text (GTK_LABEL (widget)) : "");
  graphene_rect_t place = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  int least_px, natural_px;

  if (!gtk_widget_compute_bounds (widget, toplevel, &place))
    return;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least_px, &natural_px, NULL, NULL);
  fprintf (file, "%d\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\n", depth, G_OBJECT_TYPE_NAME (widget),
           G_OBJECT_TYPE_NAME (toplevel), (int) place.origin.x, (int) place.origin.y, (int) place.size.width,
           (int) place.size.height, least_px, natural_px, is_scrolled (widget) ? "scrolled" : "",
           is_cut ? "cut" : "", has_tooltip (widget) ? "tooltip" : "", g_strdelimit (text, "\t\n\r", ' '));
}

static void
write_tree (FILE *file, GtkWidget *widget, int depth)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  write_widget (file, widget, depth);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    write_tree (file, child, depth + 1);
}

static gboolean
answer (gpointer user_data)
{
  FILE *file = fopen (g_getenv ("STEPSCOPE_WIDGET_PLACES"), "w");
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  (void) user_data;

  if (file == NULL)
    return G_SOURCE_CONTINUE;
  for (GList *window = windows; window != NULL; window = window->next)
    write_tree (file, window->data, 0);
  fputs ("end\n", file);
  fclose (file);
  return G_SOURCE_CONTINUE;
}

__attribute__ ((constructor)) static void
begin (void)
{
  if (g_getenv ("STEPSCOPE_WIDGET_PLACES") != NULL)
    g_unix_signal_add (SIGUSR1, answer, NULL);
}
