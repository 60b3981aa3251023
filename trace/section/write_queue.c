/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/write_queue.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "trace/container/large_memory.h"
#include "trace/container/worker_thread.h"

/* Bytes that are hashed and written at a time. */
#define PIECE_BYTES WRITE_QUEUE_WINDOW_BYTES

/* Space is reserved ahead: an eighth of the file's size, between the last two values; at first as much as the file has.
 * Files smaller than the first value get none, since it would not help. */
#define RESERVE_FIRST_BYTES (64u << 10)
#define RESERVE_MIN_BYTES   (1u << 20)
#define RESERVE_MAX_BYTES   (64u << 20)

/* Bytes that are put in before the thread is started: a file that ends within them is written sooner than a thread
 * starts. */
#define DIRECT_BYTES (512u << 10)

/* A window that is not in use. */
typedef struct Window
{
  struct Window *next;
} Window;

/* Bytes and their offset in the file. Without data, the file is truncated there. */
typedef struct Task
{
  struct Task *next;
  uint64_t at;
  const uint8_t *data;
  size_t n;
  void *owned;    /* data, or NULL if it was lent */
  bool is_window; /* owned is one of the queue */
  XXH3_state_t *hash;
} Task;

struct WriteQueue
{
  int fd;
  size_t max_bytes;
  atomic_int error_number;

  /* Used by the thread once it runs. */
  uint64_t reserved_to;
  bool can_reserve;

  bool has_thread, wants_thread;
  size_t n_direct; /* bytes that were written without the thread */
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t work, progress;
  Task *first, **last;
  size_t n_tasks, n_bytes; /* the current task included */
  Window *windows;         /* under the lock, as the tasks */
  bool stop;
};

void
write_queue_fail (WriteQueue *queue, int error_number)
{
  int none = 0;

  atomic_compare_exchange_strong (&queue->error_number, &none, error_number);
}

