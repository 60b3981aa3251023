/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/rename_group.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/dialog_header.h"
#include "widgets/dashboard/pane/group_names.h"
#include "widgets/dashboard/sections/section_rank_traffic.h"

#define RENAME_TYPE_GROUP (rename_group_get_type ())
G_DECLARE_FINAL_TYPE (RenameGroup, rename_group, RENAME, GROUP, AdwWindow)

struct _RenameGroup
{
  AdwWindow parent_instance;

  DashboardView *view;
  DashboardData *data;
  GtkWidget *groups, *entry;
};

G_DEFINE_TYPE (RenameGroup, rename_group, ADW_TYPE_WINDOW)

static const ProcessGroups *
groups_of (RenameGroup *self)
{
  return &dashboard_rank_traffic (self->data)->groups;
}

static char *
names_of (RenameGroup *self)
{
  char *names;

  g_object_get (self->view, "group-names", &names, NULL);
  return names;
}

static uint32_t
chosen (RenameGroup *self)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->groups));
}

/* The name that was given, above the one in the file. */
static void
show_name (RenameGroup *self)
{
  g_autofree char *names = names_of (self),
                  *given = group_names_given (names, groups_of (self), chosen (self));
  g_autofree char *told = group_names_told (groups_of (self), chosen (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), given != NULL ? given : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), told);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
rename_it (RenameGroup *self)
{
  g_autofree char *names = names_of (self);
  g_autofree char *changed = group_names_with (names, groups_of (self), chosen (self),
                                               gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  g_object_set (self->view, "group-names", *changed != '\0' ? changed : NULL, NULL);
  gtk_window_close (GTK_WINDOW (self));
}

static void
rename_group_dispose (GObject *object)
{
  g_clear_object (&RENAME_GROUP (object)->view);
  g_clear_pointer (&RENAME_GROUP (object)->data, dashboard_data_unref);
  G_OBJECT_CLASS (rename_group_parent_class)->dispose (object);
}

static void
rename_group_class_init (RenameGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rename_group_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
rename_group_init (RenameGroup *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *rename;

  gtk_window_set_title (GTK_WINDOW (self), _ ("Rename Group"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 420, -1);
  gtk_box_append (GTK_BOX (content), dialog_header_new (_ ("_Rename"), &rename));
  g_signal_connect_swapped (rename, "clicked", G_CALLBACK (rename_it), self);
  self->groups = gtk_drop_down_new (NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->groups), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Process group"), -1);
  self->entry = gtk_entry_new ();
  gtk_entry_set_max_length (GTK_ENTRY (self->entry), GROUP_NAME_MAX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"),
                                  -1);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (rename_it), self);
  gtk_box_append (GTK_BOX (column), self->groups);
  gtk_box_append (GTK_BOX (column), self->entry);
  gtk_widget_add_css_class (column, "dialog-content");
  gtk_box_append (GTK_BOX (content), column);
  adw_window_set_content (ADW_WINDOW (self), content);
}

void
rename_group_show (GtkWindow *parent, DashboardView *view, DashboardData *data, int group)
{
  const RankTraffic *traffic = dashboard_rank_traffic (data);

  if (traffic == NULL || traffic->collectives.n_rows == 0)
    return;
  RenameGroup *self = g_object_new (RENAME_TYPE_GROUP, "transient-for", parent, NULL);
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  g_autofree char *names = NULL;

  self->view = g_object_ref (view);
  self->data = dashboard_data_ref (data);
  names = names_of (self);
  for (uint32_t i = 0; i < traffic->collectives.n_rows; i++)
    gtk_string_list_take (labels, group_names_shown (names, &traffic->groups, i));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->groups), G_LIST_MODEL (labels));
  if (group >= 0 && (uint32_t) group < traffic->collectives.n_rows)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->groups), (guint) group);
  show_name (self);
  g_signal_connect_swapped (self->groups, "notify::selected", G_CALLBACK (show_name), self);
  gtk_widget_grab_focus (self->entry);
  gtk_window_present (GTK_WINDOW (self));
}
