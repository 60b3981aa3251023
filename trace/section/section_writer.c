/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/section_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/section/write_queue.h"
#include "trace/text/trace_error.h"

/* Small pieces of a section are collected until a system call is worthwhile. The first buffer grows up to this size, so
 * that small sections take little memory; the next ones have it at once. */
#define STAGE_FIRST_BYTES ((size_t) 4 << 10)
#define STAGE_BYTES       ((size_t) 128 << 10)

/* Sections that are so long, or of unknown size and have become so long, are collected up to the end of a window. */
#define LONG_BYTES    ((uint64_t) 4 << 20)
#define GROWING_BYTES ((uint64_t) 1 << 20)

typedef enum
{
  NOT_BEGUN,
  OPEN,
  ENDED,
} SectionState;

typedef struct
{
  SectionState state;
  SectionCodec codec;
  uint64_t at;
  uint64_t size_bytes; /* SECTION_SIZE_UNKNOWN until the section ends, if not known before */
  uint64_t n;          /* bytes passed by the caller */
  uint64_t raw_bytes;
  uint8_t *stage; /* the last n_stage of these bytes, which have not been passed on */
  size_t n_stage, stage_room;
  bool is_window; /* the stage is a window of the queue */
  XXH3_state_t *hash; /* of the bytes in the file; the queue uses it until waited for */
} Section;

struct SectionWriter
{
  WriteQueue *queue;
  Section sections[SECTION_ID_END]; /* by id */
  Section *growing;                 /* the open section of unknown size */
  uint64_t end;                     /* end of all sections that have an offset */
  uint64_t dirty_to;                /* discarded bytes may be anywhere before it; behind it are only zeros */
  uint64_t n_mark;
  XXH3_state_t *mark;
};

SectionWriter *
section_writer_new (int fd)
{
  SectionWriter *writer = calloc (1, sizeof *writer);

  if (writer == NULL)
    return NULL;
  writer->end = sizeof (SectionFileHeader);
  writer->mark = XXH3_createState ();
  writer->queue = writer->mark == NULL ? NULL : write_queue_new (fd, SECTION_WRITER_WAITING_BYTES);
  if (writer->queue == NULL)
    {
      XXH3_freeState (writer->mark);
      free (writer);
      return NULL;
    }
  return writer;
}

void
section_writer_free (SectionWriter *writer)
{
  if (writer == NULL)
    return;
  write_queue_free (writer->queue);
  for (size_t i = 0; i < SECTION_ID_END; i++)
    {
      if (writer->sections[i].is_window)
        write_queue_free_window (writer->sections[i].stage);
      else
        free (writer->sections[i].stage);
      XXH3_freeState (writer->sections[i].hash);
    }
  XXH3_freeState (writer->mark);
  free (writer);
}

bool
section_writer_failed (SectionWriter *writer)
{
  return write_queue_error (writer->queue) != 0;
}

static void
submit_stage (SectionWriter *writer, Section *section)
{
  uint64_t at = section->at + section->n - section->n_stage;

  if (section->is_window)
    write_queue_put_window (writer->queue, at, section->stage, section->n_stage, section->hash);
  else
    write_queue_put (writer->queue, at, section->stage, section->n_stage, section->hash);
  section->stage = NULL;
  section->n_stage = section->stage_room = 0;
  section->is_window = false;
}

bool
section_writer_drain (SectionWriter *writer)
{
  for (size_t i = 0; i < SECTION_ID_END; i++)
    submit_stage (writer, &writer->sections[i]);
  return write_queue_wait (writer->queue);
}

static uint64_t
aligned (uint64_t at)
{
  return (at + SECTION_ALIGNMENT - 1) & ~(uint64_t) (SECTION_ALIGNMENT - 1);
}

void
section_writer_begin (SectionWriter *writer, SectionId id, SectionCodec codec, uint64_t size_bytes)
{
  if (section_writer_failed (writer))
    return;
  g_return_if_fail ((uint32_t) id < SECTION_ID_END);

  Section *section = &writer->sections[id];

  g_return_if_fail (section->state == NOT_BEGUN && writer->growing == NULL);

  uint64_t end = writer->end;
  if (size_bytes != SECTION_SIZE_UNKNOWN
      && (__builtin_add_overflow (end, size_bytes, &end) || end > (uint64_t) INT64_MAX / 2))
    {
      write_queue_fail (writer->queue, EFBIG);
      return;
    }
  *section = (Section){
    .state = OPEN, .codec = codec, .at = writer->end, .size_bytes = size_bytes, .hash = XXH3_createState ()
  };
  if (section->hash == NULL)
    {
      write_queue_fail (writer->queue, ENOMEM);
      return;
    }
  XXH3_64bits_reset (section->hash);
  if (size_bytes == SECTION_SIZE_UNKNOWN)
    {
      writer->growing = section;
      writer->n_mark = 0;
      XXH3_64bits_reset (writer->mark);
    }
  else
    writer->end = aligned (end);
}

