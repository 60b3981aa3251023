/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/look/screen_style.h"
#include "widgets/controls/quiet_tooltip.h"
#include "widgets/tables/table_bar.h"
#include "widgets/tables/table_columns.h"
#include "widgets/tables/table_grid.h"
#include "widgets/tables/table_task.h"

struct _TableView
{
  GtkWidget parent_instance;

  TableShown *shown;
  TableSource *source; /* the one that is wanted; shown has it once its rows are in order */
  char *remark, *empty_text, *columns_text;
  BackgroundAnswer *answer, *export;

  GtkWidget *bar, *columns, *stack, *grid, *empty, *count, *said;
  GSimpleActionGroup *actions;
  char *order_id; /* of the column that rows are sorted by; NULL: as in the source */
  gboolean is_descending;
  uint64_t wanted;   /* row to select with the next rows */
  bool is_selecting; /* there is one */
};

G_DEFINE_TYPE (TableView, table_view, GTK_TYPE_WIDGET)

enum
{
  PROP_COLUMNS_TEXT = 1,
  N_PROPERTIES
};

enum
{
  SIGNAL_ROW_ACTIVATED,
  SIGNAL_SHOW_WANTED,
  SIGNAL_SAVE_WANTED,
  SIGNAL_ROW_SELECTED,
  SIGNAL_MENU_WANTED,
  SIGNAL_FOLD_WANTED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static void ask (TableView *self);

/* ---- columns ---- */

static void
show_columns (TableView *self)
{
  g_autoptr (GArray) columns = table_columns_find (self->shown->source, self->columns_text);

  table_grid_set_columns (TABLES_GRID (self->grid), (const int *) (const void *) columns->data,
                          (int) columns->len);
}

/* Not with each choice: the button that was pressed stays. */
static void
fill_popover (TableView *self)
{
  if (self->shown->source != NULL)
    table_columns_popover_fill (self->columns, self->shown->source, self->columns_text);
}

static void
set_columns_text (TableView *self, const char *text)
{
  if (g_strcmp0 (text, self->columns_text) == 0)
    return;
  g_free (self->columns_text);
  self->columns_text = g_strdup (text != NULL ? text : "");
  if (self->shown->source != NULL)
    show_columns (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLUMNS_TEXT]);
}

static void
choose_column (gpointer user_data, int column, gboolean is_shown)
{
  TableView *self = user_data;

  if (self->shown->source == NULL || column >= self->shown->source->n_columns)
    return;
  g_autofree char *text = table_columns_with (self->shown->source, self->columns_text, column, is_shown);
  set_columns_text (self, text);
}

static void
reset_columns (gpointer user_data)
{
  set_columns_text (user_data, "");
  fill_popover (user_data);
}

static bool
has_same_columns (const TableSource *a, const TableSource *b)
{
  if (a == NULL || a->n_columns != b->n_columns)
    return false;
  for (int i = 0; i < a->n_columns; i++)
    if (strcmp (a->columns[i].id, b->columns[i].id) != 0 || a->columns[i].kind != b->columns[i].kind)
      return false;
  return true;
}

/* The unit of a column's durations may be another. */
static bool
has_same_heads (TableView *self, const TableSource *source, const TableText *text)
{
  if (!has_same_columns (self->shown->source, source))
    return false;
  for (int i = 0; i < source->n_columns; i++)
    {
      g_autofree char *before = table_text_head (self->shown->text, self->shown->source, i);
      g_autofree char *now = table_text_head (text, source, i);

      if (strcmp (before, now) != 0)
        return false;
    }
  return true;
}

/* ---- what is said ---- */

static void
say_count (TableView *self)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  size_t n = self->shown->source->n_rows - self->shown->source->n_beneath, n_rows, n_shown = 0;
  const uint64_t *rows = table_grid_rows (TABLES_GRID (self->grid), &n_rows);
  char all[NUMBER_TEXT_MAX], some[NUMBER_TEXT_MAX];
  g_autofree char *text = NULL;

  for (size_t i = 0; i < n_rows; i++)
    n_shown += !table_source_is_beneath (self->shown->source, (size_t) rows[i]);
  number_text_count (numbers, n, all);
  number_text_count (numbers, n_shown, some);
  text = n_shown == n ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows", (gulong) n), all)
                      : g_strdup_printf (_ ("%s of %s rows"), some, all);
  gtk_label_set_text (GTK_LABEL (self->count), text);
  gtk_label_set_text (GTK_LABEL (self->said), self->remark);
}

