/* SPDX-License-Identifier: Apache-2.0
 *
 * What a comparison of native files takes, the first one being the baseline:
 *
 *   page       until everything that the Compare page shows is there: figures, tables, step times, curves (app/compare/compare_task.c)
 *   align      what the sides can be aligned by
 *   missing    which slices of the first have no counterpart on the second
 *   find       the counterpart of one slice: the mean of 100 over the whole profile
 *
 *   bench_compare FILE.stepscope FILE.stepscope...      milliseconds: medians of five runs after one; of the wall, and
 *                                                       of the processor ("cpu") */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "trace/compare/places/alignment.h"
#include "trace/compare/places/missing_counterparts.h"
#include "trace/open/open.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compare_source.h"

#define N_RUNS  6
#define N_FINDS 100

typedef struct
{
  double wall_ms, cpu_ms;
} Cost;

static double
now_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static Cost
cost_now (void)
{
  return (Cost){ now_ms (CLOCK_MONOTONIC), now_ms (CLOCK_PROCESS_CPUTIME_ID) };
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (double *times_ms)
{
  qsort (times_ms + 1, N_RUNS - 1, sizeof times_ms[0], compare_doubles);
  return times_ms[1 + (N_RUNS - 1) / 2];
}

/* Prints what a part takes, each time of parts times. */
static void
measure (const char *name, void (*part) (void *user_data), void *user_data, double parts)
{
  double wall_ms[N_RUNS], cpu_ms[N_RUNS];

  for (int run = 0; run < N_RUNS; run++)
    {
      Cost begin = cost_now ();

      part (user_data);
      Cost end = cost_now ();
      wall_ms[run] = (end.wall_ms - begin.wall_ms) / parts;
      cpu_ms[run] = (end.cpu_ms - begin.cpu_ms) / parts;
    }
  printf ("%s %.3f cpu %.3f\n", name, median (wall_ms), median (cpu_ms));
}

static void
require (bool is_so)
{
  if (!is_so)
    abort ();
}

typedef struct
{
  ComparedSide sides[COMPARED_SIDES_MAX];
  uint32_t n;
  Compared *compared;
  Counterparts counterparts;
} Bench;

static void
make_page (void *user_data)
{
  Bench *bench = user_data;
  TableSource *sources[N_ROW_KINDS];

  bench->compared = compared_new (bench->sides, bench->n, NULL, 0, NULL, NULL);
  require (bench->compared != NULL);
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    sources[kind] = compare_source_new (bench->compared, (RowKind) kind);
  CompareDurations *step_times = compare_durations_of_steps (bench->compared);
  CompareCurves *curves = compare_curves_new (bench->compared, NULL, NULL);
  require (step_times != NULL && curves != NULL);
  compare_curves_unref (curves);
  compare_durations_free (step_times);
  for (int kind = 0; kind < N_ROW_KINDS; kind++)
    table_source_unref (sources[kind]);
  compared_unref (bench->compared);
}

static void
list_alignments (void *user_data)
{
  Bench *bench = user_data;
  StatsScope scopes[COMPARED_SIDES_MAX];
  AlignmentChoices choices;

  for (uint32_t i = 0; i < bench->n; i++)
    scopes[i] = bench->sides[i].part.scope;
  require (alignment_choices_compute (scopes, bench->n, NULL, NULL, &choices));
  alignment_choices_clear (&choices);
}

static void
find_missing (void *user_data)
{
  Bench *bench = user_data;
  MissingCounterparts missing;

  require (missing_counterparts_compute (&bench->counterparts, NULL, NULL, &missing));
  missing_counterparts_clear (&missing);
}

static void
find_counterparts (void *user_data)
{
  Bench *bench = user_data;
  uint64_t n = trace_slices (bench->sides[0].profile->trace)->n, found;
  CounterpartAnswer answer;

  for (uint64_t i = 0; i < N_FINDS; i++)
    require (counterparts_find (&bench->counterparts, n * i / N_FINDS, &found, &answer));
}

static const Profile *
open_profile (const char *path)
{
  g_autoptr (GError) error = NULL;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (Trace) trace = trace_map (fd, path, &error);
  const Profile *profile = trace != NULL ? profile_new (trace, path, NULL, &error) : NULL;

  if (profile == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      exit (2);
    }
  close (fd);
  return profile;
}

int
main (int argc, char **argv)
{
  Bench bench = { .n = (uint32_t) argc - 1 };

  if (argc < 3 || argc > COMPARED_SIDES_MAX + 1)
    {
      fprintf (stderr, "usage: bench_compare FILE.stepscope FILE.stepscope...\n");
      return 2;
    }
  for (uint32_t i = 0; i < bench.n; i++)
    {
      const Profile *profile = open_profile (argv[i + 1]);
      ComparePart part = { .scope = stats_scope_whole (profile->trace, profile->steps) };

      bench.sides[i] = (ComparedSide){ profile, part, argv[i + 1], (char *) "" };
    }
  measure ("page", make_page, &bench, 1);
  measure ("align", list_alignments, &bench, 1);
  bench.compared = compared_new (bench.sides, bench.n, NULL, 0, NULL, NULL);
  require (bench.compared != NULL
           && counterparts_init (&bench.counterparts, &bench.compared->comparison, 0, 1));
  measure ("missing", find_missing, &bench, 1);
  measure ("find", find_counterparts, &bench, N_FINDS);
  counterparts_clear (&bench.counterparts);
  compared_unref (bench.compared);
  for (uint32_t i = 0; i < bench.n; i++)
    profile_unref (bench.sides[i].profile);
  return 0;
}
