/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands below the window's bars while a profile is being read: how far it is, and Cancel (win.cancel-opening). */

#pragma once

#include <gtk/gtk.h>

#include "app/opening/loader.h"

GtkWidget *opening_bar_new (void);

/* Begins with a new file. */
void opening_bar_set_name (GtkWidget *bar, const char *name);
void opening_bar_set_progress (GtkWidget *bar, const LoadProgress *progress);

/* "Reading control.json.gz: 38 of 81 MB, 132,000 events, about 1 s left"; where a partial profile is shown, "Still
 * reading (41 %). Numbers cover the first 3.2 s." Translated, transfer full. */
char *opening_text (const char *name, const LoadProgress *progress, const NumberStyle *numbers);
