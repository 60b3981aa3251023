/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/rank_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/text/trace_error.h"

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strverscmp (*(const char *const *) a, *(const char *const *) b);
}

bool
rank_directory_is_trace_name (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz")
         || g_str_has_suffix (name, ".json.zst") || g_str_has_suffix (name, ".json.tmp");
}

GPtrArray *
rank_directory_list (int fd, const char *path, GError **error)
{
  /* Use a descriptor of its own, because the position in the directory belongs to the descriptor. */
  int own_fd = openat (fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = own_fd >= 0 ? fdopendir (own_fd) : NULL;

  if (directory == NULL)
    {
      int saved = errno;

      if (own_fd >= 0)
        close (own_fd);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return NULL;
    }

  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      struct stat info;

      if (rank_directory_is_trace_name (entry->d_name) && fstatat (fd, entry->d_name, &info, 0) == 0
          && S_ISREG (info.st_mode))
        g_ptr_array_add (names, g_strdup (entry->d_name));
    }
  closedir (directory);
  g_ptr_array_sort (names, compare_names);
  return names;
}
