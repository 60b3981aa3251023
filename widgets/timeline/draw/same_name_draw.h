/* SPDX-License-Identifier: Apache-2.0
 *
 * Marks the slices in view that have the name of the selected slice. Pure; the cost grows with rows x pixels. */

#pragma once

#include "trace/stats/name_series.h"
#include "widgets/timeline/view/timeline_view.h"

/* Sets columns[x], for each of n_px device pixels of a row of lanes or a strip, to 1 if a slice of the series is there,
 * else to 0. A slice covers all its pixels; a short one covers the pixel that it begins in. Returns false if no slice
 * of the series is in view. O(lanes x log n + n_px x log n). */
bool same_name_columns (const TimelineView *view,
                        const NameSeries *series,
                        uint32_t row,
                        uint32_t n_px,
                        uint8_t *columns);

/* Draws a bar of 2 px on top of each slice. If dims_others, everything else in those rows becomes paler. The origin of cr
 * is the top left of the canvas. scale is device pixels per logical pixel. Writes directly into the pixels of an image
 * surface, on several threads where that is worth it; draws with Cairo on every other surface. */
void same_name_draw (cairo_t *cr,
                     const TimelineView *view,
                     const DrawStyle *style,
                     const NameSeries *series,
                     bool dims_others,
                     double scale);
