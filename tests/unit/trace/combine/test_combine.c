/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/combine/combine.h"
#include "trace/combine/same_run.h"
#include "trace/combine/trace_copy.h"
#include "trace/derive/step.h"
#include "trace/import/tracks/row_args.h"
#include "trace/text/trace_error.h"

#define EPOCH_NS INT64_C (1757944800000000000)

/* What the host did in a profile: an operator, and launches with their kernels. Times are from the epoch. */
static Trace *
profile (const char *pid, int64_t begin_ns, bool has_operator, int n_kernels)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);

  trace_builder_track (builder, tracks.process)->pid = building_intern (builder, pid);
  for (uint32_t t = 0; t < trace_builder_n_tracks (builder); t++)
    {
      trace_builder_track (builder, t)->pid = building_intern (builder, pid);
      if (trace_builder_track (builder, t)->kind != TRACK_PROCESS)
        trace_builder_track (builder, t)->tid = building_intern (builder, "7");
    }
  trace_builder_set_time_base (builder, EPOCH_NS, true);
  trace_builder_set_format (builder, has_operator ? "host" : "gpu");
  trace_builder_add_setting (builder, building_intern (builder, "of"), building_intern (builder, pid));
  if (has_operator)
    building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", begin_ns, 900, 0);
  for (int i = 0; i < n_kernels; i++)
    {
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", begin_ns + 100 * i + 1, 10,
                          i + 1);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, has_operator ? "gemm of A" : "gemm of B",
                          begin_ns + 100 * i + 50, 20, i + 1);
    }
  return building_finish (builder);
}

static Trace *
combined (Trace *a, Trace *b)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_combine ((Trace *[]){ a, b }, 2, "A + B", NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
the_host_of_one_joins_the_gpu_of_another_on_one_clock (void)
{
  g_autoptr (Trace) host = profile ("100", 1000, true, 0), gpu = profile ("100", 1200, false, 3);
  g_autoptr (Trace) trace = combined (host, gpu);
  int64_t epoch_ns;

  g_assert_cmpuint (trace_n_ranks (trace), ==, 1);
  g_assert_cmpuint (trace_rank (trace, 0)->n_settings, ==, 1); /* both say the same */
  g_assert_cmpuint (trace_n_devices (trace), ==, 1);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 7);
  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, EPOCH_NS + 1000);
  g_assert_cmpint (building_start_of (trace, "aten::mm"), ==, 0);
  for (uint64_t s = 0; s < 7; s++)
    if (trace_slices (trace)->kind[s] == SLICE_KERNEL && trace_slices (trace)->correlation[s] == 1)
      g_assert_cmpint (slice_start_ns (trace_slices (trace), s), ==, 250);
  /* One process with one thread: both bands lie below it. */
  uint32_t n_processes = 0, n_threads = 0;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      n_processes += trace_track (trace, t)->kind == TRACK_PROCESS;
      n_threads += trace_track (trace, t)->kind == TRACK_THREAD;
    }
  g_assert_cmpuint (n_processes, ==, 1);
  g_assert_cmpuint (n_threads, ==, 1);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 0);
}

static void
what_both_recorded_is_taken_from_the_one_with_more_of_it (void)
{
  g_autoptr (Trace) host = profile ("100", 1000, true, 2), gpu = profile ("100", 1000, false, 3);
  g_autoptr (Trace) trace = combined (host, gpu);
  const SliceColumns *slices = trace_slices (trace);

  g_assert_cmpuint (slices->n, ==, 7);
  for (uint64_t s = 0; s < slices->n; s++)
    if (slices->kind[s] == SLICE_KERNEL)
      g_assert_cmpstr (trace_string (trace, slice_name (slices, s), NULL), ==, "gemm of B");
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 4);
}

static void
profiles_of_other_times_are_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) early = profile ("100", 1000, true, 1), late = profile ("100", 5000, false, 1);

  g_assert_true (trace_overlaps (early, early));
  g_assert_false (trace_overlaps (early, late));
  g_assert_null (trace_combine ((Trace *[]){ early, late }, 2, "A + B", NULL, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
}

/* As when the window that waits for it is closed. */
static void
cancelling_ends_it (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) a = profile ("100", 1000, true, 1), b = profile ("100", 1000, false, 1);
  atomic_bool cancelled = true;

  g_assert_null (trace_combine ((Trace *[]){ a, b }, 2, "A + B", &cancelled, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
}

static void
single_ranks_join_whatever_their_process_ids_are (void)
{
  /* A process of a container has another id for a profiler outside. */
  g_autoptr (Trace) host = profile ("1", 1000, true, 0), gpu = profile ("48211", 1000, false, 1);
  g_autoptr (Trace) trace = combined (host, gpu);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 1);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 3);
}

