/* SPDX-License-Identifier: Apache-2.0
 *
 * How soon the dashboard follows a change of its scope, for measurements: where the environment has
 * STEPSCOPE_PRINT_FIGURES, these moments are told on the standard output, as "scope at N us", "figures on screen at N us"
 * and "all figures at N us" of the monotonic clock, which a program that starts this one can read as well. Main thread. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* The scope is another one, and nothing of its figures is shown yet. */
void figures_watch_begin (void);

/* The widget was given figures of the scope that its next frame draws: of every card on the screen, or all there are.
 * Only the first call for each since the scope changed counts. */
void figures_watch_expect (GtkWidget *widget, bool is_all);
