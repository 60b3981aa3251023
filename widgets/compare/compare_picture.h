/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison at a glance as a picture: the sides, what changed most, the summary, the waterfall to one side, the step times,
 * and what the GPUs do along a step. The same for PNG, SVG and PDF. */

#pragma once

#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compared.h"

typedef struct
{
  const Compared *compared;
  const CompareDurations *step_times; /* NULL: none */
  const CompareCurves *curves;        /* NULL: none */
  uint32_t side;                      /* of the waterfall: 1 to n_sides - 1 */
  uint32_t open;                      /* its open parts, as of compare_waterfall_new () */
} ComparePicture;

/* Returns the height of the whole picture at a width. The cost is that of drawing it. */
int compare_picture_height_px (const ComparePicture *picture, const DrawStyle *style, int width_px);

/* Draws it from (0, 0) and cuts it off at height_px. */
void compare_picture_draw (cairo_t *cr,
                           const ComparePicture *picture,
                           const DrawStyle *style,
                           int width_px,
                           int height_px);
