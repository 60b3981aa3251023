/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/source/byte_source.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/import/source/packing.h"
#include "trace/model/key_hash.h"
#include "trace/text/trace_error.h"

#define CHUNK_BYTES ((size_t) 256 * 1024)
#define HEAD_BYTES  ((size_t) 64 * 1024)
#define MAGIC_BYTES 4

/* Bytes read at a time, and hashed while they are in the cache. */
#define PIECE_BYTES ((size_t) 128 * 1024)

#define ROOM_BYTES_MAX ((size_t) 1 << 30) /* the most room given to an unpacker at once */

struct ByteSource
{
  int fd;
  char *path;
  bool is_file; /* not a pipe */
  struct stat info;
  ByteSourceWay way;
  uint64_t size;
  _Atomic uint64_t position; /* read by threads that report progress */
  KeyHash *hash;             /* of the bytes taken from the file */

  const Packing *packing; /* NULL if the source is not packed */
  const Unpacker *unpacker;
  void *state;          /* the state of the unpacker */
  bool between_members; /* or behind the last */
  bool has_text;        /* something was decoded */
  bool finished;        /* nothing more will be decoded */
  ByteSourceCondition condition;

  uint8_t *chunk; /* bytes of the file not decoded yet: [at, n) */
  size_t at, n;
  bool at_end;

  char *head; /* decoded by peek () and not read yet: [head_at, head_n) */
  size_t head_at, head_n;

  bool is_seekable;
  int decoded_fd; /* an unnamed file with all decoded bytes; -1 where fd itself has them */
  uint64_t decoded_size;
  _Atomic uint64_t n_read_at; /* bytes read at places */
};

static const Packing *const packings[] = { &gzip_packing, &zstd_packing };

static bool
no_memory (const ByteSource *source, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.", source->path);
  return false;
}

/* ---- the file ---- */

/* Reads up to size bytes, as many as are available; at least one unless the file ends, which is noted. */
static bool
take (ByteSource *source, void *bytes, size_t size, size_t *ret_n, GError **error)
{
  ssize_t n;

  /* The standard input may have been left in non-blocking mode. */
  while ((n = read (source->fd, bytes, size < PIECE_BYTES ? size : PIECE_BYTES)) < 0
         && (errno == EINTR || errno == EAGAIN))
    if (errno == EAGAIN)
      poll (&(struct pollfd){ .fd = source->fd, .events = POLLIN }, 1, -1);
  if (n < 0)
    {
      int saved = errno;
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be read: %s.", source->path,
                   g_strerror (saved));
      return false;
    }
  if (n == 0)
    source->at_end = true;
  key_hash_add (source->hash, bytes, (size_t) n);
  atomic_fetch_add_explicit (&source->position, (uint64_t) n, memory_order_relaxed);
  *ret_n = (size_t) n;
  return true;
}

/* Fills the chunk until it has at least want bytes, or the file ends. */
static bool
fill_chunk (ByteSource *source, size_t want, GError **error)
{
  if (source->at > 0)
    {
      memmove (source->chunk, source->chunk + source->at, source->n - source->at);
      source->n -= source->at;
      source->at = 0;
    }
  while (source->n < want && !source->at_end)
    {
      size_t n;

      if (!take (source, source->chunk + source->n, CHUNK_BYTES - source->n, &n, error))
        return false;
      source->n += n;
    }
  return true;
}

/* ---- packings ---- */

static const Unpacker *
choose_unpacker (const Packing *packing, ByteSourceWay way)
{
  const Unpacker *fast = way == BYTE_SOURCE_FAST && packing->fast != NULL ? packing->fast () : NULL;

  return fast != NULL ? fast : packing->exact;
}

static bool
choose_packing (ByteSource *source, GError **error)
{
  if (!fill_chunk (source, MAGIC_BYTES, error))
    return false;
  for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
    if (packings[i]->sniff (source->chunk, source->n))
      {
        source->packing = packings[i];
        source->unpacker = choose_unpacker (packings[i], source->is_file ? source->way : BYTE_SOURCE_EXACT);
        source->state = source->unpacker->create ();
        return source->state != NULL || no_memory (source, error);
      }
  return true;
}

static bool
is_exact (const ByteSource *source)
{
  return source->packing == NULL || source->unpacker == source->packing->exact;
}

static void
finish (ByteSource *source, ByteSourceCondition condition)
{
  source->condition = condition;
  source->finished = true;
}

