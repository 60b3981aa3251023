/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs n independent tasks on a few threads.
 *
 * The threads live for one run only and end before it returns, which costs about 20 us for each. So a fork ()
 * needs no care for them, and a forked child may run tasks of its own at once. If threads cannot be created,
 * fewer are used. The calling thread always works too, so every task is done in any case.
 *
 * The result must depend neither on the number of threads nor on which thread runs which task. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* More threads would only wait for memory and for the disk. */
#define PARALLEL_THREADS_MAX 8

/* Returns how many threads to use: the number of processors that this process may run on, at most
 * PARALLEL_THREADS_MAX; or the value of the environment variable STEPSCOPE_THREADS, 1 to 64. */
unsigned parallel_threads (void);

/* Like parallel_threads (), for work that takes work_ns on one thread. Returns 1 if that work would be done
 * before other threads have started. */
unsigned parallel_threads_for (uint64_t work_ns);

/* task is the index of the task. thread is below the n_threads of the run, and no two tasks that run at the
 * same time have the same thread; it may index memory that successive tasks reuse. Thread 0 is the calling
 * thread. */
typedef void (*ParallelFunc) (void *user_data, size_t task, unsigned thread);

/* Runs func once for each of the tasks 0 to n_tasks - 1, on up to n_threads threads including the calling
 * one, and returns when all are done. Tasks start in order of their index, so the largest should come first.
 * Every task sees what the caller wrote before, and the caller sees what the tasks wrote. Tasks may call
 * parallel_run () themselves. */
void parallel_run (unsigned n_threads, size_t n_tasks, ParallelFunc func, void *user_data);

/* Like parallel_run (), in two steps: make () runs as func does above; take () then runs for each task on the
 * thread that made it, in order of index and never two at a time. A thread that has finished make () waits
 * for its turn, so no more results wait than there are threads. */
void parallel_run_in_order (unsigned n_threads,
                            size_t n_tasks,
                            ParallelFunc make,
                            ParallelFunc take,
                            void *user_data);
