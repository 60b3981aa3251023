/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/chart_columns.h"

#include <math.h>
#include <stddef.h>

static const char *
text_of (const ChartPart *part, ChartColumn column)
{
  return column == COLUMN_VALUE ? part->value : column == COLUMN_SHARE ? part->share : part->extra;
}

ChartColumns
chart_columns_measure (const DrawStyle *style, TextRole role, const ChartPart *parts, int n_parts)
{
  ChartColumns columns = { { 0 } };

  for (int i = 0; i < n_parts; i++)
    for (ChartColumn column = 0; column < N_CHART_COLUMNS; column++)
      {
        const char *text = text_of (&parts[i], column);

        if (text != NULL)
          columns.width_px[column] =
            fmax (columns.width_px[column], ceil (text_width_px (style->text, role, text)));
      }
  return columns;
}

double
chart_columns_width_px (const ChartColumns *columns)
{
  double width = 0;

  for (ChartColumn column = 0; column < N_CHART_COLUMNS; column++)
    if (columns->width_px[column] > 0)
      width += CHART_COLUMN_GAP_PX + columns->width_px[column];
  return width;
}

void
chart_columns_fit (ChartColumns *columns, const ChartColumn order[N_CHART_COLUMNS], double max_width_px)
{
  for (int i = N_CHART_COLUMNS - 1; i >= 0 && chart_columns_width_px (columns) > max_width_px; i--)
    columns->width_px[order[i]] = 0;
}

void
chart_columns_draw (cairo_t *cr,
                    const DrawStyle *style,
                    TextRole role,
                    const ChartColumns *columns,
                    double right_px,
                    double y_px,
                    const ChartPart *part)
{
  for (int column = N_CHART_COLUMNS - 1; column >= 0; column--)
    {
      const char *text = text_of (part, (ChartColumn) column);

      if (columns->width_px[column] <= 0)
        continue;
      if (text != NULL)
        text_draw (style->text, cr, role, style->theme->text, TEXT_RIGHT, right_px, y_px, text);
      right_px -= columns->width_px[column] + CHART_COLUMN_GAP_PX;
    }
}
