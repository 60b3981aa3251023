/* SPDX-License-Identifier: Apache-2.0
 *
 * Time of nested slices without what lies in them: a total counts the time inside other slices of the table again, so
 * totals cannot be added up (METRICS 27, 12); self times can.
 *
 * A slice lies in the one of the nearest lane above that covers all of it, and in what that lies in. Of these, the first
 * that is in the table itself has the slice for a child. */

#pragma once

#include "trace/stats/tables/slice_groups.h"

/* What children of the slices of each key take, added up: of slices that start in the window, children with their whole
 * durations. children_ns: n_keys entries, added to; saturates. keys and groups: as they were collected, keys by name or
 * names themselves. False: not wanted any more, or out of memory. O(slices of the tracks in the window), where slices
 * overlap only in part O(lanes x log slices) for each. */
bool self_times_children (const StatsScope *scope,
                          const SliceKeys *keys,
                          const SliceGroups *groups,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          int64_t *children_ns,
                          uint64_t n_keys);
