/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_entries.h"

#include <string.h>

#include "app/library/library_private.h"

/* The values of is_removed. A folder that is added again brings back what went with it, but nothing that the user took
 * off the list. */
enum
{
  REMOVED_NOT,
  REMOVED_BY_USER,
  REMOVED_WITH_FOLDER, /* or with its file */
};

/* As the statements below have them. */
_Static_assert(REMOVED_BY_USER == 1 && REMOVED_WITH_FOLDER == 2 && ENTRY_FAILED == 4,
               "numbers in the database never change");

/* Of what is read and written; ?1 is the path. */
enum
{
  COLUMN_PATH,
  COLUMN_DISPLAY_NAME,
  COLUMN_NOTE,
  COLUMN_TAGS,
  COLUMN_KIND,
  COLUMN_STATUS,
  COLUMN_REASON,
  COLUMN_HARDWARE,
  COLUMN_RANKS,
  COLUMN_STEPS,
  COLUMN_CREATED,
  COLUMN_SIZE,
  COLUMN_MODIFIED,
  COLUMN_OPENED,
  COLUMN_KEY,
  COLUMN_REMOVED,
  COLUMN_REVISION,
};

#define COLUMNS                                                                                               \
  "path, display_name, note, tags, kind, status, reason, hardware, n_ranks, n_steps, created_s, size_bytes, " \
  "modified_ns, opened_ms, key, is_removed, revision"

/* Writers come one after the other, so this is larger than every revision that anybody has read. */
#define NEXT_REVISION "(SELECT coalesce (max (revision), 0) + 1 FROM entry)"

#define INSERT                  \
  "INSERT INTO entry (" COLUMNS \
  ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 0, " NEXT_REVISION ") "

/* Whether the file is another one than that of the entry: it has another time of writing, or another size. Times up to 1 are
 * no times (app/known/known_file.h); a file that comes back as large as it was is the same. */
#define IS_OTHER                                                                            \
  "excluded.modified_ns > 1 AND ((modified_ns > 1 AND excluded.modified_ns != modified_ns)" \
  " OR (size_bytes != -1 AND excluded.size_bytes NOT IN (-1, size_bytes)))"

/* What the file tells. What is not known this time keeps its value if it is the same file. When its recording began is known
 * of a profile that was opened; else the time of writing stands for it. */
#define KEEP_KNOWN                                                                                         \
  "kind = CASE excluded.kind WHEN 0 THEN kind ELSE excluded.kind END,"                                     \
  "status = CASE excluded.status WHEN 0 THEN status ELSE excluded.status END,"                             \
  "reason = CASE excluded.status WHEN 0 THEN reason ELSE excluded.reason END,"                             \
  "hardware = CASE WHEN excluded.hardware != '' OR " IS_OTHER " THEN excluded.hardware ELSE hardware END," \
  "n_ranks = CASE WHEN excluded.n_ranks != -1 OR " IS_OTHER " THEN excluded.n_ranks ELSE n_ranks END,"     \
  "n_steps = CASE WHEN excluded.n_steps != -1 OR " IS_OTHER " THEN excluded.n_steps ELSE n_steps END,"     \
  "created_s = CASE WHEN " IS_OTHER " THEN excluded.created_s"                                             \
  " WHEN excluded.created_s = -1 OR (excluded.n_steps = -1 AND n_steps != -1) THEN created_s"              \
  " ELSE excluded.created_s END,"                                                                          \
  "size_bytes = CASE excluded.size_bytes WHEN -1 THEN size_bytes ELSE excluded.size_bytes END,"            \
  "modified_ns = CASE excluded.modified_ns WHEN -1 THEN modified_ns ELSE excluded.modified_ns END,"        \
  "key = CASE WHEN excluded.key IS NOT NULL OR " IS_OTHER " THEN excluded.key ELSE key END,"               \
  "revision = excluded.revision"

/* ---- reading ---- */

static char *
text_of (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return g_strdup (text != NULL ? text : "");
}

