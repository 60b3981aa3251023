/* SPDX-License-Identifier: Apache-2.0
 *
 * Where slices lie: the first of a row from a time on, and the row that holds one.
 *
 * Slices of a row are in order of their starts, so both are binary searches, which every reader of a profile shares.
 * In a damaged file they are in no order; then what is found is still a slice of the range asked about, or its end. */

#pragma once

#include "trace/model/trace.h"

/* The first slice of a row that starts at a time or later; where none does, the one behind the row's last. So the slices
 * that start within [begin_ns, end_ns) are those from the one of begin_ns on to the one of end_ns. O(log n). */
uint64_t slice_find_from (const SliceColumns *slices, const TraceRow *row, int64_t time_ns);

/* The same among slices [first, end) of one row; end: none. For walks along a row, where what is looked for is mostly
 * near: O(log of how far behind first it lies), which stays among what the processor has at hand. */
uint64_t slice_find_onward (const SliceColumns *slices, uint64_t first, uint64_t end, int64_t time_ns);

/* The row that holds a slice, for trace_row (). O(log rows). */
uint32_t slice_find_row (const Trace *trace, uint64_t slice);
