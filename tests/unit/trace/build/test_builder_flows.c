/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "tests/unit/fixtures/building.h"

static void
a_launch_is_linked_to_all_it_ran (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);

  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaGraphLaunch", 0, 10, 5);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k1", 20, 5, 5);
  building_add_slice (builder, tracks.stream, SLICE_MEMCPY, "copy", 30, 5, 5);
  building_add_slice (builder, tracks.stream, SLICE_MEMSET, "set", 40, 5, 5);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaDeviceSynchronize", 50, 10, 6);
  building_add_slice (builder, tracks.sync, SLICE_SYNC, "Context Sync", 50, 9, 6);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "launch of nothing", 70, 1, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "unknown", 80, 5, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "orphan", 90, 5, 77);
  /* An operator's number means something else. */
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::add", 0, 10, 77);
  g_autoptr (Trace) trace = building_finish (builder);

  uint64_t launch = building_slice_named (trace, "cudaGraphLaunch");
  building_check_flow (trace, "cudaGraphLaunch", "k1", FLOW_LAUNCH);
  building_check_flow (trace, "cudaGraphLaunch", "copy", FLOW_LAUNCH);
  building_check_flow (trace, "cudaGraphLaunch", "set", FLOW_LAUNCH);
  building_check_flow (trace, "cudaDeviceSynchronize", "Context Sync", FLOW_SYNC);
  g_assert_cmpuint (trace_n_flows (trace), ==, 4);
  g_assert_cmpuint (trace_launch_of (trace, building_slice_named (trace, "copy")), ==, launch);
  g_assert_cmpuint (trace_launch_of (trace, building_slice_named (trace, "Context Sync")), ==, SLICE_NONE);
  g_assert_cmpuint (trace_launch_of (trace, building_slice_named (trace, "unknown")), ==, SLICE_NONE);
  g_assert_cmpuint (trace_launch_of (trace, building_slice_named (trace, "orphan")), ==, SLICE_NONE);
  g_assert_cmpuint (trace_launch_of (trace, launch), ==, SLICE_NONE);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RUN_WITHOUT_LAUNCH), ==, 1);
  g_assert_cmpuint (building_health_count (trace, HEALTH_CORRELATION_SHARED), ==, 0);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RUN_BEFORE_LAUNCH), ==, 0);
}

static void
ranks_do_not_share_correlation_ids (void)
{
  static const char *const calls[] = { "cudaLaunchKernel 0", "cudaLaunchKernel 1" };
  static const char *const kernels[] = { "k 0", "k 1" };
  TraceBuilder *builder = trace_builder_new ();

  for (int r = 0; r < 2; r++)
    {
      building_begin_rank (builder, r);
      BuildingTracks tracks = building_add_tracks (builder);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, kernels[r], 20, 5, 1);
      building_add_slice (builder, tracks.calls, SLICE_CALL, calls[r], 0, 10, 1);
    }
  building_begin_rank (builder, 2);
  building_add_slice (builder, building_add_tracks (builder).stream, SLICE_KERNEL, "k 2", 20, 5, 1);
  g_autoptr (Trace) trace = building_finish (builder);

  building_check_flow (trace, calls[0], kernels[0], FLOW_LAUNCH);
  building_check_flow (trace, calls[1], kernels[1], FLOW_LAUNCH);
  g_assert_cmpuint (trace_n_flows (trace), ==, 2);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RUN_WITHOUT_LAUNCH), ==, 1);
  g_assert_cmpuint (building_health_count (trace, HEALTH_CORRELATION_SHARED), ==, 0);
}

static void
of_calls_that_share_an_id_the_earliest_that_launches_wins (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);

  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaOccupancyMaxActiveBlocks", 0, 5, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cuLaunchKernel", 12, 5, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLAUNCHKernel", 10, 10, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaEventQuery", 30, 5, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k1", 40, 5, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "later", 60, 5, 2);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "earlier", 50, 5, 2);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k2", 45, 5, 2);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "hipMemcpyAsync", 70, 5, 3);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "other", 65, 5, 3);
  building_add_slice (builder, tracks.stream, SLICE_MEMCPY, "copy", 80, 5, 3);
  g_autoptr (Trace) trace = building_finish (builder);

  building_check_flow (trace, "cudaLAUNCHKernel", "k1", FLOW_LAUNCH);
  building_check_flow (trace, "earlier", "k2", FLOW_LAUNCH);
  building_check_flow (trace, "hipMemcpyAsync", "copy", FLOW_LAUNCH);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_CORRELATION_SHARED), ==, 5);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RUN_BEFORE_LAUNCH), ==, 1);
}

/* ---- arrows of the file ---- */

