/* SPDX-License-Identifier: Apache-2.0
 *
 * "Bookmarks" of the details pane: all of the profile as a list that can be filtered, and an editor of the chosen one.
 * Its menu activates "win.export-bookmarks" and "win.import-bookmarks". */

#pragma once

#include "widgets/timeline/scene/timeline_bookmarks.h"

#define BOOKMARKS_TYPE_PAGE (bookmarks_page_get_type ())
G_DECLARE_FINAL_TYPE (BookmarksPage, bookmarks_page, BOOKMARKS, PAGE, GtkWidget)

GtkWidget *bookmarks_page_new (TimelineScene *scene);

/* Chooses the current bookmark, also where the filter hid it, and gives the focus to its title. */
void bookmarks_page_edit_current (BookmarksPage *page);
