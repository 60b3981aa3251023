/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/folder_scan.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "app/known/known_file.h"
#include "trace/open/first_look.h"
#include "trace/open/rank_directory.h"

void
folder_scan_init (FolderScan *scan, GHashTable *known, int64_t now_ns)
{
  *scan = (FolderScan){ .known = known, .now_ns = now_ns };
  scan->changed = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  scan->present = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scan->folders = g_ptr_array_new_with_free_func (g_free);
}

void
folder_scan_clear (FolderScan *scan)
{
  g_ptr_array_unref (scan->changed);
  g_hash_table_unref (scan->present);
  g_ptr_array_unref (scan->folders);
}

/* ---- ranks ---- */

/* Returns the name without the number after its last "rank", transfer full, or NULL if it has none. */
static char *
without_rank (const char *name)
{
  for (size_t at = rank_directory_is_trace_name (name) ? strlen (name) : 0; at-- > 0;)
    {
      if (g_ascii_strncasecmp (name + at, "rank", 4) != 0)
        continue;
      size_t begin = at + 4;
      while (name[begin] == '-' || name[begin] == '_' || name[begin] == '.')
        begin++;
      size_t end = begin;
      while (g_ascii_isdigit (name[end]))
        end++;
      if (end > begin)
        return g_strdup_printf ("%.*s%s", (int) begin, name, name + end);
    }
  return NULL;
}

bool
folder_scan_are_ranks (const GPtrArray *names)
{
  g_autofree char *first = names->len >= 2 ? without_rank (names->pdata[0]) : NULL;

  for (guint i = 1; first != NULL && i < names->len; i++)
    {
      g_autofree char *other = without_rank (names->pdata[i]);

      if (g_strcmp0 (first, other) != 0)
        return false;
    }
  return first != NULL;
}

/* ---- files ---- */

/* Takes path. */
static void
add_profile (FolderScan *scan, char *path)
{
  const LibraryEntry *known = g_hash_table_lookup (scan->known, path);

  scan->n_files++;
  if (known != NULL && !known->comes_back && !known_file_is_stale (known, scan->now_ns)
      && known->status != ENTRY_STATUS_UNKNOWN)
    {
      g_hash_table_add (scan->present, path);
      return;
    }
  LibraryEntry *entry = known_file_look (path, scan->now_ns);
  if (entry == NULL)
    {
      g_free (path);
      return;
    }
  g_ptr_array_add (scan->changed, entry);
  g_hash_table_add (scan->present, path);
}

static void
add_names (FolderScan *scan, const char *folder, const GPtrArray *files)
{
  if (folder_scan_are_ranks (files))
    {
      add_profile (scan, g_strdup (folder));
      return;
    }
  for (guint i = 0; i < files->len; i++)
    {
      if (scan->n_files >= FOLDER_SCAN_FILES_MAX)
        {
          scan->was_bounded = true;
          return;
        }
      add_profile (scan, g_build_filename (folder, files->pdata[i], NULL));
    }
}

/* The system may not say what sort of thing it is. */
static int
type_of (const char *folder, const struct dirent *entry)
{
  struct stat info;

  if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
    return entry->d_type;
  g_autofree char *path = g_build_filename (folder, entry->d_name, NULL);
  if (lstat (path, &info) != 0)
    return DT_UNKNOWN;
  if (S_ISLNK (info.st_mode) && (stat (path, &info) != 0 || S_ISDIR (info.st_mode)))
    return DT_LNK;
  return S_ISDIR (info.st_mode) ? DT_DIR : S_ISREG (info.st_mode) ? DT_REG : DT_UNKNOWN;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
look_into (FolderScan *scan, const char *path, int levels)
{
  DIR *directory;

  if (scan->folders->len >= FOLDER_SCAN_FOLDERS_MAX)
    {
      scan->was_bounded = true;
      return;
    }
  directory = opendir (path);
  if (directory == NULL)
    return;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (scan->folders, g_strdup (path));
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      int type = entry->d_name[0] != '.' ? type_of (path, entry) : DT_UNKNOWN;

      if (type == DT_DIR)
        g_ptr_array_add (folders, g_strdup (entry->d_name));
      else if (type == DT_REG && first_look_is_name (entry->d_name))
        g_ptr_array_add (files, g_strdup (entry->d_name));
    }
  closedir (directory);
  g_ptr_array_sort (files, compare_names);
  g_ptr_array_sort (folders, compare_names);
  add_names (scan, path, files);
  for (guint i = 0; i < folders->len && levels > 1; i++)
    {
      g_autofree char *below = g_build_filename (path, folders->pdata[i], NULL);

      look_into (scan, below, levels - 1);
    }
  scan->was_bounded |= levels <= 1 && folders->len > 0;
}

void
folder_scan_add (FolderScan *scan, const char *path)
{
  look_into (scan, path, FOLDER_SCAN_LEVELS);
}
