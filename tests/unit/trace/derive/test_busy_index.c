/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "trace/derive/busy_index.h"
#include "trace/index/interval_union.h"

typedef struct
{
  Trace *trace;
  BusyIndex *index;
} Fixture;

typedef struct
{
  int64_t start_ns, dur_ns;
  SliceKind kind;
  int flags;
} Activity;

static Fixture
fixture_new (const Activity *activities, size_t n)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();
  Fixture fixture;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t annotations = trace_builder_add_track (builder, TRACK_ANNOTATIONS, thread);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t streams[2];
  trace_builder_track (builder, device)->device = 0;
  for (int i = 0; i < 2; i++)
    {
      streams[i] = trace_builder_add_track (builder, TRACK_STREAM, device);
      trace_builder_track (builder, streams[i])->device = 0;
      trace_builder_track (builder, streams[i])->stream = i;
    }
  trace_builder_add_slice (
    builder, &(SliceInput){ .track = annotations, .kind = SLICE_ANNOTATION, .args = ARGS_NONE });
  for (size_t i = 0; i < n; i++)
    trace_builder_add_slice (builder, &(SliceInput){
                                        .track = streams[i % 2],
                                        .name = trace_builder_string (builder, "k", 1),
                                        .kind = activities[i].kind,
                                        .flags = (SliceFlags) activities[i].flags,
                                        .start_ns = activities[i].start_ns,
                                        .dur_ns = activities[i].dur_ns,
                                        .args = ARGS_NONE,
                                      });
  fixture.trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  fixture.index = busy_index_new (fixture.trace, 0);
  g_assert_nonnull (fixture.index);
  return fixture;
}

static void
fixture_clear (Fixture *fixture)
{
  busy_index_free (fixture->index);
  trace_unref (fixture->trace);
}

static void
overlapping_streams_count_once (void)
{
  const Activity activities[] = { { 10, 20, SLICE_KERNEL, 0 },
                                  { 20, 20, SLICE_MEMCPY, 0 },
                                  { 40, 5, SLICE_MEMSET, 0 },
                                  { 60, 10, SLICE_KERNEL, 0 } };
  Fixture fixture = fixture_new (activities, G_N_ELEMENTS (activities));
  uint64_t n;
  const BusyInterval *intervals = busy_index_intervals (fixture.index, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (intervals[0].begin_ns, ==, 10);
  g_assert_cmpint (intervals[0].end_ns, ==, 45);
  g_assert_cmpint (intervals[0].before_ns, ==, 0);
  g_assert_cmpint (intervals[1].begin_ns, ==, 60);
  g_assert_cmpint (intervals[1].end_ns, ==, 70);
  g_assert_cmpint (intervals[1].before_ns, ==, 35);
  g_assert_cmpint (busy_index_busy_ns (fixture.index, 0, 100), ==, 45);
  g_assert_cmpint (busy_index_busy_ns (fixture.index, 44, 61), ==, 2);
  g_assert_cmpint (busy_index_busy_ns (fixture.index, 45, 60), ==, 0);
  g_assert_cmpint (busy_index_busy_ns (fixture.index, 20, 20), ==, 0);
  g_assert_cmpint (busy_index_busy_ns (fixture.index, 70, 20), ==, 0);
  fixture_clear (&fixture);
}

static void
synchronisations_and_unfinished_work_do_not_count (void)
{
  const Activity activities[] = { { 10, 20, SLICE_SYNC, 0 },
                                  { 40, 0, SLICE_KERNEL, SLICE_UNFINISHED },
                                  { 50, 5, SLICE_KERNEL, 0 } };
  Fixture fixture = fixture_new (activities, G_N_ELEMENTS (activities));

  g_assert_cmpint (busy_index_busy_ns (fixture.index, 0, 1000), ==, 5);
  fixture_clear (&fixture);
}

static void
gaps_are_the_whole_stretch (void)
{
  const Activity activities[] = { { 10, 20, SLICE_KERNEL, 0 }, { 60, 10, SLICE_KERNEL, 0 } };
  Fixture fixture = fixture_new (activities, G_N_ELEMENTS (activities));
  int64_t begin_ns = -1, end_ns = -1;

  g_assert_false (busy_index_gap_at (fixture.index, 10, 0, 100, &begin_ns, &end_ns));
  g_assert_false (busy_index_gap_at (fixture.index, 29, 0, 100, &begin_ns, &end_ns));
  g_assert_false (busy_index_gap_at (fixture.index, 100, 0, 100, &begin_ns, &end_ns));
  g_assert_cmpint (begin_ns, ==, -1);
  g_assert_true (busy_index_gap_at (fixture.index, 30, 0, 100, &begin_ns, &end_ns));
  g_assert_cmpint (begin_ns, ==, 30);
  g_assert_cmpint (end_ns, ==, 60);
  g_assert_true (busy_index_gap_at (fixture.index, 59, 40, 50 + 10, &begin_ns, &end_ns));
  g_assert_cmpint (begin_ns, ==, 40);
  g_assert_cmpint (end_ns, ==, 60);
  g_assert_true (busy_index_gap_at (fixture.index, 0, 0, 100, &begin_ns, &end_ns));
  g_assert_cmpint (end_ns, ==, 10);
  g_assert_true (busy_index_gap_at (fixture.index, 99, 0, 100, &begin_ns, &end_ns));
  g_assert_cmpint (begin_ns, ==, 70);
  g_assert_cmpint (end_ns, ==, 100);
  fixture_clear (&fixture);
}

/* Against the union's own way of counting, which walks over everything. */
static void
shares_are_those_of_the_union (void)
{
  enum
  {
    N = 300,
    PARTS = 97
  };
  Activity activities[N];
  IntervalUnion set = { 0 };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int i = 0; i < N; i++)
    {
      activities[i] = (Activity){ g_rand_int_range (random, 0, 100000), g_rand_int_range (random, 0, 300),
                                  SLICE_KERNEL, 0 };
      g_assert_true (
        interval_union_add (&set, activities[i].start_ns, activities[i].start_ns + activities[i].dur_ns));
    }
  interval_union_merge (&set);
  Fixture fixture = fixture_new (activities, N);

  for (int round = 0; round < 200; round++)
    {
      int64_t begin_ns = g_rand_int_range (random, -5000, 100000);
      int64_t end_ns = begin_ns + g_rand_int_range (random, 0, round % 2 == 0 ? 60 : 100000);
      double expected[PARTS], sum = 0;
      float shares[PARTS];

      busy_index_shares (fixture.index, begin_ns, end_ns, PARTS, shares);
      interval_union_busy_shares (&set, begin_ns, end_ns, PARTS, expected);
      for (int i = 0; i < PARTS; i++)
        {
          g_assert_cmpfloat_with_epsilon (shares[i], expected[i], 1e-6);
          sum += expected[i] * (double) (end_ns - begin_ns) / PARTS;
        }
      g_assert_cmpfloat_with_epsilon (sum, (double) busy_index_busy_ns (fixture.index, begin_ns, end_ns),
                                      1e-3);
    }
  interval_union_clear (&set);
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/busy_index/overlapping_streams_count_once", overlapping_streams_count_once);
  g_test_add_func ("/busy_index/synchronisations_and_unfinished_work_do_not_count",
                   synchronisations_and_unfinished_work_do_not_count);
  g_test_add_func ("/busy_index/gaps_are_the_whole_stretch", gaps_are_the_whole_stretch);
  g_test_add_func ("/busy_index/shares_are_those_of_the_union", shares_are_those_of_the_union);
  return g_test_run ();
}
