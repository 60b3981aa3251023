/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/real_profiles.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/track_tree.h"

/* What every tree promises. */
static void
check_tree (const TrackTree *tree, const Profile *profile, bool all_shown)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  const SliceColumns *slices = trace_slices (profile->trace);
  int y_px = 0;

  g_assert_cmpuint (n, >, 0);
  for (uint32_t r = 0; r < n; r++)
    {
      g_assert_cmpint (rows[r].y_px, ==, y_px);
      g_assert_cmpint (rows[r].height_px, >, 0);
      g_assert_nonnull (rows[r].description);
      g_assert_true (g_utf8_validate (rows[r].description, -1, NULL));
      g_assert_true (rows[r].label == NULL || g_utf8_validate (rows[r].label, -1, NULL));
      g_assert_cmpuint (track_tree_row_at (tree, y_px), ==, r);
      y_px += rows[r].height_px;
      g_assert_cmpuint (track_tree_row_at (tree, y_px - 1), ==, r);
    }
  g_assert_cmpint (track_tree_height_px (tree), ==, y_px);
  g_assert_cmpuint (track_tree_row_at (tree, y_px), ==, UINT32_MAX);
  g_assert_cmpuint (track_tree_row_at (tree, -1), ==, UINT32_MAX);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      uint32_t lane = track_tree_lane_of_slice (tree, i), row = track_tree_row_of_slice (tree, i);
      const TraceRow *trace_lane = trace_row (profile->trace, lane);

      g_assert_true (i >= trace_lane->first_slice && i < trace_lane->first_slice + trace_lane->n_slices);
      if (row == UINT32_MAX)
        {
          g_assert_false (all_shown);
          continue;
        }
      g_assert_cmpuint (row, <, n);
      if (rows[row].kind == ROW_GROUP)
        g_assert_false (rows[row].is_open);
      else
        g_assert_true (lane >= rows[row].first_row && lane < rows[row].first_row + rows[row].n_rows);
    }
}

