/* SPDX-License-Identifier: Apache-2.0
 *
 * Launch latency, queue and calls against a loop over all arrows of the profile, and what counts how. */

#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/stats/launch/launch_stats.h"
#include "trace/stats/launch/launch_timing.h"
#include "trace/stats/launch/launch_walk.h"

#define ROUNDS 300

/* ---- by definition ---- */

static bool
is_counted (const StatsScope *scope, const TraceFlow *flow)
{
  const SliceColumns *slices = trace_slices (scope->trace);

  return flow->kind == FLOW_LAUNCH && slice_kind_is_gpu_activity ((SliceKind) slices->kind[flow->to])
         && !(slices->flags[flow->to] & SLICE_UNFINISHED)
         && stats_scope_holds_start (scope, slices->start_ns[flow->to])
         && stats_scope_holds_track (scope, trace_track (scope->trace, slices->track[flow->to]));
}

static uint64_t
count_launches_of (const Trace *trace, uint64_t call)
{
  uint64_t n = 0;

  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    n += trace_flow (trace, i).kind == FLOW_LAUNCH && trace_flow (trace, i).from == call;
  return n;
}

typedef struct
{
  uint64_t n, n_negative, n_queued, n_calls, n_slow, n_shared_calls, n_shared_runs, n_lone, n_short;
  int64_t latency_ns, queue_ns, call_ns, latency_max_ns;
} Counted;

static Counted
count_all (const StatsScope *scope)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Counted c = { .latency_max_ns = INT64_MIN };

  for (uint64_t i = 0; i < trace_n_flows (scope->trace); i++)
    {
      TraceFlow flow = trace_flow (scope->trace, i);
      int64_t latency_ns = slices->start_ns[flow.to] - slices->start_ns[flow.from];
      int64_t queue_ns = latency_ns - slices->dur_ns[flow.from];

      if (!is_counted (scope, &flow))
        continue;
      bool is_shared = count_launches_of (scope->trace, flow.from) > 1;
      c.n++;
      c.n_negative += latency_ns < 0;
      c.latency_ns += latency_ns;
      c.latency_max_ns = MAX (c.latency_max_ns, latency_ns);
      c.n_queued += queue_ns > 0;
      c.queue_ns += MAX (queue_ns, 0);
      c.n_shared_runs += is_shared;
      if (!is_shared && slices->kind[flow.to] == SLICE_KERNEL)
        {
          c.n_lone++;
          c.n_short += slices->dur_ns[flow.to] < slices->dur_ns[flow.from];
        }
      if (g_hash_table_add (seen, GSIZE_TO_POINTER ((gsize) flow.from + 1)))
        {
          c.n_calls++;
          c.call_ns += slices->dur_ns[flow.from];
          c.n_slow += slices->dur_ns[flow.from] > 50000;
          c.n_shared_calls += is_shared;
        }
    }
  return c;
}

/* Every bin has as many as fit between its edges, and its first is the earliest. */
static void
check_bins (const StatsScope *scope, const LaunchTiming *timing)
{
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint32_t bin = 0; bin < LOG_HISTOGRAM_BINS; bin++)
    {
      uint64_t n = 0, first = SLICE_NONE;

      for (uint64_t i = 0; i < trace_n_flows (scope->trace); i++)
        {
          TraceFlow flow = trace_flow (scope->trace, i);
          int64_t latency_ns = slices->start_ns[flow.to] - slices->start_ns[flow.from];

          if (!is_counted (scope, &flow) || latency_ns < log_histogram_edge_ns (bin)
              || latency_ns >= log_histogram_edge_ns (bin + 1))
            continue;
          n++;
          if (first == SLICE_NONE || slices->start_ns[flow.to] < slices->start_ns[first])
            first = flow.to;
        }
      g_assert_cmpuint (timing->latency_bins.counts[bin], ==, n);
      g_assert_true ((timing->bin_first[bin] == SLICE_NONE) == (first == SLICE_NONE));
      if (first != SLICE_NONE)
        g_assert_cmpint (slices->start_ns[timing->bin_first[bin]], ==, slices->start_ns[first]);
    }
}

