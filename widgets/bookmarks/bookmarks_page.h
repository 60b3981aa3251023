/* SPDX-License-Identifier: Apache-2.0
 *
 * "Bookmarks" of the details pane: a list of all bookmarks of the profile with a filter, and an editor of
 * the chosen one. Its menu activates "win.export-bookmarks" and "win.import-bookmarks". */

#pragma once

#include "widgets/timeline/scene/timeline_bookmarks.h"

#define BOOKMARKS_TYPE_PAGE (bookmarks_page_get_type ())
G_DECLARE_FINAL_TYPE (BookmarksPage, bookmarks_page, BOOKMARKS, PAGE, GtkWidget)

GtkWidget *bookmarks_page_new (TimelineScene *scene);

/* Chooses the current bookmark, even if the filter hid it, and focuses its title. */
void bookmarks_page_edit_current (BookmarksPage *page);
