/* SPDX-License-Identifier: Apache-2.0
 *
 * The busy time of one device over any window in O(log n), from its merged activities with prefix sums.
 *
 * A device is busy while a kernel, memcpy or memset runs, as in trace/stats/device/device_stats.h. Immutable;
 * any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/profile_records.h"
#include "trace/model/trace.h"

typedef struct BusyIndex BusyIndex;

/* device is an index of trace_device (). Returns NULL if memory runs out. O(1) if the profile has the index;
 * else O(activities x log activities). The trace must outlive the index. */
BusyIndex *busy_index_new (const Trace *trace, uint32_t device);
void busy_index_free (BusyIndex *index);

/* Returns the busy time within [begin_ns, end_ns), or 0 for an empty window. O(log n). */
int64_t busy_index_busy_ns (const BusyIndex *index, int64_t begin_ns, int64_t end_ns);

/* Divides [begin_ns, end_ns) into n equal parts and sets shares[i] to the busy share (0 to 1) of part i. O(n
 * x log intervals). */
void busy_index_shares (const BusyIndex *index, int64_t begin_ns, int64_t end_ns, uint32_t n, float *shares);

/* Finds the gap around a time inside [begin_ns, end_ns): the longest stretch without activity, clipped to the
 * window. Returns false if the device is busy at that time. O(log n). */
bool busy_index_gap_at (const BusyIndex *index,
                        int64_t time_ns,
                        int64_t begin_ns,
                        int64_t end_ns,
                        int64_t *ret_begin_ns,
                        int64_t *ret_end_ns);

/* Returns the *ret_n merged intervals: ascending, disjoint, not touching. Borrowed. */
const BusyInterval *busy_index_intervals (const BusyIndex *index, uint64_t *ret_n);