static void
is_what_a_loop_over_all_arrows_counts (void)
{
  GRand *random = g_rand_new_with_seed (307);
  uint64_t n_seen = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      const Counted c = count_all (&scope);
      LaunchTiming timing;
      LaunchStats stats;

      g_assert_true (launch_timing_compute (&scope, NULL, NULL, &timing));
      g_assert_cmpuint (timing.latency.count, ==, c.n);
      g_assert_cmpint (timing.latency.total_ns, ==, c.latency_ns);
      if (c.n > 0)
        g_assert_cmpint (timing.latency.max_ns, ==, c.latency_max_ns);
      g_assert_cmpuint (timing.n_negative, ==, c.n_negative);
      g_assert_cmpuint (timing.queue.count, ==, c.n_queued);
      g_assert_cmpint (timing.queue.total_ns, ==, c.queue_ns);
      g_assert_cmpuint (timing.call.count, ==, c.n_calls);
      g_assert_cmpint (timing.call.total_ns, ==, c.call_ns);
      g_assert_cmpuint (timing.n_slow_calls, ==, c.n_slow);
      g_assert_cmpuint (timing.n_shared_calls, ==, c.n_shared_calls);
      g_assert_cmpuint (timing.n_shared_runs, ==, c.n_shared_runs);
      g_assert_cmpuint (timing.n_lone_kernels, ==, c.n_lone);
      g_assert_cmpuint (timing.n_short_kernels, ==, c.n_short);
      check_bins (&scope, &timing);

      /* Two ways to the same latency. */
      g_assert_true (launch_stats_compute (&scope, &stats));
      g_assert_cmpuint (stats.latency.count, ==, timing.latency.count);
      g_assert_cmpfloat (stats.latency.median_ns, ==, timing.latency.median_ns);
      g_assert_cmpfloat (stats.latency.p95_ns, ==, timing.latency.p95_ns);
      n_seen += c.n;
    }
  g_assert_cmpuint (n_seen, >, 1000);
  g_rand_free (random);
}

/* ---- what counts how ---- */

