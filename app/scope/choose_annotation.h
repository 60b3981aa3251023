/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Choose an Annotation". The user chooses a repeating name or a pattern whose slices are the profile's steps.
 * The choice is applied to the state and stored in the library under the profile's key. */

#pragma once

#include <gtk/gtk.h>

#include "app/library/library.h"
#include "widgets/state/view_state.h"

/* The library must outlive the program's worker threads. */
void choose_annotation_show (GtkWindow *parent, ViewState *state, Library *library);
