/* SPDX-License-Identifier: Apache-2.0
 *
 * Statistics of a scope limited to a rank or a device, and how busy and idle time divide, against
 * counting. */

#include <string.h>
#include <glib.h>

#include "tests/unit/fixtures/random_profile.h"
#include "trace/build/builder.h"
#include "trace/classify/kernel_class.h"
#include "trace/stats/annotation_stats.h"
#include "trace/stats/device/activity_split.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/launch/launch_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "trace/stats/summary/summary.h"
#include "trace/stats/summary/time_split.h"

#define ROUNDS 150

/* ---- by definition ---- */

/* Finished slices of a kind that start in the scope. */
static bool
is_counted (const StatsScope *scope, uint64_t i)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  const TraceTrack *track = trace_track (scope->trace, slices->track[i]);
  uint32_t device = random_profile_device_of (scope->trace, i);

  return !(slices->flags[i] & SLICE_UNFINISHED)
         && (scope->is_whole
             || (slices->start_ns[i] >= scope->begin_ns && slices->start_ns[i] < scope->end_ns))
         && (scope->rank == TRACE_NONE || scope->rank == track->rank)
         && (scope->device == TRACE_NONE || device == TRACE_NONE || device == scope->device);
}

static uint64_t
count_slices (const StatsScope *scope, SliceKind kind, int64_t *ret_total_ns)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t n = 0;

  *ret_total_ns = 0;
  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == kind && is_counted (scope, i))
      {
        n++;
        *ret_total_ns += slices->dur_ns[i];
      }
  return n;
}

/* A GPU that is synchronised with, but never works, is no device. */
static int64_t
count_sync_ns (const StatsScope *scope)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  int64_t total_ns = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == SLICE_SYNC && is_counted (scope, i)
        && random_profile_device_of (scope->trace, i) != TRACE_NONE)
      total_ns += slices->dur_ns[i];
  return total_ns;
}

static bool
runs_kernel_of_class (const Trace *trace, uint32_t device, KernelClass klass, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      size_t length;
      const char *name = trace_string (trace, slices->name[i], &length);

      if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
          && slices->start_ns[i] <= time_ns && slices->start_ns[i] + slices->dur_ns[i] > time_ns
          && random_profile_device_of (trace, i) == device && kernel_class_of_name (name, length) == klass)
        return true;
    }
  return false;
}

/* As runs_kernel_of_class, for copies and fills under the name of kernels. */
static bool
runs_kernel_of_kind (const Trace *trace, uint32_t device, SliceKind kind, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      size_t length;
      const char *name = trace_string (trace, slices->name[i], &length);

      if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
          && slices->start_ns[i] <= time_ns && slices->start_ns[i] + slices->dur_ns[i] > time_ns
          && random_profile_device_of (trace, i) == device && kernel_kind_of_name (name, length) == kind)
        return true;
    }
  return false;
}

static bool
runs (const Trace *trace, uint32_t device, SliceKind kind, int64_t time_ns)
{
  return kind == SLICE_KERNEL ? runs_kernel_of_kind (trace, device, SLICE_KERNEL, time_ns)
                              : random_profile_runs (trace, device, kind, time_ns)
                                  || runs_kernel_of_kind (trace, device, kind, time_ns);
}

static void
count_times (const StatsScope *scope, TimeSplit *split, ActivitySplit *activities)
{
  const Trace *trace = scope->trace;

  *split = (TimeSplit){ 0 };
  *activities = (ActivitySplit){ 0 };
  for (uint32_t device = 0; device < trace_n_devices (trace); device++)
    for (int64_t at = scope->begin_ns; stats_scope_holds_device (scope, device) && at < scope->end_ns; at++)
      {
        bool busy = random_profile_runs (trace, device, SLICE_KERNEL, at)
                    || random_profile_runs (trace, device, SLICE_MEMCPY, at)
                    || random_profile_runs (trace, device, SLICE_MEMSET, at);

        split->total_ns++;
        split->busy_ns += busy;
        if (!busy)
          split->idle_ns++;
        else if (runs_kernel_of_class (trace, device, KERNEL_COMPUTE, at))
          split->compute_ns++;
        else if (runs_kernel_of_class (trace, device, KERNEL_COMMUNICATION, at))
          split->exposed_communication_ns++;
        else
          split->exposed_copy_ns++;

        activities->total_ns++;
        if (runs (trace, device, SLICE_KERNEL, at))
          activities->exclusive.kernel_ns++;
        else if (runs (trace, device, SLICE_MEMCPY, at))
          activities->exclusive.memcpy_ns++;
        else if (runs (trace, device, SLICE_MEMSET, at))
          activities->exclusive.memset_ns++;
        else if (random_profile_runs (trace, device, SLICE_SYNC, at))
          activities->exclusive.sync_ns++;
        else
          activities->idle_ns++;
      }
}

