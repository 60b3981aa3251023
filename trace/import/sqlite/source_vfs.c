/* SPDX-License-Identifier: Apache-2.0
 *
 * The header of a database: https://www.sqlite.org/fileformat2.html#the_database_header */

#include "trace/import/sqlite/source_vfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "source"

#define HEADER_BYTES      100
#define PAGE_SIZE_AT      16 /* 2 bytes, big endian; 1 is 65536 */
#define CHANGE_COUNTER_AT 24 /* 4 bytes */
#define N_PAGES_AT        28 /* 4 bytes; valid if the next two are equal */
#define VALID_FOR_AT      92 /* 4 bytes */

struct SourceVfs
{
  sqlite3_vfs vfs; /* first: SQLite hands it back */
  char name[40];
  ByteSource *source;
  uint64_t size_bytes; /* of whole pages */
  bool is_truncated;
};

typedef struct
{
  sqlite3_file file; /* first: SQLite hands it back */
  SourceVfs *vfs;
} SourceFile;

/* ---- the file ---- */

static int
file_close (sqlite3_file *file)
{
  (void) file;
  return SQLITE_OK;
}

static int
file_read (sqlite3_file *file, void *buffer, int n, sqlite3_int64 offset)
{
  SourceVfs *vfs = ((SourceFile *) file)->vfs;
  uint64_t n_left = (uint64_t) offset < vfs->size_bytes ? vfs->size_bytes - (uint64_t) offset : 0;
  size_t n_wanted = (uint64_t) n < n_left ? (size_t) n : (size_t) n_left;
  size_t n_read = byte_source_read_at (vfs->source, (uint64_t) offset, buffer, n_wanted);

  if (n_read == (size_t) n)
    return SQLITE_OK;
  memset ((char *) buffer + n_read, 0, (size_t) n - n_read);
  return SQLITE_IOERR_SHORT_READ;
}

static int
file_size (sqlite3_file *file, sqlite3_int64 *ret_size)
{
  *ret_size = (sqlite3_int64) ((SourceFile *) file)->vfs->size_bytes;
  return SQLITE_OK;
}

static int
refuse_write (sqlite3_file *file, const void *buffer, int n, sqlite3_int64 offset)
{
  (void) file;
  (void) buffer;
  (void) n;
  (void) offset;
  return SQLITE_READONLY;
}

static int
refuse_truncate (sqlite3_file *file, sqlite3_int64 size)
{
  (void) file;
  (void) size;
  return SQLITE_READONLY;
}

static int
accept (sqlite3_file *file, int value)
{
  (void) file;
  (void) value;
  return SQLITE_OK;
}

static int
check_no_lock (sqlite3_file *file, int *ret_is_reserved)
{
  (void) file;
  *ret_is_reserved = 0;
  return SQLITE_OK;
}

static int
no_control (sqlite3_file *file, int operation, void *argument)
{
  (void) file;
  (void) operation;
  (void) argument;
  return SQLITE_NOTFOUND;
}

static int
sector_size (sqlite3_file *file)
{
  (void) file;
  return 4096;
}

/* Nobody looks for a journal of an immutable file, and it needs no lock. */
static int
device_characteristics (sqlite3_file *file)
{
  (void) file;
  return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
  .iVersion = 1,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = refuse_write,
  .xTruncate = refuse_truncate,
  .xSync = accept,
  .xFileSize = file_size,
  .xLock = accept,
  .xUnlock = accept,
  .xCheckReservedLock = check_no_lock,
  .xFileControl = no_control,
  .xSectorSize = sector_size,
  .xDeviceCharacteristics = device_characteristics,
};

/* ---- the file system ---- */

static int
vfs_open (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *ret_flags)
{
  file->pMethods = NULL;
  if (name == NULL || !(flags & SQLITE_OPEN_MAIN_DB))
    return SQLITE_CANTOPEN;
  ((SourceFile *) file)->vfs = (SourceVfs *) vfs;
  file->pMethods = &methods;
  if (ret_flags != NULL)
    *ret_flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  return SQLITE_OK;
}

