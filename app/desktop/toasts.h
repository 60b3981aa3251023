/* SPDX-License-Identifier: Apache-2.0
 *
 * What the window says in passing, one after another.
 *
 * libadwaita 1.2 has priorities for that, but ends the program where a toast that was to wait for one of high priority
 * comes back before it has faded out. */

#pragma once

#include <adwaita.h>

/* Takes toast. It is shown after those before it. */
void toasts_add (AdwToastOverlay *overlay, AdwToast *toast);

/* Returns a new toast that says text, in which nothing is taken for markup. */
AdwToast *toast_of_text (const char *text);

/* As toasts_add (), of a toast that says text, which is copied. */
void toasts_say (AdwToastOverlay *overlay, const char *text);

/* Takes toast. It is shown as soon as what is shown has gone, which goes at once; what waits goes on waiting. */
void toasts_add_first (AdwToastOverlay *overlay, AdwToast *toast);

/* Takes toast: the answer to what was just done, which nobody waits for. It takes the place of one before it, be that
 * shown or waiting. */
void toasts_add_passing (AdwToastOverlay *overlay, AdwToast *toast);
