/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/cache/source_identity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/model/key_hash.h"
#include "trace/file/importer_version.h"
#include "trace/open/open.h"
#include "trace/open/rank_directory.h"
#include "trace/section/input_file.h"
#include "trace/section/section.h"

#define PIECE_BYTES     (16 * 1024)
#define MAX_PIECES      64
#define MIN_RANK_PIECES 2 /* begin and end */

typedef struct
{
  int folder;       /* the folder of a directory; else AT_FDCWD */
  GPtrArray *names; /* the names in it; for a file, its path */
} SourceFiles;

static void
files_close (SourceFiles *files)
{
  if (files->folder >= 0)
    close (files->folder);
  if (files->names != NULL)
    g_ptr_array_unref (files->names);
}

/* Returns false if there are no files. */
static bool
files_open (const char *path, SourceFiles *ret_files)
{
  SourceFiles files = { .folder = AT_FDCWD };
  struct stat info;

  if (strcmp (path, "-") == 0 || stat (path, &info) != 0
      || !(S_ISREG (info.st_mode) || S_ISDIR (info.st_mode)))
    return false;
  if (S_ISREG (info.st_mode))
    {
      files.names = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (files.names, g_strdup (path));
    }
  else if ((files.folder = input_file_open (AT_FDCWD, path, O_DIRECTORY)) >= 0)
    files.names = rank_directory_members (files.folder, path, NULL);
  if (files.names != NULL && files.names->len > 0)
    {
      *ret_files = files;
      return true;
    }
  files_close (&files);
  return false;
}

static void
add_number (KeyHash *hash, uint64_t number)
{
  key_hash_add (hash, &number, sizeof number);
}

/* Includes the end of the name, so that two names never look like two others. Of a single file the folder does not count. */
static void
add_name (KeyHash *hash, const SourceFiles *files, const char *path)
{
  const char *slash = files->folder == AT_FDCWD ? strrchr (path, '/') : NULL;
  const char *name = slash == NULL ? path : slash + 1;

  key_hash_add (hash, name, strlen (name) + 1);
}

static bool
hash_facts (const SourceFiles *files, uint8_t ret_facts[SOURCE_HASH_BYTES])
{
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL)
    return false;
  for (guint i = 0; i < files->names->len; i++)
    {
      struct stat info = { 0 };

      if (fstatat (files->folder, files->names->pdata[i], &info, 0) != 0 && files->names->len == 1)
        return false;
      add_name (hash, files, files->names->pdata[i]);
      add_number (hash, (uint64_t) info.st_size);
      add_number (hash, (uint64_t) info.st_mtim.tv_sec);
      add_number (hash, (uint64_t) info.st_mtim.tv_nsec);
      add_number (hash, (uint64_t) info.st_ino);
      add_number (hash, (uint64_t) info.st_dev);
    }
  key_hash_get (hash, ret_facts);
  return true;
}

/* A piece has fewer bytes only at the end of the file. */
static bool
add_piece (KeyHash *hash, int fd, uint64_t at, char buffer[PIECE_BYTES])
{
  size_t n = 0;

  while (n < PIECE_BYTES)
    {
      ssize_t got = pread (fd, buffer + n, PIECE_BYTES - n, (off_t) (at + n));

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return false;
      if (got == 0)
        break;
      n += (size_t) got;
    }
  key_hash_add (hash, buffer, n);
  return true;
}

static bool
add_sample (KeyHash *hash, int fd, uint64_t size_bytes, unsigned n_pieces, char buffer[PIECE_BYTES])
{
  if (size_bytes <= (uint64_t) n_pieces * PIECE_BYTES)
    {
      for (uint64_t at = 0; at < size_bytes; at += PIECE_BYTES)
        if (!add_piece (hash, fd, at, buffer))
          return false;
      return true;
    }

  uint64_t last = size_bytes - PIECE_BYTES;
  uint64_t stride = last / (n_pieces - 1);

  /* Only the pieces are needed, not what the system would read ahead after each. */
  posix_fadvise (fd, 0, 0, POSIX_FADV_RANDOM);
  for (unsigned i = 0; i < n_pieces; i++)
    if (!add_piece (hash, fd, i == n_pieces - 1 ? last : i * stride, buffer))
      return false;
  return true;
}

