/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/index/lod.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  size_t n;
  int64_t *start_ns, *dur_ns;
  uint32_t *name;
  void *memory;
  bool may_overlap;
} Row;

static Row
row_new (size_t n)
{
  return (Row){
    .n = n,
    .start_ns = g_new0 (int64_t, n + 1),
    .dur_ns = g_new0 (int64_t, n + 1),
    .name = g_new0 (uint32_t, n + 1),
  };
}

static void
row_build (Row *row)
{
  /* Exactly as large as promised, so that a sanitizer sees what goes beyond. */
  row->memory = malloc (lod_size_bytes (row->n));
  lod_build (row->start_ns, row->dur_ns, row->name, row->n, row->memory);
}

static void
row_free (Row *row)
{
  g_free (row->start_ns);
  g_free (row->dur_ns);
  g_free (row->name);
  free (row->memory);
}

static LodRow
row_view (const Row *row)
{
  return (LodRow){
    .n = row->n,
    .start_ns = row->start_ns,
    .dur_ns = row->dur_ns,
    .memory = row->memory,
    .may_overlap = row->may_overlap,
  };
}

static LodCell *
query (const Row *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px)
{
  LodRow view = row_view (row);
  LodCell *cells = malloc (n_px * sizeof *cells + 1);

  lod_query (&view, begin_ns, end_ns, n_px, cells);
  return cells;
}

static int64_t
occupied_until (const Row *row, size_t i)
{
  int64_t dur_ns = row->dur_ns[i] < 1 ? 1 : row->dur_ns[i], end_ns;

  return __builtin_add_overflow (row->start_ns[i], dur_ns, &end_ns) ? INT64_MAX : end_ns;
}

/* Edges are rounded up to whole nanoseconds. */
static int64_t
begin_of_pixel (int64_t begin_ns, int64_t end_ns, uint32_t px, uint32_t n_px)
{
  return begin_ns + (int64_t) (((__int128) (end_ns - begin_ns) * px + n_px - 1) / n_px);
}

/* What truly is in a pixel. */
typedef struct
{
  int64_t width_ns;
  bool filled;
  int64_t longest_ns;
  int64_t longest_in_view_ns; /* of the slices that begin in the view; -1: none */
  int64_t first_ns, last_ns;  /* between which all in the pixel lies */
  int64_t covered_until_ns;   /* by slices so far */
  double covered_px;          /* share of the pixel */
  bool has_end_from_before;   /* a slice that begins before the view ends here */
} Truth;

static Truth *
truth_of (const Row *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px)
{
  Truth *truth = g_new0 (Truth, n_px);

  for (uint32_t px = 0; px < n_px; px++)
    truth[px] = (Truth){
      .width_ns =
        begin_of_pixel (begin_ns, end_ns, px + 1, n_px) - begin_of_pixel (begin_ns, end_ns, px, n_px),
      .longest_in_view_ns = -1,
      .first_ns = INT64_MAX,
      .covered_until_ns = INT64_MIN,
    };
  for (size_t i = 0; i < row->n; i++)
    {
      int64_t slice_end_ns = occupied_until (row, i);
      int64_t from_ns = MAX (row->start_ns[i], begin_ns), to_ns = MIN (slice_end_ns, end_ns);

      if (row->start_ns[i] >= end_ns || slice_end_ns <= begin_ns)
        continue;
      uint32_t first = lod_pixel_of (from_ns, begin_ns, end_ns, n_px);
      uint32_t last = lod_pixel_of (to_ns - 1, begin_ns, end_ns, n_px);
      for (uint32_t px = first; px <= last; px++)
        {
          int64_t px_begin_ns = begin_of_pixel (begin_ns, end_ns, px, n_px);
          int64_t px_end_ns = begin_of_pixel (begin_ns, end_ns, px + 1, n_px);
          int64_t left = MAX (from_ns, px_begin_ns), right = MIN (to_ns, px_end_ns);
          Truth *here = &truth[px];

          here->filled = true;
          here->longest_ns = MAX (here->longest_ns, row->dur_ns[i]);
          if (row->start_ns[i] >= begin_ns)
            here->longest_in_view_ns = MAX (here->longest_in_view_ns, row->dur_ns[i]);
          else if (px == last)
            here->has_end_from_before = true;
          here->first_ns = MIN (here->first_ns, left);
          here->last_ns = MAX (here->last_ns, right);
          left = MAX (left, here->covered_until_ns);
          if (row->dur_ns[i] > 0 && right > left)
            {
              here->covered_px += (double) (right - left) / (double) here->width_ns;
              here->covered_until_ns = right;
            }
        }
    }
  return truth;
}

