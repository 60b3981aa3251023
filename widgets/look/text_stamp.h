/* SPDX-License-Identifier: Apache-2.0
 *
 * What a line of text covers, rendered once and blended into pixels as often as wanted: Cairo would composite it glyph by
 * glyph. Private to text. */

#pragma once

#include <pango/pango.h>

#include "widgets/look/text.h"

typedef struct
{
  uint8_t *coverage; /* height lines of width bytes, 255: all of the pixel; NULL: not made */
  int x, y;          /* of the first, device pixels from where the line begins on its baseline */
  int width, height;
  double scale; /* device pixels per logical one */
} TextStamp;

/* False: out of memory. */
bool text_stamp_make (TextStamp *stamp, PangoLayoutLine *line, double scale);
void text_stamp_clear (TextStamp *stamp);

size_t text_stamp_bytes (const TextStamp *stamp);

/* The line begins at x_px on the baseline y_px; both are rounded to whole device pixels, as Cairo does it with each glyph.
 * Nothing is drawn outside the ground's part. */
void
text_stamp_blend (const TextStamp *stamp, const TextGround *ground, Rgb colour, double x_px, double y_px);
