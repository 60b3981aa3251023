/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/allowed_paths.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/mcp/folder_walk.h"
#include "trace/text/trace_error.h"

#define PATH_BYTES_MAX 4096

/* What is looked at for links below a folder that is one profile. */
#define LINK_DEPTH_MAX 16
#define LINK_NAMES_MAX 100000

struct AllowedPaths
{
  GPtrArray *folders; /* without links; ends with NULL */
  GArray *fds;        /* O_PATH, of the same folders */
};

void
allowed_paths_free (AllowedPaths *allowed)
{
  for (guint i = 0; i < allowed->fds->len; i++)
    close (g_array_index (allowed->fds, int, i));
  g_array_unref (allowed->fds);
  g_ptr_array_unref (allowed->folders);
  g_free (allowed);
}

static bool
add_folder (AllowedPaths *allowed, const char *folder, GError **error)
{
  char *real = realpath (folder, NULL);
  int fd = real != NULL ? open (real, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;

  if (fd >= 0)
    {
      g_ptr_array_add (allowed->folders, g_strdup (real));
      g_array_append_val (allowed->fds, fd);
    }
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "%s: is not a folder that can be opened; --allow needs one", folder);
  free (real);
  return fd >= 0;
}

AllowedPaths *
allowed_paths_new (char **folders, GError **error)
{
  AllowedPaths *allowed = g_new0 (AllowedPaths, 1);

  allowed->folders = g_ptr_array_new_with_free_func (g_free);
  allowed->fds = g_array_new (FALSE, FALSE, sizeof (int));
  for (char **folder = folders; *folder != NULL; folder++)
    if (!add_folder (allowed, *folder, error))
      {
        allowed_paths_free (allowed);
        return NULL;
      }
  g_ptr_array_add (allowed->folders, NULL);
  return allowed;
}

const char *const *
allowed_paths_folders (const AllowedPaths *allowed)
{
  return (const char *const *) allowed->folders->pdata;
}

void
allowed_path_clear (AllowedPath *path)
{
  g_clear_pointer (&path->path, g_free);
}

/* Returns what follows the folder in the path, "" for the folder itself, or NULL if it does not lie there. */
static const char *
below (const char *folder, const char *path)
{
  size_t n = strlen (folder);

  if (strcmp (folder, "/") == 0)
    return path + 1;
  if (strncmp (path, folder, n) != 0 || (path[n] != '/' && path[n] != '\0'))
    return NULL;
  return path[n] == '/' ? path + n + 1 : path + n;
}

