/* SPDX-License-Identifier: Apache-2.0
 *
 * "Visible range of one row, 2000 px, any zoom": lod_query () and interval_index_query () over one row of n
 * slices (default 10 M), at zooms from everything down to 32 slices, at several places; then lod_query ()
 * over rows of 100 k and 1 M slices that overlap in various ways.
 *
 *   bench_visible_range [N]
 *   bench_visible_range FILE.stepscope
 *
 * With a file: its longest row, as it lies in the map. */

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trace/index/interval_index.h"
#include "trace/index/lane.h"
#include "trace/index/lod.h"
#include "trace/open/open.h"

#define N_PX   2000
#define PLACES 31
#define BAR_US 50.0

#define N_OVERLAPPING      1000000
#define OVERLAPPING_BAR_US 1000.0

typedef struct
{
  size_t n;
  int64_t *start_ns, *dur_ns;
  uint32_t *name;
  void *lod;
  int64_t *tree;
} Row;

/* Of a row in whatever memory. */
typedef struct
{
  LodRow lod;
  IntervalIndex index;
} RowView;

static uint64_t
next_random (uint64_t *state)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static double
now_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec * 1e6 + (double) time.tv_nsec / 1e3;
}

static Row
row_new (size_t n)
{
  Row row = { .n = n };

  row.start_ns = malloc (n * sizeof *row.start_ns);
  row.dur_ns = malloc (n * sizeof *row.dur_ns);
  row.name = malloc (n * sizeof *row.name);
  row.lod = malloc (lod_size_bytes (n));
  row.tree = malloc ((interval_index_length (n) + 1) * sizeof *row.tree);
  if (row.start_ns == NULL || row.dur_ns == NULL || row.name == NULL || row.lod == NULL || row.tree == NULL)
    {
      fprintf (stderr, "not enough memory for %zu slices\n", n);
      exit (1);
    }
  return row;
}

/* A stream of kernels: bursts of a few hundred with short gaps, then a pause. uniform: all alike instead. */
static Row
make_row (size_t n, bool uniform)
{
  Row row = row_new (n);
  uint64_t state = 1;
  int64_t at = 0;

  for (size_t i = 0; i < n; i++)
    {
      uint64_t random = next_random (&state);

      row.start_ns[i] = at;
      row.dur_ns[i] = uniform ? 4000 : (int64_t) (1000 + (random & 0xffff) * (random >> 16 & 0xff) / 256);
      row.name[i] = (uint32_t) (random >> 32 & 63);
      at += row.dur_ns[i] + (uniform ? 1000 : (int64_t) (random >> 40 & 0x7ff));
      if (!uniform && (random >> 56 & 0xff) == 0)
        at += 3000000;
    }
  double begin_us = now_us ();
  lod_build (row.start_ns, row.dur_ns, row.name, n, row.lod);
  double lod_us = now_us () - begin_us;
  begin_us = now_us ();
  interval_index_build (row.start_ns, row.dur_ns, n, row.tree);
  printf ("%s, %zu slices: pyramid %.3f B/slice built in %.0f ms; index %.3f B/slice built in %.0f ms\n",
          uniform ? "equally spaced" : "bursts", n, (double) lod_size_bytes (n) / (double) n, lod_us / 1e3,
          (double) interval_index_length (n) * 8 / (double) n, (now_us () - begin_us) / 1e3);
  return row;
}

/* Rows whose slices overlap: i-th of n. */
typedef struct
{
  const char *name;
  int64_t (*start_ns) (size_t i);
  int64_t (*dur_ns) (size_t i, size_t n, uint64_t random);
} Overlap;

static int64_t
start_each_microsecond (size_t i)
{
  return (int64_t) i * 1000;
}

static int64_t
start_at_once (size_t i)
{
  (void) i;
  return 5;
}

static int64_t
dur_equal (size_t i, size_t n, uint64_t random)
{
  (void) i, (void) n, (void) random;
  return 1000000;
}

static int64_t
dur_random (size_t i, size_t n, uint64_t random)
{
  (void) i, (void) n;
  return (int64_t) (random % 16000000);
}

static int64_t
dur_descending (size_t i, size_t n, uint64_t random)
{
  (void) random;
  return (int64_t) (n - i) * 2000;
}

