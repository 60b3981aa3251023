/* SPDX-License-Identifier: Apache-2.0
 *
 * Title and note of one bookmark, to be changed in place, and what can be done with it. What is typed is stored when
 * typing pauses, and when the focus goes elsewhere. */

#pragma once

#include "widgets/timeline/scene/timeline_bookmarks.h"

#define BOOKMARK_TYPE_EDITOR (bookmark_editor_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkEditor, bookmark_editor, BOOKMARK, EDITOR, GtkWidget)

GtkWidget *bookmark_editor_new (TimelineScene *scene);

/* NULL: none; nothing can be typed. What was typed of another is stored first. */
void bookmark_editor_set_item (BookmarkEditor *editor, BookmarkItem *item);

/* Gives the focus to the title, selected as a whole. */
void bookmark_editor_edit_title (BookmarkEditor *editor);
