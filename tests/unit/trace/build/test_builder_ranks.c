/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "tests/unit/fixtures/building.h"

static void
time_begins_with_the_first_slice (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  int64_t epoch_ns, begin_ns, end_ns;

  trace_builder_set_time_base (builder, INT64_C (1712195495000000000), true);
  building_add_slice (builder, tracks.profiler, SLICE_PROFILER_SPAN, "PyTorch Profiler (0)", 100, 900, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "b", 700, 50, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 406, 50, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpint (building_start_of (trace, "a"), ==, 0);
  g_assert_cmpint (building_start_of (trace, "b"), ==, 294);
  g_assert_cmpint (building_start_of (trace, "PyTorch Profiler (0)"), ==, -306);
  trace_span (trace, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, 0);
  g_assert_cmpint (end_ns, ==, 344);
  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, INT64_C (1712195495000000406));
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 0);
}

/* Rank r begins at first_ns[r] of its base. */
static Trace *
ranks_on_clocks (const int64_t *base_ns, const bool *is_epoch, const int64_t *first_ns, int n)
{
  TraceBuilder *builder = trace_builder_new ();

  for (int r = 0; r < n; r++)
    {
      g_autofree char *name = g_strdup_printf ("first of %d", r);

      building_begin_rank (builder, r);
      BuildingTracks tracks = building_add_tracks (builder);
      trace_builder_set_time_base (builder, base_ns[r], is_epoch[r]);
      building_add_slice (builder, tracks.operators, SLICE_OPERATOR, name, first_ns[r], 10, 0);
    }
  return building_finish (builder);
}

static void
ranks_with_a_common_clock_keep_their_distance (void)
{
  static const int64_t base_ns[] = { INT64_C (1712195495000000000), INT64_C (1712195496000000000) };
  static const int64_t first_ns[] = { 500, -999999600 };
  g_autoptr (Trace) trace = ranks_on_clocks (base_ns, (bool[]){ true, true }, first_ns, 2);
  int64_t epoch_ns;

  g_assert_cmpint (building_start_of (trace, "first of 1"), ==, 0);
  g_assert_cmpint (building_start_of (trace, "first of 0"), ==, 100);
  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, INT64_C (1712195495000000400));
  g_assert_true (trace_rank (trace, 0)->has_epoch && trace_rank (trace, 1)->has_epoch);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 0);
}

static void
ranks_without_a_common_clock_begin_together (void)
{
  static const int64_t base_ns[] = { INT64_C (1712195495000000000), 77 };
  static const int64_t first_ns[] = { 500, -600 };
  g_autoptr (Trace) trace = ranks_on_clocks (base_ns, (bool[]){ true, false }, first_ns, 2);
  int64_t epoch_ns;

  g_assert_cmpint (building_start_of (trace, "first of 0"), ==, 0);
  g_assert_cmpint (building_start_of (trace, "first of 1"), ==, 0);
  g_assert_false (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 2);
}

/* Adds a rank with one operator and returns nothing of it but its name, "first of R". */
static void
add_rank_of_file (TraceBuilder *builder, int r, int64_t first_ns)
{
  g_autofree char *name = g_strdup_printf ("first of %d", r);

  if (r % 2 == 0)
    building_begin_rank (builder, r);
  else
    {
      trace_builder_begin_rank_of_file (builder);
      trace_builder_set_rank_number (builder, r);
    }
  building_add_slice (builder, building_add_tracks (builder).operators, SLICE_OPERATOR, name, first_ns, 10,
                      0);
}

static void
ranks_of_one_file_share_its_clock (void)
{
  TraceBuilder *builder = trace_builder_new ();
  int64_t epoch_ns;

  add_rank_of_file (builder, 0, 700);
  add_rank_of_file (builder, 1, 400);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpint (building_start_of (trace, "first of 0"), ==, 300);
  g_assert_cmpint (building_start_of (trace, "first of 1"), ==, 0);
  g_assert_false (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 0);
}

