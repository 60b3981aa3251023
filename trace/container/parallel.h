/* SPDX-License-Identifier: Apache-2.0
 *
 * Work on several processors: n tasks that do not need one another, done by a few threads.
 *
 * The threads are made for one run and are gone when it returns, which costs about 20 us for each: nothing is left that
 * a fork () would have to know of, and a process that was forked off may run tasks of its own at once. Where threads
 * cannot be had there are fewer of them; the calling thread always works too, so that everything is done in any case.
 *
 * What is computed must not depend on how many threads there are, nor on which of them does what. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* More would wait for memory and for the disk. */
#define PARALLEL_THREADS_MAX 8

/* How many threads are worth having: the processors that this process may run on, at most PARALLEL_THREADS_MAX; or what
 * the environment variable STEPSCOPE_THREADS says, 1 to 64. */
unsigned parallel_threads (void);

/* The same for work that takes so long without others: 1 where it would be done before they have begun. */
unsigned parallel_threads_for (uint64_t work_ns);

/* task: which one it is. thread: below the n_threads of the run, and no two tasks that run at the same time have the
 * same, so that it may number memory that one task after the other uses; 0 is the calling thread. */
typedef void (*ParallelFunc) (void *user_data, size_t task, unsigned thread);

/* Runs func for tasks 0 to n_tasks - 1, each once, on up to n_threads threads with the calling one, and returns when
 * all are done. They are begun in order: the largest should come first. What the caller wrote before is seen by every
 * task, and what they wrote by the caller. Tasks may run tasks. */
void parallel_run (unsigned n_threads, size_t n_tasks, ParallelFunc func, void *user_data);

/* The same in two steps: make () as above, and then, for one task after the other in their order and never two at a time,
 * take () on the thread that made it. A thread that has made something waits for its turn, so that no more results wait
 * than there are threads. */
void parallel_run_in_order (unsigned n_threads,
                            size_t n_tasks,
                            ParallelFunc make,
                            ParallelFunc take,
                            void *user_data);