static LibraryEntry *
entry_of (sqlite3_stmt *statement)
{
  LibraryEntry *entry = g_new0 (LibraryEntry, 1);
  const void *path = sqlite3_column_blob (statement, COLUMN_PATH);
  const void *key = sqlite3_column_blob (statement, COLUMN_KEY);
  int kind = sqlite3_column_int (statement, COLUMN_KIND);
  int status = sqlite3_column_int (statement, COLUMN_STATUS);

  entry->path = g_strndup (path != NULL ? path : "", (gsize) sqlite3_column_bytes (statement, COLUMN_PATH));
  entry->display_name = text_of (statement, COLUMN_DISPLAY_NAME);
  entry->note = text_of (statement, COLUMN_NOTE);
  entry->tags = text_of (statement, COLUMN_TAGS);
  entry->kind = kind >= 0 && kind < N_ENTRY_KINDS ? (EntryKind) kind : ENTRY_KIND_UNKNOWN;
  entry->status = status >= 0 && status < N_ENTRY_STATUSES ? (EntryStatus) status : ENTRY_STATUS_UNKNOWN;
  entry->reason = text_of (statement, COLUMN_REASON);
  entry->hardware = text_of (statement, COLUMN_HARDWARE);
  entry->n_ranks = sqlite3_column_int64 (statement, COLUMN_RANKS);
  entry->n_steps = sqlite3_column_int64 (statement, COLUMN_STEPS);
  entry->created_s = sqlite3_column_int64 (statement, COLUMN_CREATED);
  entry->size_bytes = sqlite3_column_int64 (statement, COLUMN_SIZE);
  entry->modified_ns = sqlite3_column_int64 (statement, COLUMN_MODIFIED);
  entry->opened_ms = sqlite3_column_int64 (statement, COLUMN_OPENED);
  if (key != NULL && sqlite3_column_bytes (statement, COLUMN_KEY) == TRACE_KEY_BYTES)
    memcpy (entry->key, key, TRACE_KEY_BYTES);
  entry->is_removed = sqlite3_column_int (statement, COLUMN_REMOVED) != REMOVED_NOT;
  entry->comes_back = sqlite3_column_int (statement, COLUMN_REMOVED) == REMOVED_WITH_FOLDER;
  entry->revision = sqlite3_column_int64 (statement, COLUMN_REVISION);
  return entry;
}

GPtrArray *
library_entries (Library *library, int64_t after_revision)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  sqlite3_stmt *statement =
    library_prepare (library, "SELECT " COLUMNS " FROM entry WHERE revision > ?1 ORDER BY revision", NULL);

  if (statement != NULL)
    sqlite3_bind_int64 (statement, 1, after_revision);
  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    g_ptr_array_add (entries, entry_of (statement));
  sqlite3_finalize (statement);
  return entries;
}

static void
bind_path (sqlite3_stmt *statement, const char *path)
{
  sqlite3_bind_blob (statement, 1, path, (int) strlen (path), SQLITE_TRANSIENT);
}

LibraryEntry *
library_entry_find (Library *library, const char *path)
{
  sqlite3_stmt *statement = library_prepare (library, "SELECT " COLUMNS " FROM entry WHERE path = ?1", NULL);
  LibraryEntry *entry = NULL;

  if (statement == NULL)
    return NULL;
  bind_path (statement, path);
  if (sqlite3_step (statement) == SQLITE_ROW)
    entry = entry_of (statement);
  sqlite3_finalize (statement);
  return entry;
}

/* ---- writing ---- */

/* Runs a statement that returns no rows, and makes it ready for the next values. */
static bool
run (sqlite3_stmt *statement)
{
  return sqlite3_step (statement) == SQLITE_DONE && sqlite3_reset (statement) == SQLITE_OK;
}

static void
bind_text (sqlite3_stmt *statement, int column, const char *text)
{
  sqlite3_bind_text (statement, column + 1, text, -1, SQLITE_TRANSIENT);
}

static void
bind_number (sqlite3_stmt *statement, int column, int64_t number)
{
  sqlite3_bind_int64 (statement, column + 1, number);
}

static void
bind_entry (sqlite3_stmt *statement, const LibraryEntry *entry)
{
  bind_path (statement, entry->path);
  bind_text (statement, COLUMN_DISPLAY_NAME, entry->display_name);
  bind_text (statement, COLUMN_NOTE, entry->note);
  bind_text (statement, COLUMN_TAGS, entry->tags);
  bind_number (statement, COLUMN_KIND, entry->kind);
  bind_number (statement, COLUMN_STATUS, entry->status);
  bind_text (statement, COLUMN_REASON, entry->reason);
  bind_text (statement, COLUMN_HARDWARE, entry->hardware);
  bind_number (statement, COLUMN_RANKS, entry->n_ranks);
  bind_number (statement, COLUMN_STEPS, entry->n_steps);
  bind_number (statement, COLUMN_CREATED, entry->created_s);
  bind_number (statement, COLUMN_SIZE, entry->size_bytes);
  bind_number (statement, COLUMN_MODIFIED, entry->modified_ns);
  bind_number (statement, COLUMN_OPENED, entry->opened_ms);
  if (library_key_is_nobodys (entry->key))
    sqlite3_bind_null (statement, COLUMN_KEY + 1);
  else
    sqlite3_bind_blob (statement, COLUMN_KEY + 1, entry->key, TRACE_KEY_BYTES, SQLITE_TRANSIENT);
}

