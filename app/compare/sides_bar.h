/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar above a comparison: the baseline, the other sides, and buttons that add a side and swap the first two. Main
 * thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/compare/side_list.h"

/* References sides, and follows them. */
GtkWidget *sides_bar_new (SideList *sides);

/* Says that figures are being computed, or no longer. */
void sides_bar_set_busy (GtkWidget *bar, bool is_busy);

/* Returns "Reading run.json…" for a profile that is awaited. Translated, transfer full. */
char *sides_bar_reading_text (const char *path);