/* ---- each statistic ---- */

static void
check_times (const StatsScope *scope, const DeviceStatsTable *devices)
{
  TimeSplit counted, split = time_split_of (scope, devices);
  ActivitySplit counted_activities, activities;

  count_times (scope, &counted, &counted_activities);
  g_assert_cmpint (split.total_ns, ==, counted.total_ns);
  g_assert_cmpint (split.busy_ns, ==, counted.busy_ns);
  g_assert_cmpint (split.compute_ns, ==, counted.compute_ns);
  g_assert_cmpint (split.exposed_communication_ns, ==, counted.exposed_communication_ns);
  g_assert_cmpint (split.exposed_copy_ns, ==, counted.exposed_copy_ns);
  g_assert_cmpint (split.idle_ns, ==, counted.idle_ns);
  g_assert_cmpint (split.compute_ns + split.exposed_communication_ns + split.exposed_copy_ns + split.idle_ns,
                   ==, split.total_ns);

  g_assert_true (activity_split_compute (scope, NULL, NULL, &activities));
  g_assert_cmpint (activities.total_ns, ==, counted_activities.total_ns);
  g_assert_cmpint (activities.idle_ns, ==, counted_activities.idle_ns);
  g_assert_cmpint (activities.exclusive.kernel_ns, ==, counted_activities.exclusive.kernel_ns);
  g_assert_cmpint (activities.exclusive.memcpy_ns, ==, counted_activities.exclusive.memcpy_ns);
  g_assert_cmpint (activities.exclusive.memset_ns, ==, counted_activities.exclusive.memset_ns);
  g_assert_cmpint (activities.exclusive.sync_ns, ==, counted_activities.exclusive.sync_ns);

  int64_t total_ns = 0, kind_ns;
  for (SliceKind kind = SLICE_KERNEL; kind <= SLICE_MEMSET; kind++)
    {
      count_slices (scope, kind, &kind_ns);
      total_ns += kind_ns;
    }
  g_assert_cmpint (activities.summed.kernel_ns + activities.summed.memcpy_ns + activities.summed.memset_ns,
                   ==, total_ns);
  g_assert_cmpint (activities.summed.sync_ns, ==, count_sync_ns (scope));
}

static void
check_rows (const StatsScope *scope, const KernelStatsTable *kernels)
{
  AnnotationStatsTable annotations;
  MemoryStatsTable memory;
  int64_t total_ns, memset_ns, sum_ns = 0;
  uint64_t n = count_slices (scope, SLICE_KERNEL, &total_ns), n_sum = 0;

  g_assert_cmpuint (kernels->count, ==, n);
  g_assert_cmpint (kernels->total_ns, ==, total_ns);

  g_assert_true (annotation_stats_compute (scope, &annotations));
  n = count_slices (scope, SLICE_ANNOTATION, &total_ns);
  for (uint64_t i = 0; i < annotations.n; i++)
    {
      n_sum += annotations.annotations[i].duration.count;
      sum_ns += annotations.annotations[i].duration.total_ns;
    }
  g_assert_cmpuint (n_sum, ==, n);
  g_assert_cmpint (sum_ns, ==, total_ns);
  annotation_stats_clear (&annotations);

  g_assert_true (memory_stats_compute (scope, NULL, NULL, &memory));
  n = count_slices (scope, SLICE_MEMCPY, &total_ns) + count_slices (scope, SLICE_MEMSET, &memset_ns);
  n_sum = 0;
  sum_ns = 0;
  for (uint64_t i = 0; i < memory.n; i++)
    {
      n_sum += memory.kinds[i].count;
      sum_ns += memory.kinds[i].total_ns;
    }
  g_assert_cmpuint (n_sum, ==, n);
  g_assert_cmpint (sum_ns, ==, total_ns + memset_ns);
  memory_stats_clear (&memory);
}

static void
check_launches (const StatsScope *scope)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t n_activities = 0, n_matched = 0;
  LaunchStats launches;

  g_assert_true (launch_stats_compute (scope, &launches));
  for (uint64_t i = 0; i < slices->n; i++)
    if (slice_kind_is_run ((SliceKind) slices->kind[i]) && is_counted (scope, i))
      {
        n_activities++;
        n_matched += trace_launch_of (scope->trace, i) != SLICE_NONE;
      }
  g_assert_cmpuint (launches.activities, ==, n_activities);
  g_assert_cmpuint (launches.matched, ==, n_matched);
  g_assert_cmpuint (launches.latency.count, ==, n_matched);
  g_assert_cmpuint (launches.matched + launches.unmatched + launches.without_correlation, ==, n_activities);
}

