/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps what is remembered of a loaded profile as it is in the window: its view a moment after it came to rest, and when
 * asked to; its bookmarks with every change. Lives as long as the profile. Main thread; never blocks. */

#pragma once

#include "app/memory/remembered.h"
#include "widgets/state/view_state.h"

typedef struct ProfileMemory ProfileMemory;

/* Puts the state as it is remembered, its view only where the user wants that, and follows it from then on. Takes remembered. The
 * library has to outlive the profile. Borrowed: it belongs to the state. */
ProfileMemory *profile_memory_attach (ViewState *state, Library *library, Remembered *remembered);

/* Of a state; NULL: it has none. */
ProfileMemory *profile_memory_of (ViewState *state);

/* Gives a string property of an object its remembered text, where there is one, and remembers it from then on, until the
 * object goes. */
void profile_memory_bind (ViewState *state, RememberedView view, gpointer object, const char *property);

/* What was not written yet, now. */
void profile_memory_save (ViewState *state);

/* The bookmarks of what stood for a profile while it was read are its own now. */
void profile_memory_carry (ViewState *from, ViewState *to);
