/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of tracks in its final order: nodes, then below each its processes and devices, parents before
 * children, siblings by the file's sort index and then by number. Tracks with nothing on or below them are
 * left out: files list every GPU of the machine and every thread that was ever named. */

#pragma once

#include "trace/build/slice_survey.h"

/* Fills trace->tracks, with everything but the ranges of slices, rows, instants and samples.
 * survey: of the builder's slices. rank_map: new index of each of the builder's ranks; trace->ranks is in its new order
 * and its .node is set here. ret_map: caller's array, one per builder track, set to its new id, or TRACE_NONE. The
 * builder's own tracks go out of memory.
 * False: out of memory. O(n log n). */
bool track_order (TraceBuilder *builder,
                  const SliceSurvey *survey,
                  Trace *trace,
                  const uint32_t *rank_map,
                  uint32_t *ret_map);
