/* SPDX-License-Identifier: Apache-2.0
 *
 * What steps consist of, against the same question asked one window at a time; and which steps stand out. */

#include "trace/stats/step/step_split.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/build/builder.h"
#include "trace/open/open.h"
#include "trace/container/stoppable_order.h"
#include "trace/stats/device/device_stats.h"
#include "trace/stats/step/step_ranking.h"

#define MS INT64_C (1000000)

static void
assert_same_as_one_by_one (const Profile *profile, uint32_t rank, const Interval *windows, uint64_t n)
{
  g_autofree TimeSplit *splits = g_new0 (TimeSplit, n);

  g_assert_true (step_split_compute (profile->trace, rank, windows, n, NULL, NULL, splits));
  for (uint64_t i = 0; i < n; i++)
    {
      StatsScope scope =
        stats_scope_window (profile->trace, profile->steps, &windows[i].begin_ns, &windows[i].end_ns);
      DeviceStatsTable devices;

      stats_scope_limit (&scope, rank, TRACE_NONE);
      g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
      TimeSplit split = time_split_of (&scope, &devices);
      g_assert_cmpint (splits[i].total_ns, ==, split.total_ns);
      g_assert_cmpint (splits[i].busy_ns, ==, split.busy_ns);
      g_assert_cmpint (splits[i].compute_ns, ==, split.compute_ns);
      g_assert_cmpint (splits[i].exposed_communication_ns, ==, split.exposed_communication_ns);
      g_assert_cmpint (splits[i].exposed_copy_ns, ==, split.exposed_copy_ns);
      g_assert_cmpint (splits[i].idle_ns, ==, split.idle_ns);
      device_stats_clear (&devices);
    }
}

static const Profile *
load_sample (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "resources", "sample", NULL);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static void
test_random_windows (void)
{
  const Profile *profiles[] = { timeline_profile_training (), timeline_profile_ranks (), load_sample () };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      double length = (double) (profiles[p]->end_ns - profiles[p]->begin_ns);

      for (uint32_t rank = 0; rank < trace_n_ranks (profiles[p]->trace); rank++)
        {
          Interval windows[40];

          for (size_t i = 0; i < G_N_ELEMENTS (windows); i++)
            {
              windows[i].begin_ns = (int64_t) g_rand_double_range (random, -0.1 * length, 1.1 * length);
              windows[i].end_ns =
                windows[i].begin_ns
                + (int64_t) g_rand_double_range (random, 0, i % 4 == 0 ? length : length / 50);
            }
          assert_same_as_one_by_one (profiles[p], rank, windows, G_N_ELEMENTS (windows));
        }
      profile_unref (profiles[p]);
    }
}

static bool
continues_for_a_while (void *user_data)
{
  int *n_left = user_data;

  return (*n_left)-- > 0;
}

/* 50,000 activities of which no more than STOPPABLE_AT_ONCE are looked at between two questions. */
static void
test_given_up (void)
{
  const Profile *profile = timeline_profile_graph (50000);
  Interval window = { profile->begin_ns, profile->end_ns };
  bool is_done = false;
  int n_times = 0;

  for (; !is_done; n_times++)
    {
      int n_left = n_times;
      TimeSplit split;

      is_done = step_split_compute (profile->trace, 0, &window, 1, continues_for_a_while, &n_left, &split);
      g_assert_cmpint (n_left, ==, is_done ? 0 : -1);
    }
  g_assert_cmpint (n_times - 1, >=, 50000 / STOPPABLE_AT_ONCE);
  profile_unref (profile);
}