/* What lod.h says of rows that may overlap. */
static void
check_overlapping_cell (const Row *row, const LodCell *cell, const Truth *truth, double ns_per_px)
{
  double told_ns = (double) row->dur_ns[cell->longest];
  double between_px = (double) (truth->last_ns - truth->first_ns) / (double) truth->width_ns;

  g_assert_cmpfloat (told_ns, >=, (double) truth->longest_in_view_ns * (1 - 1e-6));
  g_assert_cmpfloat (told_ns + MAX (told_ns / 32, ns_per_px) + 1, >=, (double) truth->longest_ns);
  g_assert_cmpfloat (fabs ((double) cell->longest_ns - told_ns), <=, told_ns * 1e-6);
  g_assert_cmpfloat (cell->busy, <=, between_px + 1e-4);
  if (!truth->has_end_from_before)
    g_assert_cmpfloat (cell->busy, >=, truth->covered_px - 2.0 / 255);
}

/* The contract of lod.h against every slice in every pixel. */
static void
check_against_brute_force (const Row *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px)
{
  LodCell *cells = query (row, begin_ns, end_ns, n_px);
  Truth *truth = truth_of (row, begin_ns, end_ns, n_px);
  double ns_per_px = (double) (end_ns - begin_ns) / n_px;
  double sum = 0, true_sum = 0;

  for (uint32_t px = 0; px < n_px; px++)
    {
      g_assert_cmpint (cells[px].longest != LOD_EMPTY, ==, truth[px].filled);
      sum += cells[px].busy;
      true_sum += truth[px].covered_px;
      if (!truth[px].filled)
        {
          g_assert_cmpfloat (cells[px].busy, ==, 0);
          continue;
        }
      g_assert_cmpfloat (cells[px].busy, <=, 1.0);
      g_assert_cmpfloat (cells[px].dominant_share, <=, cells[px].busy);

      /* The slices told are in this pixel or next to it. */
      const uint64_t told[] = { cells[px].longest, cells[px].dominant };
      for (size_t t = 0; t < G_N_ELEMENTS (told); t++)
        {
          size_t i = (size_t) told[t];

          g_assert_cmpuint (i, <, row->n);
          uint32_t first = lod_pixel_of (MAX (row->start_ns[i], begin_ns), begin_ns, end_ns, n_px);
          uint32_t last = lod_pixel_of (MIN (occupied_until (row, i), end_ns) - 1, begin_ns, end_ns, n_px);
          g_assert_cmpuint (first, <=, px + 1);
          g_assert_cmpuint (last + 1, >=, px);
        }

      if (row->may_overlap)
        check_overlapping_cell (row, &cells[px], &truth[px], ns_per_px);
      else
        {
          /* None is longer by more than its rounding; busy time is moved by no more than a pixel. */
          g_assert_cmpfloat ((double) row->dur_ns[cells[px].longest], >=,
                             (double) truth[px].longest_ns * (1 - 1e-6) - ns_per_px / 64);
          g_assert_cmpfloat (fabs (sum - true_sum), <=, 1.01 + (px + 1) * (4.0 / 255));
        }
    }
  g_free (truth);
  free (cells);
}

static void
check_many_zooms (const Row *row, GRand *random)
{
  int64_t begin_ns = row->start_ns[0], end_ns = begin_ns + 1;

  for (size_t i = 0; i < row->n; i++)
    end_ns = MAX (end_ns, occupied_until (row, i));
  check_against_brute_force (row, begin_ns - 50, end_ns + 50, 100);
  check_against_brute_force (row, begin_ns - 5, end_ns + 5, 1);
  check_against_brute_force (row, begin_ns - (end_ns - begin_ns) - 50, end_ns, 37);
  for (int round = 0; round < 40; round++)
    {
      double span = (double) (end_ns - begin_ns) * pow (2, -g_rand_double_range (random, 0, 20));
      int64_t from_ns = begin_ns + (int64_t) (g_rand_double (random) * (double) (end_ns - begin_ns)) - 10;
      int64_t to_ns = from_ns + MAX ((int64_t) span, 1);
      int64_t wanted_px = g_rand_int_range (random, 1, 300);
      uint32_t n_px = (uint32_t) MIN (wanted_px, to_ns - from_ns);

      check_against_brute_force (row, from_ns, to_ns, n_px);
    }
}

typedef struct
{
  double gap_ns, dur_ns, burst_gap_ns;
  int burst;
} Pattern;

