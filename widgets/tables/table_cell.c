/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_cell.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "widgets/look/screen_style.h"

#define HEIGHT_PX 20

/* That the theme gives a cell on both sides, and a head for the arrow that says how rows are sorted. */
#define PADDING_PX 12
#define ARROW_PX   22

/* Rows that are looked at for the width of a column. */
#define ROWS_MEASURED 2000

/* In a line of a tooltip. */
#define TOOLTIP_CHARS 100

#define TEXT_MIN_PX      56
#define TEXT_MAX_PX      320
#define NAME_MIN_PX      260
#define HISTOGRAM_PX     96
#define CHECK_PX         16
#define HISTOGRAM_GAP_PX 1

/* Left of the names in a table whose rows have others beneath them: room for an arrow. */
#define INDENT_PX 16
#define FOLD_PX   7.0

struct _TableCell
{
  GtkWidget parent_instance;
  TableShown *shown;
  int column;
  uint64_t row;
  char *label; /* as assistive technology was told */
};

G_DEFINE_TYPE (TableCell, table_cell, GTK_TYPE_WIDGET)

/* ---- what is shown ---- */

TableShown *
table_shown_new (void)
{
  return g_rc_box_new0 (TableShown);
}

TableShown *
table_shown_ref (TableShown *shown)
{
  return g_rc_box_acquire (shown);
}

static void
shown_clear (gpointer data)
{
  TableShown *shown = data;

  table_source_unref (shown->source);
  table_text_free (shown->text);
}

void
table_shown_unref (TableShown *shown)
{
  g_rc_box_release_full (shown, shown_clear);
}

void
table_shown_set (TableShown *shown, TableSource *source, TableText *text)
{
  table_source_unref (shown->source);
  table_text_free (shown->text);
  shown->source = source;
  shown->text = text;
}

/* ---- drawing ---- */

static bool
is_there (TableCell *self)
{
  const TableSource *source = self->shown->source;

  return source != NULL && self->row < source->n_rows && self->column < source->n_columns;
}

static char *
text_of (TableCell *self, const NumberStyle *numbers)
{
  const TableShown *shown = self->shown;
  TableValue value = shown->source->value (shown->source, (size_t) self->row, self->column);
  GString *text = g_string_new (NULL);

  table_text_append_brief (text, shown->text, shown->source, numbers, &value, self->column);
  return g_string_free (text, FALSE);
}

/* The first column, or the one after a box to tick. */
static int
names_column (const TableSource *source)
{
  return source->n_columns > 1 && source->columns[0].kind == TABLE_CHECK ? 1 : 0;
}

