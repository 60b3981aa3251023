/* SPDX-License-Identifier: Apache-2.0
 *
 * The place of a slice in words and times. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

/* Returns "stream 21 of GPU 3" or "operators of thread 3113936 main". Free with g_free (). O(log n). */
char *slice_place_row (const Trace *trace, uint64_t slice);

/* Returns the same without the band: "thread 3113936 main". */
char *slice_place_thread (const Trace *trace, uint64_t slice);

/* Returns "Step 1011 + 7.324 ms" if it begins in a step of its rank, else "160.2 ms" since the begin of
 * the profile. */
char *slice_place_time (const Profile *profile, uint32_t rank, int64_t time_ns, const NumberStyle *numbers);

/* Returns "1011 (3 of 6)", or NULL if it is in no step. */
char *slice_place_step (const Profile *profile, uint32_t rank, int64_t time_ns);

uint32_t slice_place_rank (const Trace *trace, uint64_t slice);
