/* SPDX-License-Identifier: Apache-2.0
 *
 * The Compare page of a window: its sides, what changed most, and the tables. It computes when it is seen and its sides have
 * changed. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/compare/side_list.h"
#include "app/library/library.h"
#include "widgets/compare/compared.h"

#define COMPARE_TYPE_PAGE (compare_page_get_type ())
G_DECLARE_FINAL_TYPE (ComparePage, compare_page, COMPARE, PAGE, GtkWidget)

/* References list. library must outlive it. */
GtkWidget *compare_page_new (ProfileList *list, Library *library);

/* Borrowed. */
SideList *compare_page_sides (ComparePage *page);

/* Returns the comparison that is shown, borrowed, or NULL. */
Compared *compare_page_compared (ComparePage *page);

/* Asks where to save what is compared as a picture: the timelines if they are shown, else the overview. */
void compare_page_save_picture (ComparePage *page);