/* That column says what the row is: GTK gives rows no name of their own. */
static void
tell (TableCell *self, const char *text)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;

  if (g_strcmp0 (text, self->label) == 0)
    return;
  g_free (self->label);
  self->label = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (self->column == names_column (self->shown->source) && row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Of this cell, which may be that of a name. Rows beneath others are indented once more. */
static double
indent_px (TableCell *self, const DrawStyle *style)
{
  const TableSource *source = self->shown->source;

  if (source->fold == NULL || self->column != names_column (source))
    return 0;
  return draw_style_px (style, table_source_is_beneath (source, (size_t) self->row) ? 2 * INDENT_PX : INDENT_PX);
}

/* A triangle that points down from an open row. */
static void
draw_arrow (TableCell *self, cairo_t *cr, const DrawStyle *style, double width_px, double height_px)
{
  TableFold fold = self->shown->source->fold (self->shown->source, (size_t) self->row);
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  double side_px = draw_style_px (style, FOLD_PX), middle_px = draw_style_px (style, INDENT_PX / 2.0 - 1);

  if (fold == TABLE_FOLD_NONE)
    return;
  cairo_save (cr);
  cairo_translate (cr, is_mirrored ? width_px - middle_px : middle_px, height_px / 2);
  if (fold == TABLE_FOLD_OPEN)
    cairo_rotate (cr, G_PI_2);
  else if (is_mirrored)
    cairo_rotate (cr, G_PI);
  cairo_move_to (cr, -side_px / 3, -side_px / 2);
  cairo_line_to (cr, side_px / 2, 0);
  cairo_line_to (cr, -side_px / 3, side_px / 2);
  cairo_close_path (cr);
  theme_set_source (cr, style->theme->secondary);
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
draw_text (TableCell *self, cairo_t *cr, const DrawStyle *style, double width_px, double height_px)
{
  const TableSource *source = self->shown->source;
  TableValue value = source->value (source, (size_t) self->row, self->column);
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  bool is_at_right = table_kind_is_number (source->columns[self->column].kind) || is_mirrored;
  g_autofree char *text = text_of (self, style->numbers);
  Rgb colour = value.type == TABLE_VALUE_NONE ? style->theme->secondary : style->theme->text;

  double number = table_value_number (&value), drawn_px;
  ChangeTone tone = source->tone != NULL ? source->tone (source, (size_t) self->row, self->column) : CHANGE_PLAIN;

  if (tone != CHANGE_PLAIN)
    colour = change_tone_colour (style->theme, tone);
  double indent = indent_px (self, style);
  if (indent > 0)
    draw_arrow (self, cr, style, width_px, height_px);
  drawn_px = text_draw_fitted (style->text, cr, TEXT_TREE, colour, is_at_right ? TEXT_RIGHT : TEXT_LEFT,
                               TEXT_MIDDLE, is_at_right ? width_px - indent : indent, height_px / 2,
                               MAX (width_px - indent, 0), text);
  if (source->columns[self->column].kind == TABLE_CHANGE && fabs (number) > 0)
    change_arrow_draw (cr, style, tone, number > 0,
                       floor (width_px - drawn_px - change_arrow_width_px (style)), height_px / 2);
  tell (self, text);
}

/* Bars from the shortest to the longest; whatever is there is at least a pixel. */
static void
draw_bins (TableCell *self, cairo_t *cr, const DrawStyle *style, double width_px, double height_px)
{
  const TableSource *source = self->shown->source;
  uint32_t counts[TABLE_BINS_MAX], most = 1;
  int n = source->bins != NULL ? source->bins (source, (size_t) self->row, counts) : 0;

  tell (self, _ ("Distribution"));
  if (n == 0)
    return;
  for (int i = 0; i < n; i++)
    most = MAX (most, counts[i]);
  double pitch_px = MIN (width_px, draw_style_px (style, HISTOGRAM_PX)) / n, room_px = height_px - 4;

  theme_set_source_alpha (cr, style->theme->secondary, 0.5);
  cairo_rectangle (cr, 0, height_px - 2, pitch_px * n - HISTOGRAM_GAP_PX, 0.5);
  cairo_fill (cr);
  theme_set_source (cr, style->theme->secondary);
  for (int i = 0; i < n; i++)
    {
      double bar_px = counts[i] > 0 ? MAX (room_px * counts[i] / most, 1) : 0;

      cairo_rectangle (cr, i * pitch_px, height_px - 2 - bar_px, MAX (pitch_px - HISTOGRAM_GAP_PX, 1),
                       bar_px);
    }
  cairo_fill (cr);
}

static void
draw_check (TableCell *self, cairo_t *cr, const DrawStyle *style, double width_px, double height_px)
{
  const TableSource *source = self->shown->source;
  bool is_checked = source->value (source, (size_t) self->row, self->column).integer != 0;
  double side_px = draw_style_px (style, CHECK_PX) - 2, radius_px = 3;
  double x_px = floor ((width_px - side_px) / 2) + 0.5, y_px = floor ((height_px - side_px) / 2) + 0.5;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x_px + side_px - radius_px, y_px + radius_px, radius_px, -G_PI_2, 0);
  cairo_arc (cr, x_px + side_px - radius_px, y_px + side_px - radius_px, radius_px, 0, G_PI_2);
  cairo_arc (cr, x_px + radius_px, y_px + side_px - radius_px, radius_px, G_PI_2, G_PI);
  cairo_arc (cr, x_px + radius_px, y_px + radius_px, radius_px, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
  cairo_set_line_width (cr, 1);
  theme_set_source (cr, is_checked ? style->theme->accent : style->theme->secondary);
  if (is_checked)
    cairo_fill_preserve (cr);
  cairo_stroke (cr);
  if (is_checked)
    {
      theme_set_source (cr, style->theme->view);
      cairo_set_line_width (cr, 2);
      cairo_move_to (cr, x_px + side_px * 0.22, y_px + side_px * 0.52);
      cairo_line_to (cr, x_px + side_px * 0.43, y_px + side_px * 0.73);
      cairo_line_to (cr, x_px + side_px * 0.78, y_px + side_px * 0.28);
      cairo_stroke (cr);
    }
  tell (self, is_checked ? _ ("Chosen") : _ ("Not chosen"));
}

static void
table_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TableCell *self = TABLES_CELL (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width_px, (float) height_px);

  if (!is_there (self) || width_px <= 0)
    return;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  const DrawStyle *style = screen_style_get (widget);
  if (self->shown->source->columns[self->column].kind == TABLE_HISTOGRAM)
    draw_bins (self, cr, style, width_px, height_px);
  else if (self->shown->source->columns[self->column].kind == TABLE_CHECK)
    draw_check (self, cr, style, width_px, height_px);
  else
    draw_text (self, cr, style, width_px, height_px);
  cairo_destroy (cr);
}

/* ---- the widget ---- */

static void
table_cell_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  (void) for_size;
  (void) minimum_baseline;
  (void) natural_baseline;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = screen_style_scaled_px (widget, HEIGHT_PX);
  else
    *minimum = *natural = 0; /* the column has a width of its own */
}