static void
check_summary (const StatsScope *scope, const DeviceStatsTable *devices, const KernelStatsTable *kernels)
{
  uint32_t n_devices = 0;
  uint64_t n_steps = 0;
  SummaryStats summary;

  g_assert_true (summary_stats_compute (scope, devices, kernels, &summary));
  for (uint32_t i = 0; i < trace_n_devices (scope->trace); i++)
    n_devices += (scope->rank == TRACE_NONE || trace_device (scope->trace, i)->rank == scope->rank)
                 && (scope->device == TRACE_NONE || scope->device == i);
  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);
      n_steps += stats_scope_holds_start (scope, step->host_begin_ns)
                 && (scope->rank == TRACE_NONE || scope->rank == step->rank);
    }
  g_assert_cmpuint (summary.n_devices, ==, n_devices);
  g_assert_cmpuint (summary.n_ranks, ==, scope->rank == TRACE_NONE ? trace_n_ranks (scope->trace) : 1);
  g_assert_cmpuint (summary.n_steps, ==, n_steps);
  g_assert_cmpint (summary.busy_ns, ==,
                   summary.compute_ns + summary.exposed_communication_ns + summary.exposed_copy_ns);
  for (uint32_t i = 0; i < devices->n; i++)
    {
      g_assert_true (stats_scope_holds_device (scope, devices->devices[i].device));
      g_assert_cmpint (devices->devices[i].exposed_copy_ns, >=, 0);
    }
}

static void
random_scopes_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (211);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      DeviceStatsTable devices;
      KernelStatsTable kernels;

      g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
      g_assert_true (kernel_stats_compute (&scope, NULL, NULL, &kernels));
      check_times (&scope, &devices);
      check_rows (&scope, &kernels);
      check_launches (&scope);
      check_summary (&scope, &devices, &kernels);
      device_stats_clear (&devices);
      kernel_stats_clear (&kernels);
    }
  g_rand_free (random);
}

/* The parts of a profile are its whole: devices, ranks and what they hold add up. */
static void
limited_scopes_add_up (void)
{
  GRand *random = g_rand_new_with_seed (223);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      int64_t sum_ns = 0, all_ns = 0;

      stats_scope_limit (&scope, TRACE_NONE, TRACE_NONE);
      for (int32_t i = -1; i < (int32_t) trace_n_devices (trace); i++)
        {
          DeviceStatsTable devices;

          stats_scope_limit (&scope, TRACE_NONE, i < 0 ? TRACE_NONE : (uint32_t) i);
          g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
          *(i < 0 ? &all_ns : &sum_ns) += time_split_of (&scope, &devices).idle_ns;
          device_stats_clear (&devices);
        }
      g_assert_cmpint (sum_ns, ==, all_ns);
    }
  g_rand_free (random);
}

static void
a_device_brings_its_rank_along (void)
{
  GRand *random = g_rand_new_with_seed (227);
  g_autoptr (Trace) trace = NULL;

  do
    {
      g_clear_pointer (&trace, trace_unref);
      trace = random_profile_new (random);
    }
  while (trace_n_ranks (trace) < 2 || trace_n_devices (trace) < 1 || trace_device (trace, 0)->rank != 1);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);

  g_assert_cmpuint (scope.rank, ==, TRACE_NONE);
  g_assert_cmpuint (scope.device, ==, TRACE_NONE);
  stats_scope_limit (&scope, 0, TRACE_NONE);
  g_assert_cmpuint (scope.rank, ==, 0);
  g_assert_cmpuint (stats_scope_n_devices (&scope), ==, 0);
  stats_scope_limit (&scope, 0, 0);
  g_assert_cmpuint (scope.rank, ==, 1);
  g_assert_cmpuint (stats_scope_n_devices (&scope), ==, 1);
  g_assert_cmpuint (stats_scope_n_ranks (&scope), ==, 1);
  stats_scope_limit (&scope, TRACE_NONE, TRACE_NONE);
  g_assert_cmpuint (stats_scope_n_devices (&scope), ==, trace_n_devices (trace));
  g_rand_free (random);
}

