/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/picture_table.h"

#include <glib.h>

#define COLUMNS_MAX    32
#define COLUMN_GAP_PX  16
#define ROW_GAP_PX     4
#define FIRST_GOOD_PX  240 /* of long texts in the first column: names can be told apart */
#define FIRST_LEAST_PX 120 /* as long as there is room */

typedef struct
{
  char *head;
  bool is_right;
} Column;

struct PictureTable
{
  Column columns[COLUMNS_MAX];
  guint n_columns;
  GArray *cells; /* of PictureCell */
};

static void
clear_cell (gpointer cell)
{
  g_free (((PictureCell *) cell)->text);
}

PictureTable *
picture_table_new (void)
{
  PictureTable *table = g_new0 (PictureTable, 1);

  table->cells = g_array_new (FALSE, FALSE, sizeof (PictureCell));
  g_array_set_clear_func (table->cells, clear_cell);
  return table;
}

void
picture_table_free (PictureTable *table)
{
  if (table == NULL)
    return;
  for (guint i = 0; i < table->n_columns; i++)
    g_free (table->columns[i].head);
  g_array_free (table->cells, TRUE);
  g_free (table);
}

void
picture_table_add_column (PictureTable *table, char *head, bool is_right)
{
  g_assert (table->n_columns < COLUMNS_MAX);
  table->columns[table->n_columns++] = (Column){ head, is_right };
}

void
picture_table_add (PictureTable *table, PictureCell cell)
{
  g_array_append_val (table->cells, cell);
}

static double
cell_width_px (const PictureCell *cell, const DrawStyle *style)
{
  return text_width_px (style->text, TEXT_BODY, cell->text)
         + (cell->has_arrow ? change_arrow_width_px (style) : 0);
}

static double
gaps_px (const PictureTable *table, const DrawStyle *style)
{
  return draw_style_px (style, COLUMN_GAP_PX) * (table->n_columns - 1);
}

/* Sets the widths in which nothing is cut. Returns their sum and the gaps. */
static double
natural_widths (const PictureTable *table, const DrawStyle *style, double *widths_px)
{
  double sum_px = gaps_px (table, style);

  for (guint i = 0; i < table->n_columns; i++)
    widths_px[i] = text_width_px (style->text, TEXT_CAPTION, table->columns[i].head);
  for (guint c = 0; c < table->cells->len; c++)
    {
      double *width_px = &widths_px[c % table->n_columns];

      *width_px = MAX (*width_px, cell_width_px (&g_array_index (table->cells, PictureCell, c), style));
    }
  for (guint i = 0; i < table->n_columns; i++)
    sum_px += widths_px[i] = ceil (widths_px[i]);
  return sum_px;
}

double
picture_table_width_px (const PictureTable *table, const DrawStyle *style)
{
  double widths_px[COLUMNS_MAX];

  return natural_widths (table, style, widths_px);
}

double
picture_table_least_px (const PictureTable *table, const DrawStyle *style)
{
  double widths_px[COLUMNS_MAX], sum_px = natural_widths (table, style, widths_px);

  return sum_px - widths_px[0] + MIN (widths_px[0], draw_style_px (style, FIRST_GOOD_PX));
}

/* Takes from the widest columns but the first, so that numbers stay whole as long as possible. */
static void
narrow_widest (double *widths_px, guint n, double excess_px)
{
  while (excess_px > 0)
    {
      guint widest = 1;
      double next_px = 0;

      for (guint i = 2; i < n; i++)
        if (widths_px[i] > widths_px[widest])
          widest = i;
      for (guint i = 1; i < n; i++)
        if (i != widest)
          next_px = MAX (next_px, widths_px[i]);
      double taken_px = MIN (excess_px, MAX (widths_px[widest] - next_px, 8));
      if (widths_px[widest] <= taken_px)
        return;
      widths_px[widest] -= taken_px;
      excess_px -= taken_px;
    }
}

static void
fit_widths (const PictureTable *table, const DrawStyle *style, double width_px, double *widths_px)
{
  double others_px = natural_widths (table, style, widths_px) - widths_px[0];
  double least_px = MIN (widths_px[0], MIN (draw_style_px (style, FIRST_LEAST_PX), width_px / 4));

  /* The first column takes what is left even if its texts are short, so that numbers stand at the right. */
  widths_px[0] = MAX (width_px - others_px, least_px);
  narrow_widest (widths_px, table->n_columns, others_px + least_px - width_px);
}

static void
draw_cell (cairo_t *cr,
           const DrawStyle *style,
           const PictureCell *cell,
           bool is_right,
           double x_px,
           double y_px,
           double width_px)
{
  const Theme *theme = style->theme;
  double arrow_px = cell->has_arrow ? change_arrow_width_px (style) : 0;
  double text_px = MIN (text_width_px (style->text, TEXT_BODY, cell->text), MAX (width_px - arrow_px, 0));
  double left_px = is_right ? x_px + width_px - text_px - arrow_px : x_px;
  Rgb colour = cell->tone != CHANGE_PLAIN ? change_tone_colour (theme, cell->tone)
               : cell->is_quiet           ? theme->secondary
                                          : theme->text;

  if (cell->has_arrow)
    change_arrow_draw (cr, style, cell->tone, cell->is_up, left_px, y_px);
  text_draw_fitted (style->text, cr, TEXT_BODY, colour, TEXT_LEFT, TEXT_MIDDLE, left_px + arrow_px, y_px,
                    MAX (width_px - arrow_px, 0), cell->text);
}

double
picture_table_draw (const PictureTable *table, cairo_t *cr, const DrawStyle *style, const Rect *place)
{
  double widths_px[COLUMNS_MAX], gap_px = draw_style_px (style, COLUMN_GAP_PX);
  double head_px = ceil (text_height_px (style->text, TEXT_CAPTION)) + draw_style_px (style, ROW_GAP_PX);
  double row_px = ceil (text_height_px (style->text, TEXT_BODY)) + draw_style_px (style, ROW_GAP_PX);
  guint n_rows = table->cells->len / table->n_columns;

  if (cr == NULL)
    return head_px + row_px * n_rows;
  fit_widths (table, style, place->width_px, widths_px);
  double x_px = place->x_px;
  for (guint i = 0; i < table->n_columns; i++)
    {
      const Column *column = &table->columns[i];
      double head_width_px = MIN (text_width_px (style->text, TEXT_CAPTION, column->head), widths_px[i]);

      text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE,
                        column->is_right ? x_px + widths_px[i] - head_width_px : x_px,
                        place->y_px + head_px / 2, widths_px[i], column->head);
      for (guint row = 0; row < n_rows; row++)
        draw_cell (cr, style, &g_array_index (table->cells, PictureCell, row * table->n_columns + i),
                   column->is_right, x_px, place->y_px + head_px + row_px * (row + 0.5), widths_px[i]);
      x_px += widths_px[i] + gap_px;
    }
  return head_px + row_px * n_rows;
}
