/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/section_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/trace_error.h"

/* Small pieces of a section are gathered until they are worth a call of the system. */
#define STAGE_BYTES (128u << 10)

/* Hashed and written at a time: still in the processor's cache when it is written, and soon over when the writer is
 * freed. */
#define PIECE_BYTES (1u << 20)

#define RESERVE_MIN_BYTES (1u << 20)
#define RESERVE_MAX_BYTES (64u << 20)

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
  uint64_t size_bytes; /* SECTION_SIZE_UNKNOWN until the end of such a one */
  uint64_t n;          /* handed over */
  uint64_t raw_bytes;
  uint8_t *stage; /* the last n_stage of them are still here */
  size_t n_stage, stage_room;
  XXH3_state_t *hash; /* of what is in the file; the thread's, but while nothing waits */
} Section;

/* Bytes for a place of the file; without data: the file is to end there. */
typedef struct Task
{
  struct Task *next;
  Section *section; /* whose hash takes them in; NULL: none */
  uint64_t at;
  uint8_t *data; /* owned */
  size_t n;
} Task;

struct SectionWriter
{
  int fd;
  atomic_int error_number; /* of the first failure; 0: none */

  /* The caller's. */
  Section sections[SECTION_ID_END]; /* by id */
  Section *growing;                 /* the open one of unknown size */
  uint64_t end;                     /* of all that has its place */
  uint64_t written_to;              /* by what was rewound: behind it there are only zeros */
  uint64_t n_mark;
  XXH3_state_t *mark;

  /* The thread's. */
  uint64_t reserved_to;
  bool can_reserve;

  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t work, progress;
  Task *first, **last;
  size_t n_tasks, waiting_bytes; /* the one at work included */
  bool stop;
};

static void
fail (SectionWriter *writer, int number)
{
  int none = 0;

  atomic_compare_exchange_strong (&writer->error_number, &none, number);
}

bool
section_writer_failed (SectionWriter *writer)
{
  return atomic_load (&writer->error_number) != 0;
}

static int
allocate (int fd, uint64_t at, uint64_t n)
{
  while (fallocate (fd, 0, (off_t) at, (off_t) n) != 0)
    if (errno != EINTR)
      return errno;
  return 0;
}

static bool
is_full (int number)
{
  return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

/* Takes space ahead of what is written, so that the file lies in few pieces and a full disk shows early; fallocate ()
 * and not posix_fallocate (), which would write to every block where the filesystem cannot do it. That a call has
 * failed for another reason than space says nothing: pwrite () will. */
static void
reserve (SectionWriter *writer, uint64_t end)
{
  while (writer->can_reserve && writer->reserved_to < end && !section_writer_failed (writer))
    {
      uint64_t n = CLAMP (writer->reserved_to / 8, RESERVE_MIN_BYTES, RESERVE_MAX_BYTES);
      int number = allocate (writer->fd, writer->reserved_to, n);

      if (is_full (number) && end - writer->reserved_to < n)
        {
          n = end - writer->reserved_to;
          number = allocate (writer->fd, writer->reserved_to, n);
        }
      if (is_full (number))
        fail (writer, number);
      else if (number != 0)
        writer->can_reserve = false;
      else
        writer->reserved_to += n;
    }
}

static void
write_piece (SectionWriter *writer, uint64_t at, const uint8_t *data, size_t n)
{
  reserve (writer, at + n);
  while (n > 0 && !section_writer_failed (writer))
    {
      ssize_t done = pwrite (writer->fd, data, n, (off_t) at);

      if (done < 0 && errno != EINTR)
        fail (writer, errno);
      else if (done == 0)
        fail (writer, EIO);
      else if (done > 0)
        {
          data += done;
          at += (uint64_t) done;
          n -= (size_t) done;
        }
    }
}

static void
perform (SectionWriter *writer, const Task *task)
{
  if (task->data == NULL)
    while (!section_writer_failed (writer) && ftruncate (writer->fd, (off_t) task->at) != 0)
      if (errno != EINTR)
        fail (writer, errno);

  for (size_t at = 0; at < task->n && !section_writer_failed (writer); at += PIECE_BYTES)
    {
      size_t n = MIN (task->n - at, PIECE_BYTES);

      if (task->section != NULL)
        XXH3_64bits_update (task->section->hash, task->data + at, n);
      write_piece (writer, task->at + at, task->data + at, n);
    }
}

static void
task_free (Task *task)
{
  free (task->data);
  free (task);
}

static void *
write_tasks (void *user_data)
{
  SectionWriter *writer = user_data;

  pthread_mutex_lock (&writer->lock);
  for (;;)
    {
      while (writer->first == NULL && !writer->stop)
        pthread_cond_wait (&writer->work, &writer->lock);
      Task *task = writer->first;
      if (task == NULL)
        break;
      writer->first = task->next;
      if (writer->first == NULL)
        writer->last = &writer->first;
      pthread_mutex_unlock (&writer->lock);

      size_t n = task->n;
      perform (writer, task);
      task_free (task);

      pthread_mutex_lock (&writer->lock);
      writer->n_tasks--;
      writer->waiting_bytes -= n;
      pthread_cond_signal (&writer->progress);
    }
  pthread_mutex_unlock (&writer->lock);
  return NULL;
}

/* Without signals: those of the program are for its other threads, and SIGXFSZ would end it where EFBIG is wanted.
 * Those that only a fault of the thread itself raises stay. */
static bool
start_thread (SectionWriter *writer)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS };
  sigset_t blocked, before;

  sigfillset (&blocked);
  for (size_t i = 0; i < G_N_ELEMENTS (faults); i++)
    sigdelset (&blocked, faults[i]);
  pthread_sigmask (SIG_SETMASK, &blocked, &before);
  bool started = pthread_create (&writer->thread, NULL, write_tasks, writer) == 0;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return started;
}

