/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/quiet_tooltip.h"

#include <stdbool.h>

#define KEY_TEXT "stepscope-tooltip"

/* It would lie over what the button has opened. */
static bool
has_open_popover (GtkWidget *widget)
{
  GtkPopover *popover =
    GTK_IS_MENU_BUTTON (widget) ? gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) : NULL;

  return popover != NULL && gtk_widget_get_visible (GTK_WIDGET (popover));
}

static gboolean
show (GtkWidget *widget, int x_px, int y_px, gboolean is_by_keyboard, GtkTooltip *tooltip)
{
  const char *text = g_object_get_data (G_OBJECT (widget), KEY_TEXT);

  (void) x_px;
  (void) y_px;
  (void) is_by_keyboard;
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL && !has_open_popover (widget);
}

void
quiet_tooltip_set (GtkWidget *widget, const char *text)
{
  const char *before = g_object_get_data (G_OBJECT (widget), KEY_TEXT);
  bool is_some = text != NULL && text[0] != '\0';

  if (g_strcmp0 (before, is_some ? text : NULL) == 0)
    return;
  if (g_signal_handler_find (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, (gpointer) show, NULL) == 0)
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (show), NULL);
  g_object_set_data_full (G_OBJECT (widget), KEY_TEXT, is_some ? g_strdup (text) : NULL, g_free);
  gtk_widget_set_has_tooltip (widget, is_some);
}

static gboolean
show_cut (GtkWidget *label, int x_px, int y_px, gboolean is_by_keyboard, GtkTooltip *tooltip)
{
  (void) x_px;
  (void) y_px;
  (void) is_by_keyboard;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (GTK_LABEL (label)));
  return pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
}

void
quiet_tooltip_of_cut_text (GtkWidget *label)
{
  g_signal_connect (label, "query-tooltip", G_CALLBACK (show_cut), NULL);
  gtk_widget_set_has_tooltip (label, TRUE);
}