static void
test_steps_add_up (void)
{
  const Profile *profile = timeline_profile_training ();
  uint64_t first, n = profile_steps_of_rank (profile, 0, &first);
  Interval windows[3];
  TimeSplit splits[3];

  g_assert_cmpuint (n, ==, 3);
  for (uint64_t i = 0; i < n; i++)
    profile_step_span (profile, first + i, &windows[i].begin_ns, &windows[i].end_ns);
  g_assert_true (step_split_compute (profile->trace, 0, windows, n, NULL, NULL, splits));
  for (uint64_t i = 0; i < n; i++)
    {
      g_assert_cmpint (splits[i].compute_ns, >, 0);
      g_assert_cmpint (splits[i].exposed_copy_ns, >, 0);
      g_assert_cmpint (splits[i].compute_ns + splits[i].exposed_communication_ns + splits[i].exposed_copy_ns
                         + splits[i].idle_ns,
                       ==, windows[i].end_ns - windows[i].begin_ns);
    }
  g_assert_cmpint (splits[0].exposed_communication_ns, >, 0);
  profile_unref (profile);
}

/* Steps of these wall times. */
static const Profile *
profile_of_walls (const int64_t *walls_ms, size_t n)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  int64_t begin_ns = 0;

  trace_builder_begin_rank (builder, "walls.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t annotations = trace_builder_add_track (builder, TRACK_ANNOTATIONS, thread);
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", (unsigned) i);

      trace_builder_add_slice (builder, &(SliceInput){
                                          .track = annotations,
                                          .name = trace_builder_string (builder, name, strlen (name)),
                                          .category = trace_builder_string (builder, "test", 4),
                                          .kind = SLICE_ANNOTATION,
                                          .start_ns = begin_ns,
                                          .dur_ns = walls_ms[i] * MS,
                                          .args = ARGS_NONE,
                                        });
      begin_ns += walls_ms[i] * MS;
    }
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, "walls.json", NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static void
check_outliers (const int64_t *walls_ms, size_t n, const char *expected, uint64_t slowest, uint64_t median)
{
  const Profile *profile = profile_of_walls (walls_ms, n);
  StepRanking ranking;

  g_assert_true (step_ranking_compute (profile->steps, 0, n, &ranking));
  for (size_t i = 0; i < n; i++)
    g_assert_cmpint (step_ranking_sticks_out (&ranking, step_table_get (profile->steps, i)), ==,
                     expected[i] == 'o');
  g_assert_cmpuint (ranking.slowest, ==, slowest);
  g_assert_cmpuint (ranking.median, ==, median);
  profile_unref (profile);
}

static void
test_what_sticks_out (void)
{
  const int64_t usual[] = { 100, 102, 98, 101, 99, 150, 100, 110 };
  const int64_t alike[] = { 100, 100, 100, 101, 100, 104 };
  const int64_t wide[] = { 60, 80, 100, 120, 140, 150 };
  const int64_t few[] = { 10, 10, 10, 500 };
  const int64_t one[] = { 10 };

  check_outliers (usual, G_N_ELEMENTS (usual), ".....o.o", 5, 6);
  check_outliers (alike, G_N_ELEMENTS (alike), "......", 5, 2);
  check_outliers (wide, G_N_ELEMENTS (wide), "......", 5, 2);
  check_outliers (few, G_N_ELEMENTS (few), "....", 3, 1);
  check_outliers (one, G_N_ELEMENTS (one), ".", UINT64_MAX, UINT64_MAX);
}

static void
test_a_partial_step_never_sticks_out (void)
{
  const Profile *profile = timeline_profile_training ();
  StepRanking ranking;

  g_assert_true (step_table_get (profile->steps, 2)->is_truncated);
  g_assert_true (step_ranking_compute (profile->steps, 0, 3, &ranking));
  g_assert_cmpuint (ranking.n_whole, ==, 2);
  g_assert_cmpuint (ranking.slowest, !=, 2);
  ranking.longest_usual_ns = 0;
  g_assert_false (step_ranking_sticks_out (&ranking, step_table_get (profile->steps, 2)));
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step_split/random_windows", test_random_windows);
  g_test_add_func ("/step_split/steps_add_up", test_steps_add_up);
  g_test_add_func ("/step_split/given_up_when_it_is_not_wanted", test_given_up);
  g_test_add_func ("/step_ranking/what_sticks_out", test_what_sticks_out);
  g_test_add_func ("/step_ranking/a_partial_step_never_sticks_out", test_a_partial_step_never_sticks_out);
  return g_test_run ();
}
