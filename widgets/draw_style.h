/* SPDX-License-Identifier: Apache-2.0
 *
 * What every drawing function needs to know beside what it draws: colours, fonts, numbers. */

#pragma once

#include "widgets/number_text.h"
#include "widgets/text.h"
#include "widgets/theme.h"

typedef struct
{
  const Theme *theme;
  TextCache *text;
  const NumberStyle *numbers;
} DrawStyle;

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
