/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "trace/open/combine.h"
#include "trace/text/trace_error.h"

#define EPOCH_NS INT64_C (1757944800000000000)

/* What the host did in a profile: an operator, and a launch with its kernel where has_gpu. Times are from the epoch. */
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
  Trace *trace = trace_combine ((Trace *[]){ a, b }, 2, "A + B", &error);

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
  g_assert_cmpuint (trace_rank (trace, 0)->n_settings, ==, 2);
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
  g_assert_null (trace_combine ((Trace *[]){ early, late }, 2, "A + B", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/combine/the_host_of_one_joins_the_gpu_of_another_on_one_clock",
                   the_host_of_one_joins_the_gpu_of_another_on_one_clock);
  g_test_add_func ("/combine/what_both_recorded_is_taken_from_the_one_with_more_of_it",
                   what_both_recorded_is_taken_from_the_one_with_more_of_it);
  g_test_add_func ("/combine/profiles_of_other_times_are_refused", profiles_of_other_times_are_refused);
  g_test_add_func ("/combine/single_ranks_join_whatever_their_process_ids_are",
                   single_ranks_join_whatever_their_process_ids_are);
  return g_test_run ();
}