static void
files_without_a_common_clock_begin_together (void)
{
  TraceBuilder *builder = trace_builder_new ();

  add_rank_of_file (builder, 0, 700);
  add_rank_of_file (builder, 1, 400);
  add_rank_of_file (builder, 2, 50);
  add_rank_of_file (builder, 3, 90);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpint (building_start_of (trace, "first of 0"), ==, 300);
  g_assert_cmpint (building_start_of (trace, "first of 1"), ==, 0);
  g_assert_cmpint (building_start_of (trace, "first of 2"), ==, 0);
  g_assert_cmpint (building_start_of (trace, "first of 3"), ==, 40);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 4);
}

static void
a_rank_of_instants_does_not_move_the_origin (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  trace_builder_set_time_base (builder, 1000, true);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 500, 10, 0);
  building_begin_rank (builder, 1);
  tracks = building_add_tracks (builder);
  trace_builder_set_time_base (builder, 1000, true);
  trace_builder_add_instant (
    builder, &(TraceInstant){ .track = tracks.thread, .scope = 't', .time_ns = 200, .args = ARGS_NONE });
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpint (building_start_of (trace, "a"), ==, 0);
  g_assert_cmpint (trace_instant (trace, 0).time_ns, ==, -300);
}

/* ---- ranks, tracks, devices ---- */

static void
ranks_are_ordered_by_number (void)
{
  static const int64_t numbers[] = { 3, -1, 3, 0, -1 };
  static const char *const names[] = { "a", "b", "c", "d", "e" };
  /* b and e, which have no number, and c, whose number is taken, get the next free ones in order.
   */
  static const int64_t expected[] = { 3, 1, 2, 0, 4 };
  TraceBuilder *builder = trace_builder_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_assert_cmpuint (building_begin_rank (builder, numbers[i]), ==, i);
      BuildingTracks tracks = building_add_tracks (builder);
      trace_builder_set_world_size (builder, 8);
      trace_builder_add_setting (builder, building_intern (builder, "who"),
                                 building_intern (builder, names[i]));
      building_add_slice (builder, tracks.operators, SLICE_OPERATOR, names[i], (int64_t) i, 1, 0);
    }
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (trace_n_ranks (trace), ==, G_N_ELEMENTS (numbers));
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      uint64_t slice = building_slice_named (trace, names[i]);
      const TraceRank *rank =
        trace_rank (trace, trace_track (trace, trace_slices (trace)->track[slice])->rank);

      g_assert_cmpint (rank->number, ==, expected[i]);
      g_assert_cmpint (rank->world_size, ==, 8);
      g_assert_cmpuint (rank->n_settings, ==, 1);
      g_assert_cmpstr (trace_string (trace, trace_setting (trace, rank->first_setting)->value, NULL), ==,
                       names[i]);
    }
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_DUPLICATE), ==, 1);
}

static void
a_dropped_rank_leaves_nothing (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  trace_builder_add_setting (builder, building_intern (builder, "kept"), building_intern (builder, "1"));
  building_begin_rank (builder, 1);
  BuildingTracks dropped = building_add_tracks (builder);
  building_add_slice (builder, dropped.stream, SLICE_KERNEL, "dropped", 5, 1, 0);
  trace_builder_add_instant (builder,
                             &(TraceInstant){ .track = dropped.thread, .time_ns = 3, .args = ARGS_NONE });
  trace_builder_add_sample (builder, dropped.process, 4, 1.0);
  trace_builder_add_health (builder, HEALTH_JSON_ESCAPE, 1, 0);
  trace_builder_add_setting (builder, building_intern (builder, "dropped"), building_intern (builder, "2"));
  trace_builder_set_device_name (builder, 0, building_intern (builder, "H100"));
  trace_builder_drop_rank (builder);
  building_begin_rank (builder, 1);
  tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "b", 0, 1, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 2);
  g_assert_cmpuint (trace_rank (trace, 0)->n_settings, ==, 1);
  g_assert_cmpuint (trace_rank (trace, 1)->n_settings, ==, 0);
  g_assert_cmpuint (trace_device (trace, 0)->name, ==, STRING_EMPTY);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_DUPLICATE), ==, 0);
  g_assert_cmpuint (building_health_count (trace, HEALTH_JSON_ESCAPE), ==, 0);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 2);
  g_assert_cmpuint (trace_n_instants (trace), ==, 0);
  g_assert_cmpuint (trace_samples (trace)->n, ==, 0);
}

