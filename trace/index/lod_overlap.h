/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/index/lod.h"
#include "trace/index/lod_view.h"

/* Does the work of lod_query () for rows that may overlap. row has at least one slice, view at least one
 * pixel. cells has one cell for each pixel, all empty; this fills those of the pixels that show a slice. */
void lod_overlap_fill (const LodRow *row, const LodView *view, LodCell *cells);
