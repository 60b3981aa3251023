/* SPDX-License-Identifier: Apache-2.0
 *
 * Drawings compared with pictures that were looked at and found right.
 *
 * A program has a set of cases; of each it tests that
 *
 *   /golden/SET/NAME/picture        it is tests/golden/png/SET_NAME.png, pixel for pixel
 *   /golden/SET/NAME/stays_inside   it touches nothing outside its rectangle
 *   /golden/SET/NAME/twice          PNG, SVG and PDF files have the same bytes when drawn again
 *
 * and that every picture of the set has a case. Fonts are pinned: DejaVu alone, whatever else is installed. A picture
 * that differs is left in the build folder as golden/SET_NAME-{out,ref,diff}.png. STEPSCOPE_WRITE_GOLDEN=1 writes the
 * pictures instead. The environment tells where things are: STEPSCOPE_SOURCE, STEPSCOPE_BUILD. */

#pragma once

#include <stddef.h>

#include "widgets/look/draw_style.h"

typedef struct
{
  const char *name; /* a-z, 0-9 and _; where it ends in 2x, the picture has two device pixels per px */
  int width_px, height_px;
  ThemeId theme;

  /* Draws into the rectangle, which is painted in the theme's card colour; its place in the context varies. */
  void (*draw) (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data);
  const void *data;

  const char *family; /* NULL: DejaVu Sans. The case is skipped where the font is not installed. */
  double text_scale;  /* 0: 1.0 */
} GoldenCase;

/* Runs the tests; returns the exit status of the program. */
int golden_main (int argc, char **argv, const char *set, const GoldenCase *cases, size_t n_cases);