static void
windows_beyond_reason_have_no_parts (void)
{
  GRand *random = g_rand_new_with_seed (229);
  g_autoptr (Trace) trace = NULL;
  int64_t begin_ns = INT64_MIN, end_ns = INT64_MAX;
  DeviceStatsTable devices;
  ActivitySplit activities;

  do
    {
      g_clear_pointer (&trace, trace_unref);
      trace = random_profile_new (random);
    }
  while (trace_n_devices (trace) < 2);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  for (int i = 0; i < 2; i++)
    {
      StatsScope scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);

      g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
      TimeSplit split = time_split_of (&scope, &devices);
      g_assert_cmpint (split.total_ns, ==, 0);
      g_assert_cmpint (split.busy_ns, ==, 0);
      g_assert_cmpint (split.idle_ns, ==, 0);
      g_assert_true (activity_split_compute (&scope, NULL, NULL, &activities));
      g_assert_cmpint (activities.total_ns, ==, 0);
      g_assert_cmpint (activities.idle_ns, ==, 0);
      g_assert_cmpint (activities.exclusive.kernel_ns, ==, 0);
      device_stats_clear (&devices);
      begin_ns = 0; /* the length fits now, twice of it does not */
    }
  g_rand_free (random);
}

static void
steps_are_those_of_the_rank_with_most (void)
{
  GRand *random = g_rand_new_with_seed (233);

  for (int round = 0; round < 200; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = stats_scope_whole (trace, steps);
      uint64_t most = 0;

      for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
        {
          uint64_t n = 0;

          for (uint64_t i = 0; i < step_table_count (steps); i++)
            n += step_table_get (steps, i)->rank == rank;
          stats_scope_limit (&scope, rank, TRACE_NONE);
          g_assert_cmpuint (stats_scope_n_steps (&scope), ==, n);
          most = MAX (most, n);
        }
      stats_scope_limit (&scope, TRACE_NONE, TRACE_NONE);
      g_assert_cmpuint (stats_scope_n_steps (&scope), ==, most);
    }
  g_rand_free (random);
}

/* ---- copies under the name of kernels ---- */

static void
copies_labelled_as_kernels_get_their_kind (void)
{
  static const struct
  {
    const char *name;
    int64_t dur_ns;
  } slices[] = {
    { "MEMORY_COPY_HOST_TO_DEVICE", 100 },
    { "__amd_rocclr_copyBuffer", 30 },
    { "__amd_rocclr_fillBufferAligned", 7 },
    { "ampere_sgemm_128x64_nn", 1000 },
  };
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  MemoryStatsTable memory;
  ActivitySplit activities;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  trace_builder_track (builder, device)->device = trace_builder_track (builder, stream)->device = 0;
  for (size_t i = 0; i < G_N_ELEMENTS (slices); i++)
    trace_builder_add_slice (
      builder, &(SliceInput){
                 .track = stream,
                 .name = trace_builder_string (builder, slices[i].name, strlen (slices[i].name)),
                 .kind = SLICE_KERNEL,
                 .start_ns = (int64_t) i * 2000,
                 .dur_ns = slices[i].dur_ns,
                 .args = ARGS_NONE,
               });
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);

  /* By the file's categories there is nothing but kernels. */
  g_assert_true (memory_stats_compute (&scope, NULL, NULL, &memory));
  g_assert_cmpuint (memory.n, ==, 0);
  memory_stats_clear (&memory);

  g_assert_true (memory_stats_compute_with_kernels (&scope, NULL, NULL, &memory));
  g_assert_cmpuint (memory.n, ==, 3);
  g_assert_cmpstr (memory.kinds[0].kind, ==, "HtoD");
  g_assert_cmpint (memory.kinds[0].total_ns, ==, 100);
  g_assert_cmpstr (memory.kinds[1].kind, ==, "__amd_rocclr_copyBuffer");
  g_assert_true (memory.kinds[2].is_set);
  g_assert_cmpint (memory.kinds[2].total_ns, ==, 7);
  memory_stats_clear (&memory);

  g_assert_true (activity_split_compute (&scope, NULL, NULL, &activities));
  g_assert_cmpint (activities.exclusive.kernel_ns, ==, 1000);
  g_assert_cmpint (activities.exclusive.memcpy_ns, ==, 130);
  g_assert_cmpint (activities.exclusive.memset_ns, ==, 7);
  g_assert_cmpint (activities.summed.memcpy_ns, ==, 130);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stats_scope/random_scopes_agree_with_counting", random_scopes_agree_with_counting);
  g_test_add_func ("/stats_scope/limited_scopes_add_up", limited_scopes_add_up);
  g_test_add_func ("/stats_scope/a_device_brings_its_rank_along", a_device_brings_its_rank_along);
  g_test_add_func ("/stats_scope/windows_beyond_reason_have_no_parts", windows_beyond_reason_have_no_parts);
  g_test_add_func ("/stats_scope/steps_are_those_of_the_rank_with_most",
                   steps_are_those_of_the_rank_with_most);
  g_test_add_func ("/stats_scope/copies_labelled_as_kernels_get_their_kind",
                   copies_labelled_as_kernels_get_their_kind);
  return g_test_run ();
}
