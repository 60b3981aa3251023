/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/gen/prng.h"
#include "trace/build/builder.h"
#include "trace/index/lod.h"
#include "widgets/timeline/rows/lane_grids.h"
#include "widgets/timeline/rows/lane_row.h"
#include "widgets/timeline/view/timeline_plan.h"

#define N_PX     1000
#define N_DENSE  140000 /* slices: cells of the finest grid */
#define N_COARSE 40000
#define N_FEW    5000

typedef struct
{
  const Profile *profile;
  LaneGrids *grids;
  LodCell *cells;
  LanePixel *pixels;
} Fixture;

/* Bursts of short kernels of four kinds, pauses between them, and in each tenth pause a lone one of 100 ns. One of no length at
 * end_ns, unless that is 0. Returns where the others end. */
static int64_t
fill_stream (TraceBuilder *builder, uint32_t device, int64_t number, uint32_t n, int64_t end_ns)
{
  static const char *const names[] = { "ampere_sgemm", "ncclDevKernel_AllReduce", "flash_fwd_kernel", "add" };
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  TraceTrack *track = trace_builder_track (builder, stream);
  Prng prng = prng_init (7, (uint64_t) number);
  int64_t at_ns = 0;

  track->device = 0;
  track->stream = track->sort_index = number;
  for (uint32_t i = 0; i < n; i++)
    {
      const char *name = names[i / 300 % G_N_ELEMENTS (names)];
      bool is_lone = i % 1000 == 999;
      SliceInput slice = {
        .track = stream,
        .name = trace_builder_string (builder, name, strlen (name)),
        .category = trace_builder_string (builder, "kernel", 6),
        .kind = SLICE_KERNEL,
        .start_ns = at_ns,
        .dur_ns = is_lone ? 100 : (int64_t) prng_below (&prng, 20000),
        .args = ARGS_NONE,
      };

      trace_builder_add_slice (builder, &slice);
      at_ns += slice.dur_ns + 1 + (int64_t) prng_below (&prng, 2000);
      if (i % 100 == 98)
        at_ns += (int64_t) prng_below (&prng, 20000000);
      if (is_lone || i % 1000 == 998)
        at_ns += 20000000;
      if (i % 5000 == 10)
        {
          slice.start_ns = at_ns;
          slice.dur_ns = 30000000;
          trace_builder_add_slice (builder, &slice);
          at_ns += slice.dur_ns;
        }
    }
  if (end_ns > 0)
    trace_builder_add_slice (builder, &(SliceInput){
                                        .track = stream,
                                        .name = trace_builder_string (builder, "last", 4),
                                        .category = trace_builder_string (builder, "kernel", 6),
                                        .kind = SLICE_KERNEL,
                                        .start_ns = end_ns,
                                        .args = ARGS_NONE,
                                      });
  return at_ns;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "grids");
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  trace_builder_track (builder, device)->device = 0;
  int64_t end_ns = fill_stream (builder, device, 1, N_DENSE, 0) + 50000000;
  fill_stream (builder, device, 2, N_COARSE, end_ns);
  fill_stream (builder, device, 3, N_FEW, 0);
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  fixture->profile = profile_new (trace, "grids.json", NULL, &error);
  g_assert_no_error (error);
  trace_unref (trace);
  fixture->grids = lane_grids_new (fixture->profile, NULL, NULL);
  g_assert_nonnull (fixture->grids);
  fixture->cells = g_new (LodCell, N_PX);
  fixture->pixels = g_new (LanePixel, N_PX);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  g_free (fixture->cells);
  g_free (fixture->pixels);
  lane_grids_unref (fixture->grids);
  profile_unref (fixture->profile);
}

static bool
ask (Fixture *fixture, uint32_t lane, int64_t begin_ns, int64_t end_ns)
{
  lane_row_query (fixture->profile->trace, lane, begin_ns, end_ns, N_PX, fixture->cells);
  return lane_grids_query (fixture->grids, lane, begin_ns, end_ns, N_PX, fixture->pixels);
}

