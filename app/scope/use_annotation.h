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

/* Returns the profile with these steps, transfer full. Fails as profile_with_steps () does, or with
 * G_IO_ERROR_CANCELLED. */
const Profile *annotation_steps_finish (GAsyncResult *result, GError **error);

/* Finds the steps as above and shows them in state. Then a toast says that name is now the step; its Undo restores the
 * previous steps. Does nothing if state shows another profile when the steps are found. */
void use_annotation (AdwToastOverlay *toasts,
                     ViewState *state,
                     Library *library,
                     const char *pattern,
                     const char *name);
