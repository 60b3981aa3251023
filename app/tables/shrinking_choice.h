/* SPDX-License-Identifier: Apache-2.0
 *
 * A choice of a few words beside the filter of a table. In a narrow window its button, but not its list, is narrower than
 * the words. Main thread. */

#pragma once

#include <gtk/gtk.h>

/* Returns a GtkDropDown. words is an array that ends with NULL, translated and copied; name is its accessible name. */
GtkWidget *shrinking_choice_new (const char *const *words, const char *name);
