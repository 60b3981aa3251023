/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/row_planner.h"

#include <math.h>
#include <stdlib.h>

COLUMN_IMPLEMENT (SpanColumn, span_column)

bool
row_planner_begin (RowPlanner *planner, const TimelineView *view, double scale)
{
  planner->view = view;
  planner->scale = scale;
  planner->n_px = (uint32_t) MAX (lround (view->width_px * scale), 0);
  planner->spans.n = planner->n_shares = 0;
  return column_grow ((void **) &planner->cells, &planner->cells_cap, (size_t) planner->n_px + 1,
                      sizeof *planner->cells)
         && column_grow ((void **) &planner->pixels, &planner->pixels_cap, (size_t) planner->n_px * 2 + 1,
                         sizeof *planner->pixels);
}

void
row_planner_clear (RowPlanner *planner)
{
  span_column_clear (&planner->spans);
  free (planner->shares);
  free (planner->cells);
  free (planner->pixels);
}
