/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/known_look.h"

#include <fcntl.h>
#include <unistd.h>

#include "app/known/folder_scan.h"
#include "app/known/known_file.h"
#include "trace/cache/cache.h"
#include "trace/cache/source_identity.h"
#include "trace/file/trace_map.h"

#define CACHED_SUFFIX ".stepscope"

/* That one look maps, which takes a few milliseconds each. */
#define CACHED_MAX 256

void
known_look_free (KnownLook *look)
{
  if (look == NULL)
    return;
  g_ptr_array_unref (look->watched);
  g_ptr_array_unref (look->folders);
  g_free (look);
}

static GHashTable *
by_path (const GPtrArray *entries)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < entries->len; i++)
    {
      LibraryEntry *entry = entries->pdata[i];
      g_hash_table_insert (table, entry->path, entry);
    }
  return table;
}

static bool
is_below_any (const char *path, const GPtrArray *folders)
{
  for (guint i = 0; i < folders->len; i++)
    if (library_is_below (path, folders->pdata[i]))
      return true;
  return false;
}

/* ---- what is in no watched folder, or was and is gone ---- */

/* What was only found in a watched folder goes with its file. */
static void
add_failed (const LibraryEntry *entry, const GPtrArray *watched, FolderScan *scan, GPtrArray *gone)
{
  bool is_unreachable;
  LibraryEntry *failed = known_file_failed (entry->path, &is_unreachable);

  if (!is_unreachable && library_is_only_found (entry) && is_below_any (entry->path, watched))
    g_ptr_array_add (gone, entry->path);
  else if (entry->status != failed->status || entry->modified_ns != failed->modified_ns
           || !g_str_equal (entry->reason, failed->reason))
    g_ptr_array_add (scan->changed, g_steal_pointer (&failed));
  library_entry_free (failed);
}

/* What was only found, but lies in no watched folder, was found through a link. */
static bool
is_linked_no_more (const LibraryEntry *entry, const GPtrArray *watched, const FolderScan *scan)
{
  return !scan->was_bounded && library_is_only_found (entry) && !is_below_any (entry->path, watched);
}

static void
look_at_others (const GPtrArray *entries, const GPtrArray *watched, FolderScan *scan, GPtrArray *gone)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const LibraryEntry *entry = entries->pdata[i];

      if (entry->is_removed || g_hash_table_contains (scan->present, entry->path))
        continue;
      if (is_linked_no_more (entry, watched, scan))
        {
          g_ptr_array_add (gone, entry->path);
          continue;
        }
      if (!known_file_is_stale (entry, scan->now_ns))
        continue;
      LibraryEntry *now = known_file_look (entry->path, scan->now_ns);

      if (now != NULL)
        g_ptr_array_add (scan->changed, now);
      else
        add_failed (entry, watched, scan, gone);
    }
}

/* ---- native files, and those of the cache ---- */

static bool
take_native (LibraryEntry *entry, int fd, const char *path)
{
  g_autoptr (Trace) trace = trace_map (fd, path, NULL);
  g_autoptr (StepTable) steps = trace != NULL ? step_table_new (trace, NULL, NULL) : NULL;

  if (trace == NULL)
    return false;
  known_file_take_trace (entry, trace, steps);
  return true;
}

static void
fill_native (const GPtrArray *changed)
{
  for (guint i = 0; i < changed->len; i++)
    {
      LibraryEntry *entry = changed->pdata[i];
      int fd = entry->kind == ENTRY_KIND_NATIVE ? open (entry->path, O_RDONLY | O_CLOEXEC) : -1;

      if (fd < 0)
        continue;
      take_native (entry, fd, entry->path);
      close (fd);
    }
}

/* Returns the path of the source as it was opened, transfer full. Of a folder of ranks it is the folder's. */
static char *
source_of (const Trace *trace)
{
  size_t length;
  const char *path = trace_string (trace, trace_rank (trace, 0)->path, &length);
  g_autofree char *copy = g_strndup (path, length);

  return trace_n_ranks (trace) > 1 ? g_path_get_dirname (copy) : g_steal_pointer (&copy);
}

