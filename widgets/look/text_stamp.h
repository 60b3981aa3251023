/* SPDX-License-Identifier: Apache-2.0
 *
 * The coverage of a line of text, rendered once and blended into pixels many times. Cairo would composite
 * it glyph by glyph. Private to text. */

#pragma once

#include <pango/pango.h>

#include "widgets/look/text.h"

typedef struct
{
  uint8_t *coverage; /* height lines of width bytes; 255 covers the whole pixel; NULL before text_stamp_make () */
  int x, y;          /* of the first, device pixels from where the line begins on its baseline */
  int width, height;
  double scale; /* device pixels per logical one */
} TextStamp;

/* Returns false when memory runs out. */
bool text_stamp_make (TextStamp *stamp, PangoLayoutLine *line, double scale);
void text_stamp_clear (TextStamp *stamp);

size_t text_stamp_bytes (const TextStamp *stamp);

/* Blends the line so that it begins at x_px on the baseline y_px. Both are rounded to whole device pixels,
 * as Cairo rounds each glyph. Nothing is drawn outside the drawable part of the ground. */
void
text_stamp_blend (const TextStamp *stamp, const TextGround *ground, Rgb colour, double x_px, double y_px);