static void
show_face (TableView *self, size_t n_shown)
{
  const char *filter = table_bar_filter (TABLES_BAR (self->bar));
  g_autofree char *text = NULL;

  if (n_shown > 0 || self->shown->source->n_columns == 0)
    {
      gtk_stack_set_visible_child (GTK_STACK (self->stack), self->grid);
      return;
    }
  if (self->shown->source->n_rows == 0)
    text = g_strdup (self->empty_text);
  else
    /* Translators: what the rows of a table were filtered by. */
    text = g_strdup_printf (_ ("No row matches “%s”."), filter);
  gtk_label_set_text (GTK_LABEL (self->empty), text);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->empty);
}

/* ---- rows in order ---- */

static void
take_source (TableView *self, TableOrdered *ordered)
{
  bool is_same = has_same_heads (self, ordered->source, ordered->text);

  table_shown_set (self->shown, g_steal_pointer (&ordered->source), g_steal_pointer (&ordered->text));
  if (!is_same)
    show_columns (self);
}

static void
take_rows (TableOrdered *ordered, gpointer user_data)
{
  TableView *self = user_data;

  table_bar_say_wrong (TABLES_BAR (self->bar), ordered->error != NULL ? ordered->error->message : NULL);
  if (ordered->needs_text && ordered->text == NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->said), _ ("Not enough memory to show the table"));
      return;
    }
  if (ordered->needs_text)
    take_source (self, ordered);
  if (ordered->error == NULL)
    table_grid_take_rows (TABLES_GRID (self->grid), g_steal_pointer (&ordered->rows), ordered->n);
  else
    table_grid_take_rows (TABLES_GRID (self->grid), NULL, 0);
  if (self->is_selecting)
    table_grid_select (TABLES_GRID (self->grid), self->wanted);
  self->is_selecting = false;
  table_grid_show_order (TABLES_GRID (self->grid), ordered->question.column, ordered->question.is_descending);
  say_count (self);
  show_face (self, ordered->n);
  if (ordered->error != NULL)
    gtk_label_set_text (GTK_LABEL (self->empty), ordered->error->message);
}

static void
ask (TableView *self)
{
  if (self->source == NULL
      || self->answer == NULL) /* nothing to show, or disposed of: columns go one by one */
    return;
  TableQuestion question = {
    .filter = table_bar_filter (TABLES_BAR (self->bar)),
    .is_regex = table_bar_is_regex (TABLES_BAR (self->bar)),
    .column = self->order_id != NULL ? table_source_find_column (self->source, self->order_id) : -1,
    .is_descending = self->is_descending,
  };
  table_task_order (self->answer, self->source, self->source != self->shown->source, &question, take_rows,
                    self);
}

static void
order_wanted (TableView *self, int column, gboolean is_descending)
{
  const TableSource *source = self->shown->source;

  g_free (self->order_id);
  self->order_id = source != NULL && column >= 0 && column < source->n_columns
                     ? g_strdup (source->columns[column].id)
                     : NULL;
  self->is_descending = is_descending;
  ask (self);
}

void
table_view_sort (TableView *self, const char *id, gboolean is_descending)
{
  g_free (self->order_id);
  self->order_id = g_strdup (id);
  self->is_descending = is_descending;
  ask (self);
}

void
table_view_set_source (TableView *self, TableSource *source, const char *remark, const char *empty)
{
  TableSource *before = self->source;

  self->source = table_source_ref (source);
  table_source_unref (before);
  g_free (self->remark);
  g_free (self->empty_text);
  self->remark = g_strdup (remark);
  self->empty_text = g_strdup (empty);
  ask (self);
}

void
table_view_reset (TableView *self)
{
  background_answer_drop (self->answer);
  g_clear_pointer (&self->order_id, g_free);
  table_bar_clear (TABLES_BAR (self->bar));
  /* The next source may have the same columns, which would stay as they are. */
  set_columns_text (self, "");
}

void
table_view_select (TableView *self, uint64_t row)
{
  self->wanted = row;
  self->is_selecting = true;
  if (self->source == self->shown->source)
    {
      table_grid_select (TABLES_GRID (self->grid), row);
      self->is_selecting = false;
    }
}

TableSource *
table_view_source (TableView *self)
{
  return self->shown->source;
}

void
table_view_set_filter (TableView *self, const char *text)
{
  table_bar_set_filter (TABLES_BAR (self->bar), text);
}

/* ---- copies ---- */

