/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of buttons for the pages of a stack. The buttons show only icons, for a header bar without room for names. */

#pragma once

#include <adwaita.h>

#define WINDOW_TYPE_PAGE_ICONS (page_icons_get_type ())
G_DECLARE_FINAL_TYPE (PageIcons, page_icons, WINDOW, PAGE_ICONS, GtkWidget)

GtkWidget *page_icons_new (void);

/* Sets the pages to switch between; NULL removes the buttons. The titles of the pages become tooltips and accessible
 * names. */
void page_icons_set_stack (PageIcons *icons, AdwViewStack *stack);
