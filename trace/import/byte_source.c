/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/byte_source.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "trace/key_hash.h"
#include "trace/trace_error.h"

#define CHUNK_BYTES (256 * 1024)
#define HEAD_BYTES  (64 * 1024)

struct ByteSource
{
  int fd;
  char *path;
  bool is_file; /* not a pipe */
  struct stat info;
  uint64_t size;
  _Atomic uint64_t position; /* others ask for it while one thread reads */
  KeyHash *hash; /* of what was taken from the file */

  bool is_gzip;
  bool stream_ended; /* between members, or after the last */
  bool finished;     /* nothing more will be decoded */
  bool inflate_ready;
  z_stream inflate;
  ByteSourceCondition condition;

  unsigned char *chunk; /* bytes of the file not decoded yet: [at, n) */
  size_t at, n;
  bool at_end;

  char *head; /* decoded by peek () and not read yet: [head_at, head_n) */
  size_t head_at, head_n;
};

/* Tops the chunk up until at least want bytes are there, or the file ends. */
static bool
source_fill (ByteSource *source, size_t want, GError **error)
{
  if (source->at > 0)
    {
      memmove (source->chunk, source->chunk + source->at, source->n - source->at);
      source->n -= source->at;
      source->at = 0;
    }
  while (source->n < want && !source->at_end)
    {
      ssize_t n = read (source->fd, source->chunk + source->n, CHUNK_BYTES - source->n);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          int saved = errno;
          g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be read: %s.", source->path,
                       g_strerror (saved));
          return false;
        }
      if (n == 0)
        source->at_end = true;
      key_hash_add (source->hash, source->chunk + source->n, (size_t) n);
      source->n += (size_t) n;
      atomic_fetch_add_explicit (&source->position, (uint64_t) n, memory_order_relaxed);
    }
  return true;
}

ByteSource *
byte_source_new (int fd, const char *path, GError **error)
{
  ByteSource *source = calloc (1, sizeof *source);
  bool is_stdin = strcmp (path, "-") == 0;

  if (source == NULL || (source->chunk = malloc (CHUNK_BYTES)) == NULL
      || (source->hash = key_hash_new ()) == NULL)
    {
      if (source != NULL)
        free (source->chunk);
      free (source);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.", path);
      return NULL;
    }
  source->path = g_strdup (is_stdin ? "standard input" : path);
  source->fd = fd;
  if (fstat (fd, &source->info) != 0)
    {
      int saved = errno;
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", source->path,
                   g_strerror (saved));
      byte_source_free (source);
      return NULL;
    }
  source->is_file = S_ISREG (source->info.st_mode);
  if (!source->is_file && !is_stdin)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
                   "%s: is not a regular file. To read from a pipe, give \"-\" and connect it to the "
                   "standard input.",
                   source->path);
      byte_source_free (source);
      return NULL;
    }
  if (source->is_file)
    source->size = (uint64_t) source->info.st_size;

  if (!source_fill (source, 4, error))
    {
      byte_source_free (source);
      return NULL;
    }
  source->is_gzip = source->n >= 2 && source->chunk[0] == 0x1f && source->chunk[1] == 0x8b;
  if (source->is_gzip)
    {
      if (inflateInit2 (&source->inflate, 15 + 16) != Z_OK)
        {
          g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to inflate it.",
                       source->path);
          byte_source_free (source);
          return NULL;
        }
      source->inflate_ready = true;
    }
  return source;
}

void
byte_source_free (ByteSource *source)
{
  if (source == NULL)
    return;
  if (source->inflate_ready)
    inflateEnd (&source->inflate);
  g_free (source->path);
  key_hash_free (source->hash);
  free (source->head);
  free (source->chunk);
  free (source);
}

/* Decides what follows a complete gzip member: another one, the end, or something else. */
static bool
next_member (ByteSource *source, GError **error)
{
  if (!source_fill (source, 2, error))
    return false;
  if (source->n >= 2 && source->chunk[0] == 0x1f && source->chunk[1] == 0x8b)
    {
      inflateReset (&source->inflate);
      source->stream_ended = false;
      return true;
    }
  if (source->n > 0)
    source->condition = BYTE_SOURCE_TRAILING;
  source->finished = true;
  return true;
}

