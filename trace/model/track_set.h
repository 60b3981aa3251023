/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the tracks of a profile. Immutable, reference-counted; any thread. NULL stands for all of them, wherever a set
 * is taken. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TrackSet TrackSet;

/* tracks in any order, each any number of times. NULL: out of memory. O(n log n). */
const TrackSet *track_set_new (const uint32_t *tracks, size_t n);

/* Of NULL: NULL, and nothing. */
const TrackSet *track_set_ref (const TrackSet *set);
void track_set_unref (const TrackSet *set);

/* Those of a set that is not NULL, ascending. */
const uint32_t *track_set_members (const TrackSet *set, size_t *ret_n);

/* O(log n). */
bool track_set_holds (const TrackSet *set, uint32_t track);

bool track_set_equal (const TrackSet *a, const TrackSet *b);
