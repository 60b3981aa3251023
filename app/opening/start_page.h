/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of a window without a profile: how to open one, recent profiles, how to record one. Its buttons use the
 * window's actions win.open, win.open-folder, win.open-sample and win.open-path. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *start_page_new (void);

/* Reads the list of recent profiles again. */
void start_page_refresh (GtkWidget *page);
