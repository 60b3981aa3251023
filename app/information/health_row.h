/* SPDX-License-Identifier: Apache-2.0
 *
 * A health entry as a row of a GtkListBox: severity as icon and word, what happened, the effect, the advice, the place
 * and the count. Rows take the focus, so that arrow keys walk through them; Ctrl+C copies a row. */

#pragma once

#include <gtk/gtk.h>

#include "app/information/health_entries.h"

/* Creates a row. counts is the size group of all rows of the list, so that their counts have the same width. */
GtkWidget *health_row_new (const HealthEntry *entry, GtkSizeGroup *counts);

/* Returns the row that is shown when there are no entries. */
GtkWidget *health_row_new_none (const char *sentence);
