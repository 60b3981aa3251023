/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts of the selection as keys and values, in display order. */

#pragma once

#include "trace/stats/idle/idle_gaps.h"
#include "widgets/look/number_text.h"
#include "widgets/state/view_state.h"

typedef struct
{
  char *key, *value;
} DetailField;

/* Return an array of DetailField that owns its texts. Free with g_array_unref (). */
GArray *detail_fields_new (void);

/* Adds a field. key is copied; takes value, and adds nothing if it is NULL. */
void detail_fields_take (GArray *fields, const char *key, char *value);

void
detail_fields_add_slice (GArray *fields, const Profile *profile, uint64_t slice, const NumberStyle *numbers);

/* Adds the arguments of the slice, in the order of the file. */
void detail_fields_add_arguments (GArray *fields, const Trace *trace, uint64_t slice);

/* Adds the fields of a gap. gap describes what the host did during the gap; it is NULL while that is being computed. */
void detail_fields_add_gap (GArray *fields,
                            const Profile *profile,
                            const ViewSelection *selection,
                            const IdleGap *gap,
                            const NumberStyle *numbers);

/* Returns the length, the slices that begin in it, and the busy share of each device in scope. O(rows x
 * log slices + devices). */
void detail_fields_add_area (GArray *fields, ViewState *state, const NumberStyle *numbers);

/* Returns "communication, kernel": the kind of work and the category of the file. Free with g_free (). */
char *detail_fields_kind (const Profile *profile, uint64_t slice);

/* Returns "longest of 42 with this name in the profile", or in scope, from place and number as in
 * trace/stats/name_series.h, n > 0. Free with g_free (). */
char *detail_fields_place (uint64_t place, uint64_t n, bool is_whole, const NumberStyle *numbers);
