/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/query_menus.h"

#include <glib/gi18n-lib.h>

#include "app/tables/query_memory.h"
#include "widgets/controls/quiet_tooltip.h"

#define GAP_PX         8
#define WIDTH_PX       420
#define HEIGHT_MAX_PX  360
#define NAME_CHARS_MAX 48

typedef struct
{
  GtkWidget *popover, *list, *entry, *empty; /* entry: NULL of the history */
  void (*chosen) (gpointer user_data, const char *sql);
  char *(*current) (gpointer user_data);
  gpointer user_data;
} Menu;

static void fill (Menu *menu);

/* ---- rows ---- */

/* One line of it, however it is written. */
static char *
in_one_line (const char *sql)
{
  g_auto (GStrv) words = g_regex_split_simple ("\\s+", sql, 0, 0);

  return words != NULL ? g_strjoinv (" ", words) : g_strdup (sql);
}

static void
remove_saved (GtkWidget *button, Menu *menu)
{
  query_memory_remove (g_object_get_data (G_OBJECT (button), "name"));
  fill (menu);
}

static void
add_row (Menu *menu, const char *name, const char *sql)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *line = in_one_line (sql);
  GtkWidget *label = gtk_label_new (line);

  if (name != NULL)
    {
      GtkWidget *title = gtk_label_new (name);

      gtk_label_set_xalign (GTK_LABEL (title), 0);
      gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (texts), title);
      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "secondary");
    }
  gtk_widget_add_css_class (label, "monospace");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (texts), label);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), texts);
  if (name != NULL)
    {
      GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
      g_autofree char *what = g_strdup_printf (_ ("Delete the saved query %s"), name);

      gtk_widget_add_css_class (button, "flat");
      quiet_tooltip_set (button, _ ("Delete"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, what, -1);
      g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
      g_signal_connect (button, "clicked", G_CALLBACK (remove_saved), menu);
      gtk_box_append (GTK_BOX (box), button);
    }
  quiet_tooltip_set (texts, sql);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name != NULL ? name : line, -1);
  g_object_set_data_full (G_OBJECT (row), "sql", g_strdup (sql), g_free);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_append (GTK_LIST_BOX (menu->list), row);
}

static void
fill (Menu *menu)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (menu->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (menu->list), row);
  if (menu->entry == NULL)
    {
      g_auto (GStrv) history = query_memory_history ();

      for (char **sql = history; *sql != NULL; sql++)
        add_row (menu, NULL, *sql);
    }
  else
    {
      g_autoptr (GPtrArray) saved = query_memory_saved ();

      for (guint i = 0; i < saved->len; i++)
        add_row (menu, ((SavedQuery *) saved->pdata[i])->name, ((SavedQuery *) saved->pdata[i])->sql);
    }
  bool is_empty = gtk_widget_get_first_child (menu->list) == NULL;
  gtk_widget_set_visible (menu->empty, is_empty);
  gtk_widget_set_visible (menu->list, !is_empty);
}

/* ---- what is done with them ---- */

static void
choose (Menu *menu, GtkListBoxRow *row)
{
  g_autofree char *sql = g_strdup (g_object_get_data (G_OBJECT (row), "sql"));

  gtk_popover_popdown (GTK_POPOVER (menu->popover));
  menu->chosen (menu->user_data, sql);
}

static void
save (Menu *menu)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (menu->entry))));
  g_autofree char *sql = menu->current (menu->user_data);

  if (name[0] == '\0')
    {
      gtk_widget_grab_focus (menu->entry);
      return;
    }
  query_memory_save (name, sql);
  gtk_editable_set_text (GTK_EDITABLE (menu->entry), "");
  fill (menu);
}

/* ---- the buttons ---- */

static GtkWidget *
saver_new (Menu *menu)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX), *button;

  menu->entry = gtk_entry_new ();
  g_object_set (menu->entry, "placeholder-text", _ ("Name of this query"), "hexpand", TRUE, "max-length",
                NAME_CHARS_MAX, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of this query"), -1);
  button = gtk_button_new_with_label (_ ("Save"));
  g_signal_connect_swapped (menu->entry, "activate", G_CALLBACK (save), menu);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (save), menu);
  gtk_box_append (GTK_BOX (box), menu->entry);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static GtkWidget *
button_new (Menu *menu, const char *label, const char *description, const char *empty, bool can_save)
{
  GtkWidget *button = gtk_menu_button_new (), *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  menu->popover = gtk_popover_new ();
  menu->list = gtk_list_box_new ();
  menu->empty = gtk_label_new (empty);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (menu->list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu->list), GTK_ACCESSIBLE_PROPERTY_LABEL, description,
                                  -1);
  gtk_widget_add_css_class (menu->list, "query-list");
  gtk_widget_add_css_class (menu->empty, "secondary");
  g_signal_connect_swapped (menu->list, "row-activated", G_CALLBACK (choose), menu);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), HEIGHT_MAX_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), menu->list);
  gtk_widget_set_size_request (column, WIDTH_PX, -1);
  if (can_save)
    gtk_box_append (GTK_BOX (column), saver_new (menu));
  gtk_box_append (GTK_BOX (column), menu->empty);
  gtk_box_append (GTK_BOX (column), scroller);
  gtk_popover_set_child (GTK_POPOVER (menu->popover), column);
  g_signal_connect_swapped (menu->popover, "show", G_CALLBACK (fill), menu);
  g_object_set_data_full (G_OBJECT (menu->popover), "menu", menu, g_free);

  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), menu->popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  quiet_tooltip_set (button, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  return button;
}

GtkWidget *
query_history_button_new (void (*chosen) (gpointer user_data, const char *sql), gpointer user_data)
{
  Menu *menu = g_new0 (Menu, 1);

  menu->chosen = chosen;
  menu->user_data = user_data;
  return button_new (menu, _ ("History"), _ ("Queries that were run"), _ ("No query was run yet."), false);
}

GtkWidget *
query_saved_button_new (void (*chosen) (gpointer user_data, const char *sql),
                        char *(*current) (gpointer user_data),
                        gpointer user_data)
{
  Menu *menu = g_new0 (Menu, 1);

  menu->chosen = chosen;
  menu->current = current;
  menu->user_data = user_data;
  return button_new (menu, _ ("Saved"), _ ("Saved queries"), _ ("No query is saved yet."), true);
}
