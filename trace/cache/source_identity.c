/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/cache/source_identity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/file/section.h"
#include "trace/key_hash.h"
#include "trace/open.h"
#include "trace/rank_directory.h"

#define PIECE_BYTES     (16 * 1024)
#define MAX_PIECES      64
#define MIN_RANK_PIECES 2 /* begin and end */

/* The files of a source; NULL: there is none. */
static GPtrArray *
list_files (const char *path)
{
  struct stat info;

  if (strcmp (path, "-") == 0 || stat (path, &info) != 0)
    return NULL;
  if (S_ISDIR (info.st_mode))
    {
      GPtrArray *files = rank_directory_list (path, NULL);

      if (files != NULL && files->len == 0)
        g_clear_pointer (&files, g_ptr_array_unref);
      return files;
    }
  if (!S_ISREG (info.st_mode))
    return NULL;

  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (files, g_strdup (path));
  return files;
}

static void
add_number (KeyHash *hash, uint64_t number)
{
  key_hash_add (hash, &number, sizeof number);
}

/* With its end, so that two names never look like two others. */
static void
add_name (KeyHash *hash, const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash == NULL ? path : slash + 1;

  key_hash_add (hash, name, strlen (name) + 1);
}

static bool
hash_facts (const GPtrArray *files, uint8_t ret_facts[SOURCE_HASH_BYTES])
{
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL)
    return false;
  for (guint i = 0; i < files->len; i++)
    {
      struct stat info = { 0 };

      if (stat (files->pdata[i], &info) != 0 && files->len == 1)
        return false;
      add_name (hash, files->pdata[i]);
      add_number (hash, (uint64_t) info.st_size);
      add_number (hash, (uint64_t) info.st_mtim.tv_sec);
      add_number (hash, (uint64_t) info.st_mtim.tv_nsec);
      add_number (hash, (uint64_t) info.st_ino);
      add_number (hash, (uint64_t) info.st_dev);
    }
  key_hash_get (hash, ret_facts);
  return true;
}

/* Fewer bytes than asked for only at the end of the file. */
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

  /* Only the pieces are wanted, not what the system would read ahead of each. */
  posix_fadvise (fd, 0, 0, POSIX_FADV_RANDOM);
  for (unsigned i = 0; i < n_pieces; i++)
    if (!add_piece (hash, fd, i == n_pieces - 1 ? last : i * stride, buffer))
      return false;
  return true;
}

static bool
add_content (KeyHash *hash,
             const char *path,
             unsigned n_pieces,
             char buffer[PIECE_BYTES],
             uint64_t *size_bytes)
{
  struct stat info;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
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

/* A rank that cannot be read is left out of a profile; whether it can is part of what the profile is. */
static bool
hash_content (const GPtrArray *files, uint8_t ret_content[SOURCE_HASH_BYTES], uint64_t *ret_size_bytes)
{
  g_autoptr (KeyHash) hash = key_hash_new ();
  char *buffer = malloc (PIECE_BYTES);
  unsigned n_pieces = MAX (MAX_PIECES / files->len, MIN_RANK_PIECES);
  bool ok = hash != NULL && buffer != NULL;

  *ret_size_bytes = 0;
  for (guint i = 0; ok && i < files->len; i++)
    {
      add_name (hash, files->pdata[i]);
      bool is_read = add_content (hash, files->pdata[i], n_pieces, buffer, ret_size_bytes);
      add_number (hash, is_read);
      ok = is_read || files->len > 1;
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
  add_number (hash, is_directory); /* of one rank: not the same profile as that file alone */
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
  g_autoptr (GPtrArray) files = list_files (path);
  SourceIdentity identity;

  if (files == NULL || !hash_facts (files, identity.facts)
      || !hash_content (files, identity.content, &identity.size_bytes)
      || !make_id (&identity, strcmp (files->pdata[0], path) != 0))
    return false;
  *ret_identity = identity;
  return true;
}

SourceChange
source_identity_compare (const SourceIdentity *identity, const char *path)
{
  g_autoptr (GPtrArray) files = list_files (path);
  uint8_t facts[SOURCE_HASH_BYTES], content[SOURCE_HASH_BYTES];
  uint64_t size_bytes;

  if (files == NULL || !hash_facts (files, facts))
    return SOURCE_GONE;
  if (memcmp (facts, identity->facts, sizeof facts) == 0)
    return SOURCE_UNCHANGED;
  if (!hash_content (files, content, &size_bytes))
    return SOURCE_GONE;
  return memcmp (content, identity->content, sizeof content) == 0 ? SOURCE_UNCHANGED : SOURCE_CHANGED;
}
