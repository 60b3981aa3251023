/* SPDX-License-Identifier: Apache-2.0
 *
 * Files and folders dropped on a window. */

#pragma once

#include <gtk/gtk.h>

/* open (widget, path) is called once per local file or folder. What the desktop draws around a widget that
 * would take what is held over it is a matter of style (:drop(active)). */
void file_drop_add (GtkWidget *widget, void (*open) (GtkWidget *widget, const char *path));
