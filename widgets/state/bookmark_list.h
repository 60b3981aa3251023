/* SPDX-License-Identifier: Apache-2.0
 *
 * The bookmarks of one profile, in order of time, as a list model of BookmarkItem. Changes are announced, so that who
 * has a place for them can store them. Main thread only.
 *
 * Signals, beside "items-changed":
 *   "stored" (GPtrArray of BookmarkItem)   they were added or edited, all at once
 *   "removed" (BookmarkItem)               it is no more in the list
 *   "marks-changed" ()                     what is drawn of them is another: the bookmarks, or which one is current */

#pragma once

#include <gio/gio.h>

#include "widgets/state/bookmark_mark.h"
#include "widgets/state/profile.h"

#define BOOKMARK_TYPE_ITEM (bookmark_item_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkItem, bookmark_item, BOOKMARK, ITEM, GObject)

const Bookmark *bookmark_item_get (BookmarkItem *item);

/* SLICE_NONE: it is of no slice, or the profile has it no more. */
uint64_t bookmark_item_slice (BookmarkItem *item);

#define BOOKMARK_TYPE_LIST (bookmark_list_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkList, bookmark_list, BOOKMARK, LIST, GObject)

/* References the profile. */
BookmarkList *bookmark_list_new (const Profile *profile);

/* What is stored already: replaces all, and is not announced as stored. Elements are copied. */
void bookmark_list_load (BookmarkList *list, const GPtrArray *bookmarks);

guint bookmark_list_count (BookmarkList *list);
BookmarkItem *bookmark_list_at (BookmarkList *list, guint place); /* borrowed */

/* In the order of the list; valid until it changes. */
const BookmarkMark *bookmark_list_marks (BookmarkList *list, size_t *ret_n);

/* Takes the bookmark; one of the same id is replaced. Borrowed. */
BookmarkItem *bookmark_list_add (BookmarkList *list, Bookmark *bookmark);
void bookmark_list_remove (BookmarkList *list, BookmarkItem *item);

/* Adds copies of many, announced at once. Of those of the same id the one that was modified last stays; of two that are
 * of the same age, the one of the list. How many of the given ones are not taken for that. */
guint bookmark_list_merge (BookmarkList *list, const GPtrArray *bookmarks);

void bookmark_list_set_title (BookmarkList *list, BookmarkItem *item, const char *title);
void bookmark_list_set_note (BookmarkList *list, BookmarkItem *item, const char *note);
void bookmark_list_set_colour (BookmarkList *list, BookmarkItem *item, unsigned colour);

/* The one of the same kind at the same place; NULL: there is none. Borrowed. */
BookmarkItem *bookmark_list_find (BookmarkList *list,
                                  BookmarkKind kind,
                                  int64_t begin_ns,
                                  int64_t end_ns,
                                  const char *slice);

/* The one that was gone to last; NULL: none. Borrowed. */
BookmarkItem *bookmark_list_current (BookmarkList *list);
void bookmark_list_set_current (BookmarkList *list, BookmarkItem *item);

/* From the current one, or, while that is not in view, from the middle of [begin_ns, end_ns): the next (by = 1) or
 * previous (-1), round and round. NULL: there are none. Borrowed. */
BookmarkItem *bookmark_list_step (BookmarkList *list, int64_t begin_ns, int64_t end_ns, int by);
