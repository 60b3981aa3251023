/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_grid_private.h"

#include "widgets/controls/menu_click.h"
#include "widgets/controls/scrolled_list.h"
#include "widgets/tables/table_heads.h"

G_DEFINE_TYPE (TableGrid, table_grid, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ORDER_WANTED,
  SIGNAL_ROW_ACTIVATED,
  SIGNAL_ROW_SELECTED,
  SIGNAL_CHECK_PRESSED,
  SIGNAL_MENU_WANTED,
  SIGNAL_FOLD_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- order ---- */

/* GTK 4.8 does not say which column its sorter sorts by: the first comparison it makes is of that column, and which way
 * round the answer comes back tells the direction. */
int
table_probe_compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TableProbe *probe = user_data;

  (void) a;
  (void) b;
  if (!probe->grid->is_setting)
    probe->grid->order_column = probe->column;
  return -1;
}

static GtkColumnViewColumn *
column_at (TableGrid *self, guint place)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  GtkColumnViewColumn *column = g_list_model_get_item (columns, place);

  if (column != NULL)
    g_object_unref (column); /* the view has it */
  return column;
}

static guint
place_of (TableGrid *self, int column)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, int, i) == column)
      return i;
  return G_MAXUINT;
}

void
table_grid_set_column_px (TableGrid *self, int column, int px)
{
  guint place = place_of (self, column);

  if (place != G_MAXUINT)
    gtk_column_view_column_set_fixed_width (column_at (self, place), px);
}

void
table_grid_set_order (TableGrid *self, int column, gboolean is_descending)
{
  guint place = place_of (self, column);
  bool was_setting = self->is_setting;

  self->is_setting = true;
  /* GTK 4.8 takes the arrow off the head before only when it sorts by none. */
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view),
                                  place != G_MAXUINT ? column_at (self, place) : NULL,
                                  is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->is_setting = was_setting;
  self->order_column = column;
  self->is_descending = is_descending;
  table_heads_tell_order (self->view, place, is_descending);
}

/* Who sorts by a number asks for the largest first. */
static gboolean
begins_descending (TableGrid *self, int column)
{
  const TableSource *source = self->shown->source;

  return source != NULL && column >= 0 && column < source->n_columns
         && table_kind_is_number (source->columns[column].kind) && source->columns[column].kind != TABLE_TIME;
}

static void
want_order (TableGrid *self, int column, gboolean is_descending)
{
  table_grid_set_order (self, column, is_descending);
  g_signal_emit (self, signals[SIGNAL_ORDER_WANTED], 0, column, is_descending);
}

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change, TableGrid *self)
{
  int before = self->order_column;

  (void) change;
  if (self->is_setting)
    return;
  self->order_column = -1;
  gboolean is_descending = gtk_sorter_compare (sorter, self, self->rows) == GTK_ORDERING_LARGER;
  if (self->order_column >= 0 && self->order_column != before)
    is_descending = begins_descending (self, self->order_column);
  want_order (self, self->order_column, is_descending);
}

void
table_grid_press_head (gpointer user_data, guint place)
{
  TableGrid *self = user_data;
  int column = g_array_index (self->columns, int, place);

  want_order (self, column,
              column == self->order_column ? !self->is_descending : begins_descending (self, column));
}

/* ---- rows ---- */

const uint64_t *
table_grid_rows (TableGrid *self, size_t *ret_n)
{
  return id_model_ids (self->rows, ret_n);
}

uint64_t
table_grid_selected (TableGrid *self)
{
  guint place = gtk_single_selection_get_selected (self->selection);
  size_t n;
  const uint64_t *rows = id_model_ids (self->rows, &n);

  return place < n ? rows[place] : UINT64_MAX;
}

