/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of the selection: keys and values, in the order in which they are shown. Pure. */

#pragma once

#include "trace/stats/idle/idle_gaps.h"
#include "widgets/look/number_text.h"
#include "widgets/state/view_state.h"

typedef struct
{
  char *key, *value;
} DetailField;

/* An array of DetailField that owns their text, for g_array_unref (). */
GArray *detail_fields_new (void);

void
detail_fields_add_slice (GArray *fields, const Profile *profile, uint64_t slice, const NumberStyle *numbers);

/* The arguments of the slice, in the file's order. */
void detail_fields_add_arguments (GArray *fields, const Trace *trace, uint64_t slice);

/* gap: what the host did meanwhile, or NULL while that is not known. */
void detail_fields_add_gap (GArray *fields,
                            const Profile *profile,
                            const ViewSelection *selection,
                            const IdleGap *gap,
                            const NumberStyle *numbers);

/* Length, slices that begin in it, and the busy share of each device in scope. O(rows x log slices + devices). */
void detail_fields_add_area (GArray *fields, ViewState *state, const NumberStyle *numbers);

/* "communication, kernel": the kind of work and what the file calls it. A new string. */
char *detail_fields_kind (const Profile *profile, uint64_t slice);

/* "longest of 42 with this name in the profile", or else in scope: by place and number as of
 * trace/stats/name_series.h, n > 0. A new string. */
char *detail_fields_place (uint64_t place, uint64_t n, bool is_whole, const NumberStyle *numbers);
