/* SPDX-License-Identifier: Apache-2.0
 *
 * A stored name of a slice, which finds it again in a copy of the file or when the file is read again:
 *
 *   1;TRACK PATH;START_NS;DUR_NS;NTH;NAME
 *
 * TRACK PATH is as in trace/model/track_path.h; NAME is encoded by trace/text/bounded_text.h. All is printable ASCII.
 * NTH, from 0, counts slices that are equal in everything else, in the order of the profile. An identity is valid only
 * together with the key of the profile (trace_profile_key ()). Any thread. */

#pragma once

#include "trace/model/track_path.h"

/* Bytes, the final NUL included. */
#define SLICE_IDENTITY_MAX 16384

/* Returns the identity of a slice; free it with g_free (). Returns NULL in a damaged profile in which the slice could
 * not be found again. O(rows of the track x log slices, and slices of that track that begin together). */
char *slice_identity_text (const TrackPaths *paths, uint64_t slice);

/* Returns the slice of exactly that identity. Returns SLICE_NONE if there is none or the text is not an identity; text
 * may hold any bytes. Same cost. */
uint64_t slice_identity_find (const TrackPaths *paths, const char *text);
