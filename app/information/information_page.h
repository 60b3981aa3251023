/* SPDX-License-Identifier: Apache-2.0
 *
 * What a profile tells about itself, and its health, as a page over the others; its Back is win.back. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_check.h"
#include "widgets/state/view_state.h"

/* findings: copied; NULL: there are none. */
GtkWidget *information_page_new (ViewState *state, const ProfileFindings *findings);

/* Scrolls to the health of the file, whose first row gets the focus. */
void information_page_show_health (GtkWidget *page);

/* Gives the focus to Back. */
void information_page_focus (GtkWidget *page);
