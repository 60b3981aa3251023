/* SPDX-License-Identifier: Apache-2.0
 *
 * Accepts files and folders dropped on a widget. */

#pragma once

#include <gtk/gtk.h>

/* Calls open (widget, file) once for each dropped file or folder. The style class state :drop(active) highlights the
 * widget while something is held over it. */
void file_drop_add (GtkWidget *widget, void (*open) (GtkWidget *widget, GFile *file));
