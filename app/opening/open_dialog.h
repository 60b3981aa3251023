/* SPDX-License-Identifier: Apache-2.0
 *
 * Choosing what to open: the desktop's own file dialog. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* chosen: GFile; called once per thing chosen, not at all when the dialog is given up. folders: a folder of ranks
 * instead of files, of which several may be chosen. The dialog ends with its parent. */
void open_dialog_show (GtkWindow *parent,
                       bool folders,
                       void (*chosen) (GFile *file, gpointer data),
                       gpointer data);
