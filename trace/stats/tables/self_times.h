/* SPDX-License-Identifier: Apache-2.0
 *
 * The self times of nested slices: their time without the slices inside them. A total counts the time inside other
 * slices of the table again, so totals cannot be added up (METRICS 27, 12); self times can.
 *
 * The slice around a slice is the one in the nearest lane above that covers all of it; slices around that one are
 * around it, too. The first of these that is in the table has the slice as a child. */

#pragma once

#include "trace/stats/tables/slice_groups.h"

/* Adds the durations of the children of the slices of each key to children_ns, which has n_keys entries. Parents are
 * slices that start in the window; children count with their whole durations. Saturates. keys and groups are as they
 * were collected; keys are by name or are names. Returns false when the result is no longer wanted or memory runs out.
 * O(slices of the tracks in the window); O(lanes x log slices) for each slice that overlaps others only in part. */
bool self_times_children (const StatsScope *scope,
                          const SliceKeys *keys,
                          const SliceGroups *groups,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          int64_t *children_ns,
                          uint64_t n_keys);
