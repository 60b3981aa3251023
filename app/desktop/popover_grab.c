/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/popover_grab.h"

#include <gtk/gtk.h>

static gboolean
unmapped (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer user_data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);

  (void) hint;
  (void) n_values;
  (void) user_data;
  if (GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget))
    gtk_widget_set_visible (widget, FALSE);
  return TRUE;
}

void
popover_grab_watch (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, unmapped, NULL, NULL);
}
