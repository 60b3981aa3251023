/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/rank_directory.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/trace_error.h"

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strverscmp (*(const char *const *) a, *(const char *const *) b);
}

/* "x.json.tmp" is what a killed PyTorch job leaves behind. */
static bool
has_trace_suffix (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz")
         || g_str_has_suffix (name, ".json.tmp");
}

GPtrArray *
rank_directory_list (const char *path, GError **error)
{
  DIR *directory = opendir (path);

  if (directory == NULL)
    {
      int saved = errno;
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return NULL;
    }

  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      struct stat info;

      if (!has_trace_suffix (entry->d_name))
        continue;
      char *file = g_build_filename (path, entry->d_name, NULL);
      if (stat (file, &info) == 0 && S_ISREG (info.st_mode))
        g_ptr_array_add (paths, file);
      else
        g_free (file);
    }
  closedir (directory);
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}
