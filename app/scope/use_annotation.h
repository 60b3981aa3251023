/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes slices whose names match a pattern the steps of a profile, and stores the pattern in the library by the
 * profile's key once the steps are shown. Main thread; the steps are found on a worker thread. */

#pragma once

#include <adwaita.h>

#include "app/library/library.h"
#include "widgets/state/view_state.h"

/* Finds the steps; NULL is the rule of trace/derive/step.h. Calls on_done with user_data and a result for
 * annotation_steps_accept (). Neither shows nor stores anything. */
void annotation_steps_find (const Profile *profile,
                            const char *pattern,
                            GCancellable *cancellable,
                            GAsyncReadyCallback on_done,
                            gpointer user_data);

/* Shows the steps that were found in state and stores their pattern in the library, without waiting for it. Otherwise
 * both stay as they are. Fails as profile_with_steps () does, with G_IO_ERROR_CANCELLED, or with G_IO_ERROR_FAILED if
 * state now shows another profile than the one that was given to annotation_steps_find (). The library has to outlive
 * the program's workers. */
bool annotation_steps_accept (GAsyncResult *result, ViewState *state, Library *library, GError **error);

/* Finds the steps as above and accepts them. If that succeeds, a toast says that name is now the step; its Undo finds and
 * accepts the steps that state had when this was called. If either fails, a toast says why, and the steps and what is stored
 * stay as they are. This and Undo do nothing while state is busy.
 *
 * pattern and name are copied; name may not be NULL. toasts is referenced while steps are being found, state and on_busy
 * until the toast is gone, and library has to outlive them. on_busy may be floating; a reference to it is sunk. It is
 * called with the state and its own data, on the main thread: before this returns, when state becomes busy, and again when
 * state no longer is, before a toast is shown; then the same for Undo. */
void use_annotation (AdwToastOverlay *toasts,
                     ViewState *state,
                     Library *library,
                     const char *pattern,
                     const char *name,
                     GClosure *on_busy);

/* Returns whether use_annotation () or its Undo is finding steps for state, in whatever window. O(1). */
bool use_annotation_is_busy (ViewState *state);
