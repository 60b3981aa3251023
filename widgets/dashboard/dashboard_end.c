/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_end.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/panes/panes.h"

#define LABEL_MAX_CHARS 60

struct _DashboardEnd
{
  GtkWidget parent;

  GtkWidget *box, *panes; /* the button of the menu */
  GActionGroup *actions;
};

G_DEFINE_FINAL_TYPE (DashboardEnd, dashboard_end, GTK_TYPE_WIDGET)

enum
{
  ADD_HISTOGRAM,
  ADD_QUERY,
  SHOW,
  RESTORE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_add_clicked (DashboardEnd *self)
{
  g_signal_emit (self, signals[ADD_HISTOGRAM], 0);
}

static void
on_add_query_clicked (DashboardEnd *self)
{
  g_signal_emit (self, signals[ADD_QUERY], 0);
}

static void
on_show (GSimpleAction *action, GVariant *item, gpointer user_data)
{
  (void) action;
  g_signal_emit (user_data, signals[SHOW], 0, g_variant_get_uint32 (item));
}

static void
on_restore (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  (void) action;
  (void) parameter;
  g_signal_emit (user_data, signals[RESTORE], 0);
}

static void
dashboard_end_dispose (GObject *object)
{
  DashboardEnd *self = DASHBOARD_END (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "panes", NULL);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (dashboard_end_parent_class)->dispose (object);
}

static void
dashboard_end_class_init (DashboardEndClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dashboard_end_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[ADD_HISTOGRAM] =
    g_signal_new ("add-histogram", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ADD_QUERY] =
    g_signal_new ("add-query", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SHOW] =
    g_signal_new ("show-pane", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[RESTORE] = g_signal_new ("restore", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dashboard_end_init (DashboardEnd *self)
{
  static const GActionEntry entries[] = {
    { .name = "show", .activate = on_show, .parameter_type = "u" },
    { .name = "restore", .activate = on_restore },
  };
  GtkWidget *add = gtk_button_new_with_label (_ ("Add Histogram…"));
  GtkWidget *add_query = gtk_button_new_with_label (_ ("Add Query…"));
  GSimpleActionGroup *actions = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  self->actions = G_ACTION_GROUP (actions);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "panes", self->actions);
  self->panes = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->panes), _ ("Panes"));
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_signal_connect_swapped (add, "clicked", G_CALLBACK (on_add_clicked), self);
  g_signal_connect_swapped (add_query, "clicked", G_CALLBACK (on_add_query_clicked), self);
  gtk_box_append (GTK_BOX (self->box), add);
  gtk_box_append (GTK_BOX (self->box), add_query);
  gtk_box_append (GTK_BOX (self->box), self->panes);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
dashboard_end_new (void)
{
  return g_object_new (DASHBOARD_TYPE_END, NULL);
}

/* A name of an annotation may be as long as a file wants. */
static char *
label_of (const PaneItem *item)
{
  const char *title = pane_title (item->pane, &item->options);
  g_autofree char *shortened = NULL;

  if (g_utf8_strlen (title, -1) > LABEL_MAX_CHARS)
    {
      g_autofree char *head = g_utf8_substring (title, 0, LABEL_MAX_CHARS - 1);

      shortened = g_strconcat (head, "…", NULL);
    }
  /* Translators: brings the pane of that title back. */
  g_autofree char *label = g_strdup_printf (_ ("Show %s"), shortened != NULL ? shortened : title);
  g_auto (GStrv) parts = g_strsplit (label, "_", -1); /* no mnemonics */
  return g_strjoinv ("__", parts);
}

void
dashboard_end_update (DashboardEnd *end, const PaneArrangement *panes, const Profile *profile)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) hidden = g_menu_new ();
  g_autoptr (GMenu) restore = g_menu_new ();

  for (size_t i = 0; i < pane_arrangement_count (panes); i++)
    {
      const PaneItem *item = pane_arrangement_item (panes, i);

      if (!item->is_hidden || !dashboard_pane_applies (item->pane, profile))
        continue;
      g_autofree char *label = label_of (item);
      g_autoptr (GMenuItem) entry = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (entry, "panes.show", "u", (guint32) i);
      g_menu_append_item (hidden, entry);
    }
  g_menu_append (restore, _ ("Restore Default Panes"), "panes.restore");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (hidden));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (restore));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (end->panes), G_MENU_MODEL (menu));
  gtk_widget_set_visible (end->panes, !pane_arrangement_is_default (panes));
}
