/* SPDX-License-Identifier: Apache-2.0
 *
 * The information page: facts about the profile, and its health. It covers the other pages; its Back button is win.back. */

#pragma once

#include <gtk/gtk.h>

#include "app/profiles/profile_check.h"
#include "widgets/state/view_state.h"

/* Creates the page. findings is copied and may be NULL. */
GtkWidget *information_page_new (ViewState *state, const ProfileFindings *findings);

/* Scrolls to the health section and gives its first row the focus. */
void information_page_show_health (GtkWidget *page);

/* Gives the Back button the focus. */
void information_page_focus (GtkWidget *page);
