/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/cache/cache_private.h"
#include "trace/text/trace_error.h"

static int
refuse (GError **error, const char *path, const char *why)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE, "%s: cannot be used as a cache: %s.", path, why);
  return -1;
}

static const char *
explain (int code)
{
  return code == ENOTDIR || code == ELOOP
           ? "it is a symbolic link or not a directory. Set XDG_CACHE_HOME to have the cache elsewhere"
           : g_strerror (code);
}

/* Returns $XDG_CACHE_HOME, or the default that its specification gives; it says to ignore a relative path.
 * https://specifications.freedesktop.org/basedir-spec/0.8/ */
static char *
default_base (void)
{
  const char *base = getenv ("XDG_CACHE_HOME"), *home = getenv ("HOME");

  if (base != NULL && base[0] == '/')
    return g_strdup (base);
  return home != NULL && home[0] == '/' ? g_build_filename (home, ".cache", NULL) : NULL;
}

/* Opens a folder of ours in one that need not be ours. Nobody else can add anything to it or replace what is
 * in it, so everything found there later was put there by this user. */
static int
open_own (int parent, const char *name, const char *path, bool make, GError **error)
{
  struct stat info;

  int not_made = !make ? ENOENT : mkdirat (parent, name, 0700) == 0 ? 0 : errno;
  int fd = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (fd < 0)
    return refuse (error, path, explain (errno == ENOENT ? not_made : errno));

  const char *why = fstat (fd, &info) != 0                      ? g_strerror (errno)
                    : info.st_uid != geteuid ()                 ? "it belongs to another user"
                    : (info.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "other users may write to it"
                                                                : NULL;
  if (why == NULL)
    return fd;
  close (fd);
  return refuse (error, path, why);
}

int
cache_place_open (const char *base, bool make, char **ret_path, GError **error)
{
  g_autofree char *own_base = base == NULL ? default_base () : g_strdup (base);

  if (own_base == NULL)
    {
      g_set_error_literal (
        error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE,
        "There is no directory for a cache: neither XDG_CACHE_HOME nor HOME is an absolute path.");
      return -1;
    }
  g_autofree char *outer_path = g_build_filename (own_base, "stepscope", NULL);
  g_autofree char *path = g_build_filename (outer_path, "profiles", NULL);

  /* The base may be a link, since the user chose it. */
  if (make)
    g_mkdir_with_parents (own_base, 0700);
  int parent = open (own_base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent < 0)
    return refuse (error, own_base, g_strerror (errno));

  int outer = open_own (parent, "stepscope", outer_path, make, error);
  close (parent);
  if (outer < 0)
    return -1;
  int fd = open_own (outer, "profiles", path, make, error);
  close (outer);
  if (fd >= 0)
    *ret_path = g_steal_pointer (&path);
  return fd;
}
