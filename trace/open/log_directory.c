/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/log_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/model/profile_format.h"
#include "trace/open/first_look.h"
#include "trace/open/rank_directory.h"
#include "trace/section/input_file.h"
#include "trace/text/trace_error.h"

/* Files whose first bytes are read before the folder is taken for one of ranks. */
#define LOOKS_MAX 64

/* Runs that a message names. */
#define NAMED_MAX 8

typedef struct
{
  GPtrArray *runs;
  unsigned n_names;
} Search;

/* Returns the folders in a folder, ascending by name. Sets *ret_has_files if it has files of XSpace. */
static GPtrArray *
read_folder (Search *search, const char *folder, bool *ret_has_files)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);
  const ProfileFormat *xspace = profile_format_get (PROFILE_FORMAT_XSPACE);
  int fd = input_file_open (AT_FDCWD, folder, O_DIRECTORY);
  DIR *directory = fd >= 0 ? fdopendir (fd) : NULL;

  *ret_has_files = false;
  if (directory == NULL)
    {
      if (fd >= 0)
        close (fd);
      return folders;
    }
  for (struct dirent *entry; (entry = readdir (directory)) != NULL && search->n_names < LOG_DIRECTORY_NAMES_MAX;)
    {
      struct stat info;

      search->n_names++;
      if (entry->d_name[0] == '.' || fstatat (dirfd (directory), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISDIR (info.st_mode))
        g_ptr_array_add (folders, g_strdup (entry->d_name));
      else if (profile_format_has_name (xspace, entry->d_name))
        *ret_has_files = true;
    }
  closedir (directory);
  return folders;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strverscmp (*(const char *const *) a, *(const char *const *) b);
}

static bool
has (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (names->pdata[i], name) == 0)
      return true;
  return false;
}

/* "plugins/profile": every folder in it is a run. */
static void
take_runs (Search *search, const char *folder)
{
  bool has_files;
  g_autoptr (GPtrArray) names = read_folder (search, folder, &has_files);

  for (guint i = 0; i < names->len; i++)
    {
      char *run = g_build_filename (folder, names->pdata[i], NULL);

      g_ptr_array_unref (read_folder (search, run, &has_files));
      if (has_files)
        g_ptr_array_add (search->runs, run);
      else
        g_free (run);
    }
}

static void
search_folder (Search *search, const char *folder, int depth)
{
  bool has_files;
  g_autoptr (GPtrArray) names = read_folder (search, folder, &has_files);

  if (has (names, "plugins"))
    {
      g_autofree char *profile = g_build_filename (folder, "plugins", "profile", NULL);

      take_runs (search, profile);
    }
  for (guint i = 0; i < names->len && depth < LOG_DIRECTORY_DEPTH; i++)
    if (strcmp (names->pdata[i], "plugins") != 0)
      {
        g_autofree char *below = g_build_filename (folder, names->pdata[i], NULL);

        search_folder (search, below, depth + 1);
      }
}

GPtrArray *
log_directory_runs (const char *path)
{
  Search search = { .runs = g_ptr_array_new_with_free_func (g_free) };
  g_autofree char *whole = g_canonicalize_filename (path, NULL), *name = g_path_get_basename (whole);
  g_autofree char *parent = g_path_get_dirname (whole), *parent_name = g_path_get_basename (parent);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return search.runs;
  if (strcmp (name, "profile") == 0 && strcmp (parent_name, "plugins") == 0)
    take_runs (&search, path);
  else if (strcmp (name, "plugins") == 0)
    {
      g_autofree char *profile = g_build_filename (path, "profile", NULL);

      take_runs (&search, profile);
    }
  else
    search_folder (&search, path, 0);
  g_ptr_array_sort (search.runs, compare_names);
  if (search.runs->len > LOG_DIRECTORY_RUNS_MAX)
    g_ptr_array_set_size (search.runs, LOG_DIRECTORY_RUNS_MAX);
  return search.runs;
}

/* Whether a file of the folder itself looks like a profile. A configuration has a name of one, too: "config.json". */
static bool
has_profile (const char *path)
{
  int fd = input_file_open (AT_FDCWD, path, O_DIRECTORY);

  if (fd < 0)
    return true;
  g_autoptr (GPtrArray) names = rank_directory_list (fd, path, NULL, NULL);
  close (fd);
  bool found = names == NULL || names->len > LOOKS_MAX;
  for (guint i = 0; !found && i < names->len; i++)
    {
      g_autofree char *file = g_build_filename (path, names->pdata[i], NULL);

      found = first_look_at (file).format != PROFILE_FORMAT_NONE;
    }
  return found;
}

char *
log_directory_resolve (const char *path, GError **error)
{
  if (!g_file_test (path, G_FILE_TEST_IS_DIR) || has_profile (path))
    return g_strdup (path);

  g_autoptr (GPtrArray) runs = log_directory_runs (path);
  if (runs->len < 2)
    return g_strdup (runs->len == 1 ? runs->pdata[0] : path);

  g_autoptr (GString) list = g_string_new (NULL);
  for (guint i = 0; i < runs->len && i < NAMED_MAX; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (const char *) runs->pdata[runs->len - 1 - i]);
  if (runs->len > NAMED_MAX)
    g_string_append (list, ", …");
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: has profiles of %u runs of TensorBoard's profiler. Open one of them: %s", path, runs->len, list->str);
  return NULL;
}