/* Indented, one line a row, as a picture of the tree. */
static char *
tree_text (const TrackTree *tree)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  GString *text = g_string_new ("");

  for (uint32_t r = 0; r < n; r++)
    {
      static const char *const kinds[] = { "group",   "utilization", "lane", "strip",
                                           "counter", "instants",    "note" };

      g_string_append_printf (text, "%*s%s", rows[r].depth * 2, "", kinds[rows[r].kind]);
      if (rows[r].label != NULL)
        g_string_append_printf (text, " '%s'", rows[r].label);
      if (rows[r].detail != NULL)
        g_string_append_printf (text, " (%s)", rows[r].detail);
      if (rows[r].band != NULL)
        g_string_append_printf (text, " %s", rows[r].band);
      if (rows[r].n_slices > 0)
        g_string_append_printf (text, " %" G_GUINT64_FORMAT, rows[r].n_slices);
      else if (rows[r].count != NULL)
        g_string_append_printf (text, " %s", rows[r].count);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
rows_stand_as_designed (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autofree char *text = tree_text (tree);

  check_tree (tree, profile, true);
  g_assert_cmpstr (text, ==,
                   "group 'node 0'\n"
                   "  group 'Counters'\n"
                   "    counter 'memory allocated'\n"
                   "  utilization 'GPU 3 utilization'\n"
                   "  group 'GPU 3 device'\n"
                   "    lane 'annotations' 3\n"
                   "    lane 'stream 7' 114\n"
                   "    lane 'stream 22' 5\n"
                   "    lane\n"
                   "    lane 'stream 21' 2\n"
                   "    lane 'sync' 3\n"
                   "  group 'GPU 3 host · pid 1074'\n"
                   "    lane '1074 main' 310\n"
                   "    lane annotations\n"
                   "    lane +1 level\n"
                   "    strip\n"
                   "    lane operators\n"
                   "    lane\n"
                   "    lane +2 levels\n"
                   "    strip\n"
                   "    strip Python +7 levels\n"
                   "    lane runtime calls\n"
                   "    lane 'autograd' (thread 2044) operators 3\n"
                   "    instants instants 9\n"
                   "    lane 'data loader' 1\n");
  track_tree_free (tree);
  profile_unref (profile);
}

static void
every_slice_has_a_row_whatever_is_open (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  uint32_t n_open, n_closed;

  track_tree_set_all_open (tree, true);
  check_tree (tree, profile, true);
  track_tree_rows (tree, &n_open);
  track_tree_set_all_open (tree, false);
  check_tree (tree, profile, true);
  track_tree_rows (tree, &n_closed);
  g_assert_cmpuint (n_closed, ==, 1);
  g_assert_cmpuint (n_open, >, 30);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
folds_open_one_by_one (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  g_autoptr (GArray) folds = g_array_new (FALSE, FALSE, sizeof (TrackFold));

  for (uint32_t r = 0; r < n; r++)
    if (rows[r].fold != TRACK_FOLD_NONE)
      g_array_append_val (folds, rows[r].fold);
  for (guint i = 0; i < folds->len; i++)
    for (int is_open = 0; is_open < 2; is_open++)
      {
        track_tree_set_open (tree, g_array_index (folds, TrackFold, i), is_open);
        check_tree (tree, profile, true);
      }
  track_tree_set_open (tree, TRACK_FOLD_NONE, true);
  check_tree (tree, profile, true);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
ranks_say_which_and_share_a_host (void)
{
  const Profile *profile = timeline_profile_ranks ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autofree char *text = tree_text (tree);

  check_tree (tree, profile, true);
  g_assert_cmpstr (text, ==,
                   "group 'node 0'\n"
                   "  utilization 'rank 0 · GPU 0' utilization\n"
                   "  group 'rank 0 · GPU 0 device'\n"
                   "    lane 'stream 7' 1\n"
                   "  utilization 'rank 0 · GPU 1' utilization\n"
                   "  group 'rank 0 · GPU 1 device'\n"
                   "    lane 'stream 7' 1\n"
                   "  group 'rank 0 · host · pid 100'\n"
                   "    lane 'thread 5' runtime calls 3\n"
                   "  utilization 'rank 1 · GPU 0' utilization\n"
                   "  group 'rank 1 · GPU 0 device'\n"
                   "    lane 'stream 7' 1\n"
                   "  utilization 'rank 1 · GPU 1' utilization\n"
                   "  group 'rank 1 · GPU 1 device'\n"
                   "    lane 'stream 7' 1\n"
                   "  group 'rank 1 · host · pid 200'\n"
                   "    lane 'thread 5' runtime calls 1\n"
                   "  group 'rank 2 · pid 200'\n"
                   "    lane 'thread 5' runtime calls 1\n");
  track_tree_free (tree);

  TrackTree *one_rank = track_tree_new (profile, 12, 1, TRACE_NONE);
  g_autofree char *of_rank = tree_text (one_rank);
  check_tree (one_rank, profile, false);
  g_assert_null (strstr (of_rank, "rank 0"));
  g_assert_nonnull (strstr (of_rank, "rank 1 · GPU 1"));
  track_tree_free (one_rank);

  TrackTree *one_device = track_tree_new (profile, 12, TRACE_NONE, 0);
  g_autofree char *of_device = tree_text (one_device);
  check_tree (one_device, profile, false);
  g_assert_null (strstr (of_device, "GPU 1'"));
  g_assert_nonnull (strstr (of_device, "rank 0 · host"));
  track_tree_free (one_device);
  profile_unref (profile);
}

static void
nothing_is_said_to_be_nothing (void)
{
  const Profile *profile = timeline_profile_steps (0);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  uint32_t n;

  check_tree (tree, profile, true);
  g_assert_cmpint (track_tree_rows (tree, &n)[0].kind, ==, ROW_NOTE);
  track_tree_set_all_open (tree, false);
  track_tree_fit_height (tree, 1000);
  check_tree (tree, profile, true);
  track_tree_free (tree);
  profile_unref (profile);
}

static void
heights_follow_the_text_and_the_room (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  TrackTree *large = track_tree_new (profile, 24, TRACE_NONE, TRACE_NONE);
  int folded_px = track_tree_height_px (tree);

  g_assert_cmpint (track_tree_lane_px (tree), ==, 20);
  g_assert_cmpint (track_tree_lane_px (large), ==, 38);
  g_assert_cmpint (track_tree_height_px (large), >, folded_px * 18 / 10);

  /* Lanes grow when there is nothing left to open. */
  track_tree_set_all_open (tree, true);
  int least_px = track_tree_height_px (tree);
  track_tree_fit_height (tree, least_px - 1);
  g_assert_cmpint (track_tree_lane_px (tree), ==, 20);
  track_tree_fit_height (tree, least_px + 60);
  g_assert_cmpint (track_tree_lane_px (tree), >, 20);
  g_assert_cmpint (track_tree_height_px (tree), <=, least_px + 60);
  track_tree_fit_height (tree, 100 * least_px);
  g_assert_cmpint (track_tree_lane_px (tree), ==, 26);
  check_tree (tree, profile, true);
  track_tree_fit_height (tree, least_px);
  g_assert_cmpint (track_tree_height_px (tree), ==, least_px);
  track_tree_free (tree);
  track_tree_free (large);
  profile_unref (profile);
}

static void
check_every_slice (const Profile *profile)
{
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);

  check_tree (tree, profile, true);
  track_tree_set_all_open (tree, true);
  check_tree (tree, profile, true);
  track_tree_set_all_open (tree, false);
  check_tree (tree, profile, true);
  track_tree_free (tree);
}

static void
every_slice_of_real_traces_has_a_row (void)
{
  static const char *const folders[] = { "kineto", "chrome_other", "rocm", "nsys" };

  real_profiles_check (folders, G_N_ELEMENTS (folders), check_every_slice);
}

static void
a_counter_of_a_device_has_one_row_that_names_it (void)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);

  for (int32_t device = 0; device < 2; device++)
    {
      uint32_t gpu = building_add_device (builder, device);
      uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, gpu);

      building_add_slice (builder, building_add_stream (builder, gpu, TRACK_STREAM, 7), SLICE_KERNEL, "gemm",
                          0, 10, 0);
      trace_builder_track (builder, counter)->name = building_intern (builder, "SM active");
      trace_builder_track (builder, counter)->device = device;
      trace_builder_add_sample (builder, counter, 5, 1);
    }
  g_autoptr (Trace) trace = building_finish (builder);
  const Profile *profile = profile_new (trace, "/tmp/counters.json", NULL, &error);
  g_assert_no_error (error);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  track_tree_set_all_open (tree, true);
  g_autofree char *text = tree_text (tree);

  g_auto (GStrv) parts = g_strsplit (text, "SM active", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  g_assert_nonnull (strstr (text, "GPU 0 · SM active"));
  g_assert_nonnull (strstr (text, "GPU 1 · SM active"));
  track_tree_free (tree);
  profile_unref (profile);
}

