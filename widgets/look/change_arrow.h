/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrow and the colour of a change from one profile to another. A change is never shown by its colour alone: it also
 * has a sign and this arrow. */

#pragma once

#include "widgets/look/draw_style.h"

typedef enum
{
  CHANGE_PLAIN, /* neither better nor worse, or not beyond the spread */
  CHANGE_BETTER,
  CHANGE_WORSE,
} ChangeTone;

Rgb change_tone_colour (const Theme *theme, ChangeTone tone);

/* Returns the width of the arrow and of the gap after it. */
double change_arrow_width_px (const DrawStyle *style);

/* Draws a triangle that points up or down; x_px is its left edge, y_px its vertical middle. */
void change_arrow_draw (cairo_t *cr,
                        const DrawStyle *style,
                        ChangeTone tone,
                        bool is_up,
                        double x_px,
                        double y_px);