static int64_t
dur_first_long (size_t i, size_t n, uint64_t random)
{
  (void) random;
  return i == 0 ? (int64_t) n * 2000 : 500;
}

static int64_t
dur_long_tailed (size_t i, size_t n, uint64_t random)
{
  (void) i, (void) n;
  return INT64_C (2000000000) / (int64_t) (random % 100000 + 100) * 1000;
}

static const Overlap overlaps[] = {
  { "equal durations, 1000 deep", start_each_microsecond, dur_equal },
  { "random durations, 8000 deep", start_each_microsecond, dur_random },
  { "long-tailed durations, 20000 deep", start_each_microsecond, dur_long_tailed },
  { "nested, ends in reverse order", start_each_microsecond, dur_descending },
  { "one long, then short ones", start_each_microsecond, dur_first_long },
  { "all at once", start_at_once, dur_descending },
};

static Row
make_overlapping_row (size_t n, const Overlap *overlap)
{
  Row row = row_new (n);
  uint64_t state = 2;

  for (size_t i = 0; i < n; i++)
    {
      uint64_t random = next_random (&state);

      row.start_ns[i] = overlap->start_ns (i);
      row.dur_ns[i] = overlap->dur_ns (i, n, random >> 8);
      row.name[i] = random & 63;
    }
  lod_build (row.start_ns, row.dur_ns, row.name, n, row.lod);
  return row;
}

