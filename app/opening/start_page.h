/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window shows while it has no profile: how to open one, what was opened before, how to record one.
 * Its buttons are the window's actions win.open, win.open-folder, win.open-sample and win.open-path. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *start_page_new (void);

/* Shows what was opened before as it is now. */
void start_page_refresh (GtkWidget *page);
