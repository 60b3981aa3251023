/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/ruler_menu.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *label, *action;
} items[N_RULER_MODES] = {
  [RULER_FROM_STEP] = { N_ ("Time in the Step"), "ruler.mode::step" },
  [RULER_FROM_BEGIN] = { N_ ("Time Since the Begin"), "ruler.mode::begin" },
  [RULER_CLOCK] = { N_ ("Time of Day"), "ruler.mode::clock" },
};

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
ruler_gone (GtkWidget *ruler)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (ruler)) != NULL)
    gtk_widget_unparent (child);
}

static void
open_at (GtkWidget *ruler, double x_px)
{
  TimelineScene *scene = g_object_get_data (G_OBJECT (ruler), "scene");
  g_autoptr (GMenu) model = g_menu_new ();
  int height_px = gtk_widget_get_height (ruler);

  for (int i = 0; i < N_RULER_MODES; i++)
    if (i != RULER_CLOCK || timeline_scene_view (scene)->clock.is_known)
      g_menu_append (model, _ (items[i].label), items[i].action);
  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));
  gtk_widget_set_parent (menu, ruler);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &(GdkRectangle){ (int) x_px, 0, 1, height_px });
  g_signal_connect (menu, "closed", G_CALLBACK (closed), NULL);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
pressed (GtkWidget *ruler, int n_press, double x_px)
{
  (void) n_press;
  open_at (ruler, x_px);
}

static void
pressed_long (GtkWidget *ruler, double x_px)
{
  open_at (ruler, x_px);
}

static gboolean
key_pressed (GtkWidget *ruler, guint keyval, guint keycode, GdkModifierType held)
{
  bool has_modifiers = (held & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0;

  (void) keycode;
  if (has_modifiers
      || (keyval != GDK_KEY_Menu && keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter
          && keyval != GDK_KEY_space && (keyval != GDK_KEY_F10 || (held & GDK_SHIFT_MASK) == 0)))
    return GDK_EVENT_PROPAGATE;
  open_at (ruler, timeline_scene_header_px (g_object_get_data (G_OBJECT (ruler), "scene")));
  return GDK_EVENT_STOP;
}

void
ruler_menu_attach (GtkWidget *ruler, TimelineScene *scene)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) mode = g_property_action_new ("mode", scene, "ruler-mode");
  GtkGesture *press = gtk_gesture_click_new (), *long_press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_object_set_data_full (G_OBJECT (ruler), "scene", g_object_ref (scene), g_object_unref);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (mode));
  gtk_widget_insert_action_group (ruler, "ruler", G_ACTION_GROUP (actions));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), GDK_BUTTON_SECONDARY);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (long_press), TRUE);
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (pressed), ruler);
  g_signal_connect_swapped (long_press, "pressed", G_CALLBACK (pressed_long), ruler);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), ruler);
  g_signal_connect (ruler, "destroy", G_CALLBACK (ruler_gone), NULL);
  gtk_widget_add_controller (ruler, GTK_EVENT_CONTROLLER (press));
  gtk_widget_add_controller (ruler, GTK_EVENT_CONTROLLER (long_press));
  gtk_widget_add_controller (ruler, keys);
}