static void
a_process_of_instants_is_closed_only_beside_work (void)
{
  for (int has_work = 0; has_work < 2; has_work++)
    {
      g_autoptr (GError) error = NULL;
      TraceBuilder *builder = trace_builder_new ();
      building_begin_rank (builder, 0);
      uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
      uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);

      trace_builder_track (builder, process)->pid = building_intern (builder, "7");
      trace_builder_add_instant (builder, &(TraceInstant){ .track = thread,
                                                           .name = building_intern (builder, "mark"),
                                                           .scope = 't',
                                                           .time_ns = 5,
                                                           .args = ARGS_NONE });
      if (has_work)
        building_add_slice (builder,
                            building_add_stream (builder, building_add_device (builder, 0), TRACK_STREAM, 7),
                            SLICE_KERNEL, "gemm", 0, 10, 0);
      g_autoptr (Trace) trace = building_finish (builder);
      const Profile *profile = profile_new (trace, "/tmp/instants.json", NULL, &error);
      g_assert_no_error (error);
      TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
      g_autofree char *text = tree_text (tree);

      g_assert_nonnull (strstr (text, "pid 7'"));
      g_assert_cmpint (strstr (text, "instants") != NULL, ==, !has_work);
      track_tree_free (tree);
      profile_unref (profile);
    }
}

/* As XSpace files have them: what lies beside the work of a TPU, and annotations of a stream. */
static void
lines_beside_the_streams_have_their_names (void)
{
  static const char *const names[] = { "XLA Modules", "Steps", "Stream #7(Kernel)" };
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  uint32_t device = building_add_device (builder, 3);

  trace_builder_set_device_name (builder, 3, building_intern (builder, "TPU v6 Lite"));
  building_add_slice (builder, building_add_stream (builder, device, TRACK_STREAM, 7), SLICE_KERNEL, "gemm",
                      0, 10, 0);
  for (int i = 0; i < 3; i++)
    {
      uint32_t line = building_add_stream (builder, device, TRACK_DEVICE_ANNOTATIONS, 5 + i);

      trace_builder_track (builder, line)->name = building_intern (builder, names[i]);
      building_add_slice (builder, line, SLICE_DEVICE_ANNOTATION, "jit_step", 0, 10, 0);
    }
  g_autoptr (Trace) trace = building_finish (builder);
  const Profile *profile = profile_new (trace, "/tmp/tpu.xplane.pb", NULL, &error);
  g_assert_no_error (error);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  track_tree_set_all_open (tree, true);
  g_autofree char *text = tree_text (tree);

  g_assert_nonnull (strstr (text, "'TPU 3 device'"));
  g_assert_nonnull (strstr (text, "'XLA Modules'"));
  g_assert_nonnull (strstr (text, "'Steps'"));
  g_assert_nonnull (strstr (text, "'annotations 7'"));
  g_assert_null (strstr (text, "GPU"));
  track_tree_free (tree);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track_tree/rows_stand_as_designed", rows_stand_as_designed);
  g_test_add_func ("/track_tree/every_slice_has_a_row_whatever_is_open",
                   every_slice_has_a_row_whatever_is_open);
  g_test_add_func ("/track_tree/folds_open_one_by_one", folds_open_one_by_one);
  g_test_add_func ("/track_tree/ranks_say_which_and_share_a_host", ranks_say_which_and_share_a_host);
  g_test_add_func ("/track_tree/nothing_is_said_to_be_nothing", nothing_is_said_to_be_nothing);
  g_test_add_func ("/track_tree/heights_follow_the_text_and_the_room", heights_follow_the_text_and_the_room);
  g_test_add_func ("/track_tree/a_counter_of_a_device_has_one_row_that_names_it",
                   a_counter_of_a_device_has_one_row_that_names_it);
  g_test_add_func ("/track_tree/a_process_of_instants_is_closed_only_beside_work",
                   a_process_of_instants_is_closed_only_beside_work);
  g_test_add_func ("/track_tree/lines_beside_the_streams_have_their_names",
                   lines_beside_the_streams_have_their_names);
  g_test_add_func ("/track_tree/every_slice_of_real_traces_has_a_row", every_slice_of_real_traces_has_a_row);
  return g_test_run ();
}