static Trace *
launches_new (void)
{
  static const struct
  {
    const char *call;
    int64_t call_ns, dur_ns;
    int n_runs;
  } launches[] = {
    { "cudaLaunchKernelExC", 10, 4, 1 }, { "cuLaunchKernelEx", 10, 20, 1 },
    { "hipLaunchKernel", 60000, 9, 1 },  { "cudaMemcpyAsync", 10, 5, 1 },
    { "cudaGraphLaunch", 100, 30, 3 },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  int64_t at_ns = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      building_add_slice (builder, tracks.calls, SLICE_CALL, launches[i].call, at_ns, launches[i].call_ns,
                          (int64_t) i + 1);
      at_ns += 70000;
      for (int run = 0; run < launches[i].n_runs; run++)
        {
          building_add_slice (builder, tracks.stream, i == 3 ? SLICE_MEMCPY : SLICE_KERNEL, "work", at_ns,
                              launches[i].dur_ns, (int64_t) i + 1);
          at_ns += launches[i].dur_ns;
        }
    }
  /* A clock that runs behind: this one starts 5 ns before its call. */
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", at_ns + 5, 7, 99);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "early", at_ns, 8, 99);
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* METRICS 27, items 10 and 16: a graph's kernels have their launch, and what is negative stays so. */
static void
a_graph_is_one_call_with_many_runs (void)
{
  g_autoptr (Trace) trace = launches_new ();
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  LaunchTiming timing;

  g_assert_true (launch_timing_compute (&scope, NULL, NULL, &timing));
  g_assert_cmpuint (timing.latency.count, ==, 8);
  g_assert_cmpuint (timing.call.count, ==, 6);
  g_assert_cmpint (timing.call.total_ns, ==, 10 + 10 + 60000 + 10 + 100 + 7);
  g_assert_cmpuint (timing.n_shared_calls, ==, 1);
  g_assert_cmpuint (timing.n_shared_runs, ==, 3);
  g_assert_cmpuint (timing.n_slow_calls, ==, 1);
  /* Three kernels of graphs are not alone, and a copy is none. */
  g_assert_cmpuint (timing.n_lone_kernels, ==, 4);
  g_assert_cmpuint (timing.n_short_kernels, ==, 2);
}

static void
what_is_negative_is_counted_and_not_clipped (void)
{
  g_autoptr (Trace) trace = launches_new ();
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  LaunchTiming timing;

  g_assert_true (launch_timing_compute (&scope, NULL, NULL, &timing));
  g_assert_cmpuint (timing.n_negative, ==, 1);
  g_assert_cmpint (timing.latency.min_ns, ==, -5);
  g_assert_cmpint (timing.latency.total_ns, ==, 70000 * 7 + 30 + 60 - 5);
  g_assert_cmpuint (timing.queue.count, ==, 7);
  g_assert_cmpuint (timing.latency_bins.counts[0], ==, 1);
  g_assert_cmpuint (timing.bin_first[0], ==, building_slice_named (trace, "early"));
}

static bool
never (void *user_data)
{
  (*(int *) user_data)++;
  return false;
}

static void
a_walk_of_few_slices_sees_only_those (void)
{
  GRand *random = g_rand_new_with_seed (311);

  for (int round = 0; round < 50; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      uint64_t n = trace_slices (trace)->n;
      uint64_t first = (uint64_t) g_rand_int_range (random, 0, (int32_t) n + 1);
      uint64_t end = first + (uint64_t) g_rand_int_range (random, 0, (int32_t) (n - first) + 1);
      uint64_t wanted = 0, last = 0;
      Launch launch;

      for (uint64_t i = 0; i < trace_n_flows (trace); i++)
        {
          TraceFlow flow = trace_flow (trace, i);

          wanted += flow.kind == FLOW_LAUNCH && flow.to >= first && flow.to < end
                    && !(trace_slices (trace)->flags[flow.to] & SLICE_UNFINISHED);
        }
      for (LaunchWalk walk = launch_walk_begin (trace, first, end); launch_walk_next (&walk, &launch);
           wanted--)
        {
          g_assert_cmpuint (launch.run, >=, MAX (first, last));
          g_assert_cmpuint (launch.run, <, end);
          g_assert_true (launch.is_alone == (count_launches_of (trace, launch.call) == 1));
          last = launch.run;
        }
      g_assert_cmpuint (wanted, ==, 0);
    }
  g_rand_free (random);
}

/* It asks for the first launch, and the refusal ends the work. */
static void
can_be_given_up (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  LaunchTiming timing;
  int n_asked = 0;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int64_t i = 0; i < 40000; i++)
    {
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 10 * i, 5, i + 1);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k", 10 * i + 7, 2, i + 1);
    }
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  g_assert_false (launch_timing_compute (&scope, never, &n_asked, &timing));
  g_assert_cmpint (n_asked, ==, 1);
}

/* Arrows of the file link work that has no correlation id: it is matched, and not without one. */
static void
launches_told_by_arrows_alone_are_matched (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  LaunchStats stats;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t host = trace_builder_add_place (builder), device = trace_builder_add_place (builder);
  trace_builder_add_place_track (builder, host, tracks.operators);
  trace_builder_add_place_track (builder, device, tracks.stream);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 0, 5, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "linked by an arrow", 100, 5, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "linked by nothing", 200, 5, 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "of an unknown call", 300, 5, 7);
  for (int phase = 0; phase < 2; phase++)
    trace_builder_add_flow_point (builder, &(FlowPoint){
                                             .key = 1,
                                             .place = phase == 0 ? host : device,
                                             .time_ns = 100 * phase,
                                             .phase = phase == 0 ? FLOW_POINT_START : FLOW_POINT_END,
                                             .is_launch = true,
                                             .is_only_link = true,
                                           });
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  g_assert_true (launch_stats_compute (&scope, &stats));
  g_assert_cmpuint (stats.activities, ==, 3);
  g_assert_cmpuint (stats.matched, ==, 1);
  g_assert_cmpuint (stats.unmatched, ==, 1);
  g_assert_cmpuint (stats.without_correlation, ==, 1);
  g_assert_cmpuint (stats.latency.count, ==, 1);
}

