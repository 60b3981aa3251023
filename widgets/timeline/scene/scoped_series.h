/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the slices of a name within the scope of the window on a thread. Main thread only. */

#pragma once

#include "trace/stats/name_series.h"
#include "widgets/state/view_state.h"

typedef struct ScopedSeries ScopedSeries;

/* Calls arrived (user_data) after the series has changed or was dropped. */
ScopedSeries *scoped_series_new (void (*arrived) (gpointer user_data), gpointer user_data);
void scoped_series_free (ScopedSeries *scoped);

/* Requests the series for the selection and the scope of the state. all is the series of the name in the
 * whole profile, to which it takes a reference; NULL if unknown. Call it after any of these has changed;
 * repeating it is harmless. */
void scoped_series_follow (ScopedSeries *scoped, ViewState *state, const NameSeries *all);

/* Returns the series, or NULL while it is unknown. *ret_is_whole: it covers the whole profile, because the
 * scope does or because the selected slice is outside the scope. Borrowed until the next call. */
const NameSeries *scoped_series_get (ScopedSeries *scoped, bool *ret_is_whole);