/* A view of at least this share of the profile, and where. */
static void
random_view (const Fixture *fixture, Prng *prng, double least, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  double span_ns = (double) (fixture->profile->end_ns - fixture->profile->begin_ns);
  double shown_ns = span_ns * (least + (1.1 - least) * (double) prng_below (prng, 1000) / 1000);
  double from_ns = (span_ns - shown_ns) * (double) prng_below (prng, 1000) / 1000;

  *ret_begin_ns = fixture->profile->begin_ns + (int64_t) from_ns;
  *ret_end_ns = *ret_begin_ns + (int64_t) shown_ns;
}

/* In the pixel or next to it. */
static bool
has_pixel_near (const Fixture *fixture, int x)
{
  for (int i = MAX (x - 1, 0); i <= MIN (x + 1, N_PX - 1); i++)
    if (fixture->pixels[i].longest != LOD_EMPTY)
      return true;
  return false;
}

static bool
has_cell_near (const Fixture *fixture, int x)
{
  for (int i = MAX (x - 1, 0); i <= MIN (x + 1, N_PX - 1); i++)
    if (fixture->cells[i].longest != LOD_EMPTY)
      return true;
  return false;
}

static void
shows_what_the_pyramid_shows (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const SliceColumns *slices = trace_slices (fixture->profile->trace);
  Prng prng = prng_init (1, 1);

  for (int round = 0; round < 60; round++)
    {
      uint32_t lane = (uint32_t) round % 2;
      uint64_t first = trace_row (fixture->profile->trace, lane)->first_slice;
      int64_t begin_ns, end_ns;
      double busy = 0, wanted = 0;

      random_view (fixture, &prng, lane == 0 ? 0.08 : 0.3, &begin_ns, &end_ns);
      g_assert_true (ask (fixture, lane, begin_ns, end_ns));
      double px_ns = (double) (end_ns - begin_ns) / N_PX;
      for (int x = 0; x < N_PX; x++)
        {
          const LanePixel *pixel = &fixture->pixels[x];
          const LodCell *cell = &fixture->cells[x];

          busy += pixel->busy;
          wanted += cell->busy;
          g_assert_cmpfloat (pixel->busy, <=, 1.0001);
          if (cell->longest != LOD_EMPTY)
            {
              /* Nothing is lost, and what is longest is not passed over for what is much shorter. */
              float nearby_ns = -1;
              for (int i = MAX (x - 1, 0); i <= MIN (x + 1, N_PX - 1); i++)
                if (fixture->pixels[i].longest != LOD_EMPTY)
                  nearby_ns = fmaxf (nearby_ns, (float) slice_dur_ns (slices, fixture->pixels[i].longest));
              g_assert_cmpfloat (nearby_ns, >=, 0.9f * (float) slice_dur_ns (slices, first + cell->longest));
            }
          if (pixel->longest == LOD_EMPTY)
            continue;

          /* Nothing is made up: there is something, and this slice is there. At the edges of the view it may be just outside. */
          if (x == 0 || x == N_PX - 1)
            continue;
          g_assert_true (has_cell_near (fixture, x));
          int64_t from_ns = slice_start_ns (slices, pixel->longest),
                  to_ns = slice_end_ns (slices, pixel->longest);
          g_assert_cmpfloat ((double) (from_ns - begin_ns), <=, (x + 2) * px_ns);
          g_assert_cmpfloat ((double) (to_ns - begin_ns), >=, (x - 1) * px_ns);
        }
      g_assert_cmpfloat (fabs (busy - wanted), <=, 0.01 * wanted + 1);
    }
}

static void
kind_is_that_of_most_time (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const Trace *trace = fixture->profile->trace;
  int n_same = 0, n_full = 0;

  g_assert_true (ask (fixture, 0, fixture->profile->begin_ns, fixture->profile->end_ns));
  for (int x = 0; x < N_PX; x++)
    if (fixture->pixels[x].longest != LOD_EMPTY && fixture->cells[x].longest != LOD_EMPTY)
      {
        uint64_t slice = trace_row (trace, 0)->first_slice + fixture->cells[x].dominant;

        n_full++;
        n_same += fixture->pixels[x].work == (uint8_t) work_kind_of_slice (fixture->profile->works, slice);
      }
  g_assert_cmpint (n_full, >, N_PX / 2);
  g_assert_cmpint (n_same, >, n_full * 8 / 10); /* where kinds meet in a pixel, either may be told */
}