/* Returns the section, which must have room for n more bytes. NULL if writing has failed. */
static Section *
open_section (SectionWriter *writer, SectionId id, size_t n)
{
  if (section_writer_failed (writer))
    return NULL;
  g_return_val_if_fail ((uint32_t) id < SECTION_ID_END, NULL);

  Section *section = &writer->sections[id];

  g_return_val_if_fail (section->state == OPEN && n <= section->size_bytes - section->n, NULL);
  return section;
}

static bool
is_long (const Section *section)
{
  return section->size_bytes == SECTION_SIZE_UNKNOWN ? section->n >= GROWING_BYTES
                                                     : section->size_bytes >= LONG_BYTES;
}

/* Returns the bytes with which the stage is full. */
static size_t
stage_bytes (const Section *section)
{
  uint64_t at = section->at + section->n - section->n_stage;

  return is_long (section) ? WRITE_QUEUE_WINDOW_BYTES - (size_t) (at % WRITE_QUEUE_WINDOW_BYTES) : STAGE_BYTES;
}

static bool
begin_window (SectionWriter *writer, Section *section)
{
  section->stage = write_queue_window (writer->queue);
  section->is_window = section->stage != NULL;
  section->stage_room = section->is_window ? WRITE_QUEUE_WINDOW_BYTES : 0;
  if (!section->is_window)
    write_queue_fail (writer->queue, ENOMEM);
  return section->is_window;
}

/* Makes room in the stage, which is not full. */
static bool
make_room (SectionWriter *writer, Section *section, size_t n_full)
{
  if (section->n_stage < section->stage_room)
    return true;
  if (section->stage == NULL && is_long (section))
    return begin_window (writer, section);

  size_t most = (size_t) MIN (section->size_bytes - section->n, n_full - section->n_stage);
  bool is_next = section->n > section->n_stage;
  size_t room = section->n_stage + (is_next ? most : MIN (most, MAX (section->n_stage, STAGE_FIRST_BYTES)));
  uint8_t *grown = realloc (section->stage, room);

  if (grown == NULL)
    {
      write_queue_fail (writer->queue, ENOMEM);
      return false;
    }
  section->stage = grown;
  section->stage_room = room;
  return true;
}

static void
stage (SectionWriter *writer, Section *section, const uint8_t *bytes, size_t n)
{
  while (n > 0)
    {
      size_t n_full = stage_bytes (section);

      /* A section that has become long may have more in its stage. */
      if (section->n_stage >= n_full)
        {
          submit_stage (writer, section);
          continue;
        }
      if (!make_room (writer, section, n_full))
        return;
      size_t piece = MIN (n, MIN (section->stage_room, n_full) - section->n_stage);

      memcpy (section->stage + section->n_stage, bytes, piece);
      section->n_stage += piece;
      section->n += piece;
      bytes += piece;
      n -= piece;
      if (section->n_stage == n_full)
        submit_stage (writer, section);
    }
}

void
section_writer_copy (SectionWriter *writer, SectionId id, const void *data, size_t n)
{
  Section *section = open_section (writer, id, n);

  if (section != NULL)
    stage (writer, section, data, n);
}

void
section_writer_take (SectionWriter *writer, SectionId id, void *data, size_t n)
{
  Section *section = open_section (writer, id, n);

  if (section == NULL || n < (is_long (section) ? WRITE_QUEUE_WINDOW_BYTES : STAGE_BYTES))
    {
      if (section != NULL)
        stage (writer, section, data, n);
      free (data);
      return;
    }
  submit_stage (writer, section);
  write_queue_put (writer->queue, section->at + section->n, data, n, section->hash);
  section->n += n;
}

void
section_writer_end (SectionWriter *writer, SectionId id, uint64_t raw_bytes)
{
  static const uint8_t zeros[SECTION_ALIGNMENT] = { 0 };
  Section *section = open_section (writer, id, 0);

  if (section == NULL)
    return;
  submit_stage (writer, section);
  section->state = ENDED;
  section->raw_bytes = section->codec == SECTION_RAW ? section->n : raw_bytes;
  if (section == writer->growing)
    {
      writer->growing = NULL;
      section->size_bytes = section->n;
      writer->end = aligned (section->at + section->n);
    }
  else if (section->n < section->size_bytes)
    {
      g_critical ("section %s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " bytes were written",
                  section_id_name (id), section->n, section->size_bytes);
      write_queue_fail (writer->queue, EINVAL);
    }

  uint64_t end = section->at + section->n;
  if (end < writer->dirty_to && end < aligned (end))
    write_queue_put_copy (writer->queue, end, zeros, aligned (end) - end);
}

void
section_writer_put (SectionWriter *writer, SectionId id, const void *data, size_t n)
{
  section_writer_begin (writer, id, SECTION_RAW, n);
  section_writer_copy (writer, id, data, n);
  section_writer_end (writer, id, 0);
}

void
section_writer_put_taken (SectionWriter *writer, SectionId id, void *data, size_t n)
{
  section_writer_begin (writer, id, SECTION_RAW, n);
  section_writer_take (writer, id, data, n);
  section_writer_end (writer, id, 0);
}