static void
a_file_of_several_ranks_is_built_in_any_order (void)
{
  TraceBuilder *builder = trace_builder_new ();
  uint32_t first = building_begin_rank (builder, 5);
  BuildingTracks of_first = building_add_tracks (builder);
  uint32_t second = trace_builder_begin_rank_of_file (builder);
  BuildingTracks of_second = building_add_tracks (builder);

  trace_builder_set_rank_number (builder, 2);
  trace_builder_add_setting (builder, building_intern (builder, "of second"), building_intern (builder, "1"));
  for (int i = 0; i < 3; i++)
    {
      building_add_slice (builder, of_first.calls, SLICE_CALL, "launch 5", i, 1, i + 1);
      building_add_slice (builder, of_second.calls, SLICE_CALL, "launch 2", i, 1, i + 1);
      building_add_slice (builder, of_second.stream, SLICE_KERNEL, "run 2", 10 + i, 1, i + 1);
    }
  trace_builder_choose_rank (builder, first);
  g_assert_cmpuint (trace_builder_current_rank (builder), ==, first);
  trace_builder_add_setting (builder, building_intern (builder, "of first"), building_intern (builder, "1"));
  trace_builder_set_source (builder, &(SourceRecord){ .size_bytes = 77 });
  trace_builder_choose_rank (builder, second + 1);
  g_assert_cmpuint (trace_builder_current_rank (builder), ==, first);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 2);
  for (uint32_t r = 0; r < 2; r++)
    {
      const TraceRank *rank = trace_rank (trace, r);

      g_assert_cmpint (rank->number, ==, r == 0 ? 2 : 5);
      g_assert_cmpuint (rank->n_settings, ==, 1);
      g_assert_cmpstr (trace_string (trace, trace_setting (trace, rank->first_setting)->key, NULL), ==,
                       r == 0 ? "of second" : "of first");
    }
  /* One correlation means one launch within a rank. */
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  for (uint64_t i = 0; i < 3; i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      g_assert_cmpstr (trace_string (trace, slice_name (trace_slices (trace), flow.from), NULL), ==,
                       "launch 2");
    }
}

static void
a_dropped_file_takes_all_its_ranks_along (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "kept", 0, 1, 0);
  building_begin_rank (builder, 1);
  trace_builder_begin_rank_of_file (builder);
  tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "dropped", 0, 1, 0);
  trace_builder_drop_rank (builder);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 1);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 1);
}

static void
tracks_without_events_are_left_out (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t named = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);
  uint32_t idle = building_add_device (builder, 1);

  trace_builder_track (builder, named)->name = building_intern (builder, "idle thread");
  building_add_stream (builder, idle, TRACK_STREAM, 1);
  trace_builder_add_sample (builder, counter, 5, 1);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  static const TrackKind kinds[] = { TRACK_NODE, TRACK_PROCESS, TRACK_THREAD, TRACK_OPERATORS,
                                     TRACK_COUNTER };
  g_assert_cmpuint (trace_n_tracks (trace), ==, G_N_ELEMENTS (kinds));
  for (uint32_t t = 0; t < G_N_ELEMENTS (kinds); t++)
    g_assert_cmpint (trace_track (trace, t)->kind, ==, kinds[t]);
  g_assert_cmpuint (trace_track (trace, 1)->parent, ==, 0);
  g_assert_cmpuint (trace_track (trace, 3)->parent, ==, 2);
  g_assert_cmpuint (trace_track (trace, 4)->parent, ==, 1);
}

