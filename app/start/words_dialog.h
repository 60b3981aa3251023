/* SPDX-License-Identifier: Apache-2.0
 *
 * The dialog in which the user gives a known profile a name, tags and a note. */

#pragma once

#include <gtk/gtk.h>

#include "app/known/known_profiles.h"

/* Stores the texts that the user changed when the user saves. The profile is found by its path again, so it may change
 * meanwhile; texts that the user left alone stay as they are by then. What could not be stored the last time is there
 * again, to be saved or not. */
void words_dialog_show (GtkWindow *parent, KnownProfiles *known, KnownProfile *profile);
