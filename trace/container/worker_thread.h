/* SPDX-License-Identifier: Apache-2.0
 *
 * Starts a thread that works for the thread that starts it, and ends before that one goes on without it. */

#pragma once

#include <pthread.h>
#include <stdbool.h>

/* Starts work (user_data) on a new thread, which the caller must join. The thread receives no signals except
 * those that its own faults raise; other signals are for the threads of the program. (A write beyond a file
 * size limit returns EFBIG instead of raising SIGXFSZ.) Returns false if no thread can be created. */
bool worker_thread_start (pthread_t *ret_thread, void *(*work) (void *user_data), void *user_data);

/* Lowers the priority of this thread, and of threads that it starts from now on, below everything else on the
 * machine. Use it for work that nobody waits for. It cannot be undone. */
void worker_thread_give_way (void);