static void
tracks_follow_sort_index_then_number (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  static const int64_t streams[] = { 20, 9, 11 };
  static const int32_t devices[] = { 3, 1, 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      uint32_t stream = building_add_stream (builder, tracks.device, TRACK_STREAM, streams[i]);
      uint32_t device = building_add_device (builder, devices[i]);
      uint32_t of_device = building_add_stream (builder, device, TRACK_STREAM, 7);

      building_add_slice (builder, stream, SLICE_KERNEL, "k", 0, 1, 0);
      building_add_slice (builder, of_device, SLICE_KERNEL, "k", 0, 1, 0);
    }
  uint32_t last = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  uint32_t first = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  trace_builder_track (builder, last)->sort_index = 5;
  trace_builder_track (builder, first)->sort_index = -5;
  building_add_slice (builder, last, SLICE_OTHER, "last", 0, 1, 0);
  building_add_slice (builder, first, SLICE_OTHER, "first", 0, 1, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "middle", 0, 1, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (building_slice_named (trace, "first"), <, building_slice_named (trace, "middle"));
  g_assert_cmpuint (building_slice_named (trace, "middle"), <, building_slice_named (trace, "last"));
  int64_t stream = -1;
  int32_t device = -1;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_DEVICE)
        {
          g_assert_cmpint (track->device, >, device);
          device = track->device;
          stream = -1;
        }
      else if (track->kind == TRACK_STREAM)
        {
          g_assert_cmpint (track->stream, >, stream);
          stream = track->stream;
        }
    }
  g_assert_cmpint (device, ==, 3);
}

static void
devices_are_those_with_an_activity (void)
{
  TraceBuilder *builder = trace_builder_new ();
  /* Ranks alternate between two nodes and come in the wrong order. */
  static const int64_t numbers[] = { 2, 1, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      building_begin_rank (builder, numbers[i]);
      trace_builder_set_node_name (builder, building_intern (builder, i % 2 == 0 ? "even" : "odd"));
      trace_builder_set_device_name (builder, 1, building_intern (builder, "H100"));
      for (int32_t number = 3; number >= 0; number--)
        {
          uint32_t device = building_add_device (builder, number);
          uint32_t stream = building_add_stream (builder, device, TRACK_STREAM, 7);
          uint32_t projected = building_add_stream (builder, device, TRACK_DEVICE_ANNOTATIONS, 7);
          uint32_t second = building_add_stream (builder, device, TRACK_STREAM, 8);

          /* Device 3 shows an annotation only, device 2 nothing. */
          if (number < 2)
            {
              building_add_slice (builder, stream, SLICE_KERNEL, "k", 0, 1, 0);
              building_add_slice (builder, second, SLICE_MEMSET, "Memset", 0, 1, 0);
            }
          if (number != 2)
            building_add_slice (builder, projected, SLICE_DEVICE_ANNOTATION, "step", 0, 1, 0);
        }
    }
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (trace_n_devices (trace), ==, 6);
  for (uint32_t d = 0; d < 6; d++)
    {
      const TraceDevice *device = trace_device (trace, d);

      g_assert_cmpuint (device->rank, ==, d / 2);
      g_assert_cmpint (device->number, ==, d % 2);
      g_assert_cmpstr (trace_string (trace, device->name, NULL), ==, d % 2 == 1 ? "H100" : "");
    }
  g_assert_cmpuint (trace_rank (trace, 0)->node, ==, trace_rank (trace, 2)->node);
  g_assert_cmpuint (trace_rank (trace, 0)->node, !=, trace_rank (trace, 1)->node);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add_func ("/trace_builder/" path #test, test)
  ADD ("time/", time_begins_with_the_first_slice);
  ADD ("time/", ranks_with_a_common_clock_keep_their_distance);
  ADD ("time/", ranks_without_a_common_clock_begin_together);
  ADD ("time/", ranks_of_one_file_share_its_clock);
  ADD ("time/", files_without_a_common_clock_begin_together);
  ADD ("time/", a_rank_of_instants_does_not_move_the_origin);
  ADD ("tree/", ranks_are_ordered_by_number);
  ADD ("tree/", a_dropped_rank_leaves_nothing);
  ADD ("ranks/", a_file_of_several_ranks_is_built_in_any_order);
  ADD ("ranks/", a_dropped_file_takes_all_its_ranks_along);
  ADD ("tree/", tracks_without_events_are_left_out);
  ADD ("tree/", tracks_follow_sort_index_then_number);
  ADD ("tree/", devices_are_those_with_an_activity);
#undef ADD
  return g_test_run ();
}
