/* SPDX-License-Identifier: Apache-2.0
 *
 * The timelines of a comparison as a picture: by what they are aligned, one ruler, the rows of each side below its letter and
 * name, and the durations of the selected slices. The same for PNG, SVG and PDF. */

#pragma once

#include "widgets/compare/timelines/side_pairs.h"
#include "widgets/timeline/draw/timeline_draw.h"

/* A side shows at most so much of its rows, unless more are seen already; it grows with the text. */
#define TIMELINES_PICTURE_ROWS_PX 640

typedef struct
{
  const Compared *compared;
  uint32_t n; /* of the first sides: 1 to SIDE_PAIRS_MAX */

  /* Of each side. All show the same span of common time. Width and fixed height are ignored. A height is that of the canvas
   * on which the rows are seen now, with its scroll position: the picture shows at least these rows, and more where there
   * is room. 0 if they are not seen. */
  TimelineView views[SIDE_PAIRS_MAX];
  TimelineMarks marks[SIDE_PAIRS_MAX];

  int header_px;                  /* width of the track column; at most a third of the picture */
  const char *aligned_by;         /* a sentence, as of timelines_words_aligned () */
  const SelectedSlices *selected; /* NULL if nothing is selected */
} TimelinesPicture;

/* Returns the height of the whole picture at a width. O(rows). */
int timelines_picture_height_px (const TimelinesPicture *picture, const DrawStyle *style, int width_px);

/* Draws it from (0, 0) and cuts it off at height_px. Returns false when memory runs out. */
bool timelines_picture_draw (cairo_t *cr,
                             const TimelinesPicture *picture,
                             const DrawStyle *style,
                             int width_px,
                             int height_px);
