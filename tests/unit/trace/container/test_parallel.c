/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/container/parallel.h"

#define N_TASKS   1000
#define N_THREADS 8

typedef struct
{
  unsigned n_threads;
  atomic_uint n_done[N_TASKS];
  atomic_bool at_work[N_THREADS]; /* by number of thread */
  atomic_uint n_wrong;
} Counting;

static void
count_task (void *user_data, size_t task, unsigned thread)
{
  Counting *counting = user_data;

  if (thread >= counting->n_threads || atomic_exchange (&counting->at_work[thread], true))
    atomic_fetch_add (&counting->n_wrong, 1);
  atomic_fetch_add (&counting->n_done[task], 1);
  if (task % 64 == 0)
    sched_yield ();
  if (thread < counting->n_threads)
    atomic_store (&counting->at_work[thread], false);
}

static void
every_task_is_done_once (void)
{
  static const size_t n_tasks[] = { 0, 1, 2, 7, N_TASKS };

  for (unsigned n_threads = 1; n_threads <= N_THREADS; n_threads++)
    for (size_t i = 0; i < G_N_ELEMENTS (n_tasks); i++)
      {
        Counting counting = { .n_threads = n_threads };

        parallel_run (n_threads, n_tasks[i], count_task, &counting);
        g_assert_cmpuint (atomic_load (&counting.n_wrong), ==, 0);
        for (size_t task = 0; task < N_TASKS; task++)
          g_assert_cmpuint (atomic_load (&counting.n_done[task]), ==, task < n_tasks[i]);
      }
}

/* Each waits until the other has begun. */
static void
meet (void *user_data, size_t task G_GNUC_UNUSED, unsigned thread G_GNUC_UNUSED)
{
  pthread_barrier_wait (user_data);
}

static void
tasks_run_at_the_same_time (void)
{
  pthread_barrier_t barrier;

  pthread_barrier_init (&barrier, NULL, 2);
  parallel_run (2, 2, meet, &barrier);
  pthread_barrier_destroy (&barrier);
}

static void
note_order (void *user_data, size_t task, unsigned thread)
{
  size_t *n_begun = user_data;

  g_assert_cmpuint (thread, ==, 0);
  g_assert_cmpuint (task, ==, (*n_begun)++);
}

static void
one_thread_takes_them_in_order (void)
{
  size_t n_begun = 0;

  parallel_run (1, N_TASKS, note_order, &n_begun);
  g_assert_cmpuint (n_begun, ==, N_TASKS);
  parallel_run (0, N_TASKS, note_order, &(size_t){ 0 });
}

typedef struct
{
  size_t made[N_THREADS]; /* by thread: the task whose result waits */
  atomic_uint n_made;
  size_t n_taken; /* changed by one at a time */
} Ordered;

static void
make_task (void *user_data, size_t task, unsigned thread)
{
  Ordered *ordered = user_data;

  ordered->made[thread] = task;
  atomic_fetch_add (&ordered->n_made, 1);
  if (task % 16 == 0)
    sched_yield ();
}

static void
take_task (void *user_data, size_t task, unsigned thread)
{
  Ordered *ordered = user_data;

  g_assert_cmpuint (ordered->made[thread], ==, task);
  g_assert_cmpuint (ordered->n_taken++, ==, task);
  g_assert_cmpuint (atomic_load (&ordered->n_made), <=, ordered->n_taken + N_THREADS);
}

static void
results_are_taken_in_order (void)
{
  for (unsigned n_threads = 0; n_threads <= N_THREADS; n_threads++)
    {
      Ordered ordered = { .n_taken = 0 };

      parallel_run_in_order (n_threads, N_TASKS, make_task, take_task, &ordered);
      g_assert_cmpuint (ordered.n_taken, ==, N_TASKS);
    }
}

static void
run_nested (void *user_data, size_t task, unsigned thread G_GNUC_UNUSED)
{
  Counting *counting = user_data;

  parallel_run (counting[task].n_threads, N_TASKS, count_task, &counting[task]);
}

static void
tasks_may_run_tasks (void)
{
  Counting counting[2] = { { .n_threads = 2 }, { .n_threads = 3 } };

  parallel_run (2, 2, run_nested, counting);
  for (size_t i = 0; i < 2; i++)
    for (size_t task = 0; task < N_TASKS; task++)
      g_assert_cmpuint (atomic_load (&counting[i].n_done[task]), ==, 1);
}

