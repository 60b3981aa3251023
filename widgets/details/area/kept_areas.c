/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area/kept_areas.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/facts/area_text.h"
#include "widgets/look/screen_style.h"

#define KEY_STATE "view-state"
#define KEY_INDEX "kept-area"

static void
close_list (GtkWidget *button)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static int
index_of (GtkWidget *button)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), KEY_INDEX));
}

static void
go_to (GtkWidget *button, ViewState *state)
{
  int i = index_of (button);

  close_list (button);
  if (i >= view_state_marks (state)->n_kept)
    return;
  view_state_select_kept (state, i);
  view_state_fit_selection (state);
}

static void
drop (GtkWidget *button, ViewState *state)
{
  if (index_of (button) < view_state_marks (state)->n_kept)
    view_state_drop_kept (state, index_of (button));
}

static void
drop_all (GtkWidget *button, ViewState *state)
{
  close_list (button);
  view_state_drop_all_kept (state);
}

static void
add_row (GtkWidget *list, GtkWidget *of, ViewState *state, int i)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *text =
    area_text_short (&view_state_marks (state)->kept[i], screen_style_get (of)->numbers);
  GtkWidget *go = gtk_button_new_with_label (text);
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_add_css_class (go, "flat");
  gtk_widget_add_css_class (go, "numeric");
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_hexpand (go, TRUE);
  gtk_widget_set_tooltip_text (remove, _ ("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Remove"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  for (int b = 0; b < 2; b++)
    {
      GtkWidget *button = b == 0 ? go : remove;

      g_object_set_data (G_OBJECT (button), KEY_INDEX, GINT_TO_POINTER (i));
      g_signal_connect_object (button, "clicked", b == 0 ? G_CALLBACK (go_to) : G_CALLBACK (drop), state, 0);
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_box_append (GTK_BOX (list), row);
}

/* Not while one of its buttons is being clicked: those go with the list. */
static gboolean
fill (gpointer user_data)
{
  GtkWidget *menu = user_data;
  ViewState *state = g_object_get_data (G_OBJECT (menu), KEY_STATE);
  const ViewMarks *marks = view_state_marks (state);
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *clear = gtk_button_new_with_label (_ ("Clear All"));
  char count[NUMBER_TEXT_MAX];

  number_text_count (screen_style_get (menu)->numbers, (uint64_t) marks->n_kept, count);
  /* Translators: the title of a button, and how many areas are kept */
  g_autofree char *title = g_strdup_printf (_ ("Kept Areas %s"), count);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (menu), title);
  gtk_widget_set_visible (menu, marks->n_kept > 0);
  for (int i = 0; i < marks->n_kept; i++)
    add_row (list, menu, state, i);
  g_signal_connect_object (clear, "clicked", G_CALLBACK (drop_all), state, 0);
  gtk_box_append (GTK_BOX (list), clear);
  gtk_popover_set_child (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu)), list);
  return G_SOURCE_REMOVE;
}

static void
state_changed (GtkWidget *menu, guint changes)
{
  if (changes & VIEW_CHANGED_MARKS)
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill, g_object_ref (menu), g_object_unref);
}

GtkWidget *
kept_areas_new (ViewState *state)
{
  GtkWidget *menu = gtk_menu_button_new ();

  g_object_set_data_full (G_OBJECT (menu), KEY_STATE, g_object_ref (state), g_object_unref);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (menu), gtk_popover_new ());
  gtk_widget_add_css_class (menu, "flat");
  gtk_widget_add_css_class (menu, "numeric");
  g_signal_connect_object (state, "changed", G_CALLBACK (state_changed), menu, G_CONNECT_SWAPPED);
  fill (menu);
  return menu;
}