static Row
row_of_pattern (GRand *random, size_t n, const Pattern *pattern)
{
  Row row = row_new (n);
  double at = -1000;

  for (size_t i = 0; i < n; i++)
    {
      row.start_ns[i] = (int64_t) at;
      row.dur_ns[i] = (int64_t) (pattern->dur_ns * g_rand_double (random) * g_rand_double (random) * 2);
      row.name[i] = (uint32_t) g_rand_int_range (random, 0, 5);
      at += (double) MAX (row.dur_ns[i], 1) + pattern->gap_ns * g_rand_double (random);
      if (pattern->burst > 0 && g_rand_int_range (random, 0, pattern->burst) == 0)
        at += pattern->burst_gap_ns;
    }
  row_build (&row);
  return row;
}

static void
test_every_zoom_agrees_with_brute_force (void)
{
  const Pattern patterns[] = {
    { 100, 1000, 0, 0 },  /* dense */
    { 0, 50, 0, 0 },      /* without gaps */
    { 10, 0, 0, 0 },      /* all of no length */
    { 20, 200, 5e6, 50 }, /* bursts with gaps between them */
    { 1e5, 100, 0, 0 },   /* mostly idle */
    { 5, 10, 1e5, 3 },    /* tiny bursts */
    { 0, 1e6, 0, 0 },     /* long */
  };
  const size_t sizes[] = { 1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1000, 5000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (size_t p = 0; p < G_N_ELEMENTS (patterns); p++)
    for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        Row row = row_of_pattern (random, sizes[s], &patterns[p]);
        check_many_zooms (&row, random);
        row.may_overlap = true;
        check_many_zooms (&row, random);
        row_free (&row);
      }
}

typedef enum
{
  OVERLAP_EQUAL_STARTS,
  OVERLAP_EQUAL_DURATIONS,
  OVERLAP_RANDOM,
  OVERLAP_LONG_TAILED,
  OVERLAP_NESTED, /* ends in reverse order */
  OVERLAP_FEW_LONG,
  OVERLAP_BURSTS, /* with gaps between them */
  OVERLAP_TINY,   /* many at the same nanosecond, many of no length */
  N_OVERLAPS
} Overlap;

/* step_ns: from one start to the next. */
static Row
overlapping_row (GRand *random, size_t n, Overlap overlap, int64_t step_ns)
{
  Row row = row_new (n);

  row.may_overlap = true;
  for (size_t i = 0; i < n; i++)
    {
      int64_t begin_ns = (int64_t) i * step_ns, left_ns = (int64_t) (n - i) * step_ns;
      double part = g_rand_double (random);

      row.start_ns[i] = begin_ns;
      row.name[i] = (uint32_t) g_rand_int_range (random, 0, 5);
      switch (overlap)
        {
        case OVERLAP_EQUAL_STARTS:
          row.start_ns[i] = 5;
          row.dur_ns[i] = left_ns;
          break;
        case OVERLAP_EQUAL_DURATIONS:
          row.dur_ns[i] = (int64_t) n / 10 * step_ns;
          break;
        case OVERLAP_RANDOM:
          row.dur_ns[i] = (int64_t) (part * (double) n / 2) * step_ns;
          break;
        case OVERLAP_LONG_TAILED:
          row.dur_ns[i] = (int64_t) (20 / (part + 1e-3)) * step_ns;
          break;
        case OVERLAP_NESTED:
          row.dur_ns[i] = 2 * left_ns;
          break;
        case OVERLAP_FEW_LONG:
          row.dur_ns[i] = part < 0.03 ? 200 * step_ns : step_ns / 2;
          break;
        case OVERLAP_BURSTS:
          row.start_ns[i] += (int64_t) i / 50 * 1000 * step_ns;
          row.dur_ns[i] = (int64_t) (part * part * 40) * step_ns;
          break;
        default:
          row.start_ns[i] = begin_ns / 100;
          row.dur_ns[i] = (int64_t) (part * 30) - 15;
          row.dur_ns[i] = MAX (row.dur_ns[i], 0);
          break;
        }
    }
  row_build (&row);
  return row;
}

static void
test_overlapping_slices_agree_with_brute_force (void)
{
  const size_t sizes[] = { 1, 17, 64, 65, 300, 1100 };
  g_autoptr (GRand) random = g_rand_new_with_seed (2);

  for (Overlap overlap = 0; overlap < N_OVERLAPS; overlap++)
    for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        Row row = overlapping_row (random, sizes[s], overlap, s % 2 == 0 ? 10 : 1000);
        check_many_zooms (&row, random);
        row_free (&row);
      }
}