/* The list of rows in the view. */
static GtkWidget *
list_of (TableGrid *self)
{
  GtkWidget *child = gtk_widget_get_first_child (self->view);

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
select_place (TableGrid *self, uint64_t row)
{
  size_t n, place = 0;
  const uint64_t *rows = id_model_ids (self->rows, &n);

  while (place < n && rows[place] != row)
    place++;
  if (place < n)
    text_list_show_place (&self->filling, self->selection, list_of (self), (guint) place);
  else
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

void
table_grid_take_rows (TableGrid *self, uint64_t *rows, size_t n)
{
  uint64_t selected = table_grid_selected (self);

  self->is_setting = true;
  text_list_fill (&self->filling, rows, n);
  if (selected != UINT64_MAX)
    select_place (self, selected);
  self->is_setting = false;
  if (table_grid_selected (self) != selected)
    g_signal_emit (self, signals[SIGNAL_ROW_SELECTED], 0);
}

void
table_grid_select (TableGrid *self, uint64_t row)
{
  select_place (self, row);
}

void
table_grid_redraw (TableGrid *self)
{
  table_grid_refresh_cells (self);
}

void
table_grid_show_order (TableGrid *self, int column, gboolean is_descending)
{
  table_grid_set_order (self, column, is_descending);
}

static void
selected (TableGrid *self)
{
  if (!self->is_setting)
    g_signal_emit (self, signals[SIGNAL_ROW_SELECTED], 0);
}

static void
activated (TableGrid *self, guint place)
{
  size_t n;
  const uint64_t *rows = id_model_ids (self->rows, &n);

  if (place < n)
    g_signal_emit (self, signals[SIGNAL_ROW_ACTIVATED], 0, rows[place]);
}

/* ---- ticking, and the menu of a row ---- */

static bool
has_checks (TableGrid *self)
{
  const TableSource *source = self->shown->source;

  for (int i = 0; source != NULL && i < source->n_columns; i++)
    if (source->columns[i].kind == TABLE_CHECK)
      return true;
  return false;
}

void
table_grid_press_check (TableGrid *self, uint64_t row, gboolean is_range)
{
  g_signal_emit (self, signals[SIGNAL_CHECK_PRESSED], 0, row, is_range);
}

static TableFold
fold_of (TableGrid *self, uint64_t row)
{
  const TableSource *source = self->shown->source;

  return source != NULL && source->fold != NULL && row < source->n_rows ? source->fold (source, (size_t) row)
                                                                        : TABLE_FOLD_NONE;
}

void
table_grid_press_fold (TableGrid *self, uint64_t row)
{
  if (fold_of (self, row) != TABLE_FOLD_NONE)
    g_signal_emit (self, signals[SIGNAL_FOLD_WANTED], 0, row);
}

/* Right opens a row. Left closes it, or goes from what lies beneath it to the row. */
static bool
turn_fold (TableGrid *self, bool is_opening)
{
  uint64_t row = table_grid_selected (self);
  const TableSource *source = self->shown->source;
  TableFold fold = fold_of (self, row);

  if (fold == (is_opening ? TABLE_FOLD_CLOSED : TABLE_FOLD_OPEN))
    g_signal_emit (self, signals[SIGNAL_FOLD_WANTED], 0, row);
  else if (!is_opening && source != NULL && row < source->n_rows && table_source_is_beneath (source, (size_t) row))
    {
      select_place (self, source->parent (source, (size_t) row));
      table_grid_focus_rows (self);
    }
  else
    return false;
  return true;
}

/* The cell that is there or that is the focused row's first one; NULL if none. */
static TableCell *
cell_at (TableGrid *self, double x_px, double y_px)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x_px, y_px, GTK_PICK_DEFAULT);

  /* A row is wider than its cells, and a cell of GTK's than ours. */
  while (at != NULL && at != self->view && !TABLES_IS_CELL (at))
    {
      GtkWidget *first = gtk_widget_get_first_child (at);

      if (first != NULL && TABLES_IS_CELL (first))
        return TABLES_CELL (first);
      if (first != NULL && gtk_widget_get_first_child (first) != NULL
          && TABLES_IS_CELL (gtk_widget_get_first_child (first)))
        return TABLES_CELL (gtk_widget_get_first_child (first));
      at = gtk_widget_get_parent (at);
    }
  return at != NULL && TABLES_IS_CELL (at) ? TABLES_CELL (at) : NULL;
}

