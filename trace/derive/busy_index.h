/* SPDX-License-Identifier: Apache-2.0
 *
 * Busy time of one device over any window in O(log n): its merged activities with prefix sums.
 *
 * Busy is the union of kernels, copies and sets, as in trace/stats/device/device_stats.h. Immutable; any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

typedef struct BusyIndex BusyIndex;

/* device: index of trace_device (). NULL: out of memory. O(1) where the profile has it; else
 * O(activities x log activities). The trace has to outlive it. */
BusyIndex *busy_index_new (const Trace *trace, uint32_t device);
void busy_index_free (BusyIndex *index);

/* Busy time within [begin_ns, end_ns); 0 for an empty one. O(log n). */
int64_t busy_index_busy_ns (const BusyIndex *index, int64_t begin_ns, int64_t end_ns);

/* shares[i]: busy part (0 to 1) of the i-th of n equal parts of [begin_ns, end_ns). O(n log n of intervals). */
void busy_index_shares (const BusyIndex *index, int64_t begin_ns, int64_t end_ns, uint32_t n, float *shares);

/* The gap, longest stretch without activity around a time that is inside [begin_ns, end_ns): false when the device
 * is busy then. Clipped to the window. O(log n). */
bool busy_index_gap_at (const BusyIndex *index,
                        int64_t time_ns,
                        int64_t begin_ns,
                        int64_t end_ns,
                        int64_t *ret_begin_ns,
                        int64_t *ret_end_ns);

/* The merged intervals: [*ret_n], ascending, disjoint, not touching. Borrowed. */
const BusyInterval *busy_index_intervals (const BusyIndex *index, uint64_t *ret_n);
