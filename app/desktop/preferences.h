/* SPDX-License-Identifier: Apache-2.0
 *
 * The window of preferences; the only file that knows AdwPreferencesWindow, which libadwaita replaces later. */

#pragma once

#include <gtk/gtk.h>

#include "app/library/library.h"

/* The library has to outlive the window. */
void preferences_show (GtkWindow *parent, Library *library);
