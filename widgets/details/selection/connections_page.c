/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/connections_page.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/scrolled_list.h"
#include "widgets/details/selection/connection_row.h"
#include "widgets/look/screen_style.h"

/* A graph launch has thousands; each row of the list costs widgets, a millisecond of them. */
#define SHOWN_AT_FIRST 15
#define LIST_WIDGETS   240

#define MARGIN_PX 16

/* That the theme gives the rows of a list. */
#define ROW_PADDING_PX 2

struct _ConnectionsPage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  ConnectionModel *model;
  guint growing;
  GtkWidget *scroller, *empty, *more_box, *more;
};

G_DEFINE_TYPE (ConnectionsPage, connections_page, GTK_TYPE_WIDGET)

static void
tell_more (ConnectionsPage *self, uint64_t n_more)
{
  char count[NUMBER_TEXT_MAX];

  gtk_widget_set_visible (self->more_box, n_more > 0);
  number_text_count (screen_style_get (GTK_WIDGET (self))->numbers, n_more, count);
  /* Translators: the number of connections that are not listed */
  g_autofree char *text = g_strdup_printf (_ ("and %s more"), count);
  gtk_label_set_text (GTK_LABEL (self->more), text);
}

/* A list keeps widgets for some 200 rows, however many it has: those are made over several frames. */
static gboolean
grow (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  ConnectionsPage *self = DETAILS_CONNECTIONS_PAGE (widget);
  bool has_all_widgets = g_list_model_get_n_items (G_LIST_MODEL (self->model)) >= LIST_WIDGETS;
  uint64_t n_more = connection_model_show_more (self->model, has_all_widgets ? G_MAXINT : SHOWN_AT_FIRST);

  (void) clock;
  (void) user_data;
  tell_more (self, n_more);
  if (n_more > 0)
    return G_SOURCE_CONTINUE;
  self->growing = 0;
  return G_SOURCE_REMOVE;
}

static void
stop_growing (ConnectionsPage *self)
{
  if (self->growing != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->growing);
  self->growing = 0;
}

static void
show_all (ConnectionsPage *self)
{
  if (self->growing == 0)
    self->growing = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow, NULL, NULL);
}

void
connections_page_update (ConnectionsPage *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);
  uint64_t slice = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;

  stop_growing (self);
  gtk_label_set_text (GTK_LABEL (self->empty), slice != SLICE_NONE
                                                 ? _ ("The file has no connections for this slice.")
                                                 : _ ("Select a slice to see its connections."));
  connection_model_set_slice (self->model, profile,
                              slice_relations_pairs (timeline_scene_relations (self->scene)), slice,
                              SHOWN_AT_FIRST);
  bool has_any = g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0;
  gtk_widget_set_visible (self->scroller, has_any);
  gtk_widget_set_visible (self->empty, !has_any);
  tell_more (self, connection_model_show_more (self->model, 0));
}

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, ConnectionsPage *self)
{
  GtkWidget *row = connection_row_new (self->scene);

  (void) factory;
  gtk_widget_set_margin_start (row, MARGIN_PX - ROW_PADDING_PX);
  gtk_widget_set_margin_end (row, MARGIN_PX - ROW_PADDING_PX);
  gtk_list_item_set_activatable (item, FALSE);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, ConnectionsPage *self)
{
  (void) factory;
  (void) self;
  connection_row_bind (DETAILS_CONNECTION_ROW (gtk_list_item_get_child (item)),
                       connection_item_get (DETAILS_CONNECTION_ITEM (gtk_list_item_get_item (item))));
}

static void
connections_page_dispose (GObject *object)
{
  ConnectionsPage *self = DETAILS_CONNECTIONS_PAGE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (connections_page_parent_class)->dispose (object);
}

static void
connections_page_class_init (ConnectionsPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = connections_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_list (ConnectionsPage *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSelectionModel *selection =
    GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->model))));
  GtkWidget *list = gtk_list_view_new (selection, factory);
  GtkWidget *scroller = scrolled_list_new (list);

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Connections"),
                                  -1);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

static GtkWidget *
new_more_box (ConnectionsPage *self)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("Show All"));

  self->more_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->more = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->more, "secondary");
  gtk_widget_set_margin_start (self->more_box, MARGIN_PX);
  gtk_widget_set_margin_bottom (self->more_box, 8);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (show_all), self);
  gtk_box_append (GTK_BOX (self->more_box), self->more);
  gtk_box_append (GTK_BOX (self->more_box), button);
  return self->more_box;
}

static void
connections_page_init (ConnectionsPage *self)
{
  self->model = connection_model_new ();
  self->empty = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->empty, "secondary");
  gtk_widget_set_parent (self->empty, GTK_WIDGET (self));
}

GtkWidget *
connections_page_new (TimelineScene *scene)
{
  ConnectionsPage *self = g_object_new (DETAILS_TYPE_CONNECTIONS_PAGE, NULL);
  GtkWidget *head = connection_row_new_head ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->scene = g_object_ref (scene);
  gtk_widget_set_margin_start (head, MARGIN_PX);
  gtk_widget_set_margin_end (head, MARGIN_PX);
  gtk_box_append (GTK_BOX (content), head);
  gtk_box_append (GTK_BOX (content), new_list (self));
  gtk_box_append (GTK_BOX (content), new_more_box (self));

  /* Columns do not make the pane wider than it is; the list in them scrolls up and down. */
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), content);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  connections_page_update (self);
  return GTK_WIDGET (self);
}