/* A profile of one rank whose slices the caller adds to the tracks. */
static TraceBuilder *
begin_profile (const char *pid, BuildingTracks *ret_tracks)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  *ret_tracks = building_add_tracks (builder);
  for (uint32_t t = 0; t < trace_builder_n_tracks (builder); t++)
    if (trace_builder_track (builder, t)->device < 0)
      {
        trace_builder_track (builder, t)->pid = building_intern (builder, pid);
        if (trace_builder_track (builder, t)->kind != TRACK_PROCESS)
          trace_builder_track (builder, t)->tid = building_intern (builder, pid);
      }
  trace_builder_set_time_base (builder, EPOCH_NS, true);
  return builder;
}

static void
calls_of_another_profile_launch_the_work_of_one_without_calls (void)
{
  BuildingTracks tracks;
  TraceBuilder *host_builder = begin_profile ("100", &tracks);
  building_add_slice (host_builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000, 900, 0);
  building_add_slice (host_builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 1100, 10, 41);
  g_autoptr (Trace) host = building_finish (host_builder);

  TraceBuilder *gpu_builder = begin_profile ("100", &tracks);
  building_add_slice (gpu_builder, tracks.annotations, SLICE_ANNOTATION, "loop", 1000, 900, 0);
  building_add_slice (gpu_builder, tracks.stream, SLICE_KERNEL, "gemm", 1200, 50, 41);
  g_autoptr (Trace) gpu = building_finish (gpu_builder);
  g_autoptr (Trace) trace = combined (host, gpu);

  g_assert_cmpuint (trace_slices (trace)->n, ==, 4);
  building_check_flow (trace, "cudaLaunchKernel", "gemm", FLOW_LAUNCH);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 0);
}

static void
calls_of_profiles_without_gpu_activity_count_once (void)
{
  BuildingTracks tracks;
  Trace *traces[2];

  for (int i = 0; i < 2; i++)
    {
      TraceBuilder *builder = begin_profile ("100", &tracks);
      for (int c = 0; c < 2 + i; c++)
        building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaMalloc", 1000 + 100 * c + i, 10, c + 1);
      traces[i] = building_finish (builder);
    }
  g_autoptr (Trace) trace = combined (traces[0], traces[1]);

  g_assert_cmpuint (trace_slices (trace)->n, ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 2);
  trace_unref (traces[0]);
  trace_unref (traces[1]);
}

static void
a_step_that_both_recorded_is_one_step (void)
{
  BuildingTracks tracks;
  TraceBuilder *host_builder = begin_profile ("100", &tracks);
  building_add_slice (host_builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#3", 1000, 500, 0);
  building_add_slice (host_builder, tracks.annotations, SLICE_ANNOTATION, "only here", 1010, 5, 0);
  g_autoptr (Trace) host = building_finish (host_builder);

  TraceBuilder *gpu_builder = begin_profile ("100", &tracks);
  building_add_slice (gpu_builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#3", 1003, 499, 0);
  building_add_slice (gpu_builder, tracks.annotations, SLICE_ANNOTATION, "only there", 1020, 5, 0);
  g_autoptr (Trace) gpu = building_finish (gpu_builder);
  g_autoptr (Trace) trace = combined (host, gpu);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);

  g_assert_cmpuint (step_table_count (steps), ==, 1);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 1);
}

