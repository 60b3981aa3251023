/* SPDX-License-Identifier: Apache-2.0
 *
 * Queue depth and overlap against counting nanosecond by nanosecond. */

#include <glib.h>
#include <math.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/classify/kernel_class.h"
#include "trace/stats/device/overlap_stats.h"
#include "trace/stats/launch/queue_depth.h"

#define ROUNDS 150

/* ---- queue depth ---- */

/* How many launches of a stream wait in the nanosecond that begins at time_ns. */
static uint64_t
count_waiting (const Trace *trace, uint32_t track, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = 0;

  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      n += flow.kind == FLOW_LAUNCH && slices->track[flow.to] == track
           && slice_kind_is_gpu_activity ((SliceKind) slices->kind[flow.to])
           && !(slices->flags[flow.to] & SLICE_UNFINISHED) && slices->start_ns[flow.from] <= time_ns
           && slices->start_ns[flow.to] > time_ns;
    }
  return n;
}

static const QueueDepth *
find_stream (const QueueDepthTable *table, uint32_t track)
{
  for (uint32_t i = 0; i < table->n; i++)
    if (table->streams[i].track == track)
      return &table->streams[i];
  return NULL;
}

static void
check_stream (const StatsScope *scope, uint32_t track, const QueueDepth *depth)
{
  int64_t length_ns = scope->end_ns - scope->begin_ns;
  double means[QUEUE_DEPTH_BUCKETS] = { 0 };
  uint64_t most = 0;
  double sum = 0;

  for (int64_t at = scope->begin_ns; at < scope->end_ns; at++)
    {
      uint64_t n = count_waiting (scope->trace, track, at);

      most = MAX (most, n);
      sum += (double) n;
      for (int64_t bucket = 0; bucket < QUEUE_DEPTH_BUCKETS; bucket++)
        {
          int64_t begin = MAX (bucket * length_ns, (at - scope->begin_ns) * QUEUE_DEPTH_BUCKETS);
          int64_t end = MIN ((bucket + 1) * length_ns, (at + 1 - scope->begin_ns) * QUEUE_DEPTH_BUCKETS);

          if (end > begin)
            means[bucket] += (double) n * (double) (end - begin) / (double) length_ns;
        }
    }
  if (depth == NULL)
    {
      g_assert_cmpuint (most, ==, 0);
      return;
    }
  /* Moments in which one is launched while another starts come on top. */
  g_assert_cmpuint (depth->most, >=, most);
  g_assert_cmpuint (depth->most, <=, depth->n);
  if (length_ns <= 0)
    return;
  g_assert_cmpfloat_with_epsilon (depth->mean, sum / (double) length_ns, 1e-9);
  for (int bucket = 0; bucket < QUEUE_DEPTH_BUCKETS; bucket++)
    {
      g_assert_cmpfloat_with_epsilon (depth->bucket_mean[bucket], means[bucket], 1e-9);
      g_assert_cmpfloat ((double) depth->bucket_most[bucket], >=, means[bucket] - 1e-9);
      g_assert_cmpuint (depth->bucket_most[bucket], <=, depth->most);
    }
}

static void
is_what_counting_every_nanosecond_gives (void)
{
  GRand *random = g_rand_new_with_seed (401);
  uint64_t n_waiting = 0, n_negative = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      QueueDepthTable table;

      g_assert_true (queue_depth_compute (&scope, NULL, NULL, &table));
      for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
        if (trace_track (trace, t)->kind == TRACK_STREAM
            && stats_scope_holds_track (&scope, trace_track (trace, t)))
          check_stream (&scope, t, find_stream (&table, t));
      for (uint32_t i = 0; i < table.n; i++)
        {
          g_assert_cmpuint (table.streams[i].track, <, trace_n_tracks (trace));
          g_assert_true (stats_scope_holds_track (&scope, trace_track (trace, table.streams[i].track)));
          n_waiting += table.streams[i].n;
          n_negative += table.streams[i].n_negative;
        }
      queue_depth_clear (&table);
    }
  g_assert_cmpuint (n_waiting, >, 200);
  g_assert_cmpuint (n_negative, >, 100);
  g_rand_free (random);
}

