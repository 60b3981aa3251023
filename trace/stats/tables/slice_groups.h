/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices of a scope in groups: where each begins and how long it lasts, those of a group side by side, and how much of
 * the window each group covers. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/stats/scope.h"

#define SLICE_KEY_NONE   UINT32_MAX       /* of no group */
#define SLICE_KEY_UNSEEN (UINT32_MAX - 1) /* not asked for yet */

/* Which slices are wanted, and the group (a number, in order of first appearance or any other) of each. */
typedef struct
{
  uint8_t has_kind[256]; /* by SliceKind as it stands in the column: 1, or 0 */

  /* One of three: the name's string id is the group where neither function is there. user_data is the functions'.
   * False from them: out of memory. */
  bool (*of_name) (void *user_data, uint32_t name, uint32_t *ret_key); /* asked once a name */
  bool (*of_slice) (void *user_data, uint64_t slice, uint32_t *ret_key);

  /* Told each slice that starts in the window, in the order of the profile's devices and ranks; may be NULL. False: out of
   * memory. */
  bool (*take) (void *user_data, uint32_t key, uint64_t slice);
  void *user_data;
} SliceKeys;

typedef struct
{
  uint32_t key;
  uint64_t first, n; /* range of SliceGroups.start_ns and dur_ns */
  uint64_t n_in;     /* of these, how many start in the window: they count. May be 0 */
  uint64_t longest;  /* of these, the longest slice, of equals the first; SLICE_NONE */

  /* Of their union clipped to the window, of each device, or (of the host's) of each rank, added up; saturates. */
  int64_t covered_ns;
} SliceGroup;

typedef struct
{
  SliceGroup *groups; /* ascending by key */
  uint64_t n_groups;
  int64_t *start_ns,
    *dur_ns; /* of all that start in the window or reach into it; in no order within a group */
  uint64_t n_slices;

  /* Of keys that come by name: the key of each string id, or SLICE_KEY_NONE or _UNSEEN; else NULL. */
  uint32_t *key_of_name;
} SliceGroups;

/* Unfinished slices are left out. is_wanted (user_data) may be NULL. False: it was not, or out of memory; nothing to be
 * cleared. O(slices of the window + rows + strings), and log rows for what overlaps. */
bool slice_groups_collect (const StatsScope *scope,
                           const SliceKeys *keys,
                           bool (*is_wanted) (void *user_data),
                           void *user_data,
                           SliceGroups *ret_groups);
void slice_groups_clear (SliceGroups *groups);
