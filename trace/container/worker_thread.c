/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/worker_thread.h"

#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

/* Nothing here nests by what a file says: as much as a sanitizer needs as well. */
#define STACK_BYTES ((size_t) 1024 * 1024)

/* A third of the time of one that has not given way, while both want it: they are not to starve beside a program that never
 * rests. */
#define WAY_GIVEN 5

bool
worker_thread_start (pthread_t *ret_thread, void *(*work) (void *user_data), void *user_data)
{
  static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS };
  sigset_t blocked, before;
  pthread_attr_t attributes;

  if (pthread_attr_init (&attributes) != 0)
    return false;
  pthread_attr_setstacksize (&attributes, STACK_BYTES);
  sigfillset (&blocked);
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
    sigdelset (&blocked, faults[i]);
  /* A new thread has the mask of the one that starts it. */
  pthread_sigmask (SIG_SETMASK, &blocked, &before);
  bool started = pthread_create (ret_thread, &attributes, work, user_data) == 0;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  pthread_attr_destroy (&attributes);
  return started;
}

void
worker_thread_give_way (void)
{
  /* On Linux a nice value is a thread's own, and whoever it starts has it too. */
  setpriority (PRIO_PROCESS, (id_t) gettid (), WAY_GIVEN);
}
