/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_grid_private.h"
#include "widgets/tables/table_heads.h"

/* Cells of a new order that are drawn in one frame beside those in view. */
#define CELLS_PER_FRAME 400

/* ---- cells ---- */

typedef struct
{
  TableGrid *grid;
  int column;
} ColumnOfGrid;

static void
show_item (GtkWidget *cell, GtkListItem *item)
{
  IdItem *row = gtk_list_item_get_item (item);

  table_cell_set_row (TABLES_CELL (cell), row != NULL ? id_item_get (row) : UINT64_MAX);
}

static void
check_pressed (GtkGestureClick *click, int n_press, double x_px, double y_px, TableGrid *self)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (click);
  uint64_t row = table_cell_row (TABLES_CELL (gtk_event_controller_get_widget (controller)));
  GdkModifierType held = gtk_event_controller_get_current_event_state (controller);

  (void) n_press;
  (void) x_px;
  (void) y_px;
  if (row == UINT64_MAX)
    return;
  /* A second press is not a double click on the row. */
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  table_grid_press_check (self, row, (held & GDK_SHIFT_MASK) != 0);
}

static void
name_pressed (GtkGestureClick *click, int n_press, double x_px, double y_px, TableGrid *self)
{
  TableCell *cell = TABLES_CELL (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click)));

  (void) n_press;
  (void) y_px;
  if (!table_cell_is_arrow (cell, x_px))
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  table_grid_press_fold (self, table_cell_row (cell));
}

static void
set_up (GtkSignalListItemFactory *factory, GtkListItem *item, const ColumnOfGrid *of)
{
  GtkWidget *cell = table_cell_new (of->grid->shown, of->column);

  (void) factory;
  if (of->grid->shown->source->columns[of->column].kind == TABLE_CHECK)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect (click, "pressed", G_CALLBACK (check_pressed), of->grid);
      gtk_widget_add_controller (cell, GTK_EVENT_CONTROLLER (click));
    }
  else if (of->grid->shown->source->fold != NULL)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect (click, "pressed", G_CALLBACK (name_pressed), of->grid);
      gtk_widget_add_controller (cell, GTK_EVENT_CONTROLLER (click));
    }
  gtk_list_item_set_child (item, cell);
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *item, const ColumnOfGrid *of)
{
  GtkWidget *cell = gtk_list_item_get_child (item);

  (void) factory;
  g_hash_table_insert (of->grid->bound, cell, item);
  show_item (cell, item);
}

static void
unbind (GtkSignalListItemFactory *factory, GtkListItem *item, const ColumnOfGrid *of)
{
  GtkWidget *cell = gtk_list_item_get_child (item);

  (void) factory;
  g_hash_table_remove (of->grid->bound, cell);
  table_cell_set_row (TABLES_CELL (cell), UINT64_MAX);
}

/* ---- a new order: rows stay, and show something else ---- */

static void
refresh (TableGrid *self, GtkWidget *cell)
{
  GtkListItem *item = g_hash_table_lookup (self->bound, cell);

  if (item != NULL)
    show_item (cell, item);
}

static gboolean
refresh_some (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TableGrid *self = TABLES_GRID (widget);

  (void) clock;
  (void) user_data;
  for (int i = 0; i < CELLS_PER_FRAME && self->stale->len > 0; i++)
    refresh (self, g_ptr_array_steal_index_fast (self->stale, self->stale->len - 1));
  if (self->stale->len > 0)
    return G_SOURCE_CONTINUE;
  self->refreshing = 0;
  return G_SOURCE_REMOVE;
}

/* With as much above and below as is seen. */
static bool
is_near_view (TableGrid *self, GtkWidget *cell)
{
  graphene_point_t place;
  float height_px = (float) gtk_widget_get_height (self->scroller);

  return !gtk_widget_compute_point (cell, self->scroller, &GRAPHENE_POINT_INIT (0, 0), &place)
         || (place.y > -height_px && place.y < 2 * height_px);
}

void
table_grid_refresh_cells (TableGrid *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_ptr_array_set_size (self->stale, 0);
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (is_near_view (self, cell))
      refresh (self, cell);
    else
      g_ptr_array_add (self->stale, cell);
  if (self->stale->len > 0 && self->refreshing == 0)
    self->refreshing = gtk_widget_add_tick_callback (GTK_WIDGET (self), refresh_some, NULL, NULL);
}

/* ---- columns ---- */

/* Names take what room there is; where there are none, the first words. */
static int
expanding_column (const TableSource *source)
{
  int found = -1;

  for (int i = source->n_columns - 1; i >= 0; i--)
    if (source->columns[i].kind == TABLE_NAME
        || (source->columns[i].kind == TABLE_TEXT
            && (found < 0 || source->columns[found].kind == TABLE_TEXT)))
      found = i;
  return found;
}

static GtkColumnViewColumn *
column_new (TableGrid *self, int column)
{
  const TableSource *source = self->shown->source;
  TableKind kind = source->columns[column].kind;
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  ColumnOfGrid of = { self, column };
  TableProbe *probe = g_new (TableProbe, 1);
  g_autofree char *head = table_text_head (self->shown->text, source, column);

  g_signal_connect_data (factory, "setup", G_CALLBACK (set_up), g_memdup2 (&of, sizeof of),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind), g_memdup2 (&of, sizeof of),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  g_signal_connect_data (factory, "unbind", G_CALLBACK (unbind), g_memdup2 (&of, sizeof of),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  *probe = (TableProbe){ self, column };

  GtkColumnViewColumn *made = gtk_column_view_column_new (head, factory);
  if (kind != TABLE_HISTOGRAM && kind != TABLE_CHECK)
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (table_probe_compare, probe, g_free));

      gtk_column_view_column_set_sorter (made, sorter);
    }
  else
    g_free (probe);
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_column_set_expand (made, column == expanding_column (source));
  gtk_column_view_column_set_fixed_width (made,
                                          table_cell_column_px (GTK_WIDGET (self), self->shown, column));
  return made;
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

static void
remove_columns (TableGrid *self)
{
  GtkColumnViewColumn *column;

  while ((column = column_at (self, 0)) != NULL)
    gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
}

void
table_grid_set_columns (TableGrid *self, const int *columns, int n)
{
  const TableSource *source = self->shown->source;
  g_autofree TableHead *heads = g_new (TableHead, (gsize) MAX (n, 1));
  bool was_setting = self->is_setting;

  self->is_setting = true;
  remove_columns (self);
  g_array_set_size (self->columns, 0);
  g_array_append_vals (self->columns, columns, (guint) n);
  for (int i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = column_new (self, columns[i]);

      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
      heads[i] = (TableHead){ .tooltip = source->columns[columns[i]].tooltip,
                              .is_number = table_kind_is_number (source->columns[columns[i]].kind) };
    }
  table_heads_dress (self->view, heads, (guint) n, table_grid_press_head, self);
  self->is_setting = was_setting;
  table_grid_set_order (self, self->order_column, self->is_descending);
}
