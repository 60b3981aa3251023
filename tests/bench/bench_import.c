/* SPDX-License-Identifier: Apache-2.0
 *
 * What `stepscope-cli convert` does, up to the moment at which the file is complete and goes to the disk: for how long
 * that takes, beside how much of the processor. From then on the disk is measured, not the program.
 *
 *   bench_import SOURCE OUT.stepscope    prints "wall N cpu N share N" (ms, and their ratio), then finishes the file */

#include "trace/open/open.h"
#include "trace/section/output_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double
wall_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return 1e3 * (double) now.tv_sec + (double) now.tv_nsec / 1e6;
}

/* Of all threads. */
static double
cpu_ms (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return 1e3 * (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static bool
convert (const char *path, const char *out, double begin_ms, GError **error)
{
  TraceSource source;
  g_autoptr (OutputFile) file = output_file_begin (out, error);

  if (file == NULL || !trace_source_open (path, &source, error))
    return false;
  bool ok = trace_import (&source, output_file_fd (file), NULL, error);
  trace_source_close (&source);
  g_autoptr (Trace) trace = ok ? trace_map (output_file_fd (file), out, error) : NULL;
  if (trace == NULL)
    return false;

  double wall = wall_ms () - begin_ms, cpu = cpu_ms ();
  printf ("wall %.3f cpu %.3f share %.4f\n", wall, cpu, wall / cpu);
  return output_file_commit (file, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  double begin_ms = wall_ms ();

  if (argc != 3)
    {
      fputs ("usage: bench_import SOURCE OUT.stepscope\n", stderr);
      return EXIT_FAILURE;
    }
  if (convert (argv[1], argv[2], begin_ms, &error))
    return EXIT_SUCCESS;
  fprintf (stderr, "%s\n", error->message);
  return EXIT_FAILURE;
}
