/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/last_input.h"

#include <fcntl.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One that takes longer has no end. */
#define SECONDS_MAX 30

/* sanitizer/common_interface_defs.h */
extern void __sanitizer_set_death_callback (void (*callback) (void)) __attribute__ ((weak));

static struct
{
  const Harness *harness; /* NULL: none is being worked on */
  const uint8_t *bytes;
  size_t n;
} last;

/* Called when everything else is lost: system calls only. */
static void
keep (void)
{
  char path[64];

  if (last.harness == NULL)
    return;
  int n = snprintf (path, sizeof path, "/tmp/stepscope-%s-input-%ld\n", last.harness->name, (long) getpid ());
  path[n - 1] = '\0';
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  (void) !write (fd, last.bytes, last.n);
  close (fd);
  last.harness = NULL;
  path[n - 1] = '\n';
  (void) !write (STDERR_FILENO, "the input is kept in ", 21);
  (void) !write (STDERR_FILENO, path, (size_t) n);
}

static void
on_signal (int number)
{
  keep ();
  signal (number, SIG_DFL);
  raise (number);
}

static void
install (void)
{
  if (__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (keep);
  signal (SIGABRT, on_signal);
  signal (SIGALRM, on_signal);
}

void
last_input_check (const Harness *harness, const uint8_t *bytes, size_t n)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  g_autofree uint8_t *exact = g_memdup2 (bytes, n);

  pthread_once (&once, install);
  last.bytes = exact;
  last.n = n;
  last.harness = harness;
  alarm (SECONDS_MAX);
  harness->check (exact, n);
  alarm (0);
  last.harness = NULL;
}