/* Within a transaction. */
static bool
put_each (Library *library, const char *sql, const GPtrArray *entries)
{
  sqlite3_stmt *statement = library_prepare (library, sql, NULL);
  bool ok = statement != NULL;

  for (guint i = 0; ok && i < entries->len; i++)
    {
      bind_entry (statement, entries->pdata[i]);
      ok = run (statement);
    }
  sqlite3_finalize (statement);
  return ok;
}

static bool
put (Library *library, const char *sql, const GPtrArray *entries)
{
  return entries->len == 0
         || (library_begin (library) && library_end (library, put_each (library, sql, entries))
             && library_is_stored (library));
}

#define PUT_FOUND \
  INSERT          \
  "ON CONFLICT (path) DO UPDATE SET is_removed = CASE is_removed WHEN 2 THEN 0 ELSE is_removed END, " KEEP_KNOWN

static bool
is_below_any (const char *path, const GPtrArray *folders)
{
  for (guint i = 0; i < folders->len; i++)
    if (library_is_below (path, folders->pdata[i]))
      return true;
  return false;
}

/* Whether there is an entry that did not go with its folder. find is for the path. */
static bool
is_kept (sqlite3_stmt *find, const char *path)
{
  bool is;

  bind_path (find, path);
  is = sqlite3_step (find) == SQLITE_ROW && sqlite3_column_int (find, 0) != REMOVED_WITH_FOLDER;
  sqlite3_reset (find);
  return is;
}

/* Within a transaction. A look takes a while: its folder may have been removed since it began. */
static bool
put_wanted (Library *library, const GPtrArray *entries)
{
  g_autoptr (GPtrArray) folders = library_folders (library);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  sqlite3_stmt *find = library_prepare (library, "SELECT is_removed FROM entry WHERE path = ?1", NULL);
  bool ok = find != NULL;

  for (guint i = 0; ok && i < entries->len; i++)
    {
      const LibraryEntry *entry = entries->pdata[i];

      if (is_below_any (entry->link != NULL ? entry->link : entry->path, folders)
          || is_kept (find, entry->path))
        g_ptr_array_add (wanted, entries->pdata[i]);
    }
  sqlite3_finalize (find);
  return ok && put_each (library, PUT_FOUND, wanted);
}

bool
library_put_found (Library *library, const GPtrArray *entries)
{
  return entries->len == 0
         || (library_begin (library) && library_end (library, put_wanted (library, entries))
             && library_is_stored (library));
}

bool
library_put_opened (Library *library, const LibraryEntry *entry)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, (gpointer) entry);
  return put (library,
              INSERT "ON CONFLICT (path) DO UPDATE SET is_removed = 0,"
                     " opened_ms = max (opened_ms, excluded.opened_ms), " KEEP_KNOWN,
              one);
}

bool
library_put_recent (Library *library, const GPtrArray *entries)
{
  return put (library, INSERT "ON CONFLICT (path) DO NOTHING", entries);
}

/* Runs one statement, which bind () has values for, as a transaction. Returns whether it was carried out. */
static bool
change (Library *library,
        const char *sql,
        void (*bind) (sqlite3_stmt *statement, gconstpointer data),
        gconstpointer data)
{
  if (!library_begin (library))
    return false;
  sqlite3_stmt *statement = library_prepare (library, sql, NULL);
  bool ok = statement != NULL;

  if (ok)
    bind (statement, data);
  ok = ok && run (statement);
  sqlite3_finalize (statement);
  return library_end (library, ok);
}

typedef struct
{
  const char *path, *first, *second, *third;
} Words;

