/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/folder_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

static bool walk_below (FolderWalk *walk, int fd, const char *path, unsigned depth);

static bool
walk_folder (FolderWalk *walk, const FolderEntry *entry, unsigned depth)
{
  if (depth == walk->depth_max)
    return false;
  int fd = openat (entry->folder_fd, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return true;
  bool goes_on = walk_below (walk, fd, entry->path, depth + 1);
  close (fd);
  return goes_on;
}

static bool
walk_below (FolderWalk *walk, int fd, const char *path, unsigned depth)
{
  int own = openat (fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = own >= 0 ? fdopendir (own) : NULL;
  bool goes_on = true;

  if (directory == NULL)
    {
      if (own >= 0)
        close (own);
      return true;
    }
  for (struct dirent *found; goes_on && (found = readdir (directory)) != NULL;)
    {
      struct stat info;

      if (found->d_name[0] == '.')
        continue;
      if (walk->n_left == 0)
        {
          goes_on = false;
          break;
        }
      walk->n_left--;
      if (fstatat (fd, found->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      g_autofree char *below =
        path != NULL ? g_build_filename (path, found->d_name, NULL) : g_strdup (found->d_name);
      const FolderEntry entry = { fd, found->d_name, below, &info };
      goes_on = walk->visit (&entry, walk->user_data);
      if (goes_on && S_ISDIR (info.st_mode))
        goes_on = walk_folder (walk, &entry, depth);
    }
  closedir (directory);
  return goes_on;
}

bool
folder_walk (FolderWalk *walk, int fd)
{
  return walk_below (walk, fd, NULL, 0);
}
