/* SPDX-License-Identifier: Apache-2.0
 *
 * The colours, fonts and numbers that every drawing function uses. */

#pragma once

#include <math.h>

#include "widgets/look/number_text.h"
#include "widgets/look/text.h"
#include "widgets/look/theme.h"

typedef struct
{
  const Theme *theme;
  TextCache *text;
  const NumberStyle *numbers;
} DrawStyle;

/* Scales a length at 96 dpi by the text scale. Returns whole px. */
static inline double
draw_style_px (const DrawStyle *style, double px)
{
  return round (px * text_cache_scale (style->text));
}

typedef struct
{
  double x_px, y_px, width_px, height_px;
} Rect;

static inline bool
rect_holds (const Rect *rect, double x_px, double y_px)
{
  return x_px >= rect->x_px && y_px >= rect->y_px && x_px < rect->x_px + rect->width_px
         && y_px < rect->y_px + rect->height_px;
}
