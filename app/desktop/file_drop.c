/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/file_drop.h"

typedef void (*OpenFunc) (GtkWidget *widget, GFile *file);

static gboolean
take_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  OpenFunc *open = data;
  GSList *files = g_value_get_boxed (value);
  (void) x;
  (void) y;

  for (GSList *file = files; file != NULL; file = file->next)
    (*open) (widget, file->data);
  return files != NULL;
}

static void
free_function (gpointer data, GClosure *closure)
{
  (void) closure;
  g_free (data);
}

void
file_drop_add (GtkWidget *widget, void (*open) (GtkWidget *widget, GFile *file))
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  OpenFunc *function = g_new (OpenFunc, 1);

  /* A function's address is not data: it travels in a box of its own. */
  *function = open;
  g_signal_connect_data (target, "drop", G_CALLBACK (take_drop), function, free_function, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}
