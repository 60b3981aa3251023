/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/parallel.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "trace/container/worker_thread.h"

#define ASKED_MAX 64

/* Creating a thread takes 20 to 60 us, and several runs follow one another. */
#define WORTH_THREADS_NS UINT64_C (500000)

typedef struct
{
  ParallelFunc func;
  void *user_data;
  size_t n_tasks;
  atomic_size_t next;
} Run;

typedef struct
{
  Run *run;
  unsigned number;
  pthread_t thread;
} Worker;

/* Returns the value of STEPSCOPE_THREADS, or 0 if it is not set. */
static unsigned
threads_asked_for (void)
{
  const char *asked = getenv ("STEPSCOPE_THREADS");
  char *end;

  if (asked == NULL)
    return 0;
  unsigned long n = strtoul (asked, &end, 10);
  return end != asked && *end == '\0' && n <= ASKED_MAX ? (unsigned) n : 0;
}

unsigned
parallel_threads (void)
{
  unsigned asked = threads_asked_for ();
  cpu_set_t allowed;

  if (asked != 0)
    return asked;
  /* The call fails if there are more processors than fit the set. */
  int n = sched_getaffinity (0, sizeof allowed, &allowed) == 0 ? CPU_COUNT (&allowed) : PARALLEL_THREADS_MAX;
  return n > PARALLEL_THREADS_MAX ? PARALLEL_THREADS_MAX : n > 1 ? (unsigned) n : 1;
}

unsigned
parallel_threads_for (uint64_t work_ns)
{
  return work_ns < WORTH_THREADS_NS && threads_asked_for () == 0 ? 1 : parallel_threads ();
}

static void
run_tasks (Run *run, unsigned thread)
{
  for (size_t task; (task = atomic_fetch_add_explicit (&run->next, 1, memory_order_relaxed)) < run->n_tasks;)
    run->func (run->user_data, task, thread);
}

static void *
work (void *user_data)
{
  Worker *worker = user_data;

  run_tasks (worker->run, worker->number);
  return NULL;
}

void
parallel_run (unsigned n_threads, size_t n_tasks, ParallelFunc func, void *user_data)
{
  Run run = { .func = func, .user_data = user_data, .n_tasks = n_tasks };
  Worker workers[ASKED_MAX];
  unsigned n = 1, n_wanted = n_threads < ASKED_MAX ? n_threads : ASKED_MAX;

  if (n_wanted > n_tasks)
    n_wanted = (unsigned) n_tasks;
  for (; n < n_wanted; n++)
    {
      workers[n] = (Worker){ .run = &run, .number = n };
      if (!worker_thread_start (&workers[n].thread, work, &workers[n]))
        break;
    }
  run_tasks (&run, 0);
  while (n > 1)
    pthread_join (workers[--n].thread, NULL);
}

typedef struct
{
  ParallelFunc make, take;
  void *user_data;
  pthread_mutex_t lock;
  pthread_cond_t turned;
  size_t turn; /* the task whose take () comes next */
} OrderedRun;

/* Tasks start in order, so the task whose turn it is has already started. */
static void
make_and_take (void *user_data, size_t task, unsigned thread)
{
  OrderedRun *run = user_data;

  run->make (run->user_data, task, thread);
  pthread_mutex_lock (&run->lock);
  while (run->turn != task)
    pthread_cond_wait (&run->turned, &run->lock);
  pthread_mutex_unlock (&run->lock);

  run->take (run->user_data, task, thread);
  pthread_mutex_lock (&run->lock);
  run->turn++;
  pthread_cond_broadcast (&run->turned);
  pthread_mutex_unlock (&run->lock);
}

void
parallel_run_in_order (unsigned n_threads,
                       size_t n_tasks,
                       ParallelFunc make,
                       ParallelFunc take,
                       void *user_data)
{
  OrderedRun run = { .make = make, .take = take, .user_data = user_data };

  pthread_mutex_init (&run.lock, NULL);
  pthread_cond_init (&run.turned, NULL);
  parallel_run (n_threads, n_tasks, make_and_take, &run);
  pthread_mutex_destroy (&run.lock);
  pthread_cond_destroy (&run.turned);
}
