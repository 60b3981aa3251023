/* SPDX-License-Identifier: Apache-2.0
 *
 * The exact name of a slice as a widget: its first lines, and all of it when the user asks. Can be selected and copied. */

#pragma once

#include <gtk/gtk.h>

#define DETAILS_TYPE_EXACT_NAME (exact_name_get_type ())
G_DECLARE_FINAL_TYPE (ExactName, exact_name, DETAILS, EXACT_NAME, GtkBox)

GtkWidget *exact_name_new (void);

/* Copied. width_px: what a line of it has, which says whether there is more to be asked for. */
void exact_name_set (ExactName *box, const char *name, int width_px);