/* In a child that is forked while other threads are at work. */
static void
fork_and_run (void *user_data, size_t task, unsigned thread G_GNUC_UNUSED)
{
  int *status = user_data;

  if (task > 0)
    return;
  pid_t child = fork ();
  if (child == 0)
    {
      Counting counting = { .n_threads = 2 };
      unsigned n = 0;

      parallel_run (2, N_TASKS, count_task, &counting);
      for (size_t i = 0; i < N_TASKS; i++)
        n += atomic_load (&counting.n_done[i]);
      _exit (n == N_TASKS ? 0 : 1);
    }
  if (child < 0 || waitpid (child, status, 0) != child)
    *status = -1;
}

static void
a_forked_process_runs_tasks_of_its_own (void)
{
  int status = -1;

#ifdef __SANITIZE_THREAD__
  g_test_skip ("ThreadSanitizer does not go along with threads behind a fork");
  return;
#endif
  parallel_run (3, 100, fork_and_run, &status);
  g_assert_cmpint (status, ==, 0);
}

static void
read_mask (void *user_data, size_t task G_GNUC_UNUSED, unsigned thread)
{
  pthread_barrier_wait (user_data);

  sigset_t mask;
  pthread_sigmask (SIG_SETMASK, NULL, &mask);
  g_assert_cmpint (sigismember (&mask, SIGINT), ==, thread > 0);
  g_assert_cmpint (sigismember (&mask, SIGXFSZ), ==, thread > 0);
  g_assert_cmpint (sigismember (&mask, SIGSEGV), ==, 0);
}

static void
signals_are_for_the_calling_thread (void)
{
  pthread_barrier_t barrier;
  sigset_t before, after;

  pthread_sigmask (SIG_SETMASK, NULL, &before);
  pthread_barrier_init (&barrier, NULL, 2);
  parallel_run (2, 2, read_mask, &barrier);
  pthread_barrier_destroy (&barrier);
  pthread_sigmask (SIG_SETMASK, NULL, &after);
  for (int signal = 1; signal < NSIG; signal++)
    g_assert_cmpint (sigismember (&after, signal), ==, sigismember (&before, signal));
}

static void
the_number_of_threads_is_that_of_processors_or_what_is_asked (void)
{
  static const char *const nonsense[] = { "", "0", "65", "x", "2x", "-1" };
  g_autofree char *before = g_strdup (g_getenv ("STEPSCOPE_THREADS"));
  cpu_set_t allowed, one;

  g_unsetenv ("STEPSCOPE_THREADS");
  g_assert_cmpint (sched_getaffinity (0, sizeof allowed, &allowed), ==, 0);
  unsigned n = parallel_threads ();
  g_assert_cmpuint (n, ==, (unsigned) MIN (CPU_COUNT (&allowed), PARALLEL_THREADS_MAX));

  CPU_ZERO (&one);
  for (size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT (&one) == 0; cpu++)
    if (CPU_ISSET (cpu, &allowed))
      CPU_SET (cpu, &one);
  g_assert_cmpint (sched_setaffinity (0, sizeof one, &one), ==, 0);
  g_assert_cmpuint (parallel_threads (), ==, 1);
  g_assert_cmpint (sched_setaffinity (0, sizeof allowed, &allowed), ==, 0);

  g_setenv ("STEPSCOPE_THREADS", "3", TRUE);
  g_assert_cmpuint (parallel_threads (), ==, 3);
  for (size_t i = 0; i < G_N_ELEMENTS (nonsense); i++)
    {
      g_setenv ("STEPSCOPE_THREADS", nonsense[i], TRUE);
      g_assert_cmpuint (parallel_threads (), ==, n);
    }
  if (before != NULL)
    g_setenv ("STEPSCOPE_THREADS", before, TRUE);
  else
    g_unsetenv ("STEPSCOPE_THREADS");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/every_task_is_done_once", every_task_is_done_once);
  g_test_add_func ("/parallel/tasks_run_at_the_same_time", tasks_run_at_the_same_time);
  g_test_add_func ("/parallel/one_thread_takes_them_in_order", one_thread_takes_them_in_order);
  g_test_add_func ("/parallel/results_are_taken_in_order", results_are_taken_in_order);
  g_test_add_func ("/parallel/tasks_may_run_tasks", tasks_may_run_tasks);
  g_test_add_func ("/parallel/a_forked_process_runs_tasks_of_its_own",
                   a_forked_process_runs_tasks_of_its_own);
  g_test_add_func ("/parallel/signals_are_for_the_calling_thread", signals_are_for_the_calling_thread);
  g_test_add_func ("/parallel/the_number_of_threads_is_that_of_processors_or_what_is_asked",
                   the_number_of_threads_is_that_of_processors_or_what_is_asked);
  return g_test_run ();
}
