/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/scope_list.h"

#include "widgets/controls/scrolled_list.h"

#define HEIGHT_MAX_PX 420

struct _ScopeList
{
  GtkPopover parent_instance;

  GtkStringList *texts;
  GtkWidget *view;
  guint chosen;
};

G_DEFINE_TYPE (ScopeList, scope_list, GTK_TYPE_POPOVER)

static guint chosen_signal;

static void
scope_list_finalize (GObject *object)
{
  g_object_unref (SCOPE_LIST (object)->texts);
  G_OBJECT_CLASS (scope_list_parent_class)->finalize (object);
}

static void
scope_list_class_init (ScopeListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_list_finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
setup_row (ScopeList *list, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");
  (void) list;

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), mark);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (ScopeList *list, GtkListItem *item)
{
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkStringObject *text = gtk_list_item_get_item (item);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (row)), gtk_string_object_get_string (text));
  gtk_widget_set_opacity (gtk_widget_get_last_child (row),
                          gtk_list_item_get_position (item) == list->chosen ? 1.0 : 0.0);
}

static void
choose (ScopeList *list, guint place)
{
  gtk_popover_popdown (GTK_POPOVER (list));
  g_signal_emit (list, chosen_signal, 0, place);
}

static void
scope_list_init (ScopeList *list)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  list->texts = gtk_string_list_new (NULL);
  g_signal_connect_swapped (factory, "setup", G_CALLBACK (setup_row), list);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (bind_row), list);
  list->view = gtk_list_view_new (
    GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (list->texts)))), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list->view), TRUE);
  g_signal_connect_swapped (list->view, "activate", G_CALLBACK (choose), list);

  GtkWidget *scrolled = scrolled_list_new (list->view);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), HEIGHT_MAX_PX);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_popover_set_child (GTK_POPOVER (list), scrolled);
  gtk_widget_add_css_class (GTK_WIDGET (list), "scope-list");
}

GtkWidget *
scope_list_new (const char *what)
{
  ScopeList *list = g_object_new (SCOPE_TYPE_LIST, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (list->view), GTK_ACCESSIBLE_PROPERTY_LABEL, what, -1);
  return GTK_WIDGET (list);
}

void
scope_list_set (ScopeList *list, const char *const *texts, guint chosen)
{
  list->chosen = chosen;
  gtk_string_list_splice (list->texts, 0, g_list_model_get_n_items (G_LIST_MODEL (list->texts)), texts);
}
