/* SPDX-License-Identifier: Apache-2.0
 *
 * What a slice is stored as, so that it is found again in a copy of the file, or when the file is read once more:
 *
 *   1;TRACK PATH;START_NS;DUR_NS;NTH;NAME
 *
 * of trace/model/track_path.h and trace/text/bounded_text.h: printable ASCII. NTH, from 0, tells slices apart that are equal in all
 * the others, by their order in the profile. It means something only together with the key of the profile
 * (trace_profile_key ()). Any thread. */

#pragma once

#include "trace/model/track_path.h"

/* With the zero. */
#define SLICE_IDENTITY_MAX 16384

/* For g_free (). NULL: a damaged profile, in which it could not be found again. O(rows of the track x log slices, and
 * slices of that track that begin together). */
char *slice_identity_text (const TrackPaths *paths, uint64_t slice);

/* SLICE_NONE: there is none of exactly that identity, or it is no identity (any bytes may be asked for). Likewise. */
uint64_t slice_identity_find (const TrackPaths *paths, const char *text);
