/* SPDX-License-Identifier: Apache-2.0
 *
 * Stores the view and the bookmarks of a loaded profile in the library. The view is stored shortly after it stopped
 * changing and on profile_memory_save (); bookmarks are stored with every change. Lives as long as the profile. Main
 * thread; never blocks. */

#pragma once

#include "app/memory/remembered.h"
#include "widgets/state/view_state.h"

typedef struct ProfileMemory ProfileMemory;

/* Restores the state from remembered, the view only if the user's settings say so, and follows the state from then on.
 * Takes remembered. The library must outlive the profile. Returns a borrowed pointer; it belongs to the state. */
ProfileMemory *profile_memory_attach (ViewState *state, Library *library, Remembered *remembered);

/* Returns the memory of a state, or NULL when it has none. */
ProfileMemory *profile_memory_of (ViewState *state);

/* Sets a string property of an object to its remembered text, if there is one, and stores its changes until the object is
 * finalized. */
void profile_memory_bind (ViewState *state, RememberedView view, gpointer object, const char *property);

/* Returns the text that a bound object has, whether it is stored or not, or that one would be given; NULL for none. g_free (). */
char *profile_memory_text (ViewState *state, RememberedView view);

/* Stores pending changes now. */
void profile_memory_save (ViewState *state);

/* Moves the bookmarks of a partial profile to the complete profile that replaces it. */
void profile_memory_carry (ViewState *from, ViewState *to);
