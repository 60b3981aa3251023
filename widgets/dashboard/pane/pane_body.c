/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/pane_body.h"

#include <glib.h>

/* Between the chart and the footer. */
#define GAP_PX 8

double
pane_card_px (const Pane *pane, double body_height_px, double text_scale)
{
  return pane->footer == NULL
           ? body_height_px
           : body_height_px + (PANE_HEADER_PX + PANE_FOOTER_PX) * MAX (text_scale, 1.0) + GAP_PX;
}

Rect
pane_body (const Pane *pane, double width_px, double height_px, double text_scale)
{
  double scale = MAX (text_scale, 1.0);
  /* Rows have room for their marks at both ends, which would put their names right of the title. */
  bool has_rows = pane->ghost == GHOST_BARS || pane->ghost == GHOST_LINES;
  double inset_px = has_rows ? PANE_INSET_PX - CHART_ROW_PAD_PX : PANE_INSET_PX;

  if (pane->footer == NULL)
    return (Rect){ 0, 0, width_px, height_px };
  return (Rect){
    .x_px = inset_px,
    .y_px = PANE_HEADER_PX * scale,
    .width_px = MAX (width_px - 2 * inset_px, 1),
    .height_px = MAX (height_px - pane_card_px (pane, 0, text_scale), 1),
  };
}