/* Maps the file to see which source it was made of. */
static CachedFile *
read_cached (const char *name, const char *path, LookMemory *memory)
{
  /* Not as of cache_find (): this is no use of the file. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  g_autoptr (Trace) trace = fd >= 0 ? trace_map (fd, path, NULL) : NULL;
  g_autofree char *source = trace != NULL && trace_n_ranks (trace) > 0 ? source_of (trace) : g_strdup ("");
  g_autofree char *entry_path = *source != '\0' ? library_entry_path (source) : g_strdup ("");

  if (fd >= 0)
    close (fd);
  return look_memory_add_cached (memory, name, source, entry_path);
}

/* A source that was recorded anew has other cached files from before. */
static bool
is_made_of (const char *name, CachedFile *cached, const LibraryEntry *entry)
{
  SourceIdentity now;

  if (cached->other_size_bytes == entry->size_bytes && cached->other_modified_ns == entry->modified_ns)
    return false;
  if (source_identity_take (cached->source, &now) && g_str_has_prefix (name, now.id))
    return true;
  cached->other_size_bytes = entry->size_bytes;
  cached->other_modified_ns = entry->modified_ns;
  return false;
}

static void
fill_from_cached (const char *path, const char *entry_path, FolderScan *scan)
{
  LibraryEntry *filled = library_entry_new (entry_path);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

  if (fd >= 0 && take_native (filled, fd, path))
    g_ptr_array_add (scan->changed, g_steal_pointer (&filled));
  if (fd >= 0)
    close (fd);
  library_entry_free (filled);
}

static bool
needs_facts (const GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const LibraryEntry *entry = entries->pdata[i];

      if (!entry->is_removed && entry->n_steps == -1)
        return true;
    }
  return false;
}

/* Returns whether there are more than are read at once. */
static bool
fill_from_cache (GHashTable *known, LookMemory *memory, FolderScan *scan)
{
  g_autoptr (Cache) cache = cache_new_existing (NULL, CACHE_LIMIT_AS_SET, NULL);
  g_autoptr (GDir) directory = cache != NULL ? g_dir_open (cache_path (cache), 0, NULL) : NULL;
  guint n_read = 0;

  for (const char *name; directory != NULL && (name = g_dir_read_name (directory)) != NULL;)
    {
      g_autofree char *path = g_build_filename (cache_path (cache), name, NULL);
      CachedFile *cached = g_hash_table_lookup (memory->cached, name);

      if (!g_str_has_suffix (name, CACHED_SUFFIX))
        continue;
      if (cached == NULL && n_read++ == CACHED_MAX)
        return true;
      if (cached == NULL)
        cached = read_cached (name, path, memory);
      const LibraryEntry *entry = g_hash_table_lookup (known, cached->path);
      if (entry != NULL && !entry->is_removed && entry->n_steps == -1 && is_made_of (name, cached, entry))
        fill_from_cached (path, entry->path, scan);
    }
  return false;
}

/* ---- all ---- */

static bool
has_growing (const GPtrArray *entries, const GPtrArray *changed)
{
  for (guint i = 0; i < entries->len; i++)
    if (!((LibraryEntry *) entries->pdata[i])->is_removed
        && ((LibraryEntry *) entries->pdata[i])->status == ENTRY_IN_PROGRESS)
      return true;
  for (guint i = 0; i < changed->len; i++)
    if (((LibraryEntry *) changed->pdata[i])->status == ENTRY_IN_PROGRESS)
      return true;
  return false;
}

KnownLook *
known_look_new (Library *library, LookMemory *memory)
{
  KnownLook *look = g_new0 (KnownLook, 1);
  g_autoptr (GPtrArray) entries = library_entries (library, 0);
  g_autoptr (GPtrArray) watched = library_folders (library);
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  g_autoptr (GHashTable) known = by_path (entries);
  FolderScan scan;

  folder_scan_init (&scan, known, memory, known_file_now_ns ());
  folder_scan_add (&scan, watched, &folder_scan_limits);
  look_at_others (entries, watched, &scan, gone);
  for (guint i = 0; i < scan.linked->len; i++)
    g_ptr_array_add (gone, scan.linked->pdata[i]);
  fill_native (scan.changed);
  if (scan.changed->len > 0)
    library_put_found (library, scan.changed);
  if (gone->len > 0)
    library_drop (library, gone);
  look->has_more = has_growing (entries, scan.changed);
  look->was_bounded = scan.was_bounded;
  look->watched = g_ptr_array_ref (watched);
  look->folders = g_ptr_array_ref (scan.folders);

  /* What was found right now is known only from here on. */
  if (needs_facts (entries) || scan.changed->len > 0)
    {
      g_autoptr (GPtrArray) all = library_entries (library, 0);
      g_autoptr (GHashTable) all_known = by_path (all);

      g_ptr_array_set_size (scan.changed, 0);
      look->has_more |= fill_from_cache (all_known, memory, &scan);
      if (scan.changed->len > 0)
        library_put_found (library, scan.changed);
    }
  folder_scan_clear (&scan);
  return look;
}
