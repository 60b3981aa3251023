/* SPDX-License-Identifier: Apache-2.0 */

#include "app/shortcuts.h"

#include "app/command_list.h"
#include "app/settings.h"

/* Alternatives, with a space between. */
static char *
accelerators (const Command *command, GdkDisplay *display)
{
  g_autoptr (GArray) keys = command_keys (command, settings_keys ());
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *key = command_key_accelerator (command, &g_array_index (keys, KeyBinding, i), display);
      g_autofree char *escaped = g_markup_escape_text (key, -1);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", escaped);
    }
  return g_string_free (text, FALSE);
}

static void
append_command (GString *text, const Command *command, const char *keys)
{
  g_autofree char *title = g_markup_escape_text (command->title, -1);

  g_string_append_printf (text,
                          "<child><object class='GtkShortcutsShortcut'><property name='title'>%s</property>"
                          "<property name='accelerator'>%s</property></object></child>",
                          title, keys);
}

/* Before GTK 4.14 this window can only be filled by a description. */
static char *
description (GdkDisplay *display)
{
  GString *text = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'><child>"
                                "<object class='GtkShortcutsSection'>"
                                "<property name='section-name'>all</property>"
                                "<property name='max-height'>24</property>");
  const char *group = NULL;

  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);
      g_autofree char *keys = accelerators (&command, display);

      if (*keys == '\0')
        continue;
      if (g_strcmp0 (command.group, group) != 0)
        {
          g_autofree char *title = g_markup_escape_text (command.group, -1);

          g_string_append_printf (
            text, "%s<child><object class='GtkShortcutsGroup'><property name='title'>%s</property>",
            group != NULL ? "</object></child>" : "", title);
          group = command.group;
        }
      append_command (text, &command, keys);
    }
  g_string_append (text, "</object></child></object></child></object></interface>");
  return g_string_free (text, FALSE);
}

void
shortcuts_show (GtkWindow *parent)
{
  g_autofree char *text = description (gtk_widget_get_display (GTK_WIDGET (parent)));
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (text, -1);
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));

  gtk_window_set_transient_for (window, parent);
  gtk_window_set_modal (window, TRUE);
  gtk_window_present (window);
}
