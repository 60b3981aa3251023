/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/worker_thread.h"

#include <signal.h>
#include <stddef.h>

bool
worker_thread_start (pthread_t *ret_thread, void *(*work) (void *user_data), void *user_data)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS };
  sigset_t blocked, before;

  sigfillset (&blocked);
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
    sigdelset (&blocked, faults[i]);
  /* A new thread has the mask of the one that starts it. */
  pthread_sigmask (SIG_SETMASK, &blocked, &before);
  bool started = pthread_create (ret_thread, NULL, work, user_data) == 0;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return started;
}
