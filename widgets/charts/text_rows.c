/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/text_rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"

#define COLUMN_GAP_PX  16.0
#define COLUMN_MIN_PX  48.0 /* of one of texts */
#define COLUMNS_MAX    16
#define ROW_MIN_PX     16.0
#define ROW_MAX_PX     24.0
#define MEASURED_ROWS  64
#define MEASURED_BYTES 200 /* longer texts need all the room there is anyway */

typedef struct
{
  double width_px[COLUMNS_MAX];
  int n_columns; /* that are shown */
  double pitch_px;
} Plan;

static const char *
cell_of (const TextRows *rows, int row, int column)
{
  return rows->cells[row * rows->n_columns + column];
}

static double
measure (const DrawStyle *style, const char *text)
{
  if (strnlen (text, MEASURED_BYTES) == MEASURED_BYTES)
    return 1e4;
  return ceil (text_width_px (style->text, TEXT_CAPTION, text));
}

static double
natural_px (const DrawStyle *style, const TextRows *rows, int column)
{
  double width = measure (style, rows->titles[column]);

  for (int i = 0; i < rows->n_rows && i < MEASURED_ROWS; i++)
    width = fmax (width, measure (style, cell_of (rows, i, column)));
  return width;
}

/* What a column has at least. */
static double
least_px (const TextRows *rows, const double *natural, int column)
{
  return rows->is_number[column] ? natural[column] : fmin (natural[column], COLUMN_MIN_PX);
}

/* Columns of numbers are as wide as they need; those of texts share what is left, none gets more than it needs. */
static void
share_room (Plan *plan, const TextRows *rows, const double *natural, double room)
{
  bool is_given[COLUMNS_MAX] = { false };
  int n_open = 0;

  for (int i = 0; i < plan->n_columns; i++)
    {
      is_given[i] = rows->is_number[i];
      plan->width_px[i] = natural[i];
      room -= COLUMN_GAP_PX * (i > 0) + (is_given[i] ? natural[i] : 0);
      n_open += !is_given[i];
    }
  for (bool is_changed = true; is_changed && n_open > 0;)
    {
      double share = floor (room / n_open);

      is_changed = false;
      for (int i = 0; i < plan->n_columns; i++)
        if (!is_given[i] && natural[i] <= share)
          {
            is_given[i] = is_changed = true;
            room -= natural[i];
            n_open--;
          }
      for (int i = 0; i < plan->n_columns && !is_changed; i++)
        if (!is_given[i])
          plan->width_px[i] = fmax (share, 0);
    }
}

static Plan
make_plan (const Rect *rect, const DrawStyle *style, const TextRows *rows)
{
  double row_px = fmax (ROW_MIN_PX, ceil (text_height_px (style->text, TEXT_CAPTION)));
  Plan plan = { .pitch_px = fmin (row_px + 4, ROW_MAX_PX * text_cache_scale (style->text)) };
  double room = rect->width_px - 2 * CHART_ROW_PAD_PX, used = 0, natural[COLUMNS_MAX];
  int n = MIN (rows->n_columns, COLUMNS_MAX);

  for (int i = 0; i < n; i++)
    {
      natural[i] = natural_px (style, rows, i);
      used += COLUMN_GAP_PX * (i > 0) + least_px (rows, natural, i);
      if (i > 0 && used > room)
        break;
      plan.n_columns = i + 1;
    }
  share_room (&plan, rows, natural, room);
  plan.width_px[0] = fmin (plan.width_px[0], room);
  return plan;
}

static void
draw_line (cairo_t *cr,
           const DrawStyle *style,
           const TextRows *rows,
           const Plan *plan,
           const char *const *texts,
           Rgb colour,
           double x_px,
           double y_px)
{
  for (int i = 0; i < plan->n_columns; i++)
    {
      double width = plan->width_px[i];

      if (rows->is_number[i])
        text_draw_fitted (style->text, cr, TEXT_CAPTION, colour, TEXT_RIGHT, TEXT_MIDDLE, x_px + width, y_px,
                          width, texts[i]);
      else
        text_draw_fitted (style->text, cr, TEXT_CAPTION, colour, TEXT_LEFT, TEXT_MIDDLE, x_px, y_px, width,
                          texts[i]);
      x_px += width + COLUMN_GAP_PX;
    }
}

/* What there is no room for: "12 more", "12 more, 3 more columns"; NULL: there is room for all. */
static char *
rest_text (const DrawStyle *style, const TextRows *rows, uint64_t n_rows, int n_columns)
{
  char count[NUMBER_TEXT_MAX];
  g_autofree char *more_rows = NULL, *more_columns = NULL;

  if (n_rows > 0 || rows->is_bounded)
    {
      /* Translators: rows of a table that there is no room for. */
      const char *form =
        rows->is_bounded ? _ ("more than %s more") : ngettext ("%s more", "%s more", (gulong) n_rows);

      more_rows = g_strdup_printf (form, number_text_count (style->numbers, n_rows, count));
    }
  if (n_columns > 0)
    more_columns = g_strdup_printf (ngettext ("%s more column", "%s more columns", (gulong) n_columns),
                                    number_text_count (style->numbers, (uint64_t) n_columns, count));
  if (more_rows != NULL && more_columns != NULL)
    return g_strconcat (more_rows, ", ", more_columns, NULL);
  return more_rows != NULL ? g_steal_pointer (&more_rows) : g_steal_pointer (&more_columns);
}

void
text_rows_draw (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const TextRows *rows,
                const ChartMarks *marks,
                ChartMap *ret_map)
{
  chart_map_clear (ret_map);
  if (rows->n_columns == 0)
    return;
  cairo_save (cr);
  chart_add_rect (cr, rect);
  cairo_clip (cr);

  const Plan plan = make_plan (rect, style, rows);
  double x = rect->x_px + CHART_ROW_PAD_PX, pitch = plan.pitch_px, y = rect->y_px + pitch / 2;
  int n_lines = (int) floor (rect->height_px / pitch) - 1;
  int n_shown = MIN (rows->n_rows, MAX (n_lines, 0));

  int n_hidden = rows->n_columns - plan.n_columns + rows->n_more_columns;
  bool has_rest = n_shown < rows->n_rows || rows->n_more > 0 || rows->is_bounded || n_hidden > 0;
  if (n_shown > 0 && has_rest && n_shown == n_lines)
    n_shown--;
  draw_line (cr, style, rows, &plan, rows->titles, style->theme->secondary, x, y);
  for (int i = 0; i < n_shown; i++)
    {
      const Rect row = { rect->x_px, rect->y_px + pitch * (i + 1), rect->width_px, pitch };

      if (chart_is_lit (marks, i))
        chart_draw_wash (cr, style, &row);
      draw_line (cr, style, rows, &plan, rows->cells + i * rows->n_columns, style->theme->text, x,
                 row.y_px + pitch / 2);
      chart_add_rect (cr, &row);
      chart_draw_marks (cr, style, marks, i);
      chart_map_add (ret_map, i, row);
    }
  g_autofree char *rest =
    rest_text (style, rows, (uint64_t) (rows->n_rows - n_shown) + rows->n_more, n_hidden);
  if (rest != NULL)
    text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE, x,
                      y + pitch * (n_shown + 1), rect->width_px - 2 * CHART_ROW_PAD_PX, rest);
  cairo_restore (cr);
}
