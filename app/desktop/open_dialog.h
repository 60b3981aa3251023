/* SPDX-License-Identifier: Apache-2.0
 *
 * The desktop's own dialogs for opening and saving files. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* Asks for one or more files, or with folders for a folder of ranks. Calls chosen once for each, and not at all when the
 * dialog is cancelled. The dialog closes with its parent. */
void open_dialog_show (GtkWindow *parent,
                       bool folders,
                       void (*chosen) (GFile *file, gpointer data),
                       gpointer data);

/* Asks in the same way for one folder. data must outlive the parent. */
void open_dialog_show_folder (GtkWindow *parent,
                              const char *title,
                              const char *accept,
                              void (*chosen) (GFile *file, gpointer data),
                              gpointer data);

/* Asks in the same way for one file of a kind, such as "Bookmarks", "*.json". data is freed with the dialog. */
void open_dialog_show_one (GtkWindow *parent,
                           const char *title,
                           const char *kind,
                           const char *pattern,
                           void (*chosen) (GFile *file, gpointer data),
                           gpointer data,
                           GDestroyNotify free_data);

/* Asks where to save a file; name is the proposed file name. The dialog asks before it replaces an existing file. data
 * is freed with the dialog. */
void save_dialog_show (GtkWindow *parent,
                       const char *title,
                       const char *name,
                       void (*chosen) (GFile *file, gpointer data),
                       gpointer data,
                       GDestroyNotify free_data);
