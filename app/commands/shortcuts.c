/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/shortcuts.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/commands/command_list.h"
#include "app/desktop/settings.h"

#define WIDTH_PX  840
#define HEIGHT_PX 560

/* ---- groups ---- */

static GtkWidget *
caps_new (const Command *command, GArray *keys, GdkDisplay *display)
{
  GtkWidget *caps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *text = command_key_label (command, &g_array_index (keys, KeyBinding, i), display);
      GtkWidget *cap = gtk_label_new (text);

      gtk_widget_add_css_class (cap, "key-cap");
      gtk_box_append (GTK_BOX (caps), cap);
    }
  gtk_widget_set_halign (caps, GTK_ALIGN_END);
  gtk_widget_set_valign (caps, GTK_ALIGN_CENTER);
  return caps;
}

static void
append_row (GtkWidget *group, const Command *command, GArray *keys)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (command->title);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), caps_new (command, keys, gtk_widget_get_display (group)));
  gtk_box_append (GTK_BOX (group), row);
}

static GtkWidget *
group_new (const char *title)
{
  GtkWidget *group = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *heading = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (group), heading);
  return group;
}

/* ---- columns ---- */

static guint
n_with_keys (void)
{
  guint n = 0;

  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);
      g_autoptr (GArray) keys = command_keys (&command, settings_keys ());

      n += keys->len > 0;
    }
  return n;
}

/* Groups stay whole; the second column begins with the group in which half of all is reached. */
static void
fill (GtkWidget *columns[2])
{
  guint n = 0, n_all = n_with_keys ();
  const char *title = NULL;
  GtkWidget *group = NULL;

  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);
      g_autoptr (GArray) keys = command_keys (&command, settings_keys ());

      if (keys->len == 0)
        continue;
      if (g_strcmp0 (title, command.group) != 0)
        {
          title = command.group;
          group = group_new (title);
          gtk_box_append (GTK_BOX (columns[2 * n >= n_all]), group);
        }
      append_row (group, &command, keys);
      n++;
    }
}

static GtkWidget *
content_new (void)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 48);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *columns[2];

  for (int i = 0; i < 2; i++)
    {
      columns[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);
      gtk_box_append (GTK_BOX (both), columns[i]);
    }
  fill (columns);
  gtk_box_set_homogeneous (GTK_BOX (both), TRUE);
  gtk_widget_add_css_class (both, "shortcuts");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), both);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Keyboard shortcuts"), -1);
  return scrolled;
}

static void
close_on_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}

void
shortcuts_show (GtkWindow *parent)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *content = content_new ();

  gtk_box_append (GTK_BOX (column), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (column), content);
  adw_window_set_content (ADW_WINDOW (window), column);
  close_on_escape (window);
  gtk_window_set_title (GTK_WINDOW (window), _ ("Keyboard Shortcuts"));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (content);
}