static void
operators_are_taken_from_the_one_with_more_of_them (void)
{
  BuildingTracks tracks;
  TraceBuilder *host_builder = begin_profile ("100", &tracks);
  building_add_slice (host_builder, tracks.operators, SLICE_OPERATOR, "aten::linear", 1000, 500, 0);
  building_add_slice (host_builder, tracks.operators, SLICE_OPERATOR, "aten::addmm", 1100, 300, 0);
  g_autoptr (Trace) host = building_finish (host_builder);

  TraceBuilder *gpu_builder = begin_profile ("100", &tracks);
  building_add_slice (gpu_builder, tracks.operators, SLICE_OPERATOR, "aten::linear", 998, 505, 0);
  building_add_slice (gpu_builder, tracks.operators, SLICE_OTHER, "loader", 1000, 5, 0);
  g_autoptr (Trace) gpu = building_finish (gpu_builder);
  g_autoptr (Trace) trace = combined (gpu, host);

  g_assert_cmpuint (trace_slices (trace)->n, ==, 3);
  g_assert_cmpint (building_start_of (trace, "aten::linear"), ==, 0);
  g_assert_cmpuint (building_health_count (trace, HEALTH_SLICE_OVERLAP), ==, 0);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 1);
}

/* A profile of one rank that says which one it is, of world_size, or 0 for one that does not. */
static Trace *
numbered (const char *pid, int64_t number, int64_t world_size, const char *format)
{
  BuildingTracks tracks;
  TraceBuilder *builder = begin_profile (pid, &tracks);

  trace_builder_set_rank_number (builder, number);
  trace_builder_set_world_size (builder, world_size);
  trace_builder_set_format (builder, format);
  if (world_size > 0)
    trace_builder_set_node_name (builder, building_intern (builder, "node-12"));
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000, 900, 0);
  return building_finish (builder);
}

static void
number_and_machine_that_a_file_gives_are_kept (void)
{
  g_autoptr (Trace) without = numbered ("100", 0, 0, "gpu"), with = numbered ("100", 5, 8, "host");
  g_autoptr (Trace) trace = combined (without, with);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 1);
  g_assert_cmpint (trace_rank (trace, 0)->number, ==, 5);
  g_assert_cmpint (trace_rank (trace, 0)->world_size, ==, 8);
  g_assert_cmpstr (trace_string (trace, trace_track (trace, trace_rank (trace, 0)->node)->name, NULL), ==,
                   "node-12");
}

static void
ranks_of_other_numbers_stay_apart (void)
{
  g_autoptr (Trace) one = numbered ("100", 1, 8, "host"), two = numbered ("100", 2, 8, "gpu");
  g_autoptr (Trace) trace = combined (one, two);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 2);
  g_assert_cmpint (trace_rank (trace, 0)->number, ==, 1);
  g_assert_cmpint (trace_rank (trace, 1)->number, ==, 2);
  g_assert_cmpuint (building_health_count (trace, HEALTH_RANKS_DUPLICATE), ==, 0);
}

/* Kineto gives the profiler's own spans processes called "Spans" and "Traces" in every file. */
static void
the_profilers_own_processes_join_nothing (void)
{
  BuildingTracks tracks;
  Trace *traces[2];

  for (int i = 0; i < 2; i++)
    {
      TraceBuilder *builder = begin_profile ("Spans", &tracks);
      trace_builder_set_format (builder, "kineto");
      building_add_slice (builder, tracks.profiler, SLICE_PROFILER_SPAN, "PyTorch Profiler (0)", 1000, 900,
                          0);
      uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
      uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
      uint32_t operators = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
      for (uint32_t t = process; t <= operators; t++)
        trace_builder_track (builder, t)->pid = building_intern (builder, i == 0 ? "100" : "101");
      building_add_slice (builder, operators, SLICE_OPERATOR, "aten::mm", 1100, 10, 0);
      traces[i] = building_finish (builder);
    }
  g_autoptr (Trace) trace = combined (traces[0], traces[1]);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 2);
  trace_unref (traces[0]);
  trace_unref (traces[1]);
}

static void
what_was_lost_of_each_is_told (void)
{
  BuildingTracks tracks;
  TraceBuilder *builder = begin_profile ("100", &tracks);

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000, 900, 0);
  trace_builder_add_health (builder, HEALTH_FLOW_UNMATCHED, 5, HEALTH_NO_OFFSET);
  trace_builder_add_health (builder, HEALTH_JSON_TRUNCATED, 1, 77);
  trace_builder_add_file_health (builder, HEALTH_DIRECTORY_FILE_SKIPPED, "notes.json");
  trace_builder_set_status (builder, PROFILE_STOPPED);
  g_autoptr (Trace) cut = building_finish (builder), gpu = profile ("100", 1000, false, 1);
  g_autoptr (Trace) trace = combined (gpu, cut);
  const HealthRow *skipped = &trace_health (trace)->rows[HEALTH_DIRECTORY_FILE_SKIPPED];

  g_assert_cmpuint (building_health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 5);
  g_assert_cmpuint (building_health_count (trace, HEALTH_JSON_TRUNCATED), ==, 1);
  g_assert_cmpuint (skipped->count, ==, 1);
  g_assert_cmpstr (trace_string (trace, skipped->path, NULL), ==, "notes.json");
  g_assert_cmpint (trace_status (trace), ==, PROFILE_STOPPED);
}

