/* SPDX-License-Identifier: Apache-2.0
 *
 * "sum(duration) by name": count, sum, shortest and longest of every name over all slices of a native file.
 *
 *   bench_name_totals FILE.stepscope      prints ns a slice, of the first pass and of the median of the next five */

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "trace/open/open.h"
#include "trace/derive/name_totals.h"

#define N_RUNS 6

static double
cpu_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  double ns[N_RUNS];
  size_t n_names = 0;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench_name_totals FILE.stepscope\n");
      return 2;
    }
  int fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  g_autoptr (Trace) trace = trace_map (fd, argv[1], &error);
  if (trace == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  close (fd);

  const SliceColumns *slices = trace_slices (trace);
  for (int run = 0; run < N_RUNS; run++)
    {
      NameTotals totals;
      double begin_ns = cpu_ns ();

      if (!name_totals_compute (slices, &totals))
        abort ();
      ns[run] = (cpu_ns () - begin_ns) / (double) slices->n;
      n_names = totals.n;
      name_totals_clear (&totals);
    }
  qsort (ns + 1, N_RUNS - 1, sizeof ns[0], compare_doubles);
  printf ("%" PRIu64 " slices, %zu names: first %.3f median %.3f ns\n", slices->n, n_names, ns[0],
          ns[1 + (N_RUNS - 1) / 2]);
  return 0;
}
