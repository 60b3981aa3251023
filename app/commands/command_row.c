/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/command_row.h"

#include <glib/gi18n-lib.h>

#include "app/commands/command_search.h"
#include "app/desktop/settings.h"

#define KEYS_SHOWN 2

/* What a row knows of itself. */
typedef struct
{
  guint command;       /* of command_list_get () */
  guint rank;          /* among what was asked for; 0: not among it */
  char *title, *whole; /* folded; whole: with the group */
  GtkWidget *second;   /* its group, or why it does nothing now */
  GtkWidget *keys;
} RowData;

static void
row_data_free (gpointer data)
{
  RowData *row = data;

  g_free (row->title);
  g_free (row->whole);
  g_free (row);
}

static RowData *
data_of (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "stepscope-command");
}

/* NULL: the command has an effect. */
static const char *
refusal (GtkApplicationWindow *window, TimelinePage *timeline, const Command *command)
{
  if (command->action_line == NULL)
    return timeline != NULL ? timeline_page_refusal (timeline, command->timeline)
                            : _ ("The timeline is not in view");

  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GActionGroup *group = G_ACTION_GROUP (window);

  g_action_parse_detailed_name (command->action_line->action, &name, &target, NULL);
  if (g_str_has_prefix (name, "app."))
    return NULL;
  return g_action_group_get_action_enabled (group, name + strlen ("win."))
           ? NULL
           : _ (command->action_line->refusal);
}

static char *
keys_text (GdkDisplay *display, const Command *command)
{
  g_autoptr (GArray) keys = command_keys (command, settings_keys ());
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (keys->len, KEYS_SHOWN); i++)
    {
      g_autofree char *key = command_key_label (command, &g_array_index (keys, KeyBinding, i), display);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", key);
    }
  return g_string_free (text, FALSE);
}

static GtkWidget *
label_new (const char *text, const char *class_name)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (class_name != NULL)
    gtk_widget_add_css_class (label, class_name);
  return label;
}

static void
set_text (GtkWidget *label, const char *text)
{
  if (strcmp (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
    gtk_label_set_text (GTK_LABEL (label), text);
}

void
command_row_renew (GtkListBoxRow *row, GtkApplicationWindow *window, TimelinePage *timeline)
{
  const RowData *data = data_of (row);
  Command command = command_row_command (row);
  const char *reason = refusal (window, timeline, &command);
  const char *second = reason != NULL ? reason : command.group;
  g_autofree char *keys = keys_text (gtk_widget_get_display (GTK_WIDGET (window)), &command);
  /* Translators: how a row of the list of commands is read out: what it does, its group or why it does nothing now,
   * its keys. */
  g_autofree char *name =
    g_strdup_printf (*keys != '\0' ? _ ("%s, %s, %s") : "%s, %s", command.title, second, keys);

  set_text (data->second, second);
  set_text (data->keys, keys);
  gtk_widget_set_sensitive (GTK_WIDGET (row), reason == NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

GtkWidget *
command_row_new (guint i)
{
  Command command = command_list_get (i);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  RowData *data = g_new0 (RowData, 1);

  data->second = label_new (NULL, "secondary");
  data->keys = label_new (NULL, "numeric");
  gtk_widget_set_hexpand (data->second, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (data->second), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (line), label_new (command.title, NULL));
  gtk_box_append (GTK_BOX (line), data->second);
  gtk_box_append (GTK_BOX (line), data->keys);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_widget_set_focusable (row, FALSE);

  g_autofree char *whole = g_strconcat (command.title, " ", command.group, NULL);
  data->command = i;
  data->title = command_search_fold (command.title);
  data->whole = command_search_fold (whole);
  g_object_set_data_full (G_OBJECT (row), "stepscope-command", data, row_data_free);
  return row;
}

/* A word of the group alone finds its commands after those that have it in their name. */
static guint
rank_of (const RowData *data, const char *question)
{
  guint by_title = command_search_rank (data->title, question);

  if (by_title > 0)
    return by_title + 1;
  return command_search_rank (data->whole, question) > 0 ? 1 : 0;
}

void
command_row_ask (GtkListBoxRow *row, const char *question)
{
  data_of (row)->rank = rank_of (data_of (row), question);
}

bool
command_row_is_answer (GtkListBoxRow *row)
{
  return data_of (row)->rank > 0;
}

int
command_row_compare (GtkListBoxRow *a, GtkListBoxRow *b, bool possible_first)
{
  const RowData *first = data_of (a), *second = data_of (b);
  bool is_possible = gtk_widget_get_sensitive (GTK_WIDGET (a));

  if (possible_first && is_possible != (bool) gtk_widget_get_sensitive (GTK_WIDGET (b)))
    return is_possible ? -1 : 1;
  if (first->rank != second->rank)
    return first->rank > second->rank ? -1 : 1;
  return first->command < second->command ? -1 : first->command > second->command;
}

Command
command_row_command (GtkListBoxRow *row)
{
  return command_list_get (data_of (row)->command);
}