static int
compare_times (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (double *times, size_t n)
{
  qsort (times, n, sizeof *times, compare_times);
  return times[n / 2];
}

static RowView
view_of (const Row *row)
{
  return (RowView){
    .lod = { .n = row->n, .start_ns = row->start_ns, .dur_ns = row->dur_ns, .memory = row->lod },
    .index = { row->n, row->start_ns, row->dur_ns, row->tree },
  };
}

/* Prints a line per zoom; returns the worst median. */
static double
measure (const RowView *row)
{
  LodCell *cells = malloc (N_PX * sizeof *cells);
  const LodRow *lod = &row->lod;
  U64Column found = { 0 };
  double worst = 0;

  for (size_t visible = lod->n; visible >= 32; visible = visible * 10 / 17)
    {
      double first_us[PLACES], again_us[PLACES], index_us[PLACES];
      size_t n_found = 0;

      for (size_t place = 0; place < PLACES; place++)
        {
          size_t first = (lod->n - visible) / PLACES * place;
          size_t last = first + visible - 1;
          int64_t begin_ns = lod->start_ns[first], end_ns = lod->start_ns[last] + lod->dur_ns[last];

          double begin_us = now_us ();
          lod_query (lod, begin_ns, end_ns, N_PX, cells);
          first_us[place] = now_us () - begin_us;

          begin_us = now_us ();
          lod_query (lod, begin_ns, end_ns, N_PX, cells);
          again_us[place] = now_us () - begin_us;

          /* What overlaps one pixel: what hovering asks. */
          found.n = 0;
          int64_t middle_ns = begin_ns + (end_ns - begin_ns) / 2;
          begin_us = now_us ();
          if (!interval_index_query (&row->index, middle_ns, middle_ns + (end_ns - begin_ns) / N_PX + 1,
                                     &found))
            abort ();
          index_us[place] = now_us () - begin_us;
          n_found = found.n;
        }
      double again = median (again_us, PLACES);
      printf ("  %10zu slices in view: %6.1f us (first look %6.1f us); slices of one pixel: %zu in %.2f us\n",
              visible, again, median (first_us, PLACES), n_found, median (index_us, PLACES));
      worst = again > worst ? again : worst;
    }
  free (cells);
  u64_column_clear (&found);
  return worst;
}

/* Likewise; prints one line for all zooms. */
static double
measure_overlapping (const Row *row, const char *name)
{
  LodCell *cells = malloc (N_PX * sizeof *cells);
  LodRow lod = {
    .n = row->n,
    .start_ns = row->start_ns,
    .dur_ns = row->dur_ns,
    .memory = row->lod,
    .may_overlap = true,
  };
  double worst_us = 0, worst_first_us = 0;
  size_t worst_visible = 0;

  for (size_t visible = row->n; visible >= 32; visible = visible * 10 / 17)
    {
      double first_us[PLACES], again_us[PLACES];

      for (size_t place = 0; place < PLACES; place++)
        {
          size_t first = (row->n - visible) / PLACES * place;
          int64_t begin_ns = row->start_ns[first], end_ns = row->start_ns[first + visible - 1] + 1000;

          double begin_us = now_us ();
          lod_query (&lod, begin_ns, end_ns, N_PX, cells);
          first_us[place] = now_us () - begin_us;

          begin_us = now_us ();
          lod_query (&lod, begin_ns, end_ns, N_PX, cells);
          again_us[place] = now_us () - begin_us;
        }
      double again = median (again_us, PLACES), first = median (first_us, PLACES);
      worst_first_us = first > worst_first_us ? first : worst_first_us;
      if (again > worst_us)
        {
          worst_us = again;
          worst_visible = visible;
        }
    }
  printf ("  %-34s %7.1f us with %zu slices in view (first look %.1f us)\n", name, worst_us, worst_visible,
          worst_first_us);
  free (cells);
  return worst_us;
}

static void
row_free (Row *row)
{
  free (row->start_ns);
  free (row->dur_ns);
  free (row->name);
  free (row->lod);
  free (row->tree);
}

/* The row of a native file with most slices. */
static int
measure_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (Trace) trace = trace_map (fd, path, &error);

  if (trace == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  close (fd);

  const SliceColumns *slices = trace_slices (trace);
  const TraceRow *longest = trace_row (trace, 0);
  uint64_t n_lod_bytes = 0;
  for (uint32_t i = 0; i < trace_n_rows (trace); i++)
    {
      const TraceRow *row = trace_row (trace, i);

      n_lod_bytes += lod_size_bytes ((size_t) row->n_slices);
      if (row->n_slices > longest->n_slices)
        longest = row;
    }

  size_t n = (size_t) longest->n_slices;
  const int64_t *start_ns = slices->start_ns + longest->first_slice;
  const int64_t *dur_ns = slices->dur_ns + longest->first_slice;
  RowView view = {
    .lod = { n, start_ns, dur_ns, longest->lod, longest->lane == LANE_MAX - 1 },
    .index = { n, start_ns, dur_ns, longest->index },
  };
  double worst = measure (&view);
  printf ("visible range, mapped, %" PRIu64
          " events, longest row %zu slices, %d px: worst median %.1f us; pyramid "
          "%.3f B/slice\n",
          trace_event_counts (trace)->total, n, N_PX, worst, (double) n_lod_bytes / (double) slices->n);
  return worst <= BAR_US ? 0 : 1;
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strspn (argv[1], "0123456789") != strlen (argv[1]))
    return measure_file (argv[1]);

  size_t n = argc > 1 ? (size_t) strtoull (argv[1], NULL, 10) : 10000000;
  double worst = 0;

  for (int uniform = 0; uniform < 2; uniform++)
    {
      Row row = make_row (n, uniform);
      RowView view = view_of (&row);
      double this_worst = measure (&view);
      worst = this_worst > worst ? this_worst : worst;
      row_free (&row);
    }
  printf ("visible range, %zu slices, %d px: worst median %.1f us, bar %.0f us\n", n, N_PX, worst, BAR_US);

  double worst_overlapping = 0;
  for (size_t n_here = N_OVERLAPPING / 10; n_here <= N_OVERLAPPING; n_here *= 10)
    {
      printf ("overlapping, %zu slices:\n", n_here);
      for (size_t i = 0; i < sizeof overlaps / sizeof *overlaps; i++)
        {
          Row row = make_overlapping_row (n_here, &overlaps[i]);
          double this_worst = measure_overlapping (&row, overlaps[i].name);
          worst_overlapping = this_worst > worst_overlapping ? this_worst : worst_overlapping;
          row_free (&row);
        }
    }
  printf ("overlapping slices, %d px: worst median %.1f us, bar %.0f us\n", N_PX, worst_overlapping,
          OVERLAPPING_BAR_US);
  return worst <= BAR_US && worst_overlapping <= OVERLAPPING_BAR_US ? 0 : 1;
}
