/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Choose an Annotation": which slices are the steps of a profile, by a name that repeats or a pattern.
 * What is chosen is applied to the state and remembered in the library by the profile's key. */

#pragma once

#include <gtk/gtk.h>

#include "app/library/library.h"
#include "widgets/state/view_state.h"

/* The library has to outlive the program's workers. */
void choose_annotation_show (GtkWindow *parent, ViewState *state, Library *library);