static void
lone_short_slice_stays_visible (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const SliceColumns *slices = trace_slices (fixture->profile->trace);
  const TraceRow *row = trace_row (fixture->profile->trace, 0);
  Prng prng = prng_init (2, 2);
  int n_checked = 0;

  for (uint64_t i = row->first_slice + 1; i + 1 < row->first_slice + row->n_slices; i++)
    {
      int64_t start_ns = slice_start_ns (slices, i), begin_ns, end_ns;

      if (slice_dur_ns (slices, i) != 100 || slice_start_ns (slices, i + 1) - start_ns < 15000000)
        continue;
      random_view (fixture, &prng, 0.5, &begin_ns, &end_ns);
      if (start_ns < begin_ns || start_ns + 100 > end_ns)
        continue;
      g_assert_true (lane_grids_query (fixture->grids, 0, begin_ns, end_ns, N_PX, fixture->pixels));
      int x = (int) lod_pixel_of (start_ns, begin_ns, end_ns, N_PX);
      g_assert_true (has_pixel_near (fixture, x));
      n_checked++;
    }
  g_assert_cmpint (n_checked, >, 20);
}

static void
close_views_and_lanes_of_few_slices_have_none (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const Profile *profile = fixture->profile;
  int64_t span_ns = profile->end_ns - profile->begin_ns;

  g_assert_false (ask (fixture, 2, profile->begin_ns, profile->end_ns));
  g_assert_true (ask (fixture, 1, profile->begin_ns, profile->end_ns));
  g_assert_false (ask (fixture, 0, profile->begin_ns, profile->begin_ns + span_ns / 20));
  g_assert_false (ask (fixture, 1, profile->begin_ns, profile->begin_ns + span_ns / 5));
  g_assert_false (
    lane_grids_query (fixture->grids, 3, profile->begin_ns, profile->end_ns, N_PX, fixture->pixels));
  g_assert_false (ask (fixture, 0, profile->end_ns, profile->begin_ns));
  g_assert_false (lane_grids_query (NULL, 0, profile->begin_ns, profile->end_ns, N_PX, fixture->pixels));
  g_assert_false (
    lane_grids_query (fixture->grids, 0, profile->begin_ns, profile->end_ns, 0, fixture->pixels));
}

static void
views_beyond_the_profile_are_empty_there (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const Profile *profile = fixture->profile;
  int64_t span_ns = profile->end_ns - profile->begin_ns;

  g_assert_true (ask (fixture, 0, profile->begin_ns - span_ns, profile->end_ns + span_ns));
  for (int x = 0; x < N_PX; x++)
    if (x < N_PX / 3 - 1 || x > 2 * N_PX / 3 + 1)
      g_assert_cmpuint (fixture->pixels[x].longest, ==, LOD_EMPTY);
  g_assert_true (lane_grids_query (fixture->grids, 0, INT64_MIN / 2, INT64_MAX / 2, N_PX, fixture->pixels));
}

/* Which pixels a row shows something in, and how much together. */
static double
shown_of (const TimelineRowPlan *row, const Profile *profile, bool *is_shown)
{
  double busy = 0;

  memset (is_shown, 0, N_PX * sizeof *is_shown);
  for (uint32_t i = 0; i < row->n_spans; i++)
    for (int32_t x = row->spans[i].x_px; x < row->spans[i].x_px + row->spans[i].width_px; x++)
      {
        g_assert_cmpuint (row->spans[i].slice, <, trace_slices (profile->trace)->n);
        is_shown[x] = true;
        busy += row->spans[i].busy;
      }
  for (int x = 0; x < N_PX && row->shares != NULL; x++)
    {
      is_shown[x] = row->shares[x] > 0;
      busy += row->shares[x];
    }
  return busy;
}