/* A pixel may be reached by thousands of slices; none of these may cost a visit of each. The bar of
 * tests/bench/bench_visible_range.c is a twentieth of this. */
static void
test_deep_overlaps_are_quick (void)
{
  const size_t n = 100000;
  const uint32_t n_px = 2000;
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (Overlap overlap = 0; overlap < N_OVERLAPS; overlap++)
    {
      Row row = overlapping_row (random, n, overlap, 1000);

      for (size_t visible = n; visible >= 32; visible /= 8)
        {
          size_t first = (n - visible) / 2;
          int64_t begin_ns = row.start_ns[first], end_ns = row.start_ns[first + visible - 1] + 1000;
          gint64 best_us = G_MAXINT64;

          for (int round = 0; round < 5; round++)
            {
              gint64 begin_us = g_get_monotonic_time ();
              free (query (&row, begin_ns, end_ns, n_px));
              best_us = MIN (best_us, g_get_monotonic_time () - begin_us);
            }
          g_assert_cmpint (best_us, <, 20000);
        }
      row_free (&row);
    }
}

static void
test_lone_short_slice_in_ten_minutes_is_one_pixel (void)
{
  Row row = row_new (1);
  const int64_t span_ns = INT64_C (600) * 1000000000;

  row.start_ns[0] = INT64_C (123456789012);
  row.dur_ns[0] = 100;
  row_build (&row);
  LodCell *cells = query (&row, 0, span_ns, 2000);
  uint32_t n_filled = 0;
  for (uint32_t px = 0; px < 2000; px++)
    n_filled += cells[px].longest != LOD_EMPTY;
  g_assert_cmpuint (n_filled, ==, 1);
  g_assert_cmpuint (cells[lod_pixel_of (row.start_ns[0], 0, span_ns, 2000)].longest, ==, 0);
  free (cells);
  row_free (&row);
}

/* A lone slice far from a million others must not be lost among them. */
static void
test_lone_short_slice_among_a_million_is_seen (void)
{
  Row row = row_new (1000001);

  for (size_t i = 0; i < 1000000; i++)
    {
      row.start_ns[i] = (int64_t) i * 1000;
      row.dur_ns[i] = 900;
    }
  row.start_ns[1000000] = INT64_C (600) * 1000000000;
  row.dur_ns[1000000] = 100;
  row_build (&row);
  LodCell *cells = query (&row, 0, INT64_C (600) * 1000000000 + 1000000, 2000);
  g_assert_cmpuint (cells[1999].longest, ==, 1000000);
  g_assert_cmpuint (cells[1000].longest, ==, LOD_EMPTY);
  free (cells);
  row_free (&row);
}

static void
test_dominant_name_is_the_one_with_most_time (void)
{
  Row row = row_new (4096);

  /* One long slice of name 1, and more time in many short ones of name 2. */
  for (size_t i = 0; i < row.n; i++)
    {
      row.start_ns[i] = (int64_t) i * 100;
      row.dur_ns[i] = i % 64 == 0 ? 99 : 50;
      row.name[i] = i % 64 == 0 ? 1 : 2;
    }
  row_build (&row);
  LodCell *cells = query (&row, 0, 409600, 4);
  for (int px = 0; px < 4; px++)
    {
      g_assert_cmpuint (row.name[cells[px].dominant], ==, 2);
      g_assert_cmpint (row.dur_ns[cells[px].longest], ==, 99);
      g_assert_cmpfloat (fabs (cells[px].busy - 0.5077), <, 0.01);
    }
  free (cells);
  row_free (&row);
}

static void
test_extremes_are_safe (void)
{
  Row row = row_new (200);

  for (size_t i = 0; i < row.n; i++)
    {
      row.start_ns[i] = i < 100 ? INT64_MIN + (int64_t) i : INT64_MAX - 300 + (int64_t) i;
      row.dur_ns[i] = i % 3 == 0 ? INT64_MAX : (int64_t) i;
    }
  row_build (&row);
  const int64_t times[] = { INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX };
  for (size_t at = 0; at < 2 * G_N_ELEMENTS (times) * G_N_ELEMENTS (times); at++)
    {
      size_t begin = at / 2 % G_N_ELEMENTS (times), end = at / 2 / G_N_ELEMENTS (times);

      row.may_overlap = at % 2 != 0;
      LodCell *cells = query (&row, times[begin], times[end], 50);
      for (int px = 0; px < 50; px++)
        g_assert_true (cells[px].longest == LOD_EMPTY || cells[px].longest < row.n);
      free (cells);
    }
  row_free (&row);
}