static uint32_t
add_place (TraceBuilder *builder, const uint32_t *tracks, size_t n)
{
  uint32_t place = trace_builder_add_place (builder);

  for (size_t i = 0; i < n; i++)
    trace_builder_add_place_track (builder, place, tracks[i]);
  return place;
}

static void
add_point (TraceBuilder *builder,
           uint64_t key,
           FlowPointPhase phase,
           uint32_t place,
           int64_t time_ns,
           bool next_slice)
{
  trace_builder_add_flow_point (builder, &(FlowPoint){
                                           .key = key,
                                           .category = building_intern (builder, "fwdbwd"),
                                           .place = place,
                                           .time_ns = time_ns,
                                           .phase = phase,
                                           .next_slice = next_slice,
                                         });
}

static void
arrows_lead_from_thread_to_thread (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t other = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  uint32_t backward = trace_builder_add_track (builder, TRACK_OPERATORS, other);
  uint32_t here = add_place (builder, (uint32_t[]){ tracks.calls, tracks.operators }, 2);
  uint32_t there = add_place (builder, (uint32_t[]){ backward }, 1);

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "outer", 100, 100, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "forward", 110, 20, 0);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "call", 112, 3, 0);
  building_add_slice (builder, backward, SLICE_OPERATOR, "backward", 300, 50, 0);
  /* In no order; the time between the first two is that of the innermost slice there. */
  add_point (builder, 7, FLOW_POINT_END, there, 300, false);
  add_point (builder, 7, FLOW_POINT_START, here, 120, false);
  add_point (builder, 8, FLOW_POINT_START, here, 113, false);
  add_point (builder, 8, FLOW_POINT_END, there, 350, false);
  add_point (builder, 9, FLOW_POINT_START, here, 150, false);
  add_point (builder, 9, FLOW_POINT_END, there, 250, true);
  g_autoptr (Trace) trace = building_finish (builder);

  building_check_flow (trace, "forward", "backward", FLOW_OF_FILE);
  building_check_flow (trace, "call", "backward", FLOW_OF_FILE);
  building_check_flow (trace, "outer", "backward", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpstr (trace_string (trace, trace_flow (trace, 0).category, NULL), ==, "fwdbwd");
  g_assert_cmpuint (trace_launch_of (trace, building_slice_named (trace, "backward")), ==, SLICE_NONE);
  g_assert_cmpuint (building_health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 0);
}

static void
steps_of_an_arrow_are_a_chain (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t place = add_place (builder, &tracks.operators, 1);

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 10, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "b", 20, 10, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "c", 40, 10, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "d", 60, 10, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "e", 80, 10, 0);
  add_point (builder, 1, FLOW_POINT_STEP, place, 20, false);
  add_point (builder, 1, FLOW_POINT_END, place, 40, false);
  add_point (builder, 1, FLOW_POINT_START, place, 0, false);
  /* The same id once more, later. */
  add_point (builder, 1, FLOW_POINT_END, place, 80, false);
  add_point (builder, 1, FLOW_POINT_START, place, 60, false);
  g_autoptr (Trace) trace = building_finish (builder);

  building_check_flow (trace, "a", "b", FLOW_OF_FILE);
  building_check_flow (trace, "b", "c", FLOW_OF_FILE);
  building_check_flow (trace, "d", "e", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 0);
}

static void
ends_without_their_other_end_are_counted (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t place = add_place (builder, &tracks.operators, 1);

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 10, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "b", 20, 10, 0);
  add_point (builder, 1, FLOW_POINT_START, place, 5, false);
  add_point (builder, 2, FLOW_POINT_END, place, 5, false);
  /* Nothing is there at 15, and nothing follows 100. */
  add_point (builder, 3, FLOW_POINT_START, place, 15, false);
  add_point (builder, 3, FLOW_POINT_END, place, 25, false);
  add_point (builder, 4, FLOW_POINT_START, place, 5, false);
  add_point (builder, 4, FLOW_POINT_END, place, 100, true);
  building_begin_rank (builder, 1);
  tracks = building_add_tracks (builder);
  uint32_t other = add_place (builder, &tracks.operators, 1);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "c", 20, 10, 0);
  add_point (builder, 1, FLOW_POINT_END, other, 25, false);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpuint (trace_n_flows (trace), ==, 0);
  g_assert_cmpuint (building_health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 5);
}

