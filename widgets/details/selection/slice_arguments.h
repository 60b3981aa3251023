/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a slice as they are in the file, as a widget, with a button that copies them as JSON. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/profile.h"

#define DETAILS_TYPE_SLICE_ARGUMENTS (slice_arguments_get_type ())
G_DECLARE_FINAL_TYPE (SliceArguments, slice_arguments, DETAILS, SLICE_ARGUMENTS, GtkBox)

GtkWidget *slice_arguments_new (void);

/* Shows the arguments of the slice unless another slice follows within a moment. Hides the widget if it
 * has none. Takes a reference to the profile. */
void slice_arguments_set (SliceArguments *box, const Profile *profile, uint64_t slice);

/* Hides the widget. */
void slice_arguments_clear (SliceArguments *box);
