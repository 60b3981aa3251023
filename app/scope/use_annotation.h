/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes slices whose names match a pattern the steps of a profile, and remembers that in the library by the profile's
 * key. Main thread; the steps are found on a worker thread. */

#pragma once

#include <adwaita.h>

#include "app/library/library.h"
#include "widgets/state/view_state.h"

/* Finds the steps and remembers the pattern; NULL is the rule of trace/derive/step.h. Calls on_done with user_data and a
 * result for annotation_steps_finish (). The library has to outlive the program's workers. */
void annotation_steps_find (const Profile *profile,
                            Library *library,
                            const char *pattern,
                            GCancellable *cancellable,
                            GAsyncReadyCallback on_done,
                            gpointer user_data);

/* The profile with these steps, transfer full. NULL: TRACE_ERROR as of profile_with_steps (), G_IO_ERROR_CANCELLED. */
const Profile *annotation_steps_finish (GAsyncResult *result, GError **error);

/* Does so at once and shows the steps in state; then a toast says that "name" is the step, and its Undo brings back the
 * steps from before. Does nothing when state shows another profile by then. */
void use_annotation (AdwToastOverlay *toasts,
                     ViewState *state,
                     Library *library,
                     const char *pattern,
                     const char *name);