void
section_writer_put_lent (SectionWriter *writer, SectionId id, const void *data, size_t n)
{
  section_writer_begin (writer, id, SECTION_RAW, n);

  Section *section = open_section (writer, id, n);
  if (section == NULL)
    return;
  write_queue_lend (writer->queue, section->at, data, n, section->hash);
  section->n = n;
  section_writer_end (writer, id, 0);
}

uint64_t
section_writer_position (SectionWriter *writer)
{
  return writer->growing == NULL ? 0 : writer->growing->n;
}

void
section_writer_mark (SectionWriter *writer)
{
  Section *section = writer->growing;

  if (section == NULL)
    return;
  submit_stage (writer, section);
  write_queue_wait (writer->queue);
  writer->n_mark = section->n;
  XXH3_copyState (writer->mark, section->hash);
}

void
section_writer_rewind (SectionWriter *writer)
{
  Section *section = writer->growing;

  if (section == NULL)
    return;
  submit_stage (writer, section);
  write_queue_wait (writer->queue);
  writer->dirty_to = MAX (writer->dirty_to, section->at + section->n);
  section->n = writer->n_mark;
  XXH3_copyState (section->hash, writer->mark);
}

uint64_t
section_writer_at (SectionWriter *writer, SectionId id)
{
  return (uint32_t) id < SECTION_ID_END ? writer->sections[id].at : 0;
}

uint64_t
section_writer_size_bytes (SectionWriter *writer, SectionId id)
{
  return (uint32_t) id < SECTION_ID_END ? writer->sections[id].n : 0;
}

/* "312 MB", rounded up. */
static char *
size_text (uint64_t n_bytes)
{
  static const struct
  {
    uint64_t from, bytes;
    const char *name;
  } units[] = { { 10000000000, 1000000000, "GB" }, { 1000000, 1000000, "MB" }, { 0, 1000, "kB" } };
  size_t u = 0;

  while (n_bytes < units[u].from)
    u++;
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s", (n_bytes + units[u].bytes - 1) / units[u].bytes,
                          units[u].name);
}

static void
set_error (SectionWriter *writer, const char *path, GError **error)
{
  int number = write_queue_error (writer->queue);
  g_autofree char *needed = size_text (writer->end + (writer->growing != NULL ? writer->growing->n : 0));

  switch (number)
    {
    case ENOSPC:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
                   "%s: the disk is full: %s were needed so far. Free some space, or write elsewhere.", path,
                   needed);
      break;
    case EDQUOT:
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
        "%s: the disk quota is used up: %s were needed so far. Free some space, or write elsewhere.", path,
        needed);
      break;
    case EFBIG:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE,
                   "%s: the file exceeds the size limit for files: %s were needed so far. Raise the limit "
                   "(ulimit -f), or write elsewhere.",
                   path, needed);
      break;
    case ENOMEM:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to write it.", path);
      break;
    default:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE, "%s: cannot be written: %s.", path,
                   g_strerror (number));
    }
}

/* Writes the table behind everything else. No section is open and nothing waits. */
static SectionFileHeader
submit_table (SectionWriter *writer)
{
  SectionEntry entries[SECTION_ID_END];
  uint32_t n = 0;

  for (uint32_t id = 0; id < SECTION_ID_END; id++)
    {
      const Section *section = &writer->sections[id];

      if (section->state == ENDED)
        entries[n++] = (SectionEntry){
          .id = id,
          .codec = section->codec,
          .at = section->at,
          .stored_bytes = section->n,
          .raw_bytes = section->raw_bytes,
          .hash = XXH3_64bits_digest (section->hash),
        };
    }
  if (n > 0)
    write_queue_put_copy (writer->queue, writer->end, entries, n * sizeof *entries);
  return (SectionFileHeader){
    .magic = SECTION_FILE_MAGIC,
    .major = SECTION_FILE_MAJOR,
    .minor = SECTION_FILE_MINOR,
    .size_bytes = writer->end + n * sizeof *entries,
    .table_at = writer->end,
    .n_sections = n,
    .table_hash = XXH3_64bits (entries, n * sizeof *entries),
  };
}

bool
section_writer_finish (SectionWriter *writer,
                       uint32_t flags,
                       const uint8_t key[16],
                       const char *path,
                       GError **error)
{
  for (uint32_t id = 0; id < SECTION_ID_END; id++)
    if (writer->sections[id].state == OPEN && !section_writer_failed (writer))
      {
        g_critical ("section %s was not ended", section_id_name (id));
        write_queue_fail (writer->queue, EINVAL);
      }

  if (section_writer_drain (writer))
    {
      SectionFileHeader header = submit_table (writer);

      header.flags = flags;
      memcpy (header.key, key, sizeof header.key);
      header.header_hash = XXH3_64bits (&header, offsetof (SectionFileHeader, header_hash));
      write_queue_cut (writer->queue, header.size_bytes);
      write_queue_wait (writer->queue);
      write_queue_put_copy (writer->queue, 0, &header, sizeof header);
      write_queue_wait (writer->queue);
    }
  if (section_writer_failed (writer))
    {
      set_error (writer, path, error);
      return false;
    }
  return true;
}
