/* SPDX-License-Identifier: Apache-2.0
 *
 * Starting a thread that works for the one that starts it, and ends before that one goes on without it. */

#pragma once

#include <pthread.h>
#include <stdbool.h>

/* Starts work (user_data); to be joined. The thread takes no signals, but those that a fault of its own raises: the
 * others are for the threads of the program. (One that writes gets EFBIG at a limit, not SIGXFSZ.) False: no thread
 * can be had. */
bool worker_thread_start (pthread_t *ret_thread, void *(*work) (void *user_data), void *user_data);

/* This thread, and those that it starts from now on, let the others of the machine go before them: for work that nobody waits
 * for. There is no way back. */
void worker_thread_give_way (void);