int
write_queue_error (const WriteQueue *queue)
{
  return atomic_load (&queue->error_number);
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
is_full (int error_number)
{
  return error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG;
}

static uint64_t
reserve_bytes (uint64_t reserved_to)
{
  uint64_t least = CLAMP (reserved_to, RESERVE_FIRST_BYTES, RESERVE_MIN_BYTES);

  return CLAMP (reserved_to / 8, least, RESERVE_MAX_BYTES);
}

/* Reserves space ahead of what is written, so that the file has few fragments and a full disk is noticed early. Uses
 * fallocate (), because posix_fallocate () writes to every block where the file system does not support it. Failures
 * other than lack of space are ignored, because pwrite () reports them. */
static void
reserve (WriteQueue *queue, uint64_t end)
{
  while (queue->can_reserve && end > MAX (queue->reserved_to, RESERVE_FIRST_BYTES)
         && write_queue_error (queue) == 0)
    {
      uint64_t n = reserve_bytes (queue->reserved_to);
      int failure = allocate (queue->fd, queue->reserved_to, n);

      if (is_full (failure) && end - queue->reserved_to < n)
        {
          n = end - queue->reserved_to;
          failure = allocate (queue->fd, queue->reserved_to, n);
        }
      if (is_full (failure))
        write_queue_fail (queue, failure);
      else if (failure != 0)
        queue->can_reserve = false;
      else
        queue->reserved_to += n;
    }
}

static void
write_piece (WriteQueue *queue, uint64_t at, const uint8_t *data, size_t n)
{
  reserve (queue, at + n);
  while (n > 0 && write_queue_error (queue) == 0)
    {
      ssize_t done = pwrite (queue->fd, data, n, (off_t) at);

      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        {
          write_queue_fail (queue, done < 0 ? errno : EIO);
          return;
        }
      data += done;
      at += (uint64_t) done;
      n -= (size_t) done;
    }
}

static void
cut (WriteQueue *queue, uint64_t size_bytes)
{
  while (write_queue_error (queue) == 0 && ftruncate (queue->fd, (off_t) size_bytes) != 0)
    if (errno != EINTR)
      write_queue_fail (queue, errno);
}

static void
perform (WriteQueue *queue, const Task *task)
{
  if (task->data == NULL)
    cut (queue, task->at);
  for (size_t at = 0, n; at < task->n && write_queue_error (queue) == 0; at += n)
    {
      n = MIN (task->n - at, PIECE_BYTES - (size_t) ((task->at + at) % PIECE_BYTES));
      if (task->hash != NULL)
        XXH3_64bits_update (task->hash, task->data + at, n);
      write_piece (queue, task->at + at, task->data + at, n);
    }
}

/* The memory that the task holds while it waits. */
static size_t
room_of (const Task *task)
{
  return task->owned != NULL ? task->n : 0;
}

/* The lock is held. */
static void
keep_window (WriteQueue *queue, void *memory)
{
  Window *window = memory;

  window->next = queue->windows;
  queue->windows = window;
}

static void
release (WriteQueue *queue, const Task *task)
{
  if (!task->is_window)
    {
      free (task->owned);
      return;
    }
  pthread_mutex_lock (&queue->lock);
  keep_window (queue, task->owned);
  pthread_mutex_unlock (&queue->lock);
}

static Task *
take_first (WriteQueue *queue)
{
  Task *task = queue->first;

  if (task != NULL && (queue->first = task->next) == NULL)
    queue->last = &queue->first;
  return task;
}

static void *
write_tasks (void *user_data)
{
  WriteQueue *queue = user_data;

  pthread_mutex_lock (&queue->lock);
  for (;;)
    {
      while (queue->first == NULL && !queue->stop)
        pthread_cond_wait (&queue->work, &queue->lock);

      Task *task = take_first (queue);
      if (task == NULL)
        break;
      pthread_mutex_unlock (&queue->lock);

      size_t n = room_of (task);
      perform (queue, task);
      if (!task->is_window)
        free (task->owned);

      pthread_mutex_lock (&queue->lock);
      if (task->is_window)
        keep_window (queue, task->owned);
      free (task);
      queue->n_tasks--;
      queue->n_bytes -= n;
      pthread_cond_signal (&queue->progress);
    }
  pthread_mutex_unlock (&queue->lock);
  return NULL;
}

static void
start_thread (WriteQueue *queue)
{
  queue->has_thread = worker_thread_start (&queue->thread, write_tasks, queue);
  if (!queue->has_thread)
    write_queue_fail (queue, ENOMEM);
}

/* Returns whether writing may raise SIGXFSZ, which the caller's thread must not receive. */
static bool
has_size_limit (void)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

static void
destroy (WriteQueue *queue)
{
  pthread_mutex_destroy (&queue->lock);
  pthread_cond_destroy (&queue->work);
  pthread_cond_destroy (&queue->progress);
  for (Window *window = queue->windows, *next; window != NULL; window = next)
    {
      next = window->next;
      write_queue_free_window (window);
    }
  free (queue);
}

WriteQueue *
write_queue_new (int fd, size_t max_bytes)
{
  WriteQueue *queue = calloc (1, sizeof *queue);

  if (queue == NULL)
    return NULL;
  queue->fd = fd;
  queue->max_bytes = max_bytes;
  queue->can_reserve = true;
  queue->last = &queue->first;
  pthread_mutex_init (&queue->lock, NULL);
  pthread_cond_init (&queue->work, NULL);
  pthread_cond_init (&queue->progress, NULL);
  queue->wants_thread = has_size_limit ();
  return queue;
}

void
write_queue_free (WriteQueue *queue)
{
  if (queue == NULL)
    return;

  write_queue_fail (queue, ECANCELED);
  if (queue->has_thread)
    {
      pthread_mutex_lock (&queue->lock);
      queue->stop = true;
      pthread_cond_signal (&queue->work);
      pthread_mutex_unlock (&queue->lock);
      pthread_join (queue->thread, NULL);
    }
  destroy (queue);
}

static bool
has_room (const WriteQueue *queue, size_t n)
{
  return queue->n_bytes == 0
         || (queue->n_bytes <= queue->max_bytes && n <= queue->max_bytes - queue->n_bytes);
}

/* Performs a task on the calling thread while the other does not run. Returns false if the task is for the thread. */
static bool
perform_directly (WriteQueue *queue, const Task *task)
{
  if (queue->wants_thread || task->n > DIRECT_BYTES - queue->n_direct)
    {
      queue->wants_thread = true;
      return false;
    }
  queue->n_direct += task->n;
  perform (queue, task);
  release (queue, task);
  return true;
}

static void
add_task (WriteQueue *queue, const Task *wanted)
{
  if (perform_directly (queue, wanted))
    return;
  if (!queue->has_thread && write_queue_error (queue) == 0)
    start_thread (queue);

  Task *task = write_queue_error (queue) == 0 ? malloc (sizeof *task) : NULL;

  if (task == NULL)
    {
      write_queue_fail (queue, ENOMEM);
      release (queue, wanted);
      return;
    }
  *task = *wanted;

  pthread_mutex_lock (&queue->lock);
  while (!has_room (queue, room_of (task)))
    pthread_cond_wait (&queue->progress, &queue->lock);
  *queue->last = task;
  queue->last = &task->next;
  queue->n_tasks++;
  queue->n_bytes += room_of (task);
  pthread_cond_signal (&queue->work);
  pthread_mutex_unlock (&queue->lock);
}

void
write_queue_put (WriteQueue *queue, uint64_t at, void *data, size_t n, XXH3_state_t *hash)
{
  if (n > 0)
    add_task (queue, &(Task){ .at = at, .data = data, .n = n, .owned = data, .hash = hash });
  else
    free (data);
}

void
write_queue_free_window (void *window)
{
  large_memory_release (window, WRITE_QUEUE_WINDOW_BYTES);
}

void *
write_queue_window (WriteQueue *queue)
{
  pthread_mutex_lock (&queue->lock);
  Window *window = queue->windows;
  if (window != NULL)
    queue->windows = window->next;
  pthread_mutex_unlock (&queue->lock);
  return window != NULL ? window : large_memory_grow (NULL, 0, WRITE_QUEUE_WINDOW_BYTES);
}

void
write_queue_put_window (WriteQueue *queue, uint64_t at, void *window, size_t n, XXH3_state_t *hash)
{
  const Task task = { .at = at, .data = window, .n = n, .owned = window, .is_window = true, .hash = hash };

  if (n > 0)
    add_task (queue, &task);
  else
    release (queue, &task);
}

void
write_queue_lend (WriteQueue *queue, uint64_t at, const void *data, size_t n, XXH3_state_t *hash)
{
  if (n > 0)
    add_task (queue, &(Task){ .at = at, .data = data, .n = n, .hash = hash });
}

void
write_queue_put_copy (WriteQueue *queue, uint64_t at, const void *bytes, size_t n)
{
  void *data = malloc (n);

  if (data == NULL)
    {
      write_queue_fail (queue, ENOMEM);
      return;
    }
  memcpy (data, bytes, n);
  write_queue_put (queue, at, data, n, NULL);
}

void
write_queue_cut (WriteQueue *queue, uint64_t size_bytes)
{
  add_task (queue, &(Task){ .at = size_bytes });
}

bool
write_queue_wait (WriteQueue *queue)
{
  pthread_mutex_lock (&queue->lock);
  while (queue->n_tasks > 0)
    pthread_cond_wait (&queue->progress, &queue->lock);
  pthread_mutex_unlock (&queue->lock);
  return write_queue_error (queue) == 0;
}
