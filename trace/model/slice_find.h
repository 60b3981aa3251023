/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the first slice of a row from a time on, and the row of a slice.
 *
 * The slices of a row are in order of their starts, so both are binary searches. In a damaged file they may be in any
 * order; the result is then still a slice of the given range, or its end. */

#pragma once

#include "trace/model/trace.h"

/* Returns the first slice of a row that starts at a time or later, or the slice behind the row's last one. The slices
 * that start within [begin_ns, end_ns) are those from slice_find_from (begin_ns) up to, but not including,
 * slice_find_from (end_ns). O(log n). */
uint64_t slice_find_from (const SliceColumns *slices, const TraceRow *row, int64_t time_ns);

/* Does the same among slices [first, end) of one row; returns end if there is none. Use it to walk along a row, where
 * the result is mostly near: O(log of its distance from first), which mostly stays in the processor's cache. */
uint64_t slice_find_onward (const SliceColumns *slices, uint64_t first, uint64_t end, int64_t time_ns);

/* Returns the row of a slice, for trace_row (). O(log rows). */
uint32_t slice_find_row (const Trace *trace, uint64_t slice);