/* Returns false on the fast way, where nothing that was read counts. */
static bool
end_early (ByteSource *source, ByteSourceCondition condition, GError **error)
{
  if (is_exact (source))
    {
      finish (source, condition);
      return true;
    }
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: the compressed data is damaged.",
               source->path);
  return false;
}

/* Determines what follows a complete member: another one, the end, or something else. */
static void
next_member (ByteSource *source)
{
  size_t n = source->n - source->at;

  if (source->packing->sniff (source->chunk + source->at, n))
    source->between_members = false;
  else
    finish (source, n > 0 ? BYTE_SOURCE_TRAILING : BYTE_SOURCE_INTACT);
}

/* Refuses a member that needs too much memory. After other members, which are kept, it counts as damage. */
static bool
refuse_large (ByteSource *source, GError **error)
{
  if (source->has_text)
    {
      finish (source, BYTE_SOURCE_DAMAGED);
      return true;
    }
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: needs more than 128 MiB of memory to unpack. Unpack it first: "
               "zstd -d --long=31 FILE",
               source->path);
  return false;
}

static bool
read_packed (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  uint8_t *begin = (uint8_t *) buffer, *end = begin + size;
  UnpackSpan span = { .out = begin };

  while (span.out < end && !source->finished)
    {
      /* Returns the bytes of a pipe before waiting for more. */
      size_t want = source->between_members ? MAGIC_BYTES : 1;
      if (source->n - source->at < want && !source->is_file && span.out > begin)
        break;
      if (source->n - source->at < want && !fill_chunk (source, want, error))
        return false;
      if (source->between_members)
        {
          next_member (source);
          continue;
        }

      span.in = source->chunk + source->at;
      span.in_end = source->chunk + source->n;
      span.out_end = (size_t) (end - span.out) < ROOM_BYTES_MAX ? end : span.out + ROOM_BYTES_MAX;
      UnpackStatus status = source->unpacker->unpack (source->state, &span);

      source->at = (size_t) (span.in - source->chunk);
      source->has_text = source->has_text || span.out > begin;
      switch (status)
        {
        case UNPACK_STARVED:
          if (source->at_end && !end_early (source, BYTE_SOURCE_TRUNCATED, error))
            return false;
          break;
        case UNPACK_FULL:
          break;
        case UNPACK_END:
          source->between_members = true;
          break;
        case UNPACK_DAMAGED:
          if (!end_early (source, BYTE_SOURCE_DAMAGED, error))
            return false;
          break;
        case UNPACK_TOO_LARGE:
          if (!refuse_large (source, error))
            return false;
          break;
        case UNPACK_NO_MEMORY:
          return no_memory (source, error);
        }
    }
  *ret_n = (size_t) (span.out - begin);
  return true;
}

/* Reads directly into the buffer, except for bytes that are in the chunk already. A file fills the buffer. */
static bool
read_plain (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  size_t n = source->n - source->at < size ? source->n - source->at : size;

  if (n > 0)
    memcpy (buffer, source->chunk + source->at, n);
  source->at += n;
  while (n < size && !source->at_end && (n == 0 || source->is_file))
    {
      size_t n_taken;

      if (!take (source, buffer + n, size - n, &n_taken, error))
        return false;
      n += n_taken;
    }
  *ret_n = n;
  return true;
}

static bool
read_decoded (ByteSource *source, char *buffer, size_t size, size_t *ret_n, GError **error)
{
  *ret_n = 0;
  return source->packing != NULL ? read_packed (source, buffer, size, ret_n, error)
                                 : read_plain (source, buffer, size, ret_n, error);
}

/* ---- public functions ---- */

static bool
open_source (ByteSource *source, bool is_stdin, GError **error)
{
  source->chunk = malloc (CHUNK_BYTES);
  source->hash = key_hash_new ();
  if (source->chunk == NULL || source->hash == NULL)
    return no_memory (source, error);
  if (fstat (source->fd, &source->info) != 0)
    {
      int saved = errno;
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", source->path,
                   g_strerror (saved));
      return false;
    }
  source->is_file = S_ISREG (source->info.st_mode);
  if (!source->is_file && !is_stdin)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
                   "%s: is not a regular file. To read from a pipe, give \"-\" and connect it to the "
                   "standard input.",
                   source->path);
      return false;
    }
  if (source->is_file)
    source->size = (uint64_t) source->info.st_size;
  return choose_packing (source, error);
}

