/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/guard/import_cost.h"

#include "tests/guard/work_count.h"
#include "trace/open/open.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_INTERVAL_NS 1000000

/* What takes longer than any file of these sizes does will not come to an end. */
#define CPU_MAX_S 40

/* ---- memory ---- */

typedef struct
{
  atomic_bool is_over;
  uint64_t peak_bytes;
} MemoryWatch;

/* Private pages of this process; 0: not known. */
static uint64_t
private_bytes (int status_fd)
{
  char text[4096];
  ssize_t n = pread (status_fd, text, sizeof text - 1, 0);

  if (n <= 0)
    return 0;
  text[n] = '\0';
  const char *line = strstr (text, "\nRssAnon:");
  return line != NULL ? strtoull (line + strlen ("\nRssAnon:"), NULL, 10) * 1024 : 0;
}

static void *
watch_memory (void *data)
{
  MemoryWatch *watch = data;
  int status_fd = open ("/proc/self/status", O_RDONLY | O_CLOEXEC);

  while (!atomic_load (&watch->is_over))
    {
      uint64_t now_bytes = private_bytes (status_fd);

      if (now_bytes > watch->peak_bytes)
        watch->peak_bytes = now_bytes;
      nanosleep (&(struct timespec){ .tv_nsec = LOOK_INTERVAL_NS }, NULL);
    }
  close (status_fd);
  return NULL;
}

/* ---- the import ---- */

static double
cpu_now_s (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
import (int fd, int native_fd, ImportCost *cost)
{
  TraceSource source = { .fd = fd, .path = "hostile.json" };
  GError *error = NULL;

  uint64_t work_before = work_count_total ();
  double before_s = cpu_now_s ();
  cost->is_imported = trace_import (&source, native_fd, NULL, &error);
  Trace *trace = cost->is_imported ? trace_map (native_fd, source.path, &error) : NULL;
  cost->cpu_s = cpu_now_s () - before_s;
  cost->work = work_count_total () - work_before;
  if (trace == NULL)
    {
      cost->is_imported = false;
      g_strlcpy (cost->error, error->message, sizeof cost->error);
      g_error_free (error);
      return;
    }
  cost->n_kept = trace_event_counts (trace)->total;
  cost->n_skipped = trace_event_counts (trace)->skipped;
  trace_unref (trace);
}

static _Noreturn void
run_child (int fd, ImportCost *cost)
{
  MemoryWatch watch = { 0 };
  pthread_t watcher;
  struct stat native;
  int native_fd = memfd_create ("native", MFD_CLOEXEC);

  lseek (fd, 0, SEEK_SET);
  setrlimit (RLIMIT_CPU, &(struct rlimit){ .rlim_cur = CPU_MAX_S, .rlim_max = CPU_MAX_S + 1 });
  if (native_fd < 0 || pthread_create (&watcher, NULL, watch_memory, &watch) != 0)
    _exit (EXIT_FAILURE);
  import (fd, native_fd, cost);
  atomic_store (&watch.is_over, true);
  pthread_join (watcher, NULL);
  cost->memory_bytes = watch.peak_bytes;
  cost->native_bytes = fstat (native_fd, &native) == 0 ? (uint64_t) native.st_size : 0;
  _exit (EXIT_SUCCESS);
}

bool
import_cost_measure (int fd, ImportCost *ret_cost)
{
  struct stat text;
  ImportCost *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int status;

  if (shared == MAP_FAILED)
    return false;
  pid_t child = fork ();
  if (child == 0)
    run_child (fd, shared);
  bool is_over = child > 0 && waitpid (child, &status, 0) == child;
  *ret_cost = *shared;
  ret_cost->text_bytes = fstat (fd, &text) == 0 ? (uint64_t) text.st_size : 0;
  munmap (shared, sizeof *shared);
  if (is_over && WIFEXITED (status) && WEXITSTATUS (status) == EXIT_SUCCESS)
    return true;
  if (is_over && WIFSIGNALED (status))
    snprintf (ret_cost->error, sizeof ret_cost->error, "ended by SIG%s", sigabbrev_np (WTERMSIG (status)));
  else
    snprintf (ret_cost->error, sizeof ret_cost->error, "the process failed");
  return false;
}
