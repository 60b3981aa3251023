/* SPDX-License-Identifier: Apache-2.0
 *
 * What a change of window costs: each function of trace/stats that a page calls, for a tenth, half and all of a native
 * file's span.
 *
 *   bench_stats FILE.stepscope [NAME]      milliseconds, wall and processor time, medians of five runs after one */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trace/critical/critical_path.h"
#include "trace/open/open.h"
#include "trace/stats/annotation_stats.h"
#include "trace/stats/device/activity_split.h"
#include "trace/stats/idle/idle_gaps.h"
#include "trace/stats/launch/launch_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "trace/stats/summary/area_stats.h"
#include "trace/stats/tables/stat_tables.h"

#define N_RUNS    6
#define BAR_MS    150.0
#define N_LONGEST 20

typedef struct
{
  const char *name;
  bool (*compute) (const StatsScope *scope, const void *what);
  const void *what;
} Measured;

static bool
devices (const StatsScope *scope, const void *what)
{
  DeviceStatsTable table;

  (void) what;
  if (!device_stats_compute (scope, NULL, NULL, &table))
    return false;
  device_stats_clear (&table);
  return true;
}

static bool
kernels (const StatsScope *scope, const void *what)
{
  KernelStatsTable table;

  (void) what;
  if (!kernel_stats_compute (scope, NULL, NULL, &table))
    return false;
  kernel_stats_clear (&table);
  return true;
}

static bool
copies (const StatsScope *scope, const void *what)
{
  MemoryStatsTable table;

  (void) what;
  if (!memory_stats_compute_with_kernels (scope, NULL, NULL, &table))
    return false;
  memory_stats_clear (&table);
  return true;
}

static bool
launches (const StatsScope *scope, const void *what)
{
  LaunchStats stats;

  (void) what;
  return launch_stats_compute (scope, &stats);
}

static bool
annotations (const StatsScope *scope, const void *what)
{
  AnnotationStatsTable table;

  (void) what;
  if (!annotation_stats_compute (scope, &table))
    return false;
  annotation_stats_clear (&table);
  return true;
}

static bool
activities (const StatsScope *scope, const void *what)
{
  ActivitySplit split;

  (void) what;
  return activity_split_compute (scope, NULL, NULL, &split);
}

static bool
gaps (const StatsScope *scope, const void *what)
{
  IdleGaps found;

  (void) what;
  if (!idle_gaps_compute (scope, N_LONGEST, &found))
    return false;
  idle_gaps_clear (&found);
  return true;
}

/* Of the first rank. */
static bool
critical (const StatsScope *scope, const void *what)
{
  (void) what;
  g_autoptr (CriticalPath) path = critical_path_new (scope, 0, NULL, NULL);
  return path != NULL;
}

static bool
area (const StatsScope *scope, const void *what)
{
  AreaStats stats;

  (void) what;
  if (!area_stats_compute (scope, NULL, NULL, &stats))
    return false;
  area_stats_clear (&stats);
  return true;
}

static bool
table (const StatsScope *scope, const void *what)
{
  const StatTableKind *kind = what;
  StatTable made;

  if (!kind->compute (scope, &(StatTableOptions){ .grouping = STAT_BY_NAME }, NULL, NULL, &made))
    return false;
  stat_table_clear (&made);
  return true;
}

static bool
table_by (const StatsScope *scope, const void *what)
{
  StatTable made;

  if (!stat_table_kind ("kernels")->compute (scope, what, NULL, NULL, &made))
    return false;
  stat_table_clear (&made);
  return true;
}

static const StatTableOptions by_base = { .grouping = STAT_BY_BASE };
static const StatTableOptions by_launch = { .grouping = STAT_BY_LAUNCH };

/* The tables of stat_tables[] come behind these. */
static const Measured functions[] = {
  { "device_stats", devices, NULL },
  { "kernel_stats", kernels, NULL },
  { "memory_stats", copies, NULL },
  { "launch_stats", launches, NULL },
  { "annotation_stats", annotations, NULL },
  { "activity_split", activities, NULL },
  { "idle_gaps", gaps, NULL },
  { "area_stats", area, NULL },
  { "critical_path", critical, NULL },
  { "table kernels by base", table_by, &by_base },
  { "table kernels by launch", table_by, &by_launch },
};

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

/* Milliseconds of the wall. */
static double
measure (const Measured *function, const StatsScope *scope, double *ret_cpu_ms)
{
  double wall_ms[N_RUNS], cpu_ms[N_RUNS];

  for (int run = 0; run < N_RUNS; run++)
    {
      double wall = now_ms (CLOCK_MONOTONIC), cpu = now_ms (CLOCK_PROCESS_CPUTIME_ID);

      if (!function->compute (scope, function->what))
        abort ();
      wall_ms[run] = now_ms (CLOCK_MONOTONIC) - wall;
      cpu_ms[run] = now_ms (CLOCK_PROCESS_CPUTIME_ID) - cpu;
    }
  qsort (wall_ms + 1, N_RUNS - 1, sizeof wall_ms[0], compare_doubles);
  qsort (cpu_ms + 1, N_RUNS - 1, sizeof cpu_ms[0], compare_doubles);
  *ret_cpu_ms = cpu_ms[1 + (N_RUNS - 1) / 2];
  return wall_ms[1 + (N_RUNS - 1) / 2];
}

/* The middle of the profile, a part of it; 1: all. */
static StatsScope
part_of (const Trace *trace, const StepTable *steps, int part)
{
  StatsScope whole = stats_scope_whole (trace, steps);
  int64_t length_ns = (whole.end_ns - whole.begin_ns) / part;
  int64_t begin_ns = whole.begin_ns + (whole.end_ns - whole.begin_ns - length_ns) / 2;
  int64_t end_ns = begin_ns + length_ns;

  return part == 1 ? whole : stats_scope_window (trace, steps, &begin_ns, &end_ns);
}

/* Whether the worst window meets the bar. */
static bool
print_row (const Measured *function, const Trace *trace, const StepTable *steps)
{
  static const int parts[] = { 10, 2, 1 };
  double worst_ms = 0;

  printf ("%-26s", function->name);
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      StatsScope scope = part_of (trace, steps, parts[i]);
      double cpu_ms, wall_ms = measure (function, &scope, &cpu_ms);

      printf ("  1/%-2d %7.2f ms (%7.2f cpu)", parts[i], wall_ms, cpu_ms);
      worst_ms = MAX (worst_ms, wall_ms);
    }
  printf ("  bar %.0f ms %s\n", BAR_MS, worst_ms <= BAR_MS ? "ok" : "MISSED");
  fflush (stdout);
  return worst_ms <= BAR_MS;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int n_missed = 0;

  if (argc < 2 || argc > 3)
    {
      fprintf (stderr, "usage: bench_stats FILE.stepscope [NAME]\n");
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
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  if (steps == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (functions); i++)
    if (argc == 2 || strcmp (argv[2], functions[i].name) == 0)
      n_missed += !print_row (&functions[i], trace, steps);
  for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
    {
      g_autofree char *name = g_strconcat ("table ", kind->id, NULL);
      Measured function = { name, table, kind };

      if (argc == 2 || strcmp (argv[2], name) == 0)
        n_missed += !print_row (&function, trace, steps);
    }
  return n_missed > 0;
}
