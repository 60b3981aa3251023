/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/figure_table.h"

#include <math.h>

#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define TITLE_PX    26
#define ROW_PX      20
#define NOTE_PX     24
#define NAME_MIN_PX 60.0

typedef struct
{
  char *cells[FIGURE_COLUMNS_MAX];
  ChartPart swatch; /* its look */
  bool has_swatch;
  uint64_t slice;
} FigureRow;

struct FigureTable
{
  char *title, *note;
  char *heads[FIGURE_COLUMNS_MAX];
  int n_columns;
  GArray *rows; /* FigureRow */
  uint64_t n;   /* with those that were not added */
};

static void
clear_row (gpointer data)
{
  FigureRow *row = data;

  for (int i = 0; i < FIGURE_COLUMNS_MAX; i++)
    g_free (row->cells[i]);
}

FigureTable *
figure_table_new (const char *title, const char *const *heads, size_t n_columns, const char *note)
{
  FigureTable *table = g_new0 (FigureTable, 1);

  table->title = g_strdup (title);
  table->note = g_strdup (note);
  table->n_columns = (int) MIN (n_columns, FIGURE_COLUMNS_MAX);
  for (int i = 0; i < table->n_columns; i++)
    table->heads[i] = g_strdup (heads[i]);
  table->rows = g_array_new (FALSE, FALSE, sizeof (FigureRow));
  g_array_set_clear_func (table->rows, clear_row);
  return table;
}

void
figure_table_free (FigureTable *table)
{
  if (table == NULL)
    return;
  g_free (table->title);
  g_free (table->note);
  for (int i = 0; i < table->n_columns; i++)
    g_free (table->heads[i]);
  g_array_unref (table->rows);
  g_free (table);
}

static const FigureRow *
row_at (const FigureTable *table, int row)
{
  return &g_array_index (table->rows, FigureRow, row);
}

void
figure_table_add (FigureTable *table,
                  const char *const *cells,
                  WorkKind work,
                  bool has_swatch,
                  uint64_t slice)
{
  FigureRow row = { .swatch = { .look = CHART_WORK, .work = work },
                    .has_swatch = has_swatch,
                    .slice = slice };

  for (int i = 0; i < table->n_columns; i++)
    row.cells[i] = g_strdup (cells[i]);
  g_array_append_val (table->rows, row);
}

void
figure_table_add_others (FigureTable *table, const char *const *cells)
{
  figure_table_add (table, cells, WORK_COMPUTE, true, SLICE_NONE);
  g_array_index (table->rows, FigureRow, table->rows->len - 1).swatch.look = CHART_OTHERS;
}

void
figure_table_set_n (FigureTable *table, uint64_t n)
{
  table->n = n;
}

/* The last place tells of those that have none. */
static bool
has_more (const FigureTable *table)
{
  return table->n > table->rows->len;
}

int
figure_table_n_rows (const FigureTable *table)
{
  return (int) table->rows->len - (has_more (table) ? 1 : 0);
}

uint64_t
figure_table_slice (const FigureTable *table, int row)
{
  return row >= 0 && row < figure_table_n_rows (table) ? row_at (table, row)->slice : SLICE_NONE;
}

char *
figure_table_text (const FigureTable *table, int row)
{
  GString *text = g_string_new (row_at (table, row)->cells[0]);

  for (int i = 1; i < table->n_columns; i++)
    g_string_append_printf (text, "%s %s %s", i == 1 ? ":" : ",", table->heads[i],
                            row_at (table, row)->cells[i]);
  return g_string_free (text, FALSE);
}

/* ---- drawing ---- */

double
figure_table_height_px (const DrawStyle *style, int n_rows)
{
  return draw_style_px (style, TITLE_PX) + (n_rows + 1) * draw_style_px (style, ROW_PX)
         + draw_style_px (style, NOTE_PX);
}

Rect
figure_table_body (const Rect *rect, const DrawStyle *style)
{
  double top_px = draw_style_px (style, TITLE_PX), bottom_px = draw_style_px (style, NOTE_PX);

  return (Rect){ rect->x_px, rect->y_px + top_px, rect->width_px, rect->height_px - top_px - bottom_px };
}

void
figure_table_draw_frame (cairo_t *cr,
                         const Rect *rect,
                         const DrawStyle *style,
                         const char *title,
                         const char *note)
{
  double note_px = draw_style_px (style, NOTE_PX);

  text_draw_fitted (style->text, cr, TEXT_GROUP, style->theme->text, TEXT_LEFT, TEXT_MIDDLE,
                    rect->x_px + CHART_ROW_PAD_PX, rect->y_px + draw_style_px (style, TITLE_PX) / 2,
                    rect->width_px - 2 * CHART_ROW_PAD_PX, title);
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE,
                    rect->x_px + CHART_ROW_PAD_PX, rect->y_px + rect->height_px - note_px / 2,
                    rect->width_px - 2 * CHART_ROW_PAD_PX, note);
}

/* Of the columns of numbers, as wide as their widest text; those that leave no room for names are left out, the last
 * ones first. */