SectionWriter *
section_writer_new (int fd)
{
  SectionWriter *writer = calloc (1, sizeof *writer);

  if (writer == NULL)
    return NULL;
  writer->fd = fd;
  writer->end = sizeof (SectionFileHeader);
  writer->can_reserve = true;
  writer->last = &writer->first;
  writer->mark = XXH3_createState ();
  pthread_mutex_init (&writer->lock, NULL);
  pthread_cond_init (&writer->work, NULL);
  pthread_cond_init (&writer->progress, NULL);
  if (writer->mark != NULL && start_thread (writer))
    return writer;

  XXH3_freeState (writer->mark);
  pthread_mutex_destroy (&writer->lock);
  pthread_cond_destroy (&writer->work);
  pthread_cond_destroy (&writer->progress);
  free (writer);
  return NULL;
}

void
section_writer_free (SectionWriter *writer)
{
  if (writer == NULL)
    return;

  /* What still waits is given up; it is none where finish () was called. */
  fail (writer, ECANCELED);
  pthread_mutex_lock (&writer->lock);
  writer->stop = true;
  pthread_cond_signal (&writer->work);
  pthread_mutex_unlock (&writer->lock);
  pthread_join (writer->thread, NULL);

  for (size_t i = 0; i < SECTION_ID_END; i++)
    {
      free (writer->sections[i].stage);
      XXH3_freeState (writer->sections[i].hash);
    }
  XXH3_freeState (writer->mark);
  pthread_mutex_destroy (&writer->lock);
  pthread_cond_destroy (&writer->work);
  pthread_cond_destroy (&writer->progress);
  free (writer);
}

/* Takes data over. Blocks while too much waits; a buffer that is larger than what may wait goes alone. */
static void
submit (SectionWriter *writer, Section *section, uint64_t at, uint8_t *data, size_t n)
{
  Task *task = section_writer_failed (writer) ? NULL : malloc (sizeof *task);

  if (task == NULL)
    {
      fail (writer, ENOMEM);
      free (data);
      return;
    }
  *task = (Task){ .section = section, .at = at, .data = data, .n = n };

  pthread_mutex_lock (&writer->lock);
  while (writer->waiting_bytes > 0
         && n > SECTION_WRITER_WAITING_BYTES - MIN (writer->waiting_bytes, SECTION_WRITER_WAITING_BYTES))
    pthread_cond_wait (&writer->progress, &writer->lock);
  *writer->last = task;
  writer->last = &task->next;
  writer->n_tasks++;
  writer->waiting_bytes += n;
  pthread_cond_signal (&writer->work);
  pthread_mutex_unlock (&writer->lock);
}

static void
submit_copy (SectionWriter *writer, uint64_t at, const void *bytes, size_t n)
{
  uint8_t *data = malloc (n);

  if (data != NULL)
    {
      memcpy (data, bytes, n);
      submit (writer, NULL, at, data, n);
    }
  else
    fail (writer, ENOMEM);
}

static void
submit_stage (SectionWriter *writer, Section *section)
{
  if (section->n_stage > 0)
    submit (writer, section, section->at + section->n - section->n_stage, section->stage, section->n_stage);
  else
    free (section->stage);
  section->stage = NULL;
  section->n_stage = section->stage_room = 0;
}

static void
wait_for_tasks (SectionWriter *writer)
{
  pthread_mutex_lock (&writer->lock);
  while (writer->n_tasks > 0)
    pthread_cond_wait (&writer->progress, &writer->lock);
  pthread_mutex_unlock (&writer->lock);
}