static void
want_menu (TableGrid *self, double x_px, double y_px)
{
  TableCell *cell = cell_at (self, x_px, y_px);
  uint64_t row = cell != NULL ? table_cell_row (cell) : UINT64_MAX;

  if (row == UINT64_MAX)
    return;
  if (table_grid_selected (self) != row)
    select_place (self, row);
  g_signal_emit (self, signals[SIGNAL_MENU_WANTED], 0, row, x_px, y_px);
}

static void
menu_clicked (TableGrid *self, int n_press, double x_px, double y_px)
{
  (void) n_press;
  want_menu (self, x_px, y_px);
}

static void
want_menu_of_selected (TableGrid *self)
{
  uint64_t row = table_grid_selected (self);
  GHashTableIter iter;
  gpointer cell;
  graphene_point_t place, first = { G_MAXFLOAT, 0 };

  /* Below the cell that is most to the left. */
  g_hash_table_iter_init (&iter, self->bound);
  while (row != UINT64_MAX && g_hash_table_iter_next (&iter, &cell, NULL))
    if (table_cell_row (cell) == row && gtk_widget_get_mapped (cell)
        && gtk_widget_compute_point (cell, GTK_WIDGET (self),
                                     &GRAPHENE_POINT_INIT (0, (float) gtk_widget_get_height (cell)), &place)
        && place.x < first.x)
      first = place;
  if (first.x < G_MAXFLOAT)
    g_signal_emit (self, signals[SIGNAL_MENU_WANTED], 0, row, (double) first.x, (double) first.y);
}

