/* SPDX-License-Identifier: Apache-2.0
 *
 * Choosing what to open, and where to save: the desktop's own file dialog. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* chosen: GFile; called once per thing chosen, not at all when the dialog is given up. folders: a folder of ranks
 * instead of files, of which several may be chosen. The dialog ends with its parent. */
void open_dialog_show (GtkWindow *parent,
                       bool folders,
                       void (*chosen) (GFile *file, gpointer data),
                       gpointer data);

/* One file of a kind, such as "Bookmarks", "*.json"; likewise. data is freed with the dialog. */
void open_dialog_show_one (GtkWindow *parent,
                           const char *title,
                           const char *kind,
                           const char *pattern,
                           void (*chosen) (GFile *file, gpointer data),
                           gpointer data,
                           GDestroyNotify free_data);

/* Where to write a file; name: what is proposed. The dialog asks before one that is there is replaced. data is
 * freed with the dialog. */
void save_dialog_show (GtkWindow *parent,
                       const char *title,
                       const char *name,
                       void (*chosen) (GFile *file, gpointer data),
                       gpointer data,
                       GDestroyNotify free_data);
