/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/bookmark_list.h"

#include <string.h>

#include "trace/model/slice_identity.h"

struct _BookmarkItem
{
  GObject parent_instance;
  Bookmark *bookmark;
  uint64_t slice;
};

G_DEFINE_TYPE (BookmarkItem, bookmark_item, G_TYPE_OBJECT)

struct _BookmarkList
{
  GObject parent_instance;
  const Profile *profile;
  GPtrArray *items; /* by bookmark_compare () */
  GArray *marks;    /* BookmarkMark; NULL: to be made anew */
  BookmarkItem *current;
};

enum
{
  SIGNAL_STORED,
  SIGNAL_REMOVED,
  SIGNAL_MARKS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *interface);

G_DEFINE_TYPE_WITH_CODE (BookmarkList,
                         bookmark_list,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* ---- items ---- */

static void
bookmark_item_finalize (GObject *object)
{
  bookmark_free (BOOKMARK_ITEM (object)->bookmark);
  G_OBJECT_CLASS (bookmark_item_parent_class)->finalize (object);
}

static void
bookmark_item_class_init (BookmarkItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = bookmark_item_finalize;
}

static void
bookmark_item_init (BookmarkItem *item)
{
  item->slice = SLICE_NONE;
}

const Bookmark *
bookmark_item_get (BookmarkItem *item)
{
  return item->bookmark;
}

uint64_t
bookmark_item_slice (BookmarkItem *item)
{
  return item->slice;
}

/* Takes the bookmark. */
static BookmarkItem *
item_new (const Profile *profile, Bookmark *bookmark)
{
  BookmarkItem *item = g_object_new (BOOKMARK_TYPE_ITEM, NULL);

  item->bookmark = bookmark;
  if (bookmark->kind == BOOKMARK_SLICE)
    item->slice = slice_identity_find (profile->paths, bookmark->slice);
  return item;
}

/* ---- the model ---- */

static GType
get_item_type (GListModel *model)
{
  (void) model;
  return BOOKMARK_TYPE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return BOOKMARK_LIST (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint place)
{
  GPtrArray *items = BOOKMARK_LIST (model)->items;

  return place < items->len ? g_object_ref (items->pdata[place]) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
bookmark_list_finalize (GObject *object)
{
  BookmarkList *list = BOOKMARK_LIST (object);

  g_ptr_array_unref (list->items);
  g_clear_pointer (&list->marks, g_array_unref);
  g_clear_object (&list->current);
  profile_unref (list->profile);
  G_OBJECT_CLASS (bookmark_list_parent_class)->finalize (object);
}

static void
bookmark_list_class_init (BookmarkListClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = bookmark_list_finalize;
  signals[SIGNAL_STORED] =
    g_signal_new ("stored", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);
  signals[SIGNAL_REMOVED] = g_signal_new ("removed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, BOOKMARK_TYPE_ITEM);
  signals[SIGNAL_MARKS_CHANGED] =
    g_signal_new ("marks-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
bookmark_list_init (BookmarkList *list)
{
  list->items = g_ptr_array_new_with_free_func (g_object_unref);
}

BookmarkList *
bookmark_list_new (const Profile *profile)
{
  BookmarkList *list = g_object_new (BOOKMARK_TYPE_LIST, NULL);

  list->profile = profile_ref (profile);
  return list;
}

/* ---- changes ---- */

static int
compare_items (gconstpointer a, gconstpointer b)
{
  return bookmark_compare ((*(BookmarkItem *const *) a)->bookmark, (*(BookmarkItem *const *) b)->bookmark);
}

static void
marks_changed (BookmarkList *list)
{
  g_clear_pointer (&list->marks, g_array_unref);
  g_signal_emit (list, signals[SIGNAL_MARKS_CHANGED], 0);
}

void
bookmark_list_load (BookmarkList *list, const GPtrArray *bookmarks)
{
  guint n_before = list->items->len;

  g_ptr_array_set_size (list->items, 0);
  g_clear_object (&list->current);
  for (guint i = 0; i < bookmarks->len; i++)
    g_ptr_array_add (list->items, item_new (list->profile, bookmark_copy (bookmarks->pdata[i])));
  g_ptr_array_sort (list->items, compare_items);
  g_list_model_items_changed (G_LIST_MODEL (list), 0, n_before, list->items->len);
  marks_changed (list);
}

static void
stored (BookmarkList *list, BookmarkItem *item)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_ptr_array_add (items, item);
  g_signal_emit (list, signals[SIGNAL_STORED], 0, items);
}

/* Where it is, or has to be put. */
static guint
place_of (BookmarkList *list, const Bookmark *bookmark)
{
  guint low = 0, high = list->items->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (bookmark_compare (bookmark_list_at (list, middle)->bookmark, bookmark) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
take_out (BookmarkList *list, guint place)
{
  if (list->items->pdata[place] == list->current)
    g_clear_object (&list->current);
  g_ptr_array_remove_index (list->items, place);
  g_list_model_items_changed (G_LIST_MODEL (list), place, 1, 0);
}

static void
take_out_id (BookmarkList *list, const char *id)
{
  for (guint i = 0; i < list->items->len; i++)
    if (g_str_equal (bookmark_list_at (list, i)->bookmark->id, id))
      {
        take_out (list, i);
        return;
      }
}

BookmarkItem *
bookmark_list_add (BookmarkList *list, Bookmark *bookmark)
{
  take_out_id (list, bookmark->id);

  BookmarkItem *item = item_new (list->profile, bookmark);
  guint place = place_of (list, bookmark);
  g_ptr_array_insert (list->items, (int) place, item);
  g_list_model_items_changed (G_LIST_MODEL (list), place, 0, 1);
  marks_changed (list);
  stored (list, item);
  return item;
}

/* Of a bookmark of the list or of the given ones, the newest by id. */
static GHashTable *
newest_by_id (BookmarkList *list, const GPtrArray *bookmarks)
{
  GHashTable *newest = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < list->items->len; i++)
    g_hash_table_insert (newest, bookmark_list_at (list, i)->bookmark->id,
                         bookmark_list_at (list, i)->bookmark);
  for (guint i = 0; i < bookmarks->len; i++)
    {
      Bookmark *bookmark = bookmarks->pdata[i];
      const Bookmark *known = g_hash_table_lookup (newest, bookmark->id);

      if (known == NULL || known->modified_ms < bookmark->modified_ms)
        g_hash_table_replace (newest, bookmark->id, bookmark);
    }
  return newest;
}

guint
bookmark_list_merge (BookmarkList *list, const GPtrArray *bookmarks)
{
  g_autoptr (GHashTable) newest = newest_by_id (list, bookmarks);
  g_autoptr (GPtrArray) taken = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) before = list->items;
  g_autofree char *current = list->current != NULL ? g_strdup (list->current->bookmark->id) : NULL;

  list->items = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < before->len; i++)
    {
      BookmarkItem *item = before->pdata[i];

      if (g_hash_table_lookup (newest, item->bookmark->id) == item->bookmark)
        g_ptr_array_add (list->items, g_object_ref (item));
    }
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const Bookmark *bookmark = bookmarks->pdata[i];

      if (g_hash_table_lookup (newest, bookmark->id) != bookmark)
        continue;
      BookmarkItem *item = item_new (list->profile, bookmark_copy (bookmark));
      g_ptr_array_add (list->items, item);
      g_ptr_array_add (taken, g_object_ref (item));
      if (current != NULL && g_str_equal (bookmark->id, current))
        g_set_object (&list->current, item);
    }
  if (taken->len == 0)
    return bookmarks->len;
  g_ptr_array_sort (list->items, compare_items);
  g_list_model_items_changed (G_LIST_MODEL (list), 0, before->len, list->items->len);
  marks_changed (list);
  g_signal_emit (list, signals[SIGNAL_STORED], 0, taken);
  return bookmarks->len - taken->len;
}

void
bookmark_list_remove (BookmarkList *list, BookmarkItem *item)
{
  g_autoptr (BookmarkItem) kept = g_object_ref (item);
  guint place;

  if (!g_ptr_array_find (list->items, item, &place))
    return;
  take_out (list, place);
  marks_changed (list);
  g_signal_emit (list, signals[SIGNAL_REMOVED], 0, kept);
}

/* Rows that show it are bound anew. */
static void
edited (BookmarkList *list, BookmarkItem *item)
{
  guint place;

  if (!g_ptr_array_find (list->items, item, &place))
    return;
  g_list_model_items_changed (G_LIST_MODEL (list), place, 1, 1);
  stored (list, item);
}

void
bookmark_list_set_title (BookmarkList *list, BookmarkItem *item, const char *title)
{
  if (bookmark_set_title (item->bookmark, title))
    edited (list, item);
}

void
bookmark_list_set_note (BookmarkList *list, BookmarkItem *item, const char *note)
{
  if (bookmark_set_note (item->bookmark, note))
    edited (list, item);
}

void
bookmark_list_set_colour (BookmarkList *list, BookmarkItem *item, unsigned colour)
{
  if (!bookmark_set_colour (item->bookmark, colour))
    return;
  marks_changed (list);
  edited (list, item);
}

/* ---- looking ---- */

guint
bookmark_list_count (BookmarkList *list)
{
  return list->items->len;
}

BookmarkItem *
bookmark_list_at (BookmarkList *list, guint place)
{
  return list->items->pdata[place];
}

const BookmarkMark *
bookmark_list_marks (BookmarkList *list, size_t *ret_n)
{
  if (list->marks == NULL)
    {
      list->marks = g_array_new (FALSE, FALSE, sizeof (BookmarkMark));
      for (guint i = 0; i < list->items->len; i++)
        {
          const BookmarkItem *item = bookmark_list_at (list, i);
          BookmarkMark mark = {
            .kind = item->bookmark->kind,
            .begin_ns = item->bookmark->begin_ns,
            .end_ns = item->bookmark->end_ns,
            .slice = item->slice,
            .colour = item->bookmark->colour,
            .is_current = item == list->current,
          };

          g_array_append_val (list->marks, mark);
        }
    }
  *ret_n = list->marks->len;
  return (const BookmarkMark *) (const void *) list->marks->data;
}

BookmarkItem *
bookmark_list_find (BookmarkList *list,
                    BookmarkKind kind,
                    int64_t begin_ns,
                    int64_t end_ns,
                    const char *slice)
{
  for (guint i = 0; i < list->items->len; i++)
    {
      const Bookmark *bookmark = bookmark_list_at (list, i)->bookmark;

      if (bookmark->kind == kind && bookmark->begin_ns == begin_ns && bookmark->end_ns == end_ns
          && strcmp (bookmark->slice, slice != NULL ? slice : "") == 0)
        return bookmark_list_at (list, i);
    }
  return NULL;
}

BookmarkItem *
bookmark_list_current (BookmarkList *list)
{
  return list->current;
}

void
bookmark_list_set_current (BookmarkList *list, BookmarkItem *item)
{
  if (g_set_object (&list->current, item))
    marks_changed (list);
}

/* The place behind (by = 1) or before everything that begins at or before, or at or after, the time. */
static guint
place_from_time (BookmarkList *list, int64_t time_ns, int by)
{
  guint n = list->items->len, i = 0;

  while (i < n && bookmark_list_at (list, i)->bookmark->begin_ns < time_ns + (by > 0))
    i++;
  return by > 0 ? i % n : (i + n - 1) % n;
}

BookmarkItem *
bookmark_list_step (BookmarkList *list, int64_t begin_ns, int64_t end_ns, int by)
{
  guint n = list->items->len, place;

  if (n == 0)
    return NULL;
  if (list->current != NULL && list->current->bookmark->end_ns >= begin_ns
      && list->current->bookmark->begin_ns <= end_ns && g_ptr_array_find (list->items, list->current, &place))
    return bookmark_list_at (list, by > 0 ? (place + 1) % n : (place + n - 1) % n);
  return bookmark_list_at (list, place_from_time (list, begin_ns + (end_ns - begin_ns) / 2, by));
}