bool
section_writer_drain (SectionWriter *writer)
{
  for (size_t i = 0; i < SECTION_ID_END; i++)
    submit_stage (writer, &writer->sections[i]);
  wait_for_tasks (writer);
  return !section_writer_failed (writer);
}

static uint64_t
aligned (uint64_t at)
{
  return (at + SECTION_ALIGNMENT - 1) & ~(uint64_t) (SECTION_ALIGNMENT - 1);
}

void
section_writer_begin (SectionWriter *writer, SectionId id, SectionCodec codec, uint64_t size_bytes)
{
  g_return_if_fail ((uint32_t) id < SECTION_ID_END);

  Section *section = &writer->sections[id];

  g_return_if_fail (section->state == NOT_BEGUN && writer->growing == NULL);
  if (section_writer_failed (writer))
    return;

  uint64_t end = writer->end;
  if (size_bytes != SECTION_SIZE_UNKNOWN
      && (__builtin_add_overflow (end, size_bytes, &end) || end > (uint64_t) INT64_MAX / 2))
    {
      fail (writer, EFBIG);
      return;
    }
  *section = (Section){
    .state = OPEN, .codec = codec, .at = writer->end, .size_bytes = size_bytes, .hash = XXH3_createState ()
  };
  if (section->hash == NULL)
    {
      fail (writer, ENOMEM);
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

/* The section that may take n more bytes. NULL where nothing is to be done. */
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
make_stage (SectionWriter *writer, Section *section)
{
  if (section->stage != NULL)
    return true;
  section->stage_room = (size_t) MIN (section->size_bytes - section->n, STAGE_BYTES);
  section->stage = malloc (section->stage_room);
  if (section->stage == NULL)
    fail (writer, ENOMEM);
  return section->stage != NULL;
}

static void
stage (SectionWriter *writer, Section *section, const uint8_t *bytes, size_t n)
{
  while (n > 0 && make_stage (writer, section))
    {
      size_t piece = MIN (n, section->stage_room - section->n_stage);

      memcpy (section->stage + section->n_stage, bytes, piece);
      section->n_stage += piece;
      section->n += piece;
      bytes += piece;
      n -= piece;
      if (section->n_stage == section->stage_room)
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

  if (section == NULL || n < STAGE_BYTES)
    {
      if (section != NULL)
        stage (writer, section, data, n);
      free (data);
      return;
    }
  submit_stage (writer, section);
  submit (writer, section, section->at + section->n, data, n);
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
      fail (writer, EINVAL);
    }

  uint64_t end = section->at + section->n;
  if (end < writer->written_to && end < aligned (end))
    submit_copy (writer, end, zeros, aligned (end) - end);
}

void
section_writer_put (SectionWriter *writer, SectionId id, const void *data, size_t n)
{
  section_writer_begin (writer, id, SECTION_RAW, n);
  section_writer_copy (writer, id, data, n);
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
  wait_for_tasks (writer);
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
  wait_for_tasks (writer);
  writer->written_to = MAX (writer->written_to, section->at + section->n);
  section->n = writer->n_mark;
  XXH3_copyState (section->hash, writer->mark);
}

uint64_t
section_writer_at (SectionWriter *writer, SectionId id)
{
  return (uint32_t) id < SECTION_ID_END ? writer->sections[id].at : 0;
}

/* "312 MB", rounded up. */
static char *
size_text (uint64_t n_bytes)
{
  static const struct
  {
    uint64_t bytes;
    const char *name;
  } units[] = { { 10000000000, "GB" }, { 1000000, "MB" }, { 0, "kB" } };
  static const uint64_t divisors[] = { 1000000000, 1000000, 1000 };
  size_t unit = 0;

  while (n_bytes < units[unit].bytes)
    unit++;
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s", (n_bytes + divisors[unit] - 1) / divisors[unit],
                          units[unit].name);
}

static void
set_error (SectionWriter *writer, const char *path, GError **error)
{
  int number = atomic_load (&writer->error_number);
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
                   "%s: files must not become this large here: %s were needed so far. Raise the limit "
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

/* The table behind everything else; no section is open any more, nothing waits. */
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
    submit_copy (writer, writer->end, entries, n * sizeof *entries);
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
        fail (writer, EINVAL);
      }

  if (section_writer_drain (writer))
    {
      SectionFileHeader header = submit_table (writer);

      header.flags = flags;
      memcpy (header.key, key, sizeof header.key);
      header.header_hash = XXH3_64bits (&header, offsetof (SectionFileHeader, header_hash));
      submit (writer, NULL, header.size_bytes, NULL, 0);
      wait_for_tasks (writer);
      submit_copy (writer, 0, &header, sizeof header);
      wait_for_tasks (writer);
    }
  if (section_writer_failed (writer))
    {
      set_error (writer, path, error);
      return false;
    }
  return true;
}
