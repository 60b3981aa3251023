/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/parallel.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "trace/worker_thread.h"

#define ASKED_MAX 64

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

unsigned
parallel_threads (void)
{
  const char *asked = getenv ("STEPSCOPE_THREADS");
  cpu_set_t allowed;

  if (asked != NULL)
    {
      char *end;
      unsigned long n = strtoul (asked, &end, 10);

      if (end != asked && *end == '\0' && n >= 1 && n <= ASKED_MAX)
        return (unsigned) n;
    }
  /* Where there are more processors than fit the set, it fails. */
  int n = sched_getaffinity (0, sizeof allowed, &allowed) == 0 ? CPU_COUNT (&allowed) : PARALLEL_THREADS_MAX;
  return n > PARALLEL_THREADS_MAX ? PARALLEL_THREADS_MAX : n > 1 ? (unsigned) n : 1;
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