static void
test_empty_views_and_rows_are_empty (void)
{
  Row row = row_new (0);

  row_build (&row);
  LodCell *cells = query (&row, 0, 1000, 10);
  for (int px = 0; px < 10; px++)
    g_assert_cmpuint (cells[px].longest, ==, LOD_EMPTY);
  free (cells);
  row_free (&row);

  row = row_new (3);
  row_build (&row);
  cells = query (&row, 5, 5, 10);
  g_assert_cmpuint (cells[0].longest, ==, LOD_EMPTY);
  free (cells);
  cells = query (&row, 1, 100, 10);
  g_assert_cmpuint (cells[0].longest, ==, LOD_EMPTY);
  free (cells);
  row_free (&row);
}

/* More pixels than nanoseconds: each shows its own nanosecond. */
static void
test_less_than_a_nanosecond_per_pixel (void)
{
  Row row = row_new (3);

  row.start_ns[0] = 100;
  row.dur_ns[0] = 2;
  row.start_ns[1] = 104;
  row.dur_ns[1] = 0;
  row.start_ns[2] = 106;
  row.dur_ns[2] = 10;
  row_build (&row);
  for (int may_overlap = 0; may_overlap < 2; may_overlap++)
    {
      row.may_overlap = may_overlap != 0;
      LodCell *cells = query (&row, 99, 109, 100);
      for (uint32_t px = 0; px < 100; px++)
        {
          int64_t time_ns = 99 + px / 10;
          uint64_t wanted = time_ns == 100 || time_ns == 101 ? 0
                            : time_ns == 104                 ? 1
                            : time_ns >= 106                 ? 2
                                                             : LOD_EMPTY;

          g_assert_cmpuint (cells[px].longest, ==, wanted);
          g_assert_cmpfloat (cells[px].busy, ==, wanted == 0 || wanted == 2 ? 1 : 0);
        }
      free (cells);
    }
  g_assert_cmpuint (lod_pixel_of (104, 99, 109, 100), ==, 50);
  row_free (&row);
}

/* Any bytes: no crash, an end, and indices within the row. */
static void
test_damaged_memory_is_survived (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  Row row = row_of_pattern (random, 1500, &(Pattern){ 100, 1000, 1e6, 40 });
  size_t size = lod_size_bytes (row.n);

  for (int round = 0; round < 300; round++)
    {
      row.may_overlap = round % 2 != 0;
      for (int flip = 0; flip < 20; flip++)
        ((uint8_t *) row.memory)[g_rand_int_range (random, 0, (gint32) size)] = (uint8_t) g_rand_int (random);
      LodCell *cells = query (&row, -1000, 1000000, 200);
      for (int px = 0; px < 200; px++)
        g_assert_true (cells[px].longest == LOD_EMPTY || cells[px].longest < row.n);
      free (cells);
    }
  row_free (&row);
}

static void
test_size_is_below_one_byte_per_slice (void)
{
  g_assert_cmpfloat ((double) lod_size_bytes (10000000) / 1e7, <=, 1.0);
  g_assert_cmpfloat ((double) lod_size_bytes (100000000) / 1e8, <=, 1.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lod/every_zoom_agrees_with_brute_force", test_every_zoom_agrees_with_brute_force);
  g_test_add_func ("/lod/overlapping_slices_agree_with_brute_force",
                   test_overlapping_slices_agree_with_brute_force);
  g_test_add_func ("/lod/deep_overlaps_are_quick", test_deep_overlaps_are_quick);
  g_test_add_func ("/lod/lone_short_slice_in_ten_minutes_is_one_pixel",
                   test_lone_short_slice_in_ten_minutes_is_one_pixel);
  g_test_add_func ("/lod/lone_short_slice_among_a_million_is_seen",
                   test_lone_short_slice_among_a_million_is_seen);
  g_test_add_func ("/lod/dominant_name_is_the_one_with_most_time",
                   test_dominant_name_is_the_one_with_most_time);
  g_test_add_func ("/lod/extremes_are_safe", test_extremes_are_safe);
  g_test_add_func ("/lod/empty_views_and_rows_are_empty", test_empty_views_and_rows_are_empty);
  g_test_add_func ("/lod/less_than_a_nanosecond_per_pixel", test_less_than_a_nanosecond_per_pixel);
  g_test_add_func ("/lod/damaged_memory_is_survived", test_damaged_memory_is_survived);
  g_test_add_func ("/lod/size_is_below_one_byte_per_slice", test_size_is_below_one_byte_per_slice);
  return g_test_run ();
}
