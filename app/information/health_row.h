/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of health, for a GtkListBox: how grave it is as icon and word, what happened, what that means, what one can do,
 * where, and how many. It takes the keyboard, so that arrows walk from row to row; Ctrl+C copies it. */

#pragma once

#include <gtk/gtk.h>

#include "app/information/health_entries.h"

/* counts: of all rows of the list, so that their texts are as wide as each other. */
GtkWidget *health_row_new (const HealthEntry *entry, GtkSizeGroup *counts);

/* What stands there where there is none. */
GtkWidget *health_row_new_none (const char *sentence);
