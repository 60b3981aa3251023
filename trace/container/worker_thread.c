/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/worker_thread.h"

#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

/* No file can make the recursion here deep; this is enough with a sanitizer, too. */
#define STACK_BYTES ((size_t) 1024 * 1024)

/* This gives the thread a third of the processor time of a normal thread while both want it, so that it does
 * not starve beside a program that never rests. */
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
  /* A new thread inherits the signal mask of the thread that starts it. */
  pthread_sigmask (SIG_SETMASK, &blocked, &before);
  bool started = pthread_create (ret_thread, &attributes, work, user_data) == 0;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  pthread_attr_destroy (&attributes);
  return started;
}

void
worker_thread_give_way (void)
{
  /* On Linux a nice value belongs to one thread, and threads that it starts inherit it. */
  setpriority (PRIO_PROCESS, (id_t) gettid (), WAY_GIVEN);
}