/* Only rows: heads have keys of their own. */
static gboolean
key_pressed (TableGrid *self, guint keyval, guint keycode, GdkModifierType held)
{
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  bool is_menu = keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (held & GDK_SHIFT_MASK) != 0);

  (void) keycode;
  if ((held & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || (gtk_widget_get_state_flags (table_heads_row (self->view)) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    return GDK_EVENT_PROPAGATE;
  if ((keyval == GDK_KEY_space || keyval == GDK_KEY_KP_Space) && has_checks (self)
      && table_grid_selected (self) != UINT64_MAX)
    table_grid_press_check (self, table_grid_selected (self), (held & GDK_SHIFT_MASK) != 0);
  else if (is_menu)
    want_menu_of_selected (self);
  else if (keyval == GDK_KEY_Right || keyval == GDK_KEY_Left)
    return turn_fold (self, (keyval == GDK_KEY_Right) != is_mirrored);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
add_controllers (TableGrid *self)
{
  GtkGesture *long_press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (long_press), TRUE);
  g_signal_connect_swapped (long_press, "pressed", G_CALLBACK (want_menu), self);
  /* Before the list, for which Space selects. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  menu_click_attach (GTK_WIDGET (self), G_CALLBACK (menu_clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (long_press));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* ---- focus ---- */

static bool
has_focus_in (GtkWidget *widget)
{
  return widget != NULL && (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* GTK 4.8 gives it to the row that had it last, or to the first. */
static gboolean
focus_list (TableGrid *self)
{
  GtkWidget *list = list_of (self);
  guint place = gtk_single_selection_get_selected (self->selection);

  if (list == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0)
    return FALSE;
  if (place != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", place);
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL && place != GTK_INVALID_LIST_POSITION;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED)
      return gtk_widget_grab_focus (row);
  return gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD);
}

void
table_grid_focus_rows (TableGrid *self)
{
  focus_list (self);
}

/* By Tab heads are one stop, and rows are one: arrows go from one to the next. */
static gboolean
table_grid_focus (GtkWidget *widget, GtkDirectionType direction)
{
  TableGrid *self = TABLES_GRID (widget);
  GtkWidget *heads = table_heads_row (self->view);
  bool on_heads = has_focus_in (heads), on_rows = !on_heads && has_focus_in (self->view);

  switch (direction)
    {
    case GTK_DIR_TAB_FORWARD:
      if (on_rows)
        return FALSE;
      return on_heads ? focus_list (self) : gtk_widget_child_focus (heads, direction) || focus_list (self);
    case GTK_DIR_TAB_BACKWARD:
      if (on_heads)
        return FALSE;
      if (on_rows)
        return gtk_widget_child_focus (heads, GTK_DIR_TAB_FORWARD);
      return focus_list (self) || gtk_widget_child_focus (heads, GTK_DIR_TAB_FORWARD);
    case GTK_DIR_DOWN:
      if (on_heads)
        return focus_list (self);
      break;
    case GTK_DIR_LEFT:
    case GTK_DIR_RIGHT:
      if (on_heads)
        return table_heads_walk (self->view, direction == GTK_DIR_RIGHT ? 1 : -1);
      break;
    default:
      break;
    }
  return GTK_WIDGET_CLASS (table_grid_parent_class)->focus (widget, direction);
}

/* ---- the widget ---- */

static void
table_grid_dispose (GObject *object)
{
  TableGrid *self = TABLES_GRID (object);

  text_list_stop (&self->filling);
  if (self->refreshing != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->refreshing);
  self->refreshing = 0;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (table_grid_parent_class)->dispose (object);
}

static void
table_grid_finalize (GObject *object)
{
  TableGrid *self = TABLES_GRID (object);

  table_shown_unref (self->shown);
  g_array_unref (self->columns);
  g_hash_table_unref (self->bound);
  g_ptr_array_unref (self->stale);
  G_OBJECT_CLASS (table_grid_parent_class)->finalize (object);
}

static void
table_grid_class_init (TableGridClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = table_grid_dispose;
  G_OBJECT_CLASS (klass)->finalize = table_grid_finalize;
  GTK_WIDGET_CLASS (klass)->focus = table_grid_focus;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tablegrid");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[SIGNAL_ORDER_WANTED] = g_signal_new ("order-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_BOOLEAN);
  signals[SIGNAL_ROW_ACTIVATED] = g_signal_new ("row-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_ROW_SELECTED] =
    g_signal_new ("row-selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHECK_PRESSED] = g_signal_new ("check-pressed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 2, G_TYPE_UINT64, G_TYPE_BOOLEAN);
  signals[SIGNAL_FOLD_WANTED] =
    g_signal_new ("fold-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_MENU_WANTED] = g_signal_new ("menu-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                              G_TYPE_NONE, 3, G_TYPE_UINT64, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
table_grid_init (TableGrid *self)
{
  self->columns = g_array_new (FALSE, FALSE, sizeof (int));
  self->bound = g_hash_table_new (NULL, NULL);
  self->stale = g_ptr_array_new ();
  self->order_column = -1;
  self->rows = id_model_new ();
  self->selection = text_list_selection_new (self->rows);
  self->filling = (TextListFilling){ .widget = GTK_WIDGET (self), .ids = self->rows };

  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_column_view_set_reorderable (GTK_COLUMN_VIEW (self->view), FALSE);
  gtk_widget_add_css_class (self->view, "data-table");
  scrolled_list_follow (self->view, G_LIST_MODEL (self->selection));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_hexpand (self->scroller, TRUE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  add_controllers (self);

  g_signal_connect_object (self->rows, "renumbered", G_CALLBACK (table_grid_refresh_cells), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                           G_CALLBACK (sorter_changed), self, 0);
}

GtkWidget *
table_grid_new (TableShown *shown, const char *label)
{
  TableGrid *self = g_object_new (TABLES_TYPE_GRID, NULL);

  self->shown = table_shown_ref (shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_WIDGET (self);
}