void
table_view_export (TableView *self,
                   TableFormat format,
                   void (*take) (const char *text, gpointer user_data),
                   gpointer user_data)
{
  size_t n;
  const uint64_t *rows = table_grid_rows (TABLES_GRID (self->grid), &n);

  if (self->shown->source == NULL)
    return;
  g_autoptr (GArray) columns = table_columns_find (self->shown->source, self->columns_text);
  table_task_export (self->export, self->shown->source, columns, rows, n,
                     screen_style_get (GTK_WIDGET (self))->numbers, format, take, user_data);
}

static void
copy_text (const char *text, gpointer user_data)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (user_data), text);
}

static bool
find_format (GVariant *parameter, TableFormat *ret_format)
{
  for (TableFormat format = 0; format < N_TABLE_FORMATS; format++)
    if (strcmp (table_format_suffix (format), g_variant_get_string (parameter, NULL)) == 0)
      {
        *ret_format = format;
        return true;
      }
  return false;
}

static void
copy_table (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  TableFormat format;

  (void) action;
  if (find_format (parameter, &format))
    table_view_export (view, format, copy_text, view);
}

static void
save_table (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  TableFormat format;

  (void) action;
  if (find_format (parameter, &format))
    g_signal_emit (view, signals[SIGNAL_SAVE_WANTED], 0, (guint) format);
}

static void
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TableView *self = user_data;
  uint64_t row = table_grid_selected (TABLES_GRID (self->grid));

  (void) action;
  (void) parameter;
  if (row == UINT64_MAX || self->shown->source == NULL)
    return;
  g_autoptr (GArray) columns = table_columns_find (self->shown->source, self->columns_text);
  g_autofree char *text =
    table_export (self->shown->source, self->shown->text, screen_style_get (GTK_WIDGET (self))->numbers,
                  TABLE_TSV, (const int *) (const void *) columns->data, (int) columns->len, &row, 1, false);
  text[strlen (text) - 1] = '\0'; /* the end of its line */
  copy_text (text, self);
}

/* ---- rows and the timeline ---- */

static bool
leads_somewhere (TableView *self, uint64_t row)
{
  TableSource *source = self->shown->source;

  return source != NULL && row < source->n_rows && source->slice != NULL
         && source->slice (source, (size_t) row) != UINT64_MAX;
}

static bool
leads_elsewhere (TableView *self, uint64_t row)
{
  TableSource *source = self->shown->source;

  return source != NULL && row < source->n_rows && source->leads != NULL
         && source->leads (source, (size_t) row);
}

static void
show_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TableView *self = user_data;
  uint64_t row = table_grid_selected (TABLES_GRID (self->grid));

  (void) action;
  (void) parameter;
  if (leads_somewhere (self, row))
    g_signal_emit (self, signals[SIGNAL_SHOW_WANTED], 0, row);
  else if (leads_elsewhere (self, row))
    g_signal_emit (self, signals[SIGNAL_ROW_ACTIVATED], 0, row);
}

static void
set_enabled (TableView *self, const char *name, bool is_enabled)
{
  g_simple_action_set_enabled (
    G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), is_enabled);
}

static void
row_selected (TableView *self)
{
  uint64_t row = table_grid_selected (TABLES_GRID (self->grid));

  set_enabled (self, "copy-row", row != UINT64_MAX);
  set_enabled (self, "show", leads_somewhere (self, row) || leads_elsewhere (self, row));
  g_signal_emit (self, signals[SIGNAL_ROW_SELECTED], 0, row);
}

static void
row_activated (TableView *self, uint64_t row)
{
  if (leads_somewhere (self, row) || leads_elsewhere (self, row))
    g_signal_emit (self, signals[SIGNAL_ROW_ACTIVATED], 0, row);
}

static void
menu_wanted (TableView *self, uint64_t row, double x_px, double y_px)
{
  graphene_point_t place;

  if (gtk_widget_compute_point (self->grid, GTK_WIDGET (self),
                                &GRAPHENE_POINT_INIT ((float) x_px, (float) y_px), &place))
    g_signal_emit (self, signals[SIGNAL_MENU_WANTED], 0, row, (double) place.x, (double) place.y);
}

static void
fold_wanted (TableView *self, uint64_t row)
{
  g_signal_emit (self, signals[SIGNAL_FOLD_WANTED], 0, row);
}

/* ---- the widget ---- */

void
table_view_add_control (TableView *self, GtkWidget *control)
{
  table_bar_add (TABLES_BAR (self->bar), control);
}

void
table_view_focus_rows (TableView *self)
{
  table_grid_focus_rows (TABLES_GRID (self->grid));
}

void
table_view_focus_filter (TableView *self)
{
  table_bar_focus_filter (TABLES_BAR (self->bar));
}

static void
table_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_COLUMNS_TEXT)
    g_value_set_string (value, TABLES_VIEW (object)->columns_text);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
