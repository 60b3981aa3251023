/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a slice as they are in the file, as a widget, with a button that copies them as JSON. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/profile.h"

#define DETAILS_TYPE_SLICE_ARGUMENTS (slice_arguments_get_type ())
G_DECLARE_FINAL_TYPE (SliceArguments, slice_arguments, DETAILS, SLICE_ARGUMENTS, GtkBox)

GtkWidget *slice_arguments_new (void);

/* Shows those of the slice as soon as no other one follows within a moment; where it has none the widget is not visible.
 * The profile is referenced. */
void slice_arguments_set (SliceArguments *box, const Profile *profile, uint64_t slice);

/* Of no slice: not visible. */
void slice_arguments_clear (SliceArguments *box);
