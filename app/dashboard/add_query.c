/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/add_query.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/tables/query_memory.h"

#define ADD_TYPE_QUERY (add_query_get_type ())
G_DECLARE_FINAL_TYPE (AddQuery, add_query, ADD, QUERY, AdwWindow)

struct _AddQuery
{
  AdwWindow parent_instance;

  DashboardView *view;
  GtkWidget *list, *verdict;
};

G_DEFINE_TYPE (AddQuery, add_query, ADW_TYPE_WINDOW)

static void
add_row (AddQuery *self, GtkListBoxRow *row)
{
  if (dashboard_view_add_query (self->view, g_object_get_data (G_OBJECT (row), "name")))
    gtk_window_close (GTK_WINDOW (self));
  else
    gtk_label_set_text (GTK_LABEL (self->verdict),
                        _ ("The dashboard has the maximum number of queries; remove one first"));
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
row_new (const SavedQuery *query)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  gtk_box_append (GTK_BOX (box), label_new (query->name, NULL));
  gtk_box_append (GTK_BOX (box), label_new (query->sql, "secondary"));
  gtk_widget_add_css_class (box, "information-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, query->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, query->sql, -1);
  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (query->name), g_free);
  return row;
}

/* The list, or why there is none. */
static GtkWidget *
content_new (AddQuery *self)
{
  g_autoptr (GPtrArray) saved = query_memory_saved ();

  if (saved->len == 0)
    {
      GtkWidget *status = adw_status_page_new ();

      adw_status_page_set_title (ADW_STATUS_PAGE (status), _ ("No Saved Queries"));
      adw_status_page_set_description (
        ADW_STATUS_PAGE (status),
        _ ("Write one on the page “Tables”, under “Query”, and save it with a name."));
      gtk_widget_add_css_class (status, "compact");
      gtk_widget_set_vexpand (status, TRUE);
      return status;
    }
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_valign (self->list, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Saved queries"), -1);
  for (guint i = 0; i < saved->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (saved->pdata[i]));
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (add_row), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static void
add_query_dispose (GObject *object)
{
  g_clear_object (&ADD_QUERY (object)->view);
  G_OBJECT_CLASS (add_query_parent_class)->dispose (object);
}

static void
add_query_class_init (AddQueryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = add_query_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
add_query_init (AddQuery *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = mnemonic_button_new (_ ("_Cancel"));

  gtk_window_set_title (GTK_WINDOW (self), _ ("Add Query"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 420);
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "window.close");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  gtk_box_append (GTK_BOX (content), header);
  self->verdict = label_new ("", "secondary");
  gtk_box_append (GTK_BOX (column), content_new (self));
  gtk_box_append (GTK_BOX (column), self->verdict);
  gtk_widget_add_css_class (column, "dialog-content");
  gtk_box_append (GTK_BOX (content), column);
  adw_window_set_content (ADW_WINDOW (self), content);
}

void
add_query_show (GtkWindow *parent, DashboardView *view)
{
  AddQuery *self = g_object_new (ADD_TYPE_QUERY, "transient-for", parent, NULL);

  self->view = g_object_ref (view);
  if (self->list != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)));
  gtk_window_present (GTK_WINDOW (self));
}
