/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device/occupancy_stats.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/container/parallel.h"
#include "trace/container/stop_check.h"
#include "trace/model/device_properties.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/device/running_load.h"
#include "trace/stats/distribution.h"
#include "trace/stats/kernel/kernel_load.h"

/* A device's window is divided into this many parts, whatever the number of threads, so that sums are always the
 * same. */
#define PARTS 16

/* Activities between two calls of should_continue. */
#define LOOK_EVERY 1024

/* Estimated time per activity, which decides whether threads are worthwhile. */
#define ACTIVITY_NS 150

typedef enum
{
  LOAD_SM,
  LOAD_OCCUPANCY,
  N_LOADS
} Load;

/* The sums of one part of one device's window. */
typedef struct
{
  uint64_t n_kernels, n_reaching_in, n_computed, n[N_LOADS];
  int64_t kernel_ns, known_ns[N_LOADS];
  double weighted_ns[N_LOADS]; /* durations x estimate */
  double covered_ns[N_LOADS];  /* integral over the part */
  double worst_ns[N_LOADS];    /* the largest duration x (1 - estimate) of a kernel */
  uint64_t worst[N_LOADS];     /* that kernel */
} PartSums;

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  atomic_bool is_unwanted, failed;
  OccupancyTable *table;
  PartSums *sums; /* PARTS per device of the table */
  KernelLoadReader readers[PARALLEL_THREADS_MAX * 8];
  unsigned n_threads;
} Job;

static int64_t
part_begin_ns (const StatsScope *scope, uint32_t part)
{
  __int128 length = (__int128) scope->end_ns - scope->begin_ns;

  return (int64_t) (scope->begin_ns + MAX (length, 0) * part / PARTS);
}

static bool
goes_on (Job *job, unsigned thread)
{
  if (thread == 0 && !stop_check_ask (&job->check))
    atomic_store (&job->is_unwanted, true);
  return !atomic_load (&job->is_unwanted) && !atomic_load (&job->failed);
}

static void
offer_worst (PartSums *sums, Load which, uint64_t slice, double lost_ns)
{
  if (slice == SLICE_NONE || (sums->worst[which] != SLICE_NONE && lost_ns <= sums->worst_ns[which]))
    return;
  sums->worst[which] = slice;
  sums->worst_ns[which] = lost_ns;
}

/* Adds a kernel that starts in the part. */
static void
count_kernel (PartSums *sums, const KernelLoad *load, uint64_t slice, int64_t dur_ns)
{
  const double estimates[N_LOADS] = { fmin (load->blocks_per_sm, 1), load->occupancy };
  const bool is_known[N_LOADS] = { !isnan (load->blocks_per_sm), !isnan (load->occupancy) };

  sums->n_kernels++;
  sums->kernel_ns = add_saturated (sums->kernel_ns, dur_ns);
  sums->n_computed += load->is_computed;
  for (Load which = 0; which < N_LOADS; which++)
    if (is_known[which])
      {
        sums->n[which]++;
        sums->known_ns[which] = add_saturated (sums->known_ns[which], dur_ns);
        sums->weighted_ns[which] += estimates[which] * (double) dur_ns;
        offer_worst (sums, which, slice, (1 - estimates[which]) * (double) dur_ns);
      }
}

typedef struct
{
  int64_t begin_ns, end_ns;
  bool is_first, is_last;
} Part;

/* Slices that start before or behind the window of a whole profile belong to its first or last part. */
static bool
starts_in (const Job *job, const Part *part, int64_t start_ns)
{
  bool is_whole = job->scope->is_whole;

  return (start_ns >= part->begin_ns || (is_whole && part->is_first))
         && (start_ns < part->end_ns || (is_whole && part->is_last));
}

