/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a profile under construction. They go to the file while the import continues; the few that
 * are needed again are read back from it. */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/build/builder_private.h"

/* Arguments are handed over in pieces of this size. */
#define SPILL_BYTES    ((size_t) 1 << 20)
#define TAIL_BYTES_MAX (4 * SPILL_BYTES)

void
builder_args_begin (TraceBuilder *builder)
{
  section_writer_begin (builder->writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  builder->args_at = section_writer_at (builder->writer, SECTION_ARGUMENTS);
}

void
builder_args_unmap (TraceBuilder *builder)
{
  if (builder->args_map != NULL)
    munmap (builder->args_map, builder->n_args_map_bytes);
  builder->args_map = NULL;
  builder->args.spilled = NULL;
  builder->args.n_mapped = 0;
}

ArgsBlob *
trace_builder_args_blob (TraceBuilder *builder)
{
  return &builder->args;
}

/* Hands over the tail, whatever its size. */
static void
spill_all (TraceBuilder *builder)
{
  U8Column *tail = &builder->args.tail;
  size_t n = tail->n;

  if (n == 0)
    return;
  section_writer_copy (builder->writer, SECTION_ARGUMENTS, tail->at, n);
  tail->n = 0;
  /* One long text must not keep its memory. */
  if (tail->cap > TAIL_BYTES_MAX)
    u8_column_clear (tail);
  builder->args.n_spilled += n;
}

void
builder_args_end (TraceBuilder *builder)
{
  spill_all (builder);
  builder_args_unmap (builder);
  section_writer_end (builder->writer, SECTION_ARGUMENTS, 0);
}

void
builder_args_mark (TraceBuilder *builder)
{
  spill_all (builder);
  builder->n_args_marked = builder->args.n_spilled;
  section_writer_mark (builder->writer);
}

void
builder_args_rewind (TraceBuilder *builder)
{
  section_writer_rewind (builder->writer);
  /* Unmap, because the old mapping would not match what is written there next. */
  builder_args_unmap (builder);
  builder->args.tail.n = 0;
  builder->args.n_spilled = builder->n_args_marked;
}

void
trace_builder_spill (TraceBuilder *builder)
{
  if (builder->args.tail.n < SPILL_BYTES)
    return;
  spill_all (builder);
  /* Makes room for what is added until the next spill, so that the buffer does not grow in steps. A full disk
   * is reported here, so that the rest of the source is not read in vain. */
  if (!u8_column_reserve (&builder->args.tail, SPILL_BYTES + SPILL_BYTES / 4)
      || section_writer_failed (builder->writer))
    builder->failed = true;
}

uint64_t
trace_builder_add_args (TraceBuilder *builder, const uint8_t *entries, size_t n)
{
  U8Column *tail = &builder->args.tail;
  uint64_t begin = args_size (&builder->args);

  if (!u8_column_reserve (tail, n))
    {
      builder->failed = true;
      return begin;
    }
  if (n > 0)
    memcpy (tail->at + tail->n, entries, n);
  tail->n += n;
  trace_builder_spill (builder);
  return begin;
}

/* Maps everything that has been spilled, for reading. */
static bool
map_args (TraceBuilder *builder)
{
  size_t n = (size_t) (builder->args_at + builder->args.n_spilled);

  builder_args_unmap (builder);
  if (!section_writer_drain (builder->writer))
    return false;
  void *map = mmap (NULL, n, PROT_READ, MAP_SHARED, builder->fd, 0);
  if (map == MAP_FAILED)
    return false;
  builder->args_map = map;
  builder->n_args_map_bytes = n;
  builder->args.spilled = (const uint8_t *) map + builder->args_at;
  builder->args.n_mapped = builder->args.n_spilled;
  return true;
}

static bool
is_readable (const ArgsBlob *args, uint64_t offset)
{
  return offset >= args->n_spilled || offset < args->n_mapped;
}

bool
trace_builder_drain (TraceBuilder *builder)
{
  return section_writer_drain (builder->writer);
}

uint64_t
trace_builder_join_args (TraceBuilder *builder, uint64_t first, uint64_t second)
{
  uint64_t joined;

  if (((is_readable (&builder->args, first) && is_readable (&builder->args, second)) || map_args (builder))
      && args_join (&builder->args, builder->arg_keys, builder->strings, first, second, &joined))
    {
      trace_builder_spill (builder);
      return joined;
    }
  builder->failed = true;
  return ARGS_NONE;
}

static bool
copy_args (TraceBuilder *builder, int from_fd, uint64_t at, uint64_t n_left)
{
  while (n_left > 0)
    {
      size_t n = (size_t) MIN (n_left, SPILL_BYTES);
      char *buffer = malloc (n);
      ssize_t n_read = buffer == NULL ? -1 : pread (from_fd, buffer, n, (off_t) at);

      if (n_read <= 0)
        {
          free (buffer);
          return false;
        }
      section_writer_take (builder->writer, SECTION_ARGUMENTS, buffer, (size_t) n_read);
      at += (uint64_t) n_read;
      n_left -= (uint64_t) n_read;
    }
  return true;
}

bool
trace_builder_move (TraceBuilder *builder, int fd)
{
  uint64_t old_at = builder->args_at, n_marked = builder->n_args_marked;
  int old_fd = builder->fd;

  builder_args_unmap (builder);
  /* The old writer's thread does not exist in this process, so the writer is neither used nor freed. */
  builder->fd = fd;
  builder->owns_fd = false;
  builder->is_partial = true;
  memset (builder->key, 0, TRACE_KEY_BYTES);
  builder->writer = section_writer_new (fd);
  if (builder->writer == NULL)
    return false;
  builder_args_begin (builder);
  if (!copy_args (builder, old_fd, old_at, n_marked))
    return false;
  section_writer_mark (builder->writer);
  return copy_args (builder, old_fd, old_at + n_marked, builder->args.n_spilled - n_marked);
}
