/* SPDX-License-Identifier: Apache-2.0
 *
 * A widget that shows the exact name of a slice: its first lines, or all of it on request. The name can be
 * selected and copied. */

#pragma once

#include <gtk/gtk.h>

#define DETAILS_TYPE_EXACT_NAME (exact_name_get_type ())
G_DECLARE_FINAL_TYPE (ExactName, exact_name, DETAILS, EXACT_NAME, GtkBox)

GtkWidget *exact_name_new (void);

/* Sets the name, which is copied. width_px is the width of a line; it decides whether there are more lines
 * to show. */
void exact_name_set (ExactName *box, const char *name, int width_px);
