/* SPDX-License-Identifier: Apache-2.0
 *
 * A queue of toasts, shown one after another.
 *
 * The priorities of libadwaita 1.2 are not used: it aborts when a toast that waits for one of high priority returns
 * before it has faded out. */

#pragma once

#include <adwaita.h>

/* Takes toast and shows it after those added before. */
void toasts_add (AdwToastOverlay *overlay, AdwToast *toast);

/* Returns a new toast with a plain text; markup in it is escaped. */
AdwToast *toast_of_text (const char *text);

/* Adds a toast with this text as toasts_add () does. The text is copied. */
void toasts_say (AdwToastOverlay *overlay, const char *text);

/* Takes toast, dismisses the visible toast and shows the new one next. Waiting toasts keep waiting. */
void toasts_add_first (AdwToastOverlay *overlay, AdwToast *toast);

/* Takes toast, the reply to the user's last action. It replaces an earlier toast of this sort, visible or waiting. */
void toasts_add_passing (AdwToastOverlay *overlay, AdwToast *toast);

/* Dismisses the toasts of toast_of_text () with this text, which is not true any more. */
void toasts_take_back (AdwToastOverlay *overlay, const char *text);

/* Keeps toasts away from the lowest bottom_px of the overlay, where there is something to click. 0 at first. */
void toasts_keep_free (AdwToastOverlay *overlay, int bottom_px);
