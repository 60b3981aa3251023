/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar below the header: the scope that rules all pages, what is in it, and the steps. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/health_summary.h"
#include "widgets/state/view_state.h"

GtkWidget *scope_bar_new (void);

/* NULL: no profile. The bar keeps a reference of the state and follows it. */
void scope_bar_set_state (GtkWidget *bar, ViewState *state);

/* What was found out about the profile since it was opened; another state begins without. */
void scope_bar_set_doubt (GtkWidget *bar, HealthDoubt doubt);

/* The page below it: the timeline offers itself to choose an annotation where there are no steps. */
void scope_bar_set_page (GtkWidget *bar, ViewPage page);
