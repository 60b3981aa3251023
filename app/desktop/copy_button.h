/* SPDX-License-Identifier: Apache-2.0
 *
 * A small button that copies a text and briefly confirms it. */

#pragma once

#include <gtk/gtk.h>

/* Creates a button that copies text. what is its accessible name and tooltip, such as "Copy command". */
GtkWidget *copy_button_new (const char *text, const char *what);
void copy_button_set_text (GtkWidget *button, const char *text);

/* A selectable command in a box with a copy button at its right. caption is shown above it and may be NULL. */
GtkWidget *command_box_new (const char *caption, const char *command);
