/* SPDX-License-Identifier: Apache-2.0
 *
 * One bookmark in the list: its flag, title, place, row and the first line of its note. */

#pragma once

#include "widgets/timeline/scene/timeline_bookmarks.h"

#define BOOKMARK_TYPE_ROW (bookmark_row_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkRow, bookmark_row, BOOKMARK, ROW, GtkWidget)

GtkWidget *bookmark_row_new (TimelineScene *scene);
void bookmark_row_bind (BookmarkRow *row, BookmarkItem *item);

/* The names of the columns, as wide as those of the rows. */
GtkWidget *bookmark_row_new_head (void);
