/* SPDX-License-Identifier: Apache-2.0
 *
 * The page that is shown when a profile could not be opened: its path, the reason, and what to do about it.
 * Its buttons are win.retry-opening, win.open and win.back; a report of Nsight Systems can be exported where nsys is. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *failure_page_new (void);
void failure_page_set (GtkWidget *page, const char *path, const GError *error);

/* Returns the error's message as a sentence, without the path at its beginning. *ret_command is the command that the
 * message advises, ready to run on that path, or NULL. Both transfer full. */
char *failure_text (const char *path, const char *message, char **ret_command);