/* Streams as lanes, and the closed group of the device. */
static void
rows_look_the_same_without (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const Profile *profile = fixture->profile;
  TimelinePlan *plans[2] = { timeline_plan_new (), timeline_plan_new () };
  bool is_shown[2][N_PX];
  int n_compared = 0, n_apart = 0;

  for (int open = 0; open < 2; open++)
    {
      TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
      track_tree_set_all_open (tree, open != 0);
      TimelineView view = {
        .profile = profile,
        .tree = tree,
        .begin_ns = profile->begin_ns,
        .end_ns = profile->end_ns,
        .width_px = N_PX,
        .height_px = track_tree_height_px (tree),
      };
      const TimelineRowPlan *rows[2];
      uint32_t n[2];

      for (int with = 0; with < 2; with++)
        {
          view.grids = with ? fixture->grids : NULL;
          g_assert_true (timeline_plan_make (plans[with], &view, 1));
          rows[with] = timeline_plan_rows (plans[with], &n[with]);
        }
      g_assert_cmpuint (n[0], ==, n[1]);
      for (uint32_t r = 0; r < n[0]; r++)
        {
          double without = shown_of (&rows[0][r], profile, is_shown[0]);
          double with = shown_of (&rows[1][r], profile, is_shown[1]);

          g_assert_cmpfloat (fabs (with - without), <=, 0.05 * without + 1); /* in eighths */
          for (int x = 1; x + 1 < N_PX; x++)
            {
              n_compared += is_shown[0][x];
              n_apart += is_shown[0][x] != is_shown[1][x];
              g_assert_true (!is_shown[0][x] || is_shown[1][x - 1] || is_shown[1][x] || is_shown[1][x + 1]);
              g_assert_true (!is_shown[1][x] || is_shown[0][x - 1] || is_shown[0][x] || is_shown[0][x + 1]);
            }
        }
      track_tree_free (tree);
    }
  /* At the edges of what is seen they are apart by a part of a pixel: the grids are in use. */
  g_assert_cmpint (n_compared, >, 2 * N_PX);
  g_assert_cmpint (n_apart, >, 0);
  g_assert_cmpint (n_apart, <, n_compared / 10);
  for (int i = 0; i < 2; i++)
    timeline_plan_free (plans[i]);
}

static void
slice_of_no_length_that_ends_the_profile_is_shown (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  const Profile *profile = fixture->profile;
  const SliceColumns *slices = trace_slices (profile->trace);
  const TraceRow *row = trace_row (profile->trace, 1);
  uint64_t last = row->first_slice + row->n_slices - 1;

  g_assert_cmpint (slice_dur_ns (slices, last), ==, 0);
  g_assert_cmpint (slice_start_ns (slices, last), ==, profile->end_ns);
  g_assert_true (
    ask (fixture, 1, profile->begin_ns, profile->end_ns + (profile->end_ns - profile->begin_ns) / 50));
  g_assert_true (has_cell_near (fixture, N_PX * 50 / 51));
  g_assert_true (has_pixel_near (fixture, N_PX * 50 / 51));
}

static bool
never (void *unused)
{
  (void) unused;
  return false;
}

static void
what_is_not_wanted_is_not_made (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  g_assert_null (lane_grids_new (fixture->profile, never, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(test) g_test_add ("/lane_grids/" #test, Fixture, NULL, set_up, test, tear_down)
  ADD (shows_what_the_pyramid_shows);
  ADD (kind_is_that_of_most_time);
  ADD (lone_short_slice_stays_visible);
  ADD (close_views_and_lanes_of_few_slices_have_none);
  ADD (views_beyond_the_profile_are_empty_there);
  ADD (rows_look_the_same_without);
  ADD (slice_of_no_length_that_ends_the_profile_is_shown);
  ADD (what_is_not_wanted_is_not_made);
  return g_test_run ();
}