static bool
walk_part (Job *job, unsigned thread, const OccupancyStats *device, const Part *part, PartSums *ret_sums)
{
  /* A copy of its own until the end: threads that write to neighbouring memory wait for each other's cache lines. */
  KernelLoadReader reader = job->readers[thread];
  PartSums sums = *ret_sums;
  const StatsScope *scope = job->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  bool takes_all_before = scope->is_whole && part->is_first;
  RunningLoad running = running_load_from (part->begin_ns);
  ActivityWalk walk;
  uint64_t i, n = 0;
  bool ok =
    activity_walk_init (&walk, scope->trace, device->device, takes_all_before ? INT64_MIN : part->begin_ns);

  while (ok && (i = activity_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t start_ns = slice_start_ns (slices, i), end_ns = slice_end_ns (slices, i);

      if (start_ns >= part->end_ns && !(scope->is_whole && part->is_last))
        break;
      if (++n % LOOK_EVERY == 0 && !goes_on (job, thread))
        break;
      if (slices->kind[i] != SLICE_KERNEL || !track_set_holds (scope->tracks, slices->track[i]))
        continue;
      bool is_counted = starts_in (job, part, start_ns);
      if (!is_counted && end_ns <= part->begin_ns)
        continue;
      const KernelLoad load = kernel_load_of (&reader, i, device->multiprocessors);
      if (is_counted)
        count_kernel (&sums, &load, i, end_ns - start_ns);
      sums.n_reaching_in += !is_counted;
      start_ns = CLAMP (start_ns, part->begin_ns, part->end_ns);
      end_ns = CLAMP (end_ns, start_ns, part->end_ns);
      ok = running_load_add (&running, start_ns, end_ns, isnan (load.blocks_per_sm) ? 0 : load.blocks_per_sm,
                             isnan (load.occupancy) ? 0 : load.occupancy);
    }
  running_load_finish (&running);
  sums.covered_ns[LOAD_SM] = running.covered_ns[LOAD_SM];
  sums.covered_ns[LOAD_OCCUPANCY] = running.covered_ns[LOAD_OCCUPANCY];
  running_load_clear (&running);
  activity_walk_clear (&walk);
  job->readers[thread] = reader;
  *ret_sums = sums;
  return ok && !reader.finder.iter.ran_out;
}

static void
do_part (void *user_data, size_t task, unsigned thread)
{
  Job *job = user_data;
  uint32_t number = (uint32_t) (task % PARTS);
  const Part part = {
    .begin_ns = part_begin_ns (job->scope, number),
    .end_ns = part_begin_ns (job->scope, number + 1),
    .is_first = number == 0,
    .is_last = number == PARTS - 1,
  };

  if (goes_on (job, thread)
      && !walk_part (job, thread, &job->table->devices[task / PARTS], &part, &job->sums[task]))
    atomic_store (&job->failed, true);
}

/* ---- from parts to devices ---- */

static LoadEstimate
estimate_of (const PartSums *sums, Load which, double windows_ns)
{
  bool is_known = sums->n[which] > 0;

  return (LoadEstimate){
    .n = sums->n[which],
    .known_ns = sums->known_ns[which],
    .worst = sums->worst[which],
    .of_kernel_time =
      is_known && sums->known_ns[which] > 0 ? sums->weighted_ns[which] / (double) sums->known_ns[which] : NAN,
    /* Without kernels nothing is unknown. */
    .of_window = (is_known || sums->covered_ns[which] > 0 || sums->n_kernels + sums->n_reaching_in == 0)
                     && windows_ns > 0
                   ? fmin (sums->covered_ns[which] / windows_ns, 1)
                   : NAN,
  };
}

static void
add_sums (PartSums *all, const PartSums *part)
{
  all->n_kernels += part->n_kernels;
  all->n_reaching_in += part->n_reaching_in;
  all->n_computed += part->n_computed;
  all->kernel_ns = add_saturated (all->kernel_ns, part->kernel_ns);
  for (Load which = 0; which < N_LOADS; which++)
    {
      all->n[which] += part->n[which];
      all->known_ns[which] = add_saturated (all->known_ns[which], part->known_ns[which]);
      all->weighted_ns[which] += part->weighted_ns[which];
      all->covered_ns[which] += part->covered_ns[which];
      offer_worst (all, which, part->worst[which], part->worst_ns[which]);
    }
}

static void
take_sums (OccupancyStats *stats, const PartSums *sums, double windows_ns)
{
  stats->n_kernels = sums->n_kernels;
  stats->kernel_ns = sums->kernel_ns;
  stats->n_computed = sums->n_computed;
  stats->sm_efficiency = estimate_of (sums, LOAD_SM, windows_ns);
  stats->occupancy = estimate_of (sums, LOAD_OCCUPANCY, windows_ns);
}

static void
take_all_sums (const Job *job)
{
  double window_ns = MAX ((double) job->scope->end_ns - (double) job->scope->begin_ns, 0);
  PartSums all = { .worst = { SLICE_NONE, SLICE_NONE } };

  for (uint32_t d = 0; d < job->table->n; d++)
    {
      PartSums device = { .worst = { SLICE_NONE, SLICE_NONE } };

      for (uint32_t part = 0; part < PARTS; part++)
        add_sums (&device, &job->sums[(size_t) d * PARTS + part]);
      take_sums (&job->table->devices[d], &device, window_ns);
      add_sums (&all, &device);
    }
  job->table->all.device = TRACE_NONE;
  take_sums (&job->table->all, &all, window_ns * job->table->n);
}

static bool
list_devices (const StatsScope *scope, OccupancyTable *table)
{
  uint32_t n = trace_n_devices (scope->trace);

  table->devices = calloc ((size_t) n + 1, sizeof *table->devices);
  if (table->devices == NULL)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (stats_scope_holds_device (scope, i))
      {
        const TraceDevice *device = trace_device (scope->trace, i);
        int64_t multiprocessors =
          device_multiprocessors (scope->trace, trace_rank (scope->trace, device->rank), device->number);

        table->devices[table->n++] = (OccupancyStats){
          .device = i,
          .multiprocessors = MAX (multiprocessors, 0),
        };
      }
  return true;
}

bool
occupancy_stats_compute (const StatsScope *scope,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         OccupancyTable *ret_table)
{
  OccupancyTable table = { 0 };
  Job *job = calloc (1, sizeof *job);
  bool ok = job != NULL && list_devices (scope, &table);

  if (ok)
    {
      *job = (Job){ .scope = scope, .check = { should_continue, user_data, 0 }, .table = &table };
      job->sums = calloc ((size_t) table.n * PARTS + 1, sizeof *job->sums);
      job->n_threads = MIN (parallel_threads_for (trace_slices (scope->trace)->n * ACTIVITY_NS),
                            G_N_ELEMENTS (job->readers));
      for (size_t i = 0; i < (size_t) table.n * PARTS && job->sums != NULL; i++)
        for (Load which = 0; which < N_LOADS; which++)
          job->sums[i].worst[which] = SLICE_NONE;
      for (size_t t = 0; t < G_N_ELEMENTS (job->readers); t++)
        kernel_load_reader_init (&job->readers[t], scope->trace);
      if (job->sums != NULL)
        parallel_run (job->n_threads, (size_t) table.n * PARTS, do_part, job);
      ok = job->sums != NULL && !atomic_load (&job->failed) && !atomic_load (&job->is_unwanted);
      if (ok)
        take_all_sums (job);
      for (size_t t = 0; t < G_N_ELEMENTS (job->readers); t++)
        kernel_load_reader_clear (&job->readers[t]);
      free (job->sums);
    }
  free (job);
  if (!ok)
    occupancy_stats_clear (&table);
  *ret_table = table;
  return ok;
}

void
occupancy_stats_clear (OccupancyTable *table)
{
  free (table->devices);
  *table = (OccupancyTable){ 0 };
}