/* Goes down from a folder name by name, over no link. Returns a descriptor (O_PATH) or -1. */
static int
descend (int folder_fd, const char *rest)
{
  g_auto (GStrv) names = g_strsplit (rest, "/", -1);
  int fd = openat (folder_fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

  for (char **name = names; fd >= 0 && *name != NULL; name++)
    {
      struct stat info;

      if (**name == '\0')
        continue;
      int next = strcmp (*name, "..") != 0 ? openat (fd, *name, O_PATH | O_NOFOLLOW | O_CLOEXEC) : -1;
      close (fd);
      fd = next;
      if (fd >= 0 && (fstat (fd, &info) != 0 || S_ISLNK (info.st_mode)))
        {
          close (fd);
          fd = -1;
        }
    }
  return fd;
}

/* Opens (O_PATH) a path without links that lies in one of the folders; -1 for any other. */
static int
open_real (const AllowedPaths *allowed, const char *real)
{
  for (guint i = 0; i < allowed->fds->len; i++)
    {
      const char *rest = below (allowed->folders->pdata[i], real);
      int fd = rest != NULL ? descend (g_array_index (allowed->fds, int, i), rest) : -1;

      if (fd >= 0)
        return fd;
    }
  return -1;
}

/* The path without links if it leads into one of the folders, with what it is; else NULL. */
static char *
resolve (const AllowedPaths *allowed, const char *path, struct stat *ret_info)
{
  char *real = realpath (path, NULL);
  char *found = NULL;
  int fd = real != NULL ? open_real (allowed, real) : -1;
  struct stat by_name;

  /* By name and by descent it has to be the same. */
  if (fd >= 0 && fstat (fd, ret_info) == 0 && stat (real, &by_name) == 0 && by_name.st_dev == ret_info->st_dev
      && by_name.st_ino == ret_info->st_ino)
    found = g_strdup (real);
  if (fd >= 0)
    close (fd);
  free (real);
  return found;
}

static bool
has_dots (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  return g_strv_contains ((const char *const *) names, "..");
}

/* ---- links below a folder ---- */

typedef struct
{
  const AllowedPaths *allowed;
  const char *folder;
  char *leads_out;
} LinkCheck;

static bool
check_link (const FolderEntry *entry, gpointer user_data)
{
  LinkCheck *check = user_data;
  struct stat info;

  if (!S_ISLNK (entry->info->st_mode))
    return true;
  g_autofree char *path = g_build_filename (check->folder, entry->path, NULL);
  g_autofree char *real = resolve (check->allowed, path, &info);
  if (real == NULL)
    check->leads_out = g_strdup (entry->path);
  return real != NULL;
}

static bool
check_links (const AllowedPaths *allowed, const AllowedPath *path, GError **error)
{
  LinkCheck check = { .allowed = allowed, .folder = path->path };
  FolderWalk walk = { LINK_DEPTH_MAX, LINK_NAMES_MAX, check_link, &check };
  int fd = allowed_paths_open_folder (allowed, path);

  bool is_whole = fd >= 0 && folder_walk (&walk, fd);
  if (fd >= 0)
    close (fd);
  if (check.leads_out != NULL)
    g_set_error (
      error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
      "%s: its link \"%s\" leads out of the folders that may be read; name a file or folder without such a "
      "link",
      path->path, check.leads_out);
  else if (!is_whole)
    g_set_error (
      error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
      "%s: holds too many files or folders to be one profile; name a file or a folder of ranks in it",
      path->path);
  g_free (check.leads_out);
  return is_whole;
}

/* ---- checking ---- */

static char *
find (const AllowedPaths *allowed, const char *text, struct stat *ret_info)
{
  if (text[0] == '\0' || strlen (text) >= PATH_BYTES_MAX || has_dots (text))
    return NULL;
  if (text[0] == '/')
    return resolve (allowed, text, ret_info);
  for (guint i = 0; i < allowed->fds->len; i++)
    {
      g_autofree char *path = g_build_filename (allowed->folders->pdata[i], text, NULL);
      char *found = resolve (allowed, path, ret_info);

      if (found != NULL)
        return found;
    }
  return NULL;
}

bool
allowed_paths_check (const AllowedPaths *allowed,
                     const char *text,
                     bool follows_links,
                     AllowedPath *ret_path,
                     GError **error)
{
  struct stat info;
  g_autofree char *real = find (allowed, text, &info);

  *ret_path = (AllowedPath){ 0 };
  if (real == NULL || !(S_ISREG (info.st_mode) || S_ISDIR (info.st_mode)))
    {
      g_autofree char *folders = g_strjoinv (", ", (char **) allowed->folders->pdata);
      g_autofree char *shown = g_strndup (text, 200);

      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
        "\"%s\" is not a file or folder below %s, or is not there; the tool list tells what is, and --allow "
        "FOLDER, when the server is started, what may be read",
        shown, folders);
      return false;
    }
  *ret_path = (AllowedPath){ g_steal_pointer (&real), info.st_dev, info.st_ino, S_ISDIR (info.st_mode) };
  if (!follows_links || !ret_path->is_folder || check_links (allowed, ret_path, error))
    return true;
  allowed_path_clear (ret_path);
  return false;
}

bool
allowed_paths_hold (const AllowedPaths *allowed, int fd)
{
  char name[sizeof "/proc/self/fd/" + 11], path[PATH_BYTES_MAX + 1];

  g_snprintf (name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t n = readlink (name, path, sizeof path - 1);
  if (n <= 0 || path[0] != '/')
    return false;
  path[n] = '\0';
  for (guint i = 0; i < allowed->fds->len; i++)
    if (below (allowed->folders->pdata[i], path) != NULL)
      return true;
  return false;
}

bool
allowed_paths_is_same (const AllowedPaths *allowed, const AllowedPath *path)
{
  struct stat info;
  g_autofree char *real = resolve (allowed, path->path, &info);

  return real != NULL && strcmp (real, path->path) == 0 && info.st_dev == path->device
         && info.st_ino == path->inode;
}

int
allowed_paths_open_folder (const AllowedPaths *allowed, const AllowedPath *path)
{
  struct stat info;
  int fd = open_real (allowed, path->path);

  if (fd < 0)
    return -1;
  int folder = fstat (fd, &info) == 0 && info.st_dev == path->device && info.st_ino == path->inode
                 ? openat (fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                 : -1;
  close (fd);
  return folder;
}
