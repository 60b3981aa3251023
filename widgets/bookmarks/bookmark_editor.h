/* SPDX-License-Identifier: Apache-2.0
 *
 * An editor for title and note of one bookmark, with buttons for its actions. Changes are stored when
 * typing pauses and when the focus leaves. */

#pragma once

#include "widgets/timeline/scene/timeline_bookmarks.h"

#define BOOKMARK_TYPE_EDITOR (bookmark_editor_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkEditor, bookmark_editor, BOOKMARK, EDITOR, GtkWidget)

GtkWidget *bookmark_editor_new (TimelineScene *scene);

/* Shows a bookmark. NULL shows none and disables typing. Pending changes of the previous one are stored
 * first. */
void bookmark_editor_set_item (BookmarkEditor *editor, BookmarkItem *item);

/* Focuses the title and selects its text. */
void bookmark_editor_edit_title (BookmarkEditor *editor);