static int
vfs_delete (sqlite3_vfs *vfs, const char *name, int sync)
{
  (void) vfs;
  (void) name;
  (void) sync;
  return SQLITE_IOERR_DELETE;
}

static int
vfs_access (sqlite3_vfs *vfs, const char *name, int flags, int *ret_exists)
{
  (void) vfs;
  (void) name;
  (void) flags;
  *ret_exists = 0;
  return SQLITE_OK;
}

static int
vfs_full_path (sqlite3_vfs *vfs, const char *name, int n, char *ret_path)
{
  (void) vfs;
  sqlite3_snprintf (n, ret_path, "%s", name);
  return SQLITE_OK;
}

static int
vfs_randomness (sqlite3_vfs *vfs, int n, char *ret_bytes)
{
  (void) vfs;
  memset (ret_bytes, 0, (size_t) n);
  return n;
}

static int
vfs_sleep (sqlite3_vfs *vfs, int microseconds)
{
  (void) vfs;
  return microseconds;
}

static int
vfs_time (sqlite3_vfs *vfs, double *ret_julian_day)
{
  (void) vfs;
  *ret_julian_day = 0;
  return SQLITE_OK;
}

static int
vfs_last_error (sqlite3_vfs *vfs, int n, char *ret_text)
{
  (void) vfs;
  (void) n;
  (void) ret_text;
  return 0;
}

static uint32_t
big_endian (const uint8_t *bytes)
{
  return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 | (uint32_t) bytes[2] << 8 | bytes[3];
}

/* A page of which only a part is there must not be read: its rows lie at its end. */
static void
measure (SourceVfs *vfs)
{
  uint8_t header[HEADER_BYTES];

  vfs->size_bytes = byte_source_decoded_size (vfs->source);
  if (byte_source_read_at (vfs->source, 0, header, sizeof header) != sizeof header)
    return;
  uint32_t page_bytes = (uint32_t) header[PAGE_SIZE_AT] << 8 | header[PAGE_SIZE_AT + 1];
  page_bytes = page_bytes == 1 ? 65536 : page_bytes;
  if (page_bytes == 0)
    return;
  uint64_t rest_bytes = vfs->size_bytes % page_bytes;
  uint64_t wanted_bytes = (uint64_t) big_endian (header + N_PAGES_AT) * page_bytes;
  bool says_size =
    big_endian (header + CHANGE_COUNTER_AT) == big_endian (header + VALID_FOR_AT) && wanted_bytes > 0;
  vfs->size_bytes -= rest_bytes;
  /* Bytes behind the last page are no part of the database. */
  vfs->is_truncated = says_size ? wanted_bytes > vfs->size_bytes : rest_bytes > 0;
}

SourceVfs *
source_vfs_new (ByteSource *source)
{
  SourceVfs *vfs = calloc (1, sizeof *vfs);

  if (vfs == NULL)
    return NULL;
  vfs->source = source;
  measure (vfs);
  snprintf (vfs->name, sizeof vfs->name, "stepscope-%p", (void *) vfs);
  vfs->vfs = (sqlite3_vfs){
    .iVersion = 1,
    .szOsFile = sizeof (SourceFile),
    .mxPathname = 64,
    .zName = vfs->name,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
  };
  if (sqlite3_vfs_register (&vfs->vfs, 0) == SQLITE_OK)
    return vfs;
  free (vfs);
  return NULL;
}

void
source_vfs_free (SourceVfs *vfs)
{
  if (vfs == NULL)
    return;
  sqlite3_vfs_unregister (&vfs->vfs);
  free (vfs);
}

int
source_vfs_open (SourceVfs *vfs, sqlite3 **ret_db)
{
  return sqlite3_open_v2 (FILE_NAME, ret_db,
                          SQLITE_OPEN_READONLY | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOMUTEX, vfs->name);
}

bool
source_vfs_is_truncated (const SourceVfs *vfs)
{
  return vfs->is_truncated;
}
