/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/text_list.h"

#include "widgets/controls/scrolled_list.h"

#define MARGIN_PX 8

/* That the theme gives the rows of a list. */
#define ROW_PADDING_PX 2

/* A list keeps widgets for some 200 rows, however many it has: those are made over several frames. Rows without one are
 * free. */
#define SHOWN_AT_FIRST 24
#define LIST_WIDGETS   240

/* ---- the widget ---- */

struct _TextList
{
  GtkWidget parent_instance;
  GtkWidget *list;
  GHashTable *bound; /* GtkListItem: those that show an item */
  int frames_left;   /* until the selected row is scrolled to once more */
};

G_DEFINE_TYPE (TextList, text_list, GTK_TYPE_WIDGET)

/* GTK 4.8 would give it to the row that had it when it left, or to the first. The rows that have widgets are the list's
 * children; which one is selected is among their states. */
static bool
focus_selected (GtkWidget *list, guint selected)
{
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", selected);
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED)
      return gtk_widget_grab_focus (row);
  return false;
}

/* Rows of a list that was just shown or filled have no places before the next frame. */
static gboolean
scroll_again (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TextList *self = DETAILS_TEXT_LIST (widget);
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (self->list));
  guint selected = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (selection));

  (void) clock;
  (void) user_data;
  if (--self->frames_left > 0)
    return G_SOURCE_CONTINUE;
  if (selected != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", selected);
  return G_SOURCE_REMOVE;
}

static void
scroll_again_soon (TextList *self)
{
  if (self->frames_left == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_again, NULL, NULL);
  self->frames_left = 2;
}

/* GTK 4.8 goes by Tab from row to row, through thousands. Here it comes to one row, the
 * selected one if there is any, and leaves from there; arrows go from row to row. */
static gboolean
text_list_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *list = DETAILS_TEXT_LIST (widget)->list;
  GtkSelectionModel *selection = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  guint selected = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (selection));
  bool is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  bool is_within = (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

  if (is_tab && is_within)
    return FALSE;
  if (is_within || selected == GTK_INVALID_LIST_POSITION)
    return gtk_widget_child_focus (list, direction);
  scroll_again_soon (DETAILS_TEXT_LIST (widget));
  return focus_selected (list, selected) || gtk_widget_child_focus (list, direction);
}

/* ---- rows that stay and show something else ---- */

static void
note_bound (GtkSignalListItemFactory *factory, GtkListItem *item, TextList *self)
{
  (void) factory;
  g_hash_table_add (self->bound, item);
}

static void
note_unbound (GtkSignalListItemFactory *factory, GtkListItem *item, TextList *self)
{
  (void) factory;
  g_hash_table_remove (self->bound, item);
}

static void
bind_again (TextList *self)
{
  GtkListItemFactory *factory = gtk_list_view_get_factory (GTK_LIST_VIEW (self->list));
  guint n;
  g_autofree gpointer *items = g_hash_table_get_keys_as_array (self->bound, &n);

  for (guint i = 0; i < n; i++)
    g_signal_emit_by_name (factory, "bind", items[i]);

  /* Rows that have no places yet cannot be scrolled to. */
  GtkWidget *first = gtk_widget_get_first_child (self->list);
  if (first != NULL && gtk_widget_get_mapped (first) && gtk_widget_get_height (first) > 0)
    gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->list)), 0);
}

static void
follow_numbers (TextList *self, GtkListItemFactory *factory, GtkSelectionModel *selection)
{
  GListModel *ids = gtk_single_selection_get_model (GTK_SINGLE_SELECTION (selection));

  g_signal_connect_object (factory, "bind", G_CALLBACK (note_bound), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (note_unbound), self, 0);
  g_signal_connect_object (ids, "renumbered", G_CALLBACK (bind_again), self, G_CONNECT_SWAPPED);
}

static void
text_list_finalize (GObject *object)
{
  g_hash_table_unref (DETAILS_TEXT_LIST (object)->bound);
  G_OBJECT_CLASS (text_list_parent_class)->finalize (object);
}

static void
text_list_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (text_list_parent_class)->dispose (object);
}

static void
text_list_class_init (TextListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = text_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = text_list_finalize;
  GTK_WIDGET_CLASS (klass)->focus = text_list_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
text_list_init (TextList *self)
{
  self->bound = g_hash_table_new (NULL, NULL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
}

void
text_list_set_up (GtkListItem *item, const TextRowColumn *columns, int n_columns)
{
  GtkWidget *row = text_row_new (columns, n_columns, false);

  gtk_widget_set_margin_start (row, MARGIN_PX - ROW_PADDING_PX);
  gtk_widget_set_margin_end (row, MARGIN_PX - ROW_PADDING_PX);
  gtk_list_item_set_child (item, row);
}

GtkWidget *
text_list_new (GtkSelectionModel *selection,
               GtkListItemFactory *factory,
               const char *label,
               const TextRowColumn *columns,
               int n_columns,
               const char *const *titles,
               GtkWidget **ret_list)
{
  TextList *self = g_object_new (DETAILS_TYPE_TEXT_LIST, NULL);
  GtkWidget *list = self->list = gtk_list_view_new (g_object_ref (selection), factory);
  GtkWidget *head = text_row_new (columns, n_columns, true), *scroller = scrolled_list_new (list);

  gtk_widget_add_css_class (list, "search-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  text_row_set (DETAILS_TEXT_ROW (head), titles);
  gtk_widget_set_margin_start (head, MARGIN_PX);
  gtk_widget_set_margin_end (head, MARGIN_PX);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_parent (head, GTK_WIDGET (self));
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
  follow_numbers (self, factory, selection);
  *ret_list = list;
  return GTK_WIDGET (self);
}

GtkSingleSelection *
text_list_selection_new (IdModel *model)
{
  GtkSingleSelection *selection = gtk_single_selection_new (NULL);

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_model (selection, G_LIST_MODEL (model));
  return selection;
}

/* ---- filling ---- */

static gboolean
grow (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TextListFilling *filling = user_data;
  bool has_all_widgets = g_list_model_get_n_items (G_LIST_MODEL (filling->ids)) >= LIST_WIDGETS;
  size_t n_more = id_model_show_more (filling->ids, has_all_widgets ? G_MAXINT : SHOWN_AT_FIRST);

  (void) widget;
  (void) clock;
  if (n_more > 0)
    return G_SOURCE_CONTINUE;
  filling->tick = 0;
  return G_SOURCE_REMOVE;
}

void
text_list_stop (TextListFilling *filling)
{
  if (filling->tick != 0)
    gtk_widget_remove_tick_callback (filling->widget, filling->tick);
  filling->tick = 0;
}

/* The rows that are there stay. */
void
text_list_fill (TextListFilling *filling, uint64_t *ids, size_t n)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (filling->ids));

  text_list_stop (filling);
  id_model_take (filling->ids, ids, n, MAX (n_rows, SHOWN_AT_FIRST));
  if (id_model_show_more (filling->ids, 0) > 0)
    filling->tick = gtk_widget_add_tick_callback (filling->widget, grow, filling, NULL);
}

void
text_list_show_place (TextListFilling *filling, GtkSingleSelection *selection, GtkWidget *list, guint place)
{
  if (place != GTK_INVALID_LIST_POSITION && place >= g_list_model_get_n_items (G_LIST_MODEL (filling->ids)))
    id_model_show_more (filling->ids, G_MAXINT);
  gtk_single_selection_set_selected (selection, place);
  if (place != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", place);
}
