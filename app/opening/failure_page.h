/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window shows when a profile could not be opened: which, why, and what to do about it.
 * Its buttons are win.retry-opening, win.open and win.back. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *failure_page_new (void);
void failure_page_set (GtkWidget *page, const char *path, const GError *error);

/* The error's message as a sentence of its own, without the path that it begins with. *ret_command: a command that
 * it advises, ready to run on that path, or NULL. Both transfer full. */
char *failure_text (const char *path, const char *message, char **ret_command);
