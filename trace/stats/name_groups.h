/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups the slices of a scope that start in its window by exact name. The durations of each name are contiguous. */

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

/* Collects the finished slices of a kind; with SLICE_ANNOTATION also the operators of the category user_annotation.
 * should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE
 * slices. Returns false when it returns false or memory runs out. O(slices of the window + rows + strings). */
bool name_groups_collect (const StatsScope *scope,
                          SliceKind kind,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          NameGroups *ret_groups);
void name_groups_clear (NameGroups *groups);

/* Compares two names as bytes; a shorter one comes first. */
int name_compare (const Trace *trace, uint32_t a, uint32_t b);
