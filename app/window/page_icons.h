/* SPDX-License-Identifier: Apache-2.0
 *
 * The pages of a stack as buttons with icons alone, for a header bar that has no room for their names. */

#pragma once

#include <adwaita.h>

#define WINDOW_TYPE_PAGE_ICONS (page_icons_get_type ())
G_DECLARE_FINAL_TYPE (PageIcons, page_icons, WINDOW, PAGE_ICONS, GtkWidget)

GtkWidget *page_icons_new (void);

/* The pages to switch between; NULL removes the buttons. The titles of the pages are tooltips and accessible names. */
void page_icons_set_stack (PageIcons *icons, AdwViewStack *stack);