/* GTK breaks the lines of a tooltip between words only: a name may be one of 5,000 letters. */
static GtkWidget *
wrapped_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOOLTIP_CHARS);
  return label;
}

/* Whether a menu of the table, or of what the table is in, is open. A tooltip would lie over it. */
static bool
is_below_menu (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    {
      GtkWidget *last = gtk_widget_get_last_child (at); /* where a menu is put */

      if (GTK_IS_POPOVER (last) && gtk_widget_get_visible (last))
        return true;
    }
  return false;
}

static gboolean
table_cell_query_tooltip (GtkWidget *widget, int x_px, int y_px, gboolean is_by_keyboard, GtkTooltip *tooltip)
{
  TableCell *self = TABLES_CELL (widget);

  (void) x_px;
  (void) y_px;
  (void) is_by_keyboard;
  if (!is_there (self) || is_below_menu (widget))
    return FALSE;
  const TableSource *source = self->shown->source;
  g_autofree char *text =
    table_text_cell_tooltip (source, screen_style_get (widget)->numbers, (size_t) self->row, self->column);
  if (text == NULL || text[0] == '\0')
    return FALSE;
  if (g_utf8_strlen (text, -1) <= TOOLTIP_CHARS)
    gtk_tooltip_set_text (tooltip, text);
  else
    gtk_tooltip_set_custom (tooltip, wrapped_new (text));
  return TRUE;
}

static void
table_cell_finalize (GObject *object)
{
  TableCell *self = TABLES_CELL (object);

  table_shown_unref (self->shown);
  g_free (self->label);
  G_OBJECT_CLASS (table_cell_parent_class)->finalize (object);
}

static void
table_cell_class_init (TableCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = table_cell_finalize;
  widget_class->snapshot = table_cell_snapshot;
  widget_class->measure = table_cell_measure;
  widget_class->query_tooltip = table_cell_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
table_cell_init (TableCell *self)
{
  self->row = UINT64_MAX;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
table_cell_new (TableShown *shown, int column)
{
  TableCell *self = g_object_new (TABLES_TYPE_CELL, NULL);

  self->shown = table_shown_ref (shown);
  self->column = column;
  screen_style_connect_changed (GTK_WIDGET (self), gtk_widget_queue_resize);
  return GTK_WIDGET (self);
}

void
table_cell_set_row (TableCell *self, uint64_t row)
{
  self->row = row;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

uint64_t
table_cell_row (TableCell *self)
{
  return self->row;
}

int
table_cell_column (TableCell *self)
{
  return self->column;
}

bool
table_cell_is_arrow (TableCell *self, double x_px)
{
  double indent = is_there (self) ? indent_px (self, screen_style_get (GTK_WIDGET (self))) : 0;
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  return indent > 0 && (is_mirrored ? x_px >= gtk_widget_get_width (GTK_WIDGET (self)) - indent : x_px < indent)
         && self->shown->source->fold (self->shown->source, (size_t) self->row) != TABLE_FOLD_NONE;
}

/* ---- widths ---- */

static double
widest_px (const DrawStyle *style, const TableShown *shown, int column)
{
  const TableSource *source = shown->source;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *longest = g_strdup ("");
  size_t longest_length = 0;

  for (size_t row = 0; row < MIN (source->n_rows, ROWS_MEASURED); row++)
    {
      TableValue value = source->value (source, row, column);

      g_string_truncate (text, 0);
      table_text_append_brief (text, shown->text, source, style->numbers, &value, column);
      if (text->len <= longest_length)
        continue;
      longest_length = text->len;
      g_free (longest);
      longest = g_strdup (text->str);
    }
  double arrow_px = source->columns[column].kind == TABLE_CHANGE ? change_arrow_width_px (style) : 0;
  return arrow_px + (longest_length > TEXT_MAX_PX ? TEXT_MAX_PX : text_width_px (style->text, TEXT_TREE, longest));
}

int
table_cell_column_px (GtkWidget *widget, const TableShown *shown, int column)
{
  const DrawStyle *style = screen_style_get (widget);
  TableKind kind = shown->source->columns[column].kind;
  g_autofree char *head = table_text_head (shown->text, shown->source, column);
  double px = text_width_px (style->text, TEXT_GROUP, head) + screen_style_scaled_px (widget, ARROW_PX);

  if (kind == TABLE_NAME)
    px = MAX (px, screen_style_scaled_px (widget, NAME_MIN_PX));
  else if (kind == TABLE_HISTOGRAM)
    px = MAX (px, screen_style_scaled_px (widget, HISTOGRAM_PX));
  else if (kind == TABLE_CHECK)
    px = screen_style_scaled_px (widget, CHECK_PX);
  else
    px = MAX (px, CLAMP (widest_px (style, shown, column), screen_style_scaled_px (widget, TEXT_MIN_PX),
                         screen_style_scaled_px (widget, TEXT_MAX_PX)));
  return (int) ceil (px) + PADDING_PX + 1;
}
