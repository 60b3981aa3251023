/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/output_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/text/trace_error.h"

#define SUFFIX       ".part"
#define RANDOM_CHARS 8

/* Bytes of the file's name that a part's name begins with: file systems allow 255 bytes in all. */
#define PREFIX_MAX 200

/* Before a part is locked, another process may remove it as left behind. */
#define ATTEMPTS 100

struct OutputFile
{
  char *path;   /* as given, with links resolved */
  char *name;   /* its last element; points into path */
  char *folder; /* absolute */
  char *part;   /* absolute */
  int folder_fd, fd;
  bool is_committed;
};

void
output_file_set_error (GError **error, const char *what, int error_number)
{
  switch (error_number)
    {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
                   "\"%s\" could not be written: %s. Free some space, or write it elsewhere.", what,
                   g_strerror (error_number));
      break;
    case ENOMEM:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to write \"%s\".", what);
      break;
    default:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE, "\"%s\" could not be written: %s.", what,
                   g_strerror (error_number));
      break;
    }
}

/* Messages begin with the name of a file, in quotes or before a colon. */
static bool
is_named (const char *message, const char *what)
{
  size_t length = strlen (what), n_quotes = message[0] == '"';

  return g_str_has_prefix (message + n_quotes, what) && strchr ("\":", message[n_quotes + length]) != NULL;
}

void
output_file_name_in_error (GError **error, const char *what)
{
  if ((g_error_matches (*error, TRACE_ERROR, TRACE_ERROR_NO_SPACE)
       || g_error_matches (*error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE))
      && !is_named ((*error)->message, what))
    g_prefix_error (error, "\"%s\" could not be written. ", what);
}

/* ---- the target ---- */

/* Finds the target of the file and what exists there now. */
static bool
find_place (OutputFile *file, const char *path, mode_t *ret_mode, GError **error)
{
  struct stat now = { 0 };
  char *resolved = realpath (path, NULL);

  file->path = resolved != NULL ? resolved : strdup (path);
  if (file->path == NULL)
    {
      output_file_set_error (error, path, ENOMEM);
      return false;
    }

  char *slash = strrchr (file->path, '/');
  file->name = slash != NULL ? slash + 1 : file->path;
  *ret_mode = 0;
  if (file->name[0] == '\0' || (stat (file->path, &now) == 0 && S_ISDIR (now.st_mode)))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE,
                   "\"%s\" is a folder. Add the name of the file to write in it.", path);
      return false;
    }
  if (resolved == NULL)
    return true;
  if (!S_ISREG (now.st_mode))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE,
                   "\"%s\" is not a regular file and cannot be replaced by one.", path);
      return false;
    }
  *ret_mode = now.st_mode & 0777;
  return true;
}

static bool
open_folder (OutputFile *file, GError **error)
{
  size_t length = (size_t) (file->name - file->path);
  char *folder = length == 0 ? strdup (".") : strndup (file->path, length);

  if (folder == NULL)
    {
      output_file_set_error (error, file->path, ENOMEM);
      return false;
    }
  file->folder_fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file->folder_fd >= 0)
    file->folder = realpath (folder, NULL);
  if (file->folder == NULL)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE, "The folder of \"%s\" cannot be opened: %s.",
                 file->path, g_strerror (errno));
  free (folder);
  return file->folder != NULL;
}

/* ---- parts ---- */

static bool
is_part_of (const char *entry, const char *name)
{
  size_t prefix = strnlen (name, PREFIX_MAX), length = strlen (entry);

  return length == 1 + prefix + 1 + RANDOM_CHARS + strlen (SUFFIX) && entry[0] == '.'
         && memcmp (entry + 1, name, prefix) == 0 && entry[1 + prefix] == '.'
         && strcmp (entry + length - strlen (SUFFIX), SUFFIX) == 0;
}