static bool
read_gzip (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  size_t n_out = 0;

  while (n_out == 0 && !source->finished)
    {
      if (source->stream_ended)
        {
          if (!next_member (source, error))
            return false;
          continue;
        }
      if (source->at == source->n && !source_fill (source, 1, error))
        return false;

      source->inflate.next_in = source->chunk + source->at;
      source->inflate.avail_in = (uInt) (source->n - source->at);
      source->inflate.next_out = (Bytef *) buffer;
      source->inflate.avail_out = (uInt) (size > UINT32_MAX ? UINT32_MAX : size);
      uInt room = source->inflate.avail_out;
      int status = inflate (&source->inflate, Z_NO_FLUSH);

      source->at = source->n - source->inflate.avail_in;
      n_out = room - source->inflate.avail_out;
      if (status == Z_STREAM_END)
        source->stream_ended = true;
      else if (status == Z_BUF_ERROR && source->at_end && source->at == source->n)
        {
          source->condition = BYTE_SOURCE_TRUNCATED;
          source->finished = true;
        }
      else if (status != Z_OK && status != Z_BUF_ERROR)
        {
          source->condition = BYTE_SOURCE_DAMAGED;
          source->finished = true;
        }
    }
  *ret_n = n_out;
  return true;
}

static bool
read_plain (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  if (source->at == source->n && !source_fill (source, 1, error))
    return false;
  size_t n = source->n - source->at < size ? source->n - source->at : size;
  memcpy (buffer, source->chunk + source->at, n);
  source->at += n;
  *ret_n = n;
  return true;
}

static bool
read_decoded (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  *ret_n = 0;
  return source->is_gzip ? read_gzip (source, buffer, size, ret_n, error)
                         : read_plain (source, buffer, size, ret_n, error);
}

bool
byte_source_peek (ByteSource *source, const char **ret_text, size_t *ret_n, GError **error)
{
  if (source->head == NULL)
    {
      source->head = malloc (HEAD_BYTES);
      if (source->head == NULL)
        {
          g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.",
                       source->path);
          return false;
        }
      for (size_t n = 1; n > 0 && source->head_n < HEAD_BYTES; source->head_n += n)
        if (!read_decoded (source, source->head + source->head_n, HEAD_BYTES - source->head_n, &n, error))
          return false;
    }
  *ret_text = source->head;
  *ret_n = source->head_n;
  return true;
}

bool
byte_source_read (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  if (source->head_at < source->head_n)
    {
      size_t left = source->head_n - source->head_at;

      *ret_n = left < size ? left : size;
      memcpy (buffer, source->head + source->head_at, *ret_n);
      source->head_at += *ret_n;
      return true;
    }
  return read_decoded (source, buffer, size, ret_n, error);
}

bool
byte_source_pass (ByteSource *source, bool *ret_at_end, GError **error)
{
  source->at = source->n;
  if (!source_fill (source, 1, error))
    return false;
  *ret_at_end = source->n == 0;
  return true;
}

void
byte_source_key (const ByteSource *source, uint8_t key[TRACE_KEY_BYTES])
{
  key_hash_get (source->hash, key);
}

void
byte_source_end_here (ByteSource *source)
{
  source->at = source->n = 0;
  source->head_at = source->head_n;
  source->at_end = source->finished = true;
}

SourceRecord
byte_source_facts (const ByteSource *source)
{
  if (!source->is_file)
    return (SourceRecord){ 0 };
  return (SourceRecord){
    .size_bytes = source->size,
    .modified_ns = (int64_t) source->info.st_mtim.tv_sec * 1000000000 + source->info.st_mtim.tv_nsec,
    .inode = source->info.st_ino,
  };
}

uint64_t
byte_source_position (const ByteSource *source)
{
  return atomic_load_explicit (&source->position, memory_order_relaxed);
}

uint64_t
byte_source_size (const ByteSource *source)
{
  return source->size;
}

int64_t
byte_source_modified_s (const ByteSource *source)
{
  return source->is_file ? (int64_t) source->info.st_mtime : 0;
}

ByteSourceCondition
byte_source_condition (const ByteSource *source)
{
  return source->condition;
}
