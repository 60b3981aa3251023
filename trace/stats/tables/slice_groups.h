/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups the slices of a scope: the begins and durations of each group are contiguous, and each group knows how much of
 * the window it covers. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/stats/scope.h"

#define SLICE_KEY_NONE   UINT32_MAX       /* in no group */
#define SLICE_KEY_UNSEEN (UINT32_MAX - 1) /* not requested yet */

/* Selects the slices, and the group of each, which is a number in any order. */
typedef struct
{
  uint8_t has_kind[256]; /* by SliceKind as stored in the column: 1 or 0 */

  /* Set at most one of these; if neither is set, the name's string id is the group. They get user_data, and return
   * false when memory runs out. */
  bool (*of_name) (void *user_data, uint32_t name, uint32_t *ret_key); /* called once per name */
  bool (*of_slice) (void *user_data, uint64_t slice, uint32_t *ret_key);

  /* Called for each slice that starts in the window, in the order of the profile's devices and ranks; may be NULL.
   * Returns false when memory runs out. */
  bool (*take) (void *user_data, uint32_t key, uint64_t slice);
  void *user_data;
} SliceKeys;

typedef struct
{
  uint32_t key;
  uint64_t first, n; /* range of SliceGroups.start_ns and dur_ns */
  uint64_t n_in;     /* the number of these that start in the window, which count; may be 0 */
  uint64_t longest;  /* the longest slice that starts in the window, the first of equal ones; SLICE_NONE */

  /* The length of their union clipped to the window, per device or (on the host) per rank, added up; saturates. */
  int64_t covered_ns;
} SliceGroup;

typedef struct
{
  SliceGroup *groups; /* ascending by key */
  uint64_t n_groups;
  int64_t *start_ns,
    *dur_ns; /* of all slices that start in the window or reach into it; unordered within a group */
  uint64_t n_slices;

  /* If keys come from names: the key of each string id, or SLICE_KEY_NONE or _UNSEEN; else NULL. */
  uint32_t *key_of_name;
} SliceGroups;

/* Returns whether any of slices [first, end) is of a selected kind. O(slices x kinds), at tens of slices a nanosecond: most
 * rows are of one kind. */
bool slice_keys_hold (const SliceKeys *keys, const SliceColumns *slices, uint64_t first, uint64_t end);

/* Unfinished slices are left out. should_continue (user_data) may be NULL. Returns false when it returns false or
 * memory runs out; then there is nothing to clear. O(slices of the window + rows + strings), and O(log rows) for slices
 * that overlap. */
bool slice_groups_collect (const StatsScope *scope,
                           const SliceKeys *keys,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           SliceGroups *ret_groups);
void slice_groups_clear (SliceGroups *groups);
