/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query_temp_files.h"

#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

/* The system's own file follows. */
typedef struct
{
  sqlite3_file base;
  QueryTempFiles *files;
  int64_t n_bytes;
} TempFile;

_Static_assert(sizeof (TempFile) % _Alignof(int64_t) == 0, "the system's file is aligned");

static sqlite3_file *
system_file (sqlite3_file *file)
{
  return (sqlite3_file *) ((TempFile *) file + 1);
}

/* ---- counted calls ---- */

static int
close_file (sqlite3_file *file)
{
  TempFile *temp = (TempFile *) file;
  sqlite3_file *own = system_file (file);

  temp->files->used_bytes -= temp->n_bytes;
  temp->files->n_open--;
  return own->pMethods->xClose (own);
}

static int
write_file (sqlite3_file *file, const void *bytes, int n_bytes, sqlite3_int64 offset)
{
  TempFile *temp = (TempFile *) file;
  QueryTempFiles *files = temp->files;
  sqlite3_file *own = system_file (file);
  int64_t end = offset + n_bytes;

  if (end > temp->n_bytes)
    {
      int64_t used_bytes = files->used_bytes + (end - temp->n_bytes);

      if (used_bytes > files->max_bytes || used_bytes > files->left_bytes)
        {
          files->is_full = true;
          return SQLITE_FULL;
        }
      files->used_bytes = used_bytes;
      temp->n_bytes = end;
    }
  return own->pMethods->xWrite (own, bytes, n_bytes, offset);
}

static int
truncate_file (sqlite3_file *file, sqlite3_int64 n_bytes)
{
  TempFile *temp = (TempFile *) file;
  sqlite3_file *own = system_file (file);
  int result = own->pMethods->xTruncate (own, n_bytes);

  if (result == SQLITE_OK && n_bytes < temp->n_bytes)
    {
      temp->files->used_bytes -= temp->n_bytes - n_bytes;
      temp->n_bytes = n_bytes;
    }
  return result;
}

/* ---- calls passed on ---- */

static int
read_file (sqlite3_file *file, void *bytes, int n_bytes, sqlite3_int64 offset)
{
  return system_file (file)->pMethods->xRead (system_file (file), bytes, n_bytes, offset);
}

static int
sync_file (sqlite3_file *file, int flags)
{
  return system_file (file)->pMethods->xSync (system_file (file), flags);
}

static int
size_of_file (sqlite3_file *file, sqlite3_int64 *ret_bytes)
{
  return system_file (file)->pMethods->xFileSize (system_file (file), ret_bytes);
}

static int
lock_file (sqlite3_file *file, int level)
{
  return system_file (file)->pMethods->xLock (system_file (file), level);
}

static int
unlock_file (sqlite3_file *file, int level)
{
  return system_file (file)->pMethods->xUnlock (system_file (file), level);
}

static int
check_lock (sqlite3_file *file, int *ret_locked)
{
  return system_file (file)->pMethods->xCheckReservedLock (system_file (file), ret_locked);
}

/* Hints could make a file larger than what is counted. */
static int
control_file (sqlite3_file *file, int operation, void *argument)
{
  if (operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE)
    return SQLITE_NOTFOUND;
  return system_file (file)->pMethods->xFileControl (system_file (file), operation, argument);
}

static int
sector_bytes (sqlite3_file *file)
{
  return system_file (file)->pMethods->xSectorSize (system_file (file));
}

static int
device_traits (sqlite3_file *file)
{
  return system_file (file)->pMethods->xDeviceCharacteristics (system_file (file));
}

/* ---- opening ---- */

/* Half of the folder's free space; the rest is left to others. */
static int64_t
spare_bytes (sqlite3_file *own)
{
  struct statvfs space;
  int64_t bytes = INT64_MAX;
  char *name = NULL;

  if (own->pMethods->xFileControl (own, SQLITE_FCNTL_TEMPFILENAME, &name) == SQLITE_OK && name != NULL)
    {
      char *slash = strrchr (name, '/');

      if (slash != NULL)
        slash[1] = '\0';
      if (slash != NULL && statvfs (name, &space) == 0
          && __builtin_mul_overflow (space.f_bavail / 2, space.f_frsize, &bytes))
        bytes = INT64_MAX;
    }
  sqlite3_free (name);
  return bytes;
}

static int
open_file (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *ret_flags)
{
  static const sqlite3_io_methods methods = {
    .iVersion = 1, /* no memory mapping, because it would not be counted */
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_bytes,
    .xDeviceCharacteristics = device_traits,
  };
  QueryTempFiles *files = vfs->pAppData;
  TempFile *temp = (TempFile *) file;
  sqlite3_file *own = system_file (file);
  int result;

  *temp = (TempFile){ .files = files };
  own->pMethods = NULL;
  result = files->system->xOpen (files->system, name, own, flags, ret_flags);
  if (own->pMethods == NULL)
    return result;
  temp->base.pMethods = &methods;
  if (files->n_open++ == 0)
    files->left_bytes = spare_bytes (own);
  return result;
}

int
query_temp_files_open (QueryTempFiles *files, int flags, int64_t max_bytes, sqlite3 **ret_db)
{
  int result = sqlite3_initialize ();

  *ret_db = NULL;
  if (result != SQLITE_OK)
    return result;
  *files = (QueryTempFiles){ .system = sqlite3_vfs_find (NULL), .max_bytes = max_bytes };
  snprintf (files->name, sizeof files->name, "query %p", (void *) files);
  /* xOpen () is the only method that uses the members that are not copied. */
  files->vfs = *files->system;
  files->vfs.pNext = NULL;
  files->vfs.zName = files->name;
  files->vfs.pAppData = files;
  files->vfs.szOsFile += (int) sizeof (TempFile);
  files->vfs.xOpen = open_file;
  /* The name is needed only while a database is being opened. */
  result = sqlite3_vfs_register (&files->vfs, 0);
  if (result == SQLITE_OK)
    {
      result = sqlite3_open_v2 (":memory:", ret_db, flags, files->name);
      sqlite3_vfs_unregister (&files->vfs);
    }
  return result;
}