static void
the_order_of_the_profiles_does_not_change_the_key (void)
{
  BuildingTracks tracks;
  Trace *traces[2];

  for (int i = 0; i < 2; i++)
    {
      TraceBuilder *builder = begin_profile ("100", &tracks);
      const uint8_t key[TRACE_KEY_BYTES] = { (uint8_t) (i + 1) };

      trace_builder_set_key (builder, key);
      building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000 + i, 900, 0);
      traces[i] = building_finish (builder);
    }
  g_autoptr (Trace) one = combined (traces[0], traces[1]), other = combined (traces[1], traces[0]);

  g_assert_true (memcmp (trace_profile_key (one), trace_profile_key (other), TRACE_KEY_BYTES) == 0);
  trace_unref (traces[0]);
  trace_unref (traces[1]);
}

/* Memory is grouped by the string ids of categories and stacks. */
static void
short_strings_of_arguments_stay_strings (void)
{
  const TraceCopyChange none = { 0 };
  g_autoptr (GError) error = NULL;
  BuildingTracks tracks;
  TraceBuilder *builder = begin_profile ("100", &tracks);
  RowArgs args;
  ArgIter iter;
  Arg arg;

  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000, 900, 0);
  row_args_begin (&args, builder);
  row_args_string (&args, building_intern (builder, "Category"), building_intern (builder, "gradient"));
  row_args_quoted (&args, building_intern (builder, "shape"), "[8]", 3);
  trace_builder_add_instant (builder, &(TraceInstant){ .track = tracks.operators,
                                                       .name = building_intern (builder, "alloc"),
                                                       .time_ns = 1100,
                                                       .args = row_args_end (&args) });
  g_autoptr (Trace) trace = building_finish (builder);
  g_autoptr (Trace) copy = trace_copy_with (trace, &none, "copy", &error);

  g_assert_no_error (error);
  g_assert_true (trace_args (copy, trace_instant (copy, 0).args, &iter));
  g_assert_true (arg_iter_next (&iter, &arg));
  g_assert_cmpuint (arg.string, !=, ARG_NO_STRING);
  g_assert_cmpstr (trace_string (copy, arg.string, NULL), ==, "gradient");
  g_assert_true (arg_iter_next (&iter, &arg));
  g_assert_cmpuint (arg.string, ==, ARG_NO_STRING);
  g_assert_true (arg.quoted);
  arg_iter_clear (&iter);
}

static void
arrows_between_operators_that_are_left_out_are_told (void)
{
  BuildingTracks tracks;
  Trace *traces[2];

  for (int i = 0; i < 2; i++)
    {
      TraceBuilder *builder = begin_profile ("100", &tracks);
      uint32_t place = trace_builder_add_place (builder);

      trace_builder_add_place_track (builder, place, tracks.operators);
      for (int o = 0; o < 2 + i; o++)
        building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000 + 100 * o, 50, 0);
      for (int end = 0; end < 2 && i == 0; end++)
        trace_builder_add_flow_point (builder, &(FlowPoint){ .key = 1,
                                                             .place = place,
                                                             .time_ns = 1000 + 100 * end,
                                                             .phase = end ? FLOW_POINT_END : FLOW_POINT_START });
      trace_builder_event_counts (builder)->flows = i == 0 ? 2 : 0;
      traces[i] = building_finish (builder);
    }
  g_assert_cmpuint (trace_n_flows (traces[0]), ==, 1);
  g_autoptr (Trace) trace = combined (traces[0], traces[1]);

  g_assert_cmpuint (trace_n_flows (trace), ==, 0);
  g_assert_cmpuint (trace_event_counts (trace)->flows, ==, 0);
  g_assert_cmpuint (building_health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 1);
  trace_unref (traces[0]);
  trace_unref (traces[1]);
}