static void
a_point_prefers_a_kind_that_begins_there (void)
{
  static const struct
  {
    SliceKind prefer;
    int64_t time_ns;
    const char *expected;
  } cases[] = {
    { SLICE_OPERATOR, 100, "operator" }, { SLICE_ANNOTATION, 100, "annotation" },
    { SLICE_OTHER, 100, "call" },        { SLICE_KERNEL, 100, "call" },
    { SLICE_OPERATOR, 101, "call" },     { SLICE_OPERATOR, 130, "operator" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TraceBuilder *builder = trace_builder_new ();
      building_begin_rank (builder, 0);
      BuildingTracks tracks = building_add_tracks (builder);
      uint32_t place =
        add_place (builder, (uint32_t[]){ tracks.annotations, tracks.operators, tracks.calls }, 3);
      FlowPoint point = { .key = 1,
                          .place = place,
                          .time_ns = cases[i].time_ns,
                          .phase = FLOW_POINT_START,
                          .prefer = cases[i].prefer };

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "annotation", 100, 100, 0);
      building_add_slice (builder, tracks.operators, SLICE_OTHER, "other", 100, 60, 0);
      building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "operator", 100, 50, 0);
      building_add_slice (builder, tracks.calls, SLICE_CALL, "call", 100, 20, 0);
      building_add_slice (builder, tracks.calls, SLICE_CALL, "end", 300, 20, 0);
      trace_builder_add_flow_point (builder, &point);
      add_point (builder, 1, FLOW_POINT_END, place, 310, false);
      g_autoptr (Trace) trace = building_finish (builder);
      building_check_flow (trace, cases[i].expected, "end", FLOW_OF_FILE);
    }
}

static void
arrows_of_launches_serve_where_ids_link_nothing (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t host = add_place (builder, &tracks.calls, 1);
  uint32_t device = add_place (builder, &tracks.stream, 1);

  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel 1", 0, 5, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k1", 100, 5, 1);
  /* No ids at all; and an id on the call alone. */
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel 2", 10, 5, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k2", 110, 5, 0);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel 3", 20, 5, 3);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k3", 120, 5, 0);
  for (uint64_t key = 1; key <= 3; key++)
    for (int phase = 0; phase < 2; phase++)
      trace_builder_add_flow_point (
        builder, &(FlowPoint){ .key = key,
                               .place = phase == 0 ? host : device,
                               .time_ns = (phase == 0 ? 0 : 100) + 10 * ((int64_t) key - 1),
                               .phase = phase == 0 ? FLOW_POINT_START : FLOW_POINT_END,
                               .is_launch = true });
  /* PyTorch writes such an end on calls that launch nothing. */
  trace_builder_add_flow_point (
    builder,
    &(FlowPoint){ .key = 4, .place = host, .time_ns = 20, .phase = FLOW_POINT_END, .is_launch = true });
  g_autoptr (Trace) trace = building_finish (builder);

  building_check_flow (trace, "cudaLaunchKernel 1", "k1", FLOW_LAUNCH);
  building_check_flow (trace, "cudaLaunchKernel 2", "k2", FLOW_OF_FILE);
  building_check_flow (trace, "cudaLaunchKernel 3", "k3", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 0);
}

static void
arrows_are_launches_where_nothing_else_tells_them (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t host = add_place (builder, &tracks.operators, 1);
  uint32_t device = add_place (builder, &tracks.stream, 1);
  uint32_t other = add_place (builder, &tracks.annotations, 1);

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 0, 5, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "gemm", 100, 5, 0);
  /* What the arrow leads to did not run on a device. */
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::t", 10, 5, 0);
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "range", 110, 5, 0);
  for (uint64_t key = 0; key < 2; key++)
    for (int phase = 0; phase < 2; phase++)
      trace_builder_add_flow_point (builder, &(FlowPoint){
                                               .key = key,
                                               .place = phase == 0 ? host
                                                        : key == 0 ? device
                                                                   : other,
                                               .time_ns = (phase == 0 ? 0 : 100) + 10 * (int64_t) key,
                                               .phase = phase == 0 ? FLOW_POINT_START : FLOW_POINT_END,
                                               .is_launch = true,
                                               .is_only_link = true,
                                             });
  g_autoptr (Trace) trace = building_finish (builder);

  building_check_flow (trace, "aten::mm", "gemm", FLOW_LAUNCH);
  building_check_flow (trace, "aten::t", "range", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add_func ("/trace_builder/" path #test, test)
  ADD ("launches/", a_launch_is_linked_to_all_it_ran);
  ADD ("launches/", ranks_do_not_share_correlation_ids);
  ADD ("launches/", of_calls_that_share_an_id_the_earliest_that_launches_wins);
  ADD ("flows/", arrows_lead_from_thread_to_thread);
  ADD ("flows/", steps_of_an_arrow_are_a_chain);
  ADD ("flows/", ends_without_their_other_end_are_counted);
  ADD ("flows/", a_point_prefers_a_kind_that_begins_there);
  ADD ("flows/", arrows_of_launches_serve_where_ids_link_nothing);
  ADD ("flows/", arrows_are_launches_where_nothing_else_tells_them);
#undef ADD
  return g_test_run ();
}
