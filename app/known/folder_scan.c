/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/folder_scan.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "app/known/known_file.h"
#include "app/library/library_entries.h"
#include "trace/open/first_look.h"
#include "trace/open/rank_directory.h"
#include "trace/sagemaker/job_files.h"

const FolderScanLimits folder_scan_limits = { .folders = 512, .profiles = 50000, .names = 200000 };

void
folder_scan_init (FolderScan *scan, GHashTable *known, LookMemory *memory, int64_t now_ns)
{
  *scan = (FolderScan){ .known = known, .memory = memory, .now_ns = now_ns };
  scan->changed = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  scan->present = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scan->linked = g_ptr_array_new_with_free_func (g_free);
  scan->folders = g_ptr_array_new_with_free_func (g_free);
}

void
folder_scan_clear (FolderScan *scan)
{
  g_ptr_array_unref (scan->changed);
  g_hash_table_unref (scan->present);
  g_ptr_array_unref (scan->linked);
  g_ptr_array_unref (scan->folders);
}

/* ---- ranks ---- */

#define DIGITS "0123456789"

#define RANK_DIGITS_MAX 9

/* Of the time in milliseconds or nanoseconds that PyTorch puts before this. */
#define TIME_DIGITS_MIN 13
#define PYTORCH         ".pt.trace."

/* Returns where the number of the rank begins, after the last "rank" with a number, or "worker" in a name that PyTorch
 * gave; NULL: nowhere. */
static const char *
rank_number (const char *name)
{
  static const char *const words[] = { "rank", "worker" };
  size_t n_words = strstr (name, PYTORCH) != NULL ? G_N_ELEMENTS (words) : 1;

  for (size_t at = rank_directory_is_trace_name (name) ? strlen (name) : 0; at-- > 0;)
    for (size_t i = 0; i < n_words; i++)
      {
        const char *number = name + at + strlen (words[i]);

        if (g_ascii_strncasecmp (name + at, words[i], strlen (words[i])) != 0)
          continue;
        number += strspn (number, "-_.");
        size_t n_digits = strspn (number, DIGITS);
        if (n_digits > 0 && n_digits <= RANK_DIGITS_MAX)
          return number;
      }
  return NULL;
}

/* Returns the length of the name up to ".pt.trace.json", without the dot and the time before it if there is one; 0 in a name
 * without. */
static size_t
length_without_time (const char *name)
{
  const char *end = strstr (name, PYTORCH);
  const char *begin = end;

  while (begin != NULL && begin > name && g_ascii_isdigit (begin[-1]))
    begin--;
  return begin != NULL && begin > name && begin[-1] == '.' && end - begin >= TIME_DIGITS_MIN
           ? (size_t) (begin - 1 - name)
           : 0;
}

/* Returns the name without the number of the rank and without the time that each rank has for itself; NULL if there is no
 * such number. *ret_number is that number, without zeros at its begin. Both are owned. */
static char *
without_rank (const char *name, char **ret_number)
{
  const char *number = rank_number (name);

  if (number == NULL)
    return NULL;
  const char *zeros_end = number + strspn (number, "0");
  const char *end = number + strspn (number, DIGITS);
  size_t length = length_without_time (name);
  const char *tail = length > 0 && name + length >= end ? strstr (name, PYTORCH) : NULL;
  int n_between = tail != NULL ? (int) (name + length - end) : 0;

  *ret_number = g_strndup (zeros_end, (gsize) (end - zeros_end));
  return g_strdup_printf ("%.*s%.*s%s", (int) (number - name), name, n_between, end,
                          tail != NULL ? tail : end);
}

bool
folder_scan_are_ranks (const GPtrArray *names)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *first = NULL;

  for (guint i = 0; i < names->len; i++)
    {
      char *number = NULL;
      g_autofree char *rest = without_rank (names->pdata[i], &number);

      /* The same rank twice, at two times, is two recordings. */
      if (rest == NULL || !g_hash_table_add (numbers, number) || (i > 0 && !g_str_equal (first, rest)))
        return false;
      if (i == 0)
        first = g_steal_pointer (&rest);
    }
  return names->len >= 2;
}

/* ---- files ---- */

/* Reads nothing of a file that was no profile the last time. */
static LibraryEntry *
look_at_file (FolderScan *scan, const char *path)
{
  struct stat info;
  LibraryEntry *entry;

  if (stat (path, &info) != 0 || look_memory_is_other (scan->memory, &info))
    return NULL;
  entry = known_file_look (path, scan->now_ns);
  if (entry == NULL && S_ISREG (info.st_mode))
    look_memory_note_other (scan->memory, &info);
  return entry;
}

/* Takes both. link is NULL if it was found at its path. */
static void
add_profile (FolderScan *scan, char *path, char *link)
{
  const LibraryEntry *known = g_hash_table_lookup (scan->known, path);
  LibraryEntry *entry = NULL;

  if (g_hash_table_contains (scan->present, path))
    ;
  else if (known != NULL && !known->comes_back && !known_file_is_stale (known, scan->now_ns)
           && known->status != ENTRY_STATUS_UNKNOWN)
    g_hash_table_add (scan->present, g_steal_pointer (&path));
  else if ((entry = look_at_file (scan, path)) != NULL)
    {
      entry->link = g_steal_pointer (&link);
      g_ptr_array_add (scan->changed, entry);
      g_hash_table_add (scan->present, g_steal_pointer (&path));
    }
  g_free (path);
  g_free (link);
}