ByteSource *
byte_source_new (int fd, const char *path, ByteSourceWay way, GError **error)
{
  ByteSource *source = calloc (1, sizeof *source);
  bool is_stdin = strcmp (path, "-") == 0;

  if (source == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.", path);
      return NULL;
    }
  source->fd = fd;
  source->decoded_fd = -1;
  source->way = way;
  source->path = g_strdup (is_stdin ? "standard input" : path);
  if (!open_source (source, is_stdin, error))
    {
      byte_source_free (source);
      return NULL;
    }
  return source;
}

void
byte_source_free (ByteSource *source)
{
  if (source == NULL)
    return;
  if (source->unpacker != NULL)
    source->unpacker->destroy (source->state);
  if (source->decoded_fd >= 0)
    close (source->decoded_fd);
  g_free (source->path);
  key_hash_free (source->hash);
  free (source->head);
  free (source->chunk);
  free (source);
}

bool
byte_source_peek (ByteSource *source, const char **ret_text, size_t *ret_n, GError **error)
{
  if (source->head == NULL)
    {
      source->head = malloc (HEAD_BYTES);
      if (source->head == NULL)
        return no_memory (source, error);
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

/* ---- at any place ---- */

#define DECODE_BYTES ((size_t) 1 << 20)

static bool
write_decoded (ByteSource *source, const char *bytes, size_t n, GError **error)
{
  while (n > 0)
    {
      ssize_t n_written = write (source->decoded_fd, bytes, n);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written <= 0)
        return no_memory (source, error);
      bytes += n_written;
      n -= (size_t) n_written;
      source->decoded_size += (uint64_t) n_written;
    }
  return true;
}

static bool
decode_all (ByteSource *source,
            char *buffer,
            bool (*keeps_on) (void *user_data, GError **error),
            void *user_data,
            GError **error)
{
  for (size_t n = 1; n > 0;)
    if ((keeps_on != NULL && !keeps_on (user_data, error))
        || !byte_source_read (source, buffer, DECODE_BYTES, &n, error)
        || !write_decoded (source, buffer, n, error))
      return false;
  return true;
}

bool
byte_source_make_seekable (ByteSource *source,
                           bool (*keeps_on) (void *user_data, GError **error),
                           void *user_data,
                           GError **error)
{
  source->is_seekable = true;
  if (source->packing == NULL && source->is_file)
    {
      source->decoded_size = source->size;
      return true;
    }
  source->decoded_fd = memfd_create ("stepscope-decoded", MFD_CLOEXEC);
  char *buffer = malloc (DECODE_BYTES);
  bool ok = source->decoded_fd >= 0 && buffer != NULL
              ? decode_all (source, buffer, keeps_on, user_data, error)
              : no_memory (source, error);
  free (buffer);
  return ok;
}

size_t
byte_source_read_at (ByteSource *source, uint64_t offset, void *buffer, size_t size)
{
  int fd = source->decoded_fd >= 0 ? source->decoded_fd : source->fd;
  size_t n = 0;

  while (n < size && offset + n >= offset && offset + n <= INT64_MAX)
    {
      ssize_t n_read = pread (fd, (char *) buffer + n, size - n, (off_t) (offset + n));

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read <= 0)
        break;
      n += (size_t) n_read;
    }
  atomic_fetch_add_explicit (&source->n_read_at, n, memory_order_relaxed);
  return n;
}

uint64_t
byte_source_decoded_size (const ByteSource *source)
{
  return source->decoded_size;
}

ByteSourceWay
byte_source_way (const ByteSource *source)
{
  return source->way;
}

bool
byte_source_is_certain (const ByteSource *source)
{
  return source->finished || is_exact (source);
}

bool
byte_source_pass (ByteSource *source, bool *ret_at_end, GError **error)
{
  source->at = source->n;
  if (!fill_chunk (source, 1, error))
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
  uint64_t position = atomic_load_explicit (&source->position, memory_order_relaxed);
  uint64_t n_read_at = atomic_load_explicit (&source->n_read_at, memory_order_relaxed);

  return n_read_at > position ? (n_read_at < source->size ? n_read_at : source->size) : position;
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

HealthId
byte_source_health (const ByteSource *source)
{
  switch (source->condition)
    {
    case BYTE_SOURCE_DAMAGED:
      return source->packing->damaged;
    case BYTE_SOURCE_TRUNCATED:
      return source->packing->truncated;
    case BYTE_SOURCE_TRAILING:
      return source->packing->trailing;
    case BYTE_SOURCE_INTACT:
      break;
    }
  return N_HEALTH_IDS;
}