/* Nested operators each have an arrow to the same kernel: the innermost launched it, and the kernel counts once. */
static void
a_kernel_with_arrows_from_nested_operators_counts_once (void)
{
  static const char *const operators[] = { "aten::linear", "aten::mm", "aten::transpose" };
  static const int64_t begins_ns[] = { 1, 4, 2 }, durs_ns[] = { 20, 5, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  LaunchStats stats;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t host = trace_builder_add_place (builder), device = trace_builder_add_place (builder);
  trace_builder_add_place_track (builder, host, tracks.operators);
  trace_builder_add_place_track (builder, device, tracks.stream);
  building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "ProfilerStep#3", 0, 50, 0);
  for (int i = 0; i < 3; i++)
    building_add_slice (builder, tracks.operators, SLICE_OPERATOR, operators[i], begins_ns[i], durs_ns[i], 0);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "linked", 100, 5, 0);
  for (int i = 0; i < 4; i++)
    building_add_slice (builder, tracks.stream, SLICE_KERNEL, "linked by nothing", 200 + 10 * i, 5, 0);
  for (int i = 0; i < 6; i++)
    trace_builder_add_flow_point (builder, &(FlowPoint){
                                             .key = (uint64_t) i / 2,
                                             .place = i % 2 == 0 ? host : device,
                                             .time_ns = i % 2 == 0 ? begins_ns[i / 2] : 100,
                                             .phase = i % 2 == 0 ? FLOW_POINT_START : FLOW_POINT_END,
                                             .is_launch = true,
                                             .is_only_link = true,
                                           });
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  building_check_flow (trace, "aten::mm", "linked", FLOW_LAUNCH);
  building_check_flow (trace, "aten::transpose", "linked", FLOW_OF_FILE);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  g_assert_true (launch_stats_compute (&scope, &stats));
  g_assert_cmpuint (stats.activities, ==, 5);
  g_assert_cmpuint (stats.matched, ==, 1);
  g_assert_cmpuint (stats.unmatched, ==, 0);
  g_assert_cmpuint (stats.without_correlation, ==, 4);
  g_assert_cmpuint (stats.latency.count, ==, 1);
  g_assert_cmpuint (step_table_count (steps), ==, 1);
  g_assert_cmpuint (step_table_get (steps, 0)->activities, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch_timing/is_what_a_loop_over_all_arrows_counts",
                   is_what_a_loop_over_all_arrows_counts);
  g_test_add_func ("/launch_timing/a_graph_is_one_call_with_many_runs", a_graph_is_one_call_with_many_runs);
  g_test_add_func ("/launch_timing/what_is_negative_is_counted_and_not_clipped",
                   what_is_negative_is_counted_and_not_clipped);
  g_test_add_func ("/launch_timing/a_walk_of_few_slices_sees_only_those",
                   a_walk_of_few_slices_sees_only_those);
  g_test_add_func ("/launch_timing/can_be_given_up", can_be_given_up);
  g_test_add_func ("/launch_timing/launches_told_by_arrows_alone_are_matched",
                   launches_told_by_arrows_alone_are_matched);
  g_test_add_func ("/launch_timing/a_kernel_with_arrows_from_nested_operators_counts_once",
                   a_kernel_with_arrows_from_nested_operators_counts_once);
  return g_test_run ();
}