static void
add_file (FolderScan *scan, char *path, bool is_link)
{
  if (!is_link)
    {
      add_profile (scan, path, NULL);
      return;
    }
  const LibraryEntry *known = g_hash_table_lookup (scan->known, path);

  if (known != NULL && !known->is_removed && library_is_only_found (known))
    g_ptr_array_add (scan->linked, g_strdup (path));
  add_profile (scan, library_entry_path (path), path);
}

/* limits are those up to which this folder may go. */
static void
add_names (FolderScan *scan,
           const char *folder,
           const GPtrArray *files,
           GHashTable *links,
           const FolderScanLimits *limits)
{
  bool are_ranks = folder_scan_are_ranks (files);

  for (guint i = 0; i < (are_ranks ? 1 : files->len); i++)
    {
      if (g_hash_table_size (scan->present) >= limits->profiles)
        {
          scan->was_bounded = true;
          return;
        }
      if (are_ranks)
        add_profile (scan, g_strdup (folder), NULL);
      else
        add_file (scan, g_build_filename (folder, files->pdata[i], NULL),
                  g_hash_table_contains (links, files->pdata[i]));
    }
}

/* Returns the type of a file or folder; DT_UNKNOWN for what is neither, and for a link to a folder. The system may not say
 * what sort of thing it is. */
static int
type_of (const char *folder, const struct dirent *entry, bool *ret_is_link)
{
  struct stat info;

  *ret_is_link = false;
  if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
    return entry->d_type;
  g_autofree char *path = g_build_filename (folder, entry->d_name, NULL);
  if (lstat (path, &info) != 0)
    return DT_UNKNOWN;
  *ret_is_link = S_ISLNK (info.st_mode);
  if (*ret_is_link && (stat (path, &info) != 0 || S_ISDIR (info.st_mode)))
    return DT_UNKNOWN;
  return S_ISDIR (info.st_mode) ? DT_DIR : S_ISREG (info.st_mode) ? DT_REG : DT_UNKNOWN;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* ---- folders ---- */

typedef struct
{
  char *path;
  int levels; /* that are looked into, with its own */
} Folder;

static void
folder_free (gpointer data)
{
  g_free (((Folder *) data)->path);
  g_free (data);
}

/* Takes path. */
static void
queue (GQueue *folders, char *path, int levels)
{
  Folder *folder = g_new (Folder, 1);

  *folder = (Folder){ path, levels };
  g_queue_push_tail (folders, folder);
}

static void
look_into (FolderScan *scan, const Folder *folder, GQueue *others, const FolderScanLimits *limits)
{
  DIR *directory = opendir (folder->path);

  if (directory == NULL)
    return;
  /* The folder of a job is one profile, with all that is below it. */
  if (job_files_are_in (dirfd (directory)))
    {
      closedir (directory);
      g_ptr_array_add (scan->folders, g_strdup (folder->path));
      add_profile (scan, g_strdup (folder->path), NULL);
      return;
    }
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) links = g_hash_table_new (g_str_hash, g_str_equal); /* of files */

  g_ptr_array_add (scan->folders, g_strdup (folder->path));
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      bool is_link = false;
      int type = entry->d_name[0] != '.' ? type_of (folder->path, entry, &is_link) : DT_UNKNOWN;

      if (type == DT_DIR)
        {
          if (folder->levels > 1 && folders->len < limits->folders)
            g_ptr_array_add (folders, g_strdup (entry->d_name));
          else
            scan->was_bounded = true;
        }
      else if (type == DT_REG && first_look_is_name (entry->d_name))
        {
          if (scan->n_names >= limits->names)
            {
              scan->was_bounded = true;
              break;
            }
          scan->n_names++;
          g_ptr_array_add (files, g_strdup (entry->d_name));
          if (is_link)
            g_hash_table_add (links, files->pdata[files->len - 1]);
        }
    }
  closedir (directory);
  g_ptr_array_sort (files, compare_names);
  g_ptr_array_sort (folders, compare_names);
  add_names (scan, folder->path, files, links, limits);
  for (guint i = 0; i < folders->len; i++)
    queue (others, g_build_filename (folder->path, folders->pdata[i], NULL), folder->levels - 1);
}

/* Of what is left, for the first of n folders that are still to come. */
static guint
share (guint limit, guint used, guint n)
{
  return used + (limit - MIN (used, limit)) / n;
}

static void
look_below (FolderScan *scan, const char *path, const FolderScanLimits *limits)
{
  GQueue folders = G_QUEUE_INIT;

  queue (&folders, g_strdup (path), FOLDER_SCAN_LEVELS);
  for (Folder *folder; (folder = g_queue_pop_head (&folders)) != NULL;)
    {
      if (scan->folders->len < limits->folders)
        look_into (scan, folder, &folders, limits);
      else
        scan->was_bounded = true;
      folder_free (folder);
    }
}

void
folder_scan_add (FolderScan *scan, const GPtrArray *folders, const FolderScanLimits *limits)
{
  for (guint i = 0; i < folders->len; i++)
    {
      guint n = folders->len - i;
      FolderScanLimits shares = {
        .folders = share (limits->folders, scan->folders->len, n),
        .profiles = share (limits->profiles, g_hash_table_size (scan->present), n),
        .names = share (limits->names, scan->n_names, n),
      };

      look_below (scan, folders->pdata[i], &shares);
    }
}
