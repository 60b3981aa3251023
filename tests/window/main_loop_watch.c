/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into the program to learn for how long its main thread does not look at the user: each turn of the main
 * loop, from one poll to the next, is told in the file that STEPSCOPE_MAIN_LOOP_LOG names, as "begin wall processor", in
 * microseconds: of the monotonic clock, which others can read as well, then how long it took, and how much of that the
 * thread had the processor. Under load the first says what a person felt, the second what the program did. */

#include <fcntl.h>
#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int log_fd = -1;
static int64_t begin_us = -1, begin_cpu_us; /* of this turn */

static int64_t
clock_us (clockid_t id)
{
  struct timespec now;

  clock_gettime (id, &now);
  return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int
watch_poll (GPollFD *fds, guint n_fds, int timeout_ms)
{
  int64_t wall_us = clock_us (CLOCK_MONOTONIC) - begin_us;
  int64_t cpu_us = clock_us (CLOCK_THREAD_CPUTIME_ID) - begin_cpu_us;

  if (begin_us >= 0)
    dprintf (log_fd, "%" PRId64 " %" PRId64 " %" PRId64 "\n", begin_us, wall_us, cpu_us);
  int n = g_poll (fds, n_fds, timeout_ms);
  begin_us = clock_us (CLOCK_MONOTONIC);
  begin_cpu_us = clock_us (CLOCK_THREAD_CPUTIME_ID);
  return n;
}

static void __attribute__ ((constructor)) begin (void)
{
  const char *path = getenv ("STEPSCOPE_MAIN_LOOP_LOG");

  if (path == NULL)
    return;
  log_fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_fd >= 0)
    g_main_context_set_poll_func (NULL, watch_poll);
}
