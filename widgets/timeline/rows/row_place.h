/* SPDX-License-Identifier: Apache-2.0
 *
 * The scroll position of the rows as a text that keeps its meaning with larger text, other open rows, or
 * another path of the file: it names the top row by the path of its line. */

#pragma once

#include "widgets/timeline/rows/track_tree.h"

/* Returns "ROW PERMILLE PATH": the ROW-th row of the line, with PERMILLE of its height above y_px of the
 * tree, for the nearest row above that has a path. NULL if there is none or y_px is the top. Free with
 * g_free (). */
char *row_place_text (const TrackTree *tree, int y_px);

/* Returns false if there is no such row now or the text is invalid. O(rows). */
bool row_place_find (const TrackTree *tree, const char *text, int *ret_y_px);
