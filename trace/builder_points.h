/* SPDX-License-Identifier: Apache-2.0
 *
 * What has a time and no duration, in its final place: instants and samples, by track and then by time; where times are
 * equal, in the order of the file. */

#pragma once

#include "trace/builder_private.h"

/* Move builder's into trace and set the ranges of its tracks. track_map: new id of each of the builder's tracks;
 * shift_ns: added to the times, per rank of the trace. False: out of memory. O(n). */
bool
builder_instants (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns);
bool
builder_samples (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns);
