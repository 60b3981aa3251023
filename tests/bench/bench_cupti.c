/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast files of CUPTI records are imported, up to the native file: bytes of records per second of processor time,
 * of all threads together. Container and bare, the best of several runs each.
 *
 *   bench_cupti [EVENTS]    a training run of so many (1,000,000); fails below the bar */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/gen/cupti_recording.h"
#include "trace/open/open.h"

#define RUNS         5
#define BAR_MB_PER_S 300

/* Of all threads. */
static double
cpu_s (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Returns seconds of processor time. */
static double
import_once (int source_fd)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("profile", MFD_CLOEXEC);
  TraceSource source = { source_fd, "bench.cupti" };

  lseek (source_fd, 0, SEEK_SET);
  double begin = cpu_s ();
  if (!trace_import (&source, fd, NULL, &error))
    {
      fprintf (stderr, "bench_cupti: %s\n", error->message);
      exit (EXIT_FAILURE);
    }
  double took = cpu_s () - begin;
  close (fd);
  return took;
}

static double
measure (TraceRequest *request, CuptiForm form)
{
  FILE *file = tmpfile ();
  int64_t n_records, n_steps;
  double best = 1e9;

  if (file == NULL
      || !cupti_recording_write (file, request, cupti_release_find ("13.0"), form, &n_records, &n_steps))
    exit (EXIT_FAILURE);
  double mb = (double) lseek (fileno (file), 0, SEEK_END) / 1e6;
  for (int i = 0; i < RUNS; i++)
    best = MIN (best, import_once (fileno (file)));
  printf ("%s: %.1f MB, %lld records, %.0f MB/s a core, %.0f ns a record (bar: %d MB/s)\n",
          form == CUPTI_BARE ? "bare records" : "container", mb, (long long) n_records, mb / best,
          best / (double) n_records * 1e9, BAR_MB_PER_S);
  fclose (file);
  return mb / best;
}

int
main (int argc, char **argv)
{
  char *parts[] = { argv[0],          (char[]){ "--events" }, argc > 1 ? argv[1] : (char[]){ "1000000" },
                    (char[]){ "-o" }, (char[]){ "-" },        NULL };
  TraceRequest request;
  const char *output;

  if (!trace_request_parse ("bench_cupti", 5, parts, &request, &output))
    return EXIT_FAILURE;
  bool ok = measure (&request, CUPTI_CONTAINER) >= BAR_MB_PER_S;
  return measure (&request, CUPTI_BARE) >= BAR_MB_PER_S && ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
