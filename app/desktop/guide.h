/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens the user's guide (resources/help) in the viewer of the desktop, which is Yelp. */

#pragma once

#include <adwaita.h>

/* A toast says what to install where there is no viewer. */
void guide_show (GtkWindow *parent, AdwToastOverlay *toasts);
