/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar below the header while a profile is being read. It shows the progress and Cancel (win.cancel-opening). */

#pragma once

#include <gtk/gtk.h>

#include "app/opening/loader.h"

GtkWidget *opening_bar_new (void);

/* Starts showing the progress of a new file. */
void opening_bar_set_name (GtkWidget *bar, const char *name);
void opening_bar_set_progress (GtkWidget *bar, const LoadProgress *progress);

/* Tells how many files wait behind this one; Cancel is for them too. */
void opening_bar_set_waiting (GtkWidget *bar, guint n);

/* Returns "Reading control.json.gz: 38 of 81 MB, 132,000 events, about 1 s left", or while a partial profile is shown
 * "Still reading (41 %). Numbers cover the first 3.2 s." Translated, transfer full. */
char *opening_text (const char *name, const LoadProgress *progress, const NumberStyle *numbers);
