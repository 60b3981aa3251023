/* SPDX-License-Identifier: Apache-2.0
 *
 * A set of tracks of a profile. Immutable, reference-counted; any thread. Wherever a set is taken, NULL means all
 * tracks. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TrackSet TrackSet;

/* tracks may be in any order and contain duplicates. Returns NULL when memory runs out. O(n log n). */
const TrackSet *track_set_new (const uint32_t *tracks, size_t n);

/* Take and drop a reference. Both accept NULL, for which the first returns NULL and the second does nothing. */
const TrackSet *track_set_ref (const TrackSet *set);
void track_set_unref (const TrackSet *set);

/* Returns the tracks of a set, ascending. set must not be NULL. */
const uint32_t *track_set_members (const TrackSet *set, size_t *ret_n);

/* Returns whether the set contains a track. O(log n). */
bool track_set_holds (const TrackSet *set, uint32_t track);

bool track_set_equal (const TrackSet *a, const TrackSet *b);
