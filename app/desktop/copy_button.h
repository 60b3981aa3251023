/* SPDX-License-Identifier: Apache-2.0
 *
 * A small button that copies a text, and shows for a moment that it did. */

#pragma once

#include <gtk/gtk.h>

/* what: the accessible name and tooltip, such as "Copy command". */
GtkWidget *copy_button_new (const char *text, const char *what);
void copy_button_set_text (GtkWidget *button, const char *text);

/* A command in a box, selectable, with its copy button at the right. caption (NULL: none) stands above it. */
GtkWidget *command_box_new (const char *caption, const char *command);
