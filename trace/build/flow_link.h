/* SPDX-License-Identifier: Apache-2.0
 *
 * Links arrows: from the call that launched an activity to that activity, and the flow events of the file.
 *
 * A launch and its activities share a correlation id within one rank. One launch may have many activities (a
 * graph), and 0 means no id. If several calls share an id, the earliest whose name contains launch, memcpy,
 * memset or runFunction is the launch, or else the earliest call (PyTorch's runtime and driver calls of one
 * launch carry the same id). The flow events s, t, f are bound to the slices around them. */

#pragma once

#include "trace/build/builder_private.h"

/* Fills trace->flows from the finished slices and builder->flow_points, and adds to the health of trace.
 * track_map maps the tracks of places, rank_map the builder's ranks; times are shifted by shift_ns per rank
 * of the trace. Links up to n_threads ranks at once. Returns false if memory runs out. O(slices + n log n)
 * for n flows. */
bool flow_link (TraceBuilder *builder,
                Trace *trace,
                const uint32_t *track_map,
                const uint32_t *rank_map,
                const int64_t *shift_ns,
                unsigned n_threads);
