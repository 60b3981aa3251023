/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/index/lod.h"
#include "trace/index/lod_view.h"

/* lod_query () for rows that may overlap. row: at least one slice; view: at least one pixel. cells: one for
 * each pixel, all empty; those of pixels that are not are filled. */
void lod_overlap_fill (const LodRow *row, const LodView *view, LodCell *cells);
