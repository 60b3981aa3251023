/* SPDX-License-Identifier: Apache-2.0
 *
 * Puts the tree of tracks in its final order: nodes, then below each its processes and devices, parents
 * before children, siblings by the file's sort index and then by number. Tracks with nothing on or below them
 * are left out, because files list every GPU of the machine and every thread that was ever named. */

#pragma once

#include "trace/build/slice_survey.h"

/* Fills trace->tracks, except the ranges of slices, rows, instants and samples. survey is of the builder's
 * slices; rank_map is the new index of each of the builder's ranks. trace->ranks is in its new order already;
 * this sets its .node. ret_map has an entry per builder track, which is set to its new id or TRACE_NONE.
 * Frees the builder's own tracks. Returns false if memory runs out. O(n log n). */
bool track_order (TraceBuilder *builder,
                  const SliceSurvey *survey,
                  Trace *trace,
                  const uint32_t *rank_map,
                  uint32_t *ret_map);