static bool
add_content (KeyHash *hash,
             int folder,
             const char *name,
             unsigned n_pieces,
             char buffer[PIECE_BYTES],
             uint64_t *size_bytes)
{
  struct stat info;
  int fd = input_file_open (folder, name, 0);
  bool ok = fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode);

  if (ok)
    {
      add_number (hash, (uint64_t) info.st_size);
      *size_bytes += (uint64_t) info.st_size;
      ok = add_sample (hash, fd, (uint64_t) info.st_size, n_pieces, buffer);
    }
  if (fd >= 0)
    close (fd);
  return ok;
}

/* A rank that cannot be read is left out of a profile, so whether it can be read is part of the identity. */
static bool
hash_content (const SourceFiles *files, uint8_t ret_content[SOURCE_HASH_BYTES], uint64_t *ret_size_bytes)
{
  g_autoptr (KeyHash) hash = key_hash_new ();
  char *buffer = malloc (PIECE_BYTES);
  const GPtrArray *names = files->names;
  unsigned n_pieces = MAX (MAX_PIECES / names->len, MIN_RANK_PIECES);
  bool ok = hash != NULL && buffer != NULL;

  *ret_size_bytes = 0;
  for (guint i = 0; ok && i < names->len; i++)
    {
      add_name (hash, files, names->pdata[i]);
      bool is_read = add_content (hash, files->folder, names->pdata[i], n_pieces, buffer, ret_size_bytes);
      add_number (hash, is_read);
      ok = is_read || names->len > 1;
    }
  if (ok)
    key_hash_get (hash, ret_content);
  free (buffer);
  return ok;
}

static bool
make_id (SourceIdentity *identity, bool is_directory)
{
  g_autoptr (KeyHash) hash = key_hash_new ();
  uint8_t digest[SOURCE_HASH_BYTES];

  if (hash == NULL)
    return false;
  add_number (hash, TRACE_IMPORTER_VERSION);
  add_number (hash, SECTION_FILE_MAJOR);
  add_number (hash, SECTION_FILE_MINOR);
  add_number (hash, is_directory); /* a directory with one rank is not the same profile as that file alone */
  key_hash_add (hash, identity->facts, sizeof identity->facts);
  key_hash_add (hash, identity->content, sizeof identity->content);
  key_hash_get (hash, digest);
  for (size_t i = 0; i < sizeof digest; i++)
    {
      identity->id[2 * i] = "0123456789abcdef"[digest[i] >> 4];
      identity->id[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
  identity->id[SOURCE_ID_LENGTH] = '\0';
  return true;
}

bool
source_identity_take (const char *path, SourceIdentity *ret_identity)
{
  SourceFiles files;
  SourceIdentity identity;

  if (!files_open (path, &files))
    return false;
  bool ok = hash_facts (&files, identity.facts)
            && hash_content (&files, identity.content, &identity.size_bytes)
            && make_id (&identity, files.folder != AT_FDCWD);
  files_close (&files);
  if (ok)
    *ret_identity = identity;
  return ok;
}

static SourceChange
compare_files (const SourceIdentity *identity, const SourceFiles *files)
{
  uint8_t facts[SOURCE_HASH_BYTES], content[SOURCE_HASH_BYTES];
  uint64_t size_bytes;

  if (!hash_facts (files, facts))
    return SOURCE_GONE;
  if (memcmp (facts, identity->facts, sizeof facts) == 0)
    return SOURCE_UNCHANGED;
  if (!hash_content (files, content, &size_bytes))
    return SOURCE_GONE;
  return memcmp (content, identity->content, sizeof content) == 0 ? SOURCE_UNCHANGED : SOURCE_CHANGED;
}

SourceChange
source_identity_compare (const SourceIdentity *identity, const char *path)
{
  SourceFiles files;

  if (!files_open (path, &files))
    return SOURCE_GONE;
  SourceChange change = compare_files (identity, &files);
  files_close (&files);
  return change;
}
