/* SPDX-License-Identifier: Apache-2.0
 *
 * A card of the Compare page: a title with controls at its right, what it shows, and a line that says what the figures are
 * of. Main thread. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *compare_card_new (const char *title, GtkWidget *body);
void compare_card_set_title (GtkWidget *card, const char *title);
void compare_card_set_footer (GtkWidget *card, const char *text);

/* Adds a widget at the right of the title. */
void compare_card_add_control (GtkWidget *card, GtkWidget *control);

/* Adds a button that copies; label is its name: "Copy the summary". */
GtkWidget *compare_card_add_copy (GtkWidget *card, const char *label);
