/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of a name that are in the window's scope, found out by a thread. Main thread only. */

#pragma once

#include "trace/stats/name_series.h"
#include "widgets/state/view_state.h"

typedef struct ScopedSeries ScopedSeries;

/* arrived (user_data) is called when others are known than before, or none are wanted any more. */
ScopedSeries *scoped_series_new (void (*arrived) (gpointer user_data), gpointer user_data);
void scoped_series_free (ScopedSeries *scoped);

/* Of what the state has selected and in scope now; all: the name's in the whole profile, referenced; NULL: not known.
 * To be called whenever one of these has changed; again is harmless. */
void scoped_series_follow (ScopedSeries *scoped, ViewState *state, const NameSeries *all);

/* NULL: not known yet. ret_is_whole: they are those of the whole profile, because the scope is, or because the selected
 * slice is not in it. Borrowed, until the next call. */
const NameSeries *scoped_series_get (ScopedSeries *scoped, bool *ret_is_whole);
