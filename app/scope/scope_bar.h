/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar below the header. It shows the scope of all pages, a summary of its contents, and the step bar. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/health_summary.h"
#include "widgets/state/view_state.h"

GtkWidget *scope_bar_new (void);

/* Shows the scope of a state, which the bar references and follows. state is NULL when there is no profile. */
void scope_bar_set_state (GtkWidget *bar, ViewState *state);

/* Sets what was found about the profile since it was opened. Setting another state clears it. */
void scope_bar_set_doubt (GtkWidget *bar, HealthDoubt doubt);

/* Sets the visible page. The timeline has its own button to choose an annotation, so the bar then shows none. */
void scope_bar_set_page (GtkWidget *bar, ViewPage page);
