/* SPDX-License-Identifier: Apache-2.0
 *
 * How far rows are scrolled, as a text that means the same when text is larger, other rows are open, or the file was opened
 * from elsewhere: the row at the top by the path of its line. Pure. */

#pragma once

#include "widgets/timeline/rows/track_tree.h"

/* "ROW PERMILLE PATH": the ROW-th of the line's rows, PERMILLE of its height above y_px of the tree; of the nearest row above
 * that has a path. NULL: there is none, or y_px is the top. A new string. */
char *row_place_text (const TrackTree *tree, int y_px);

/* False: there is no such row now, or it is no such text. O(rows). */
bool row_place_find (const TrackTree *tree, const char *text, int *ret_y_px);