static int
measure (const DrawStyle *style, const FigureTable *table, double room_px, double *widths_px)
{
  double sum_px = 0;

  for (int c = 1; c < table->n_columns; c++)
    {
      double width_px = text_width_px (style->text, TEXT_CAPTION, table->heads[c]);

      for (int r = 0; r < figure_table_n_rows (table); r++)
        width_px = fmax (width_px, text_width_px (style->text, TEXT_CAPTION, row_at (table, r)->cells[c]));
      widths_px[c] = ceil (width_px) + 2 * CHART_GAP_PX;
      sum_px += widths_px[c];
      if (room_px - sum_px < NAME_MIN_PX)
        return c;
    }
  return table->n_columns;
}

static void
draw_cells (cairo_t *cr,
            const Rect *rect,
            const DrawStyle *style,
            char *const *cells,
            int n_columns,
            const double *widths_px,
            double name_x_px,
            Rgb colour)
{
  double right_px = rect->x_px + rect->width_px - CHART_ROW_PAD_PX, y_px = rect->y_px + rect->height_px / 2;

  for (int c = n_columns - 1; c > 0; c--)
    {
      text_draw (style->text, cr, TEXT_CAPTION, colour, TEXT_RIGHT, right_px, y_px, cells[c]);
      right_px -= widths_px[c];
    }
  text_draw_fitted (style->text, cr, TEXT_CAPTION, colour, TEXT_LEFT, TEXT_MIDDLE, name_x_px, y_px,
                    right_px - name_x_px, cells[0]);
}

static void
draw_row (cairo_t *cr,
          const Rect *rect,
          const DrawStyle *style,
          const FigureRow *row,
          int n_columns,
          const double *widths_px,
          const ChartMarks *marks,
          int part)
{
  double name_x_px = rect->x_px + CHART_ROW_PAD_PX;

  if (marks != NULL && chart_is_lit (marks, part))
    chart_draw_wash (cr, style, rect);
  if (row->has_swatch)
    {
      chart_draw_swatch (cr, style, name_x_px, rect->y_px + rect->height_px / 2, &row->swatch);
      name_x_px += SWATCH_PX + CHART_GAP_PX;
    }
  draw_cells (cr, rect, style, row->cells, n_columns, widths_px, name_x_px, style->theme->text);
  if (marks == NULL)
    return;
  chart_add_rect (cr, rect);
  chart_draw_marks (cr, style, marks, part);
  cairo_new_path (cr);
}

void
figure_table_draw (cairo_t *cr,
                   const Rect *rect,
                   const DrawStyle *style,
                   const FigureTable *table,
                   int first_part,
                   const ChartMarks *marks,
                   ChartMap *map)
{
  double widths_px[FIGURE_COLUMNS_MAX] = { 0 };
  int n_columns = measure (style, table, rect->width_px - SWATCH_PX - CHART_GAP_PX, widths_px);
  Rect line = figure_table_body (rect, style);
  int n_rows = figure_table_n_rows (table);

  figure_table_draw_frame (cr, rect, style, table->title, table->note);
  if (table->rows->len == 0)
    return;
  line.height_px = draw_style_px (style, ROW_PX);
  draw_cells (cr, &line, style, table->heads, n_columns, widths_px, line.x_px + CHART_ROW_PAD_PX,
              style->theme->secondary);
  theme_set_source (cr, style->theme->rule);
  cairo_rectangle (cr, line.x_px, line.y_px + line.height_px - 1, line.width_px, 1);
  cairo_fill (cr);

  for (int r = 0; r < n_rows; r++)
    {
      line.y_px += line.height_px;
      draw_row (cr, &line, style, row_at (table, r), n_columns, widths_px, marks, first_part + r);
      if (map != NULL)
        chart_map_add (map, first_part + r, line);
    }
  if (has_more (table))
    chart_draw_more (cr, style, line.x_px + CHART_ROW_PAD_PX, line.y_px + line.height_px * 3 / 2,
                     line.width_px - 2 * CHART_ROW_PAD_PX,
                     (int) MIN (table->n - (uint64_t) n_rows, (uint64_t) G_MAXINT));
}

void
figure_table_draw_ghost (cairo_t *cr, const Rect *rect, const DrawStyle *style, const char *title, int n_rows)
{
  Rect line = figure_table_body (rect, style);

  figure_table_draw_frame (cr, rect, style, title, "");
  line.height_px = draw_style_px (style, ROW_PX);
  theme_set_source (cr, style->theme->grid);
  for (int r = 0; r < n_rows; r++)
    {
      line.y_px += line.height_px;
      cairo_rectangle (cr, line.x_px + CHART_ROW_PAD_PX, line.y_px + 5, floor (line.width_px * 0.5),
                       line.height_px - 10);
      cairo_rectangle (cr, line.x_px + floor (line.width_px * 0.62), line.y_px + 5,
                       floor (line.width_px * 0.38) - CHART_ROW_PAD_PX, line.height_px - 10);
    }
  cairo_fill (cr);
}
