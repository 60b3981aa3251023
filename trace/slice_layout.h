/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices in their final places: by track, then by lane, then by start; longer first where starts are equal,
 * then the order of the file. */

#pragma once

#include "trace/builder_private.h"

/* Moves builder->slices into trace's columns and rows, and sets the slice ranges of its tracks.
 * track_map: new track id of each builder track; shift_ns: added to the times, per rank of the trace.
 * The builder has no slices afterwards. False: out of memory.
 * O(n) for tracks nearly in order, O(n log n) at worst. */
bool slice_layout (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns);
