/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrows: which call launched what, and the flow events of the file.
 *
 * A launch and its runs share a correlation id within one rank; one launch may have many runs (a graph), and 0
 * means none. Where several calls share an id, the earliest whose name contains launch, memcpy, memset or
 * runFunction is the launch, or else the earliest (PyTorch's runtime and driver calls of one launch carry
 * the same id). The flow events s, t, f are bound to the slices around them. */

#pragma once

#include "trace/build/builder_private.h"

/* Fills trace->flows from the finished slices and builder->flow_points, and adds to the health of
 * trace. place tracks are mapped by track_map, times shifted by shift_ns per rank of the trace; rank_map: of the
 * builder's ranks. Ranks are linked by up to n_threads at once. False: out of memory. O(slices + n log n) for n flows. */
bool flow_link (TraceBuilder *builder,
                Trace *trace,
                const uint32_t *track_map,
                const uint32_t *rank_map,
                const int64_t *shift_ns,
                unsigned n_threads);