/* 1,500 launched at once, one starting every 10 ns. */
static void
a_full_queue_is_timed (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  QueueDepthTable table;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaGraphLaunch", 0, 5, 1);
  for (int64_t i = 0; i < 1500; i++)
    building_add_slice (builder, tracks.stream, SLICE_KERNEL, "k", 10 * (i + 1), 10, 1);
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);

  g_assert_true (queue_depth_compute (&scope, NULL, NULL, &table));
  g_assert_cmpuint (table.n, ==, 1);
  g_assert_cmpuint (table.streams[0].most, ==, 1500);
  /* 1500 - k wait from 10 k on; 1024 of them still from 4760 to 4770. */
  g_assert_cmpint (table.streams[0].full_ns, ==, 4770);
  queue_depth_clear (&table);

  int64_t begin_ns = 4000, end_ns = 5000;
  scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
  g_assert_true (queue_depth_compute (&scope, NULL, NULL, &table));
  g_assert_cmpint (table.streams[0].full_ns, ==, 770);
  g_assert_cmpuint (table.streams[0].most, ==, 1100);
  queue_depth_clear (&table);
}

static void
a_window_of_no_length_has_no_mean (void)
{
  GRand *random = g_rand_new_with_seed (409);
  int64_t at_ns = 100;

  for (int round = 0; round < 20; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = stats_scope_window (trace, steps, &at_ns, &at_ns);
      QueueDepthTable table;

      g_assert_true (queue_depth_compute (&scope, NULL, NULL, &table));
      for (uint32_t i = 0; i < table.n; i++)
        g_assert_cmpfloat (table.streams[i].mean, ==, 0);
      queue_depth_clear (&table);
    }
  g_rand_free (random);
}

/* ---- overlap ---- */

static bool
runs_class (const StatsScope *scope, uint32_t device, KernelClass klass, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      size_t length;
      const char *name = trace_string (scope->trace, slices->name[i], &length);

      if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
          && slices->start_ns[i] <= time_ns && slices->start_ns[i] + slices->dur_ns[i] > time_ns
          && random_profile_device_of (scope->trace, i) == device
          && kernel_class_of_name (name, length) == klass)
        return true;
    }
  return false;
}

static void
overlap_is_what_counting_every_nanosecond_gives (void)
{
  GRand *random = g_rand_new_with_seed (419);
  int n_without = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      OverlapStats sum = { 0 };
      DeviceStatsTable devices;

      g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
      for (uint32_t i = 0; i < devices.n; i++)
        {
          const OverlapStats stats = overlap_stats_of (&devices.devices[i]);
          OverlapStats counted = { 0 };
          double share;

          for (int64_t at = scope.begin_ns; at < scope.end_ns; at++)
            {
              bool computes = runs_class (&scope, devices.devices[i].device, KERNEL_COMPUTE, at);
              bool talks = runs_class (&scope, devices.devices[i].device, KERNEL_COMMUNICATION, at);

              counted.work_ns += computes || talks;
              counted.overlap_ns += computes && talks;
              counted.compute_only_ns += computes && !talks;
              counted.exposed_communication_ns += talks && !computes;
            }
          g_assert_cmpint (stats.work_ns, ==, counted.work_ns);
          g_assert_cmpint (stats.overlap_ns, ==, counted.overlap_ns);
          g_assert_cmpint (stats.compute_only_ns, ==, counted.compute_only_ns);
          g_assert_cmpint (stats.exposed_communication_ns, ==, counted.exposed_communication_ns);
          g_assert_cmpint (stats.compute_ns + stats.communication_ns - stats.overlap_ns, ==, stats.work_ns);
          if (overlap_stats_share (&stats, &share))
            g_assert_cmpfloat_with_epsilon (
              share, (double) counted.overlap_ns / (double) stats.communication_ns, 1e-12);
          else
            {
              g_assert_cmpint (stats.communication_ns, ==, 0);
              n_without++;
            }
          sum.work_ns += stats.work_ns;
        }
      g_assert_cmpint (overlap_stats_of_all (&devices).work_ns, ==, sum.work_ns);
      device_stats_clear (&devices);
    }
  g_assert_cmpint (n_without, >, 10);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/queue_depth/is_what_counting_every_nanosecond_gives",
                   is_what_counting_every_nanosecond_gives);
  g_test_add_func ("/queue_depth/a_full_queue_is_timed", a_full_queue_is_timed);
  g_test_add_func ("/queue_depth/a_window_of_no_length_has_no_mean", a_window_of_no_length_has_no_mean);
  g_test_add_func ("/overlap/is_what_counting_every_nanosecond_gives",
                   overlap_is_what_counting_every_nanosecond_gives);
  return g_test_run ();
}
