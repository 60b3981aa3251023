/* SPDX-License-Identifier: Apache-2.0
 *
 * What each section of the dashboard takes (widgets/dashboard/sections/dashboard_data.h) for all of a native file, for the half in
 * its middle, a hundredth, and one step; and all sections together, on as many threads as there are.
 *
 *   bench_dashboard FILE.stepscope      milliseconds: of each section processor time of one thread, medians of five runs
 *                                       after one; of all together the wall */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "trace/open/open.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define N_RUNS 6

static const char *const section_names[N_DASHBOARD_SECTIONS] = {
  [SECTION_IDLE] = "idle",
  [SECTION_STEP_PARTS] = "step parts",
  [SECTION_OCCUPANCY] = "occupancy",
  [SECTION_LAUNCHES] = "launches",
  [SECTION_QUEUES] = "queues",
  [SECTION_DEVICES] = "devices",
  [SECTION_PRECISION] = "precision",
  [SECTION_KERNELS] = "kernels",
  [SECTION_ACTIVITY] = "activity",
  [SECTION_CPU] = "cpu",
  [SECTION_COPIES] = "copies",
  [SECTION_MEMORY_USE] = "memory use",
  [SECTION_ALLOCATIONS] = "allocations",
  [SECTION_OVERLAP] = "overlap",
  [SECTION_HISTOGRAMS] = "histograms",
  [SECTION_STEPS] = "steps",
  [SECTION_OVERHEAD] = "overhead",
  [SECTION_RANKS] = "ranks",
  [SECTION_STRAGGLERS] = "stragglers",
  [SECTION_COLLECTIVES] = "collectives",
  [SECTION_RANK_TRAFFIC] = "rank traffic",
  [SECTION_TIME] = "time",
  [SECTION_FINDINGS] = "findings",
  [SECTION_QUERIES] = "queries",
};

/* A section that is new has a name here too: the last one stands for all. */
G_STATIC_ASSERT (G_N_ELEMENTS (section_names) == SECTION_QUERIES + 1);

static double
now_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* What the sections take that are not there yet, with that the clock counts. */
static double
measure (const Profile *profile, const StatsScope *scope, SectionMask before, SectionMask sections, clockid_t clock)
{
  double times_ms[N_RUNS];

  for (int run = 0; run < N_RUNS; run++)
    {
      g_autoptr (DashboardData) data = dashboard_data_begin (profile, scope, NULL);

      dashboard_data_compute (data, before, 0, NULL, NULL, NULL);
      double begin_ms = now_ms (clock);
      dashboard_data_compute (data, sections, 0, NULL, NULL, NULL);
      times_ms[run] = now_ms (clock) - begin_ms;
      if (dashboard_data_failed (data, sections))
        abort ();
    }
  qsort (times_ms + 1, N_RUNS - 1, sizeof times_ms[0], compare_doubles);
  return times_ms[1 + (N_RUNS - 1) / 2];
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  StatsScope scopes[4];
  double sums_ms[G_N_ELEMENTS (scopes)] = { 0 };

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench_dashboard FILE.stepscope\n");
      return 2;
    }
  int fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  g_autoptr (Trace) trace = trace_map (fd, argv[1], &error);
  const Profile *profile = trace != NULL ? profile_new (trace, argv[1], NULL, &error) : NULL;
  if (profile == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  close (fd);
  scopes[0] = scopes[3] = stats_scope_whole (trace, profile->steps);
  for (int i = 1; i < 3; i++)
    {
      int64_t length_ns = (scopes[0].end_ns - scopes[0].begin_ns) / (i == 1 ? 2 : 100);
      int64_t begin_ns = scopes[0].begin_ns + (scopes[0].end_ns - scopes[0].begin_ns - length_ns) / 2;
      int64_t end_ns = begin_ns + length_ns;

      scopes[i] = stats_scope_window (trace, profile->steps, &begin_ns, &end_ns);
    }
  if (step_table_count (profile->steps) > 0)
    {
      const TraceStep *step = step_table_get (profile->steps, step_table_count (profile->steps) / 2);

      scopes[3] = stats_scope_window (trace, profile->steps, &step->host_begin_ns, &step->host_end_ns);
    }

  printf ("%-14s %10s %10s %10s %10s\n", "section", "whole", "1/2", "1/100", "one step");
  for (DashboardSection section = 0; section < N_DASHBOARD_SECTIONS; section++)
    {
      printf ("%-14s", section_names[section]);
      for (size_t i = 0; i < G_N_ELEMENTS (scopes); i++)
        {
          double ms = measure (profile, &scopes[i], section_kinds[section].after, SECTION_BIT (section),
                               CLOCK_PROCESS_CPUTIME_ID);

          printf (" %10.2f", ms);
          sums_ms[i] += ms;
        }
      puts ("");
      fflush (stdout);
    }
  printf ("%-14s %10.2f %10.2f %10.2f %10.2f ms of processor\n", "sum", sums_ms[0], sums_ms[1], sums_ms[2],
          sums_ms[3]);
  printf ("%-14s", "all");
  for (size_t i = 0; i < G_N_ELEMENTS (scopes); i++)
    printf (" %10.2f", measure (profile, &scopes[i], 0, SECTIONS_ALL, CLOCK_MONOTONIC));
  puts (" ms of the wall");
  profile_unref (profile);
  return 0;
}