table_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_COLUMNS_TEXT)
    set_columns_text (TABLES_VIEW (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
table_view_dispose (GObject *object)
{
  TableView *self = TABLES_VIEW (object);
  GtkWidget *child;

  g_clear_pointer (&self->answer, background_answer_free);
  g_clear_pointer (&self->export, background_answer_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->source, table_source_unref);
  G_OBJECT_CLASS (table_view_parent_class)->dispose (object);
}

static void
table_view_finalize (GObject *object)
{
  TableView *self = TABLES_VIEW (object);

  table_shown_unref (self->shown);
  g_free (self->remark);
  g_free (self->empty_text);
  g_free (self->columns_text);
  g_free (self->order_id);
  G_OBJECT_CLASS (table_view_parent_class)->finalize (object);
}

static void
add_shortcut (GtkWidgetClass *klass, guint keyval, GdkModifierType held, const char *action)
{
  g_autoptr (GtkShortcut) shortcut =
    gtk_shortcut_new (gtk_keyval_trigger_new (keyval, held), gtk_named_action_new (action));

  gtk_widget_class_add_shortcut (klass, shortcut);
}

static void
focus_filter (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  (void) action;
  (void) parameter;
  table_view_focus_filter (view);
}

static void
table_view_class_init (TableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = table_view_dispose;
  object_class->finalize = table_view_finalize;
  object_class->get_property = table_view_get_property;
  object_class->set_property = table_view_set_property;
  properties[PROP_COLUMNS_TEXT] = g_param_spec_string (
    "columns-text", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[SIGNAL_ROW_ACTIVATED] = g_signal_new ("row-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_SHOW_WANTED] =
    g_signal_new ("show-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_SAVE_WANTED] =
    g_signal_new ("save-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_ROW_SELECTED] = g_signal_new ("row-selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_MENU_WANTED] = g_signal_new ("menu-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                              G_TYPE_NONE, 3, G_TYPE_UINT64, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[SIGNAL_FOLD_WANTED] =
    g_signal_new ("fold-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  gtk_widget_class_set_css_name (widget_class, "tableview");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  add_shortcut (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy-row");
  add_shortcut (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "table.filter");
}

static void
add_footer (TableView *self)
{
  GtkWidget *footer = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);

  self->count = gtk_label_new (NULL);
  self->said = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->said), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->said), PANGO_ELLIPSIZE_END);
  quiet_tooltip_of_cut_text (self->said);
  gtk_widget_set_hexpand (self->said, TRUE);
  gtk_widget_add_css_class (footer, "table-footer");
  gtk_widget_add_css_class (footer, "caption");
  gtk_widget_add_css_class (footer, "numeric");
  gtk_widget_add_css_class (footer, "secondary");
  gtk_box_append (GTK_BOX (footer), self->count);
  gtk_box_append (GTK_BOX (footer), self->said);
  gtk_widget_set_parent (footer, GTK_WIDGET (self));
}

static void
table_view_init (TableView *self)
{
  static const GActionEntry entries[] = {
    { .name = "copy-row", .activate = copy_row },
    { .name = "copy", .activate = copy_table, .parameter_type = "s" },
    { .name = "save", .activate = save_table, .parameter_type = "s" },
    { .name = "show", .activate = show_row },
    { .name = "filter", .activate = focus_filter },
  };

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  self->shown = table_shown_new ();
  self->columns_text = g_strdup ("");
  self->remark = g_strdup ("");
  self->empty_text = g_strdup ("");
  self->answer = background_answer_new_long ();
  self->export = background_answer_new_long ();
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "table", G_ACTION_GROUP (self->actions));
}

GtkWidget *
table_view_new (const char *label, bool has_events)
{
  TableView *self = g_object_new (TABLES_TYPE_VIEW, NULL);

  self->columns = table_columns_popover_new (choose_column, reset_columns, self);
  g_signal_connect_object (self->columns, "show", G_CALLBACK (fill_popover), self, G_CONNECT_SWAPPED);
  self->bar = table_bar_new (self->columns, has_events);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
  self->grid = table_grid_new (self->shown, label);
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty), 60);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->empty, "table-empty");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->grid);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  add_footer (self);
  row_selected (self);
  g_signal_connect_object (self->bar, "filter-changed", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid, "order-wanted", G_CALLBACK (order_wanted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid, "row-selected", G_CALLBACK (row_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid, "row-activated", G_CALLBACK (row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid, "fold-wanted", G_CALLBACK (fold_wanted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid, "menu-wanted", G_CALLBACK (menu_wanted), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
