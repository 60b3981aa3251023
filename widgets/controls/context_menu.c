/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/context_menu.h"

#include "widgets/controls/menu_click.h"
#include "widgets/controls/popover_place.h"

typedef void (*OpenFunc) (GtkWidget *widget, double x_px);

/* Not at once: what was chosen is carried out after the menu has closed. */
static gboolean
unparent (gpointer menu)
{
  if (gtk_widget_get_parent (menu) != NULL)
    gtk_widget_unparent (menu);
  g_object_unref (menu);
  return G_SOURCE_REMOVE;
}

static void
closed (GtkWidget *menu)
{
  g_idle_add (unparent, g_object_ref (menu));
}

static void
widget_gone (GtkWidget *menu, GtkWidget *widget)
{
  if (gtk_widget_get_parent (menu) == widget)
    gtk_widget_unparent (menu);
}

void
context_menu_open (GtkWidget *widget, GMenuModel *model, double x_px)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  gtk_widget_set_parent (menu, widget);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  popover_place (GTK_POPOVER (menu), x_px, 0, 1, gtk_widget_get_height (widget));
  g_signal_connect (menu, "closed", G_CALLBACK (closed), NULL);
  g_signal_connect_object (widget, "destroy", G_CALLBACK (widget_gone), menu, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
open (GtkWidget *widget, double x_px)
{
  OpenFunc *opens = g_object_get_data (G_OBJECT (widget), "open-menu");

  (*opens) (widget, x_px);
}

static void
clicked (GtkWidget *widget, int n_press, double x_px)
{
  (void) n_press;
  open (widget, x_px);
}

static gboolean
key_pressed (GtkWidget *widget, guint keyval, guint keycode, GdkModifierType held)
{
  (void) keycode;
  if ((held & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || (keyval != GDK_KEY_Menu && (keyval != GDK_KEY_F10 || (held & GDK_SHIFT_MASK) == 0)))
    return GDK_EVENT_PROPAGATE;
  open (widget, -1);
  return GDK_EVENT_STOP;
}

void
context_menu_attach (GtkWidget *widget, void (*opens) (GtkWidget *widget, double x_px))
{
  GtkGesture *long_press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_object_set_data_full (G_OBJECT (widget), "open-menu", g_memdup2 (&opens, sizeof opens), g_free);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (long_press), TRUE);
  g_signal_connect_swapped (long_press, "pressed", G_CALLBACK (open), widget);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), widget);
  menu_click_attach (widget, G_CALLBACK (clicked), widget);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (long_press));
  gtk_widget_add_controller (widget, keys);
}
