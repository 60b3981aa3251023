/* SPDX-License-Identifier: Apache-2.0
 *
 * Files and folders dropped on a window. */

#pragma once

#include <gtk/gtk.h>

/* open (widget, file) is called once per file or folder. What the desktop draws around a widget that
 * would take what is held over it is a matter of style (:drop(active)). */
void file_drop_add (GtkWidget *widget, void (*open) (GtkWidget *widget, GFile *file));
