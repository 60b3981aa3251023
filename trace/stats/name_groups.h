/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices of a scope that start in its window, grouped by exact name: the durations of each name side by
 * side. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

typedef struct
{
  uint32_t name;
  uint64_t first, n; /* range of NameGroups.dur_ns */
} NameGroup;

typedef struct
{
  NameGroup *groups; /* no group is empty; ascending by name id */
  uint32_t n_groups;
  int64_t *dur_ns; /* n_slices, by group, in the order of the slices */
  uint64_t n_slices;
} NameGroups;

/* Slices of that kind, unfinished ones left out. is_wanted (user_data), asked every STOPPABLE_AT_ONCE slices, may be NULL.
 * False: it was not, or out of memory. O(slices of the window + rows + strings). */
bool name_groups_collect (const StatsScope *scope,
                          SliceKind kind,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          NameGroups *ret_groups);
void name_groups_clear (NameGroups *groups);

/* Order of two names as bytes, a shorter one first. */
int name_compare (const Trace *trace, uint32_t a, uint32_t b);
