/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_private.h"

/* Of what was read and of what is written, from ?2 on. */
enum
{
  COLUMN_ID,
  COLUMN_KIND,
  COLUMN_BEGIN,
  COLUMN_END,
  COLUMN_SLICE,
  COLUMN_COLOUR,
  COLUMN_TITLE,
  COLUMN_NOTE,
  COLUMN_CREATED,
  COLUMN_MODIFIED,
};

#define COLUMNS "id, kind, begin_ns, end_ns, slice, colour, title, note, created_ms, modified_ms"

static char *
text_of (sqlite3_stmt *statement, int column)
{
  return g_strdup ((const char *) sqlite3_column_text (statement, column));
}

static Bookmark *
bookmark_of (sqlite3_stmt *statement)
{
  Bookmark *bookmark = g_new0 (Bookmark, 1);

  bookmark->id = text_of (statement, COLUMN_ID);
  bookmark->kind = (BookmarkKind) sqlite3_column_int (statement, COLUMN_KIND);
  bookmark->begin_ns = sqlite3_column_int64 (statement, COLUMN_BEGIN);
  bookmark->end_ns = sqlite3_column_int64 (statement, COLUMN_END);
  bookmark->slice = text_of (statement, COLUMN_SLICE);
  bookmark->colour = (unsigned) sqlite3_column_int (statement, COLUMN_COLOUR);
  bookmark->title = text_of (statement, COLUMN_TITLE);
  bookmark->note = text_of (statement, COLUMN_NOTE);
  bookmark->created_ms = sqlite3_column_int64 (statement, COLUMN_CREATED);
  bookmark->modified_ms = sqlite3_column_int64 (statement, COLUMN_MODIFIED);
  bookmark_repair (bookmark);
  return bookmark;
}

GPtrArray *
library_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES])
{
  GPtrArray *bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  sqlite3_stmt *statement = library_prepare (library, "SELECT " COLUMNS " FROM bookmark WHERE key = ?1", key);

  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    g_ptr_array_add (bookmarks, bookmark_of (statement));
  sqlite3_finalize (statement);
  return bookmarks;
}

static void
bind_text (sqlite3_stmt *statement, int column, const char *text)
{
  sqlite3_bind_text (statement, column + 2, text, -1, SQLITE_TRANSIENT);
}

static void
bind_number (sqlite3_stmt *statement, int column, int64_t number)
{
  sqlite3_bind_int64 (statement, column + 2, number);
}

static void
bind_bookmark (sqlite3_stmt *statement, const Bookmark *bookmark)
{
  bind_text (statement, COLUMN_ID, bookmark->id);
  bind_number (statement, COLUMN_KIND, bookmark->kind);
  bind_number (statement, COLUMN_BEGIN, bookmark->begin_ns);
  bind_number (statement, COLUMN_END, bookmark->end_ns);
  bind_text (statement, COLUMN_SLICE, bookmark->slice);
  bind_number (statement, COLUMN_COLOUR, bookmark->colour);
  bind_text (statement, COLUMN_TITLE, bookmark->title);
  bind_text (statement, COLUMN_NOTE, bookmark->note);
  bind_number (statement, COLUMN_CREATED, bookmark->created_ms);
  bind_number (statement, COLUMN_MODIFIED, bookmark->modified_ms);
}

static bool
write_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES], const GPtrArray *bookmarks)
{
  sqlite3_stmt *statement = library_prepare (library,
                                             "INSERT OR REPLACE INTO bookmark (key, " COLUMNS ") "
                                             "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                                             key);
  bool ok = statement != NULL;

  for (guint i = 0; ok && i < bookmarks->len; i++)
    {
      bind_bookmark (statement, bookmarks->pdata[i]);
      ok = sqlite3_step (statement) == SQLITE_DONE && sqlite3_reset (statement) == SQLITE_OK;
    }
  sqlite3_finalize (statement);
  return ok;
}

bool
library_set_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES], const GPtrArray *bookmarks)
{
  if (library_key_is_nobodys (key))
    return true;
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, write_bookmarks (library, key, bookmarks)));
}

bool
library_set_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const Bookmark *bookmark)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, (gpointer) bookmark);
  return library_set_bookmarks (library, key, one);
}

static bool
delete_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *id)
{
  sqlite3_stmt *statement = library_prepare (library, "DELETE FROM bookmark WHERE key = ?1 AND id = ?2", key);

  if (statement == NULL)
    return false;
  bind_text (statement, COLUMN_ID, id);
  bool ok = sqlite3_step (statement) == SQLITE_DONE;
  sqlite3_finalize (statement);
  return ok;
}

bool
library_remove_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *id)
{
  if (library_key_is_nobodys (key))
    return true;
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, delete_bookmark (library, key, id)));
}