static void
bind_words (sqlite3_stmt *statement, gconstpointer data)
{
  const Words *words = data;
  const char *const texts[] = { words->first, words->second, words->third };

  bind_path (statement, words->path);
  /* What is not bound is NULL. */
  for (int i = 0; i < (int) G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      sqlite3_bind_text (statement, i + 2, texts[i], -1, SQLITE_TRANSIENT);
}

bool
library_put_failed (Library *library, const char *path, const char *reason)
{
  return change (library,
                 "UPDATE entry SET status = 4, reason = ?2, revision = " NEXT_REVISION " WHERE path = ?1",
                 bind_words, &(Words){ .path = path, .first = reason })
         && library_is_stored (library);
}

bool
library_set_words (Library *library,
                   const char *path,
                   const char *display_name,
                   const char *tags,
                   const char *note)
{
  g_autofree char *tidy = tags != NULL ? library_tags_tidy (tags) : NULL;

  return library_tell_unless (
    library,
    change (library,
            "UPDATE entry SET display_name = coalesce (?2, display_name), tags = coalesce (?3, tags),"
            " note = coalesce (?4, note), revision = " NEXT_REVISION " WHERE path = ?1",
            bind_words, &(Words){ .path = path, .first = display_name, .second = tidy, .third = note }));
}

/* Within a transaction. sql is for a path. */
static bool
mark_each (Library *library, const char *sql, const GPtrArray *paths)
{
  sqlite3_stmt *statement = library_prepare (library, sql, NULL);
  bool ok = statement != NULL;

  for (guint i = 0; ok && i < paths->len; i++)
    {
      bind_path (statement, paths->pdata[i]);
      ok = run (statement);
    }
  sqlite3_finalize (statement);
  return ok;
}

static bool
mark (Library *library, const char *sql, const GPtrArray *paths)
{
  return library_begin (library) && library_end (library, mark_each (library, sql, paths));
}

bool
library_set_removed (Library *library, const GPtrArray *paths, bool is_removed)
{
  const char *sql = is_removed
                      ? "UPDATE entry SET is_removed = 1, revision = " NEXT_REVISION " WHERE path = ?1"
                      : "UPDATE entry SET is_removed = 0, revision = " NEXT_REVISION " WHERE path = ?1";

  return library_tell_unless (library, mark (library, sql, paths));
}

/* As library_is_only_found () has it, and still listed. */
#define DROP                                                                                         \
  "UPDATE entry SET is_removed = 2, revision = " NEXT_REVISION " WHERE path = ?1 AND is_removed = 0" \
  " AND opened_ms = 0 AND display_name = '' AND tags = '' AND note = ''"

bool
library_drop (Library *library, const GPtrArray *paths)
{
  return mark (library, DROP, paths) && library_is_stored (library);
}

/* ---- folders ---- */

GPtrArray *
library_folders (Library *library)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = library_prepare (library, "SELECT path FROM folder ORDER BY number", NULL);

  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    g_ptr_array_add (
      folders, g_strndup (sqlite3_column_blob (statement, 0), (gsize) sqlite3_column_bytes (statement, 0)));
  sqlite3_finalize (statement);
  return folders;
}

bool
library_add_folder (Library *library, const char *path)
{
  return library_tell_unless (
    library, change (library, "INSERT INTO folder (path) VALUES (?1) ON CONFLICT (path) DO NOTHING",
                     bind_words, &(Words){ .path = path }));
}

/* "/" ends with the separator, and no other path does. */
bool
library_is_below (const char *path, const char *folder)
{
  size_t n = strlen (folder);

  return strncmp (path, folder, n) == 0
         && (path[n] == '/' || path[n] == '\0' || (n > 0 && folder[n - 1] == '/'));
}

bool
library_is_only_found (const LibraryEntry *entry)
{
  return entry->opened_ms == 0 && *entry->display_name == '\0' && *entry->tags == '\0'
         && *entry->note == '\0';
}

/* Within a transaction. What was found through a link may lie in none of the folders; if its link is in one, a look finds it
 * again. */
static bool
drop_found (Library *library, const GPtrArray *folders)
{
  g_autoptr (GPtrArray) entries = library_entries (library, 0);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < entries->len; i++)
    {
      const LibraryEntry *entry = entries->pdata[i];

      if (!is_below_any (entry->path, folders) && library_is_only_found (entry))
        g_ptr_array_add (paths, entry->path);
    }
  return mark_each (library, DROP, paths);
}

static bool
forget_folder (Library *library, const char *path)
{
  sqlite3_stmt *statement = library_prepare (library, "DELETE FROM folder WHERE path = ?1", NULL);
  bool ok = statement != NULL;

  if (ok)
    bind_path (statement, path);
  ok = ok && run (statement);
  sqlite3_finalize (statement);
  if (!ok)
    return false;
  g_autoptr (GPtrArray) others = library_folders (library);
  return drop_found (library, others);
}

bool
library_remove_folder (Library *library, const char *path)
{
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, forget_folder (library, path)));
}

/* ---- other programs ---- */

int64_t
library_changed_elsewhere (Library *library)
{
  sqlite3_stmt *statement = library_prepare (library, "PRAGMA data_version", NULL);
  int64_t version = 0;

  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    version = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return version;
}