/* A profile with an asynchronous slice and a counter of n samples, which another program may have recorded, too. */
static Trace *
counted (const char *pid, int n)
{
  BuildingTracks tracks;
  TraceBuilder *builder = begin_profile (pid, &tracks);
  uint32_t async = trace_builder_add_track (builder, TRACK_ASYNC, tracks.process);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);

  trace_builder_track (builder, async)->name = building_intern (builder, "requests");
  trace_builder_track (builder, counter)->name = building_intern (builder, "queue length");
  trace_builder_track (builder, async)->pid = building_intern (builder, pid);
  trace_builder_track (builder, counter)->pid = building_intern (builder, pid);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 1000, 900, 0);
  for (int i = 0; i < n; i++)
    {
      building_add_slice (builder, async, SLICE_OTHER, "request", 1000 + 10 * i, 5, 0);
      trace_builder_add_sample (builder, counter, 1000 + 10 * i, i);
      trace_builder_event_counts (builder)->counters++;
    }
  return building_finish (builder);
}

static void
asynchronous_slices_and_counters_of_both_count_once (void)
{
  g_autoptr (Trace) few = counted ("100", 2), many = counted ("100", 3);
  g_autoptr (Trace) trace = combined (few, many);

  g_assert_cmpuint (trace_slices (trace)->n, ==, 4); /* and one operator */
  g_assert_cmpuint (trace_samples (trace)->n, ==, 3);
  g_assert_cmpuint (trace_event_counts (trace)->counters, ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_LEFT_OUT), ==, 3);
  g_assert_cmpuint (building_health_count (trace, HEALTH_COMBINED_SAMPLES_LEFT_OUT), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/combine/cancelling_ends_it", cancelling_ends_it);
  g_test_add_func ("/combine/the_host_of_one_joins_the_gpu_of_another_on_one_clock",
                   the_host_of_one_joins_the_gpu_of_another_on_one_clock);
  g_test_add_func ("/combine/what_both_recorded_is_taken_from_the_one_with_more_of_it",
                   what_both_recorded_is_taken_from_the_one_with_more_of_it);
  g_test_add_func ("/combine/profiles_of_other_times_are_refused", profiles_of_other_times_are_refused);
  g_test_add_func ("/combine/single_ranks_join_whatever_their_process_ids_are",
                   single_ranks_join_whatever_their_process_ids_are);
  g_test_add_func ("/combine/calls_of_another_profile_launch_the_work_of_one_without_calls",
                   calls_of_another_profile_launch_the_work_of_one_without_calls);
  g_test_add_func ("/combine/calls_of_profiles_without_gpu_activity_count_once",
                   calls_of_profiles_without_gpu_activity_count_once);
  g_test_add_func ("/combine/operators_are_taken_from_the_one_with_more_of_them",
                   operators_are_taken_from_the_one_with_more_of_them);
  g_test_add_func ("/combine/a_step_that_both_recorded_is_one_step", a_step_that_both_recorded_is_one_step);
  g_test_add_func ("/combine/number_and_machine_that_a_file_gives_are_kept",
                   number_and_machine_that_a_file_gives_are_kept);
  g_test_add_func ("/combine/ranks_of_other_numbers_stay_apart", ranks_of_other_numbers_stay_apart);
  g_test_add_func ("/combine/the_profilers_own_processes_join_nothing",
                   the_profilers_own_processes_join_nothing);
  g_test_add_func ("/combine/what_was_lost_of_each_is_told", what_was_lost_of_each_is_told);
  g_test_add_func ("/combine/short_strings_of_arguments_stay_strings", short_strings_of_arguments_stay_strings);
  g_test_add_func ("/combine/arrows_between_operators_that_are_left_out_are_told",
                   arrows_between_operators_that_are_left_out_are_told);
  g_test_add_func ("/combine/asynchronous_slices_and_counters_of_both_count_once",
                   asynchronous_slices_and_counters_of_both_count_once);
  g_test_add_func ("/combine/the_order_of_the_profiles_does_not_change_the_key",
                   the_order_of_the_profiles_does_not_change_the_key);
  return g_test_run ();
}
