/* SPDX-License-Identifier: Apache-2.0
 *
 * The preferences window. Only this file uses AdwPreferencesWindow, which later versions of libadwaita deprecate. */

#pragma once

#include <gtk/gtk.h>

#include "app/library/library.h"

/* The library must outlive the window. */
void preferences_show (GtkWindow *parent, Library *library);
