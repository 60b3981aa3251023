/* SPDX-License-Identifier: Apache-2.0
 *
 * The popover to choose the scope's time window: whole profile, steps from..to, timeline view, selection. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"

#define SCOPE_TYPE_WINDOW_MENU (scope_window_menu_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowMenu, scope_window_menu, SCOPE, WINDOW_MENU, GtkPopover)

GtkWidget *scope_window_menu_new (void);

/* state may be NULL. It is read when the popover opens. */
void scope_window_menu_set_state (ScopeWindowMenu *menu, ViewState *state);
