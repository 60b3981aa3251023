/* SPDX-License-Identifier: Apache-2.0
 *
 * The bookmarks of one profile, ordered by time, as a list model of BookmarkItem. Changes are signalled so
 * that a library can store them. Main thread only.
 *
 * Signals, besides "items-changed": "stored" (GPtrArray of BookmarkItem) after bookmarks were added or
 * edited, once for all of them; "removed" (BookmarkItem) after one left the list; "marks-changed" () after
 * the drawn bookmarks or the current one have changed. */

#pragma once

#include <gio/gio.h>

#include "widgets/state/bookmark_mark.h"
#include "widgets/state/profile.h"

#define BOOKMARK_TYPE_ITEM (bookmark_item_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkItem, bookmark_item, BOOKMARK, ITEM, GObject)

const Bookmark *bookmark_item_get (BookmarkItem *item);

/* Returns the slice of the bookmark. SLICE_NONE if it has none, or if the profile no longer contains it. */
uint64_t bookmark_item_slice (BookmarkItem *item);

#define BOOKMARK_TYPE_LIST (bookmark_list_get_type ())
G_DECLARE_FINAL_TYPE (BookmarkList, bookmark_list, BOOKMARK, LIST, GObject)

/* Takes a reference to the profile. */
BookmarkList *bookmark_list_new (const Profile *profile);

/* Replaces all bookmarks by stored ones, without emitting "stored". The elements are copied. */
void bookmark_list_load (BookmarkList *list, const GPtrArray *bookmarks);

guint bookmark_list_count (BookmarkList *list);
BookmarkItem *bookmark_list_at (BookmarkList *list, guint place); /* borrowed */

/* Returns the marks in the order of the list, valid until the list changes. */
const BookmarkMark *bookmark_list_marks (BookmarkList *list, size_t *ret_n);

/* Takes ownership of the bookmark and replaces one with the same id. Returns a borrowed item. */
BookmarkItem *bookmark_list_add (BookmarkList *list, Bookmark *bookmark);
void bookmark_list_remove (BookmarkList *list, BookmarkItem *item);

/* Adds copies of many bookmarks and signals once. For equal ids the one modified last stays, or the one in
 * the list if both are of the same age. Returns how many of the given bookmarks were not taken. */
guint bookmark_list_merge (BookmarkList *list, const GPtrArray *bookmarks);

void bookmark_list_set_title (BookmarkList *list, BookmarkItem *item, const char *title);
void bookmark_list_set_note (BookmarkList *list, BookmarkItem *item, const char *note);
void bookmark_list_set_colour (BookmarkList *list, BookmarkItem *item, unsigned colour);

/* Returns the bookmark of the same kind at the same place, borrowed, or NULL. */
BookmarkItem *bookmark_list_find (BookmarkList *list,
                                  BookmarkKind kind,
                                  int64_t begin_ns,
                                  int64_t end_ns,
                                  const char *slice);

/* Returns the bookmark that was visited last, borrowed, or NULL. */
BookmarkItem *bookmark_list_current (BookmarkList *list);
void bookmark_list_set_current (BookmarkList *list, BookmarkItem *item);

/* Returns the next (by = 1) or previous (-1) bookmark, wrapping around. It counts from the current one, or
 * from the middle of [begin_ns, end_ns) while the current one is not in view. Borrowed; NULL if the list
 * is empty. */
BookmarkItem *bookmark_list_step (BookmarkList *list, int64_t begin_ns, int64_t end_ns, int by);