static void
remove_if_left (int folder_fd, const char *entry)
{
  struct stat part;
  int fd = openat (folder_fd, entry, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return;
  if (fstat (fd, &part) == 0 && S_ISREG (part.st_mode) && flock (fd, LOCK_EX | LOCK_NB) == 0)
    unlinkat (folder_fd, entry, 0);
  close (fd);
}

/* A part that cannot be read or removed stays, which does no harm. */
static void
remove_left_parts (const OutputFile *file)
{
  int fd = openat (file->folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *folder = fd >= 0 ? fdopendir (fd) : NULL;

  if (folder == NULL)
    {
      if (fd >= 0)
        close (fd);
      return;
    }
  for (const struct dirent *entry; (entry = readdir (folder)) != NULL;)
    if (is_part_of (entry->d_name, file->name))
      remove_if_left (file->folder_fd, entry->d_name);
  closedir (folder);
}

/* The part's name within its folder. */
static const char *
part_name (const OutputFile *file)
{
  return strrchr (file->part, '/') + 1;
}

static bool
name_part (OutputFile *file)
{
  uint32_t random = 0;

  free (file->part);
  file->part = NULL;
  if (getrandom (&random, sizeof random, 0) != sizeof random)
    return false;
  if (asprintf (&file->part, "%s/.%.*s.%08" G_GINT32_MODIFIER "x%s", file->folder,
                (int) strnlen (file->name, PREFIX_MAX), file->name, random, SUFFIX)
      < 0)
    file->part = NULL;
  return file->part != NULL;
}

/* Returns 0 if the part is locked and still exists. On file systems without locks, no other process can remove it as
 * left behind either. */
static int
lock_part (int fd)
{
  struct stat part;

  if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return EWOULDBLOCK;
  if (fstat (fd, &part) != 0)
    return errno;
  return part.st_nlink > 0 ? 0 : EWOULDBLOCK;
}

/* Returns an errno, or 0 on success. */
static int
create_part (OutputFile *file)
{
  for (int attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      if (!name_part (file))
        return ENOMEM;
      file->fd =
        openat (file->folder_fd, part_name (file), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      if (file->fd < 0 && errno == EEXIST)
        continue;
      if (file->fd < 0)
        return errno;

      int status = lock_part (file->fd);
      if (status == 0)
        return 0;
      close (file->fd);
      file->fd = -1;
      if (status != EWOULDBLOCK)
        return status;
    }
  return EEXIST;
}

/* Returns whether an unnamed file was created. It gets its name by linking its /proc entry. */
static bool
create_unnamed (OutputFile *file)
{
  if (access ("/proc/self/fd", X_OK) != 0)
    return false;
  file->fd = openat (file->folder_fd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  return file->fd >= 0;
}

/* Gives an unnamed file the name of a part, which is locked. Returns an errno, or 0 on success. */
static int
link_unnamed (OutputFile *file)
{
  char descriptor[sizeof "/proc/self/fd/2147483647"];

  if (flock (file->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return errno;
  snprintf (descriptor, sizeof descriptor, "/proc/self/fd/%d", file->fd);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      if (!name_part (file))
        return ENOMEM;
      if (linkat (AT_FDCWD, descriptor, file->folder_fd, part_name (file), AT_SYMLINK_FOLLOW) == 0)
        return 0;

      int status = errno;
      free (file->part);
      file->part = NULL;
      if (status != EEXIST)
        return status;
    }
  return EEXIST;
}

static OutputFile *
begin (const char *path, bool is_named, GError **error)
{
  OutputFile *file = calloc (1, sizeof *file);
  mode_t mode;

  if (file == NULL)
    {
      output_file_set_error (error, path, ENOMEM);
      return NULL;
    }
  file->folder_fd = file->fd = -1;
  if (!find_place (file, path, &mode, error) || !open_folder (file, error))
    {
      output_file_free (file);
      return NULL;
    }
  remove_left_parts (file);

  int status = !is_named && create_unnamed (file) ? 0 : create_part (file);
  if (status != 0)
    {
      output_file_set_error (error, path, status);
      output_file_free (file);
      return NULL;
    }
  if (mode != 0)
    fchmod (file->fd, mode);
  return file;
}

OutputFile *
output_file_begin (const char *path, GError **error)
{
  return begin (path, false, error);
}

OutputFile *
output_file_begin_named (const char *path, GError **error)
{
  return begin (path, true, error);
}

int
output_file_fd (const OutputFile *file)
{
  return file->fd;
}

const char *
output_file_part (const OutputFile *file)
{
  return file->part;
}

bool
output_file_commit (OutputFile *file, GError **error)
{
  int status = fsync (file->fd) != 0 ? errno : file->part == NULL ? link_unnamed (file) : 0;

  if (status != 0)
    {
      output_file_set_error (error, file->path, status);
      return false;
    }
  if (renameat (file->folder_fd, part_name (file), file->folder_fd, file->name) != 0)
    {
      output_file_set_error (error, file->path, errno);
      return false;
    }
  file->is_committed = true;
  /* Put the name on the disk, too. File systems that do not support this may fail. */
  fsync (file->folder_fd);
  return true;
}

void
output_file_free (OutputFile *file)
{
  if (file == NULL)
    return;
  if (file->fd >= 0 && file->part != NULL && !file->is_committed)
    unlinkat (file->folder_fd, part_name (file), 0);
  if (file->fd >= 0)
    close (file->fd);
  if (file->folder_fd >= 0)
    close (file->folder_fd);
  free (file->path);
  free (file->folder);
  free (file->part);
  free (file);
}
