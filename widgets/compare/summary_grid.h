/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a comparison in a grid of labels: a row a figure, a column a side, and after each side but the baseline its
 * change. Below the idle time are its causes. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compared.h"

GtkWidget *summary_grid_new (void);

/* Shows other figures; NULL removes all. Texts are wrapped for two sides alone: a grid of more is as wide as it needs to be. */
void summary_grid_set (GtkWidget *grid, const Compared *compared);

/* Returns the figures as text with tabs between; transfer full. */
char *summary_grid_text (GtkWidget *grid, const Compared *compared);
