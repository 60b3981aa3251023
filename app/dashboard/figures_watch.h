/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures how soon the dashboard follows a change of its scope. When the environment has STEPSCOPE_PRINT_FIGURES, the
 * program prints "scope at N us", "figures on screen at N us" and "all figures at N us" on standard output. N is the
 * monotonic clock, which a program that starts this one can read too. Main thread. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* Call this when the scope has changed and none of its figures is shown yet. */
void figures_watch_begin (void);

/* Call this when the widget's next frame draws the figures of every card on the screen, or (is_all) of all cards. Only
 * the first call of each kind after a change of scope counts. */
void figures_watch_expect (GtkWidget *widget, bool is_all);
