/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_data.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "trace/stats/kernel_stats.h"
#include "trace/stats/percent_parts.h"
#include "trace/trace_error.h"

static void
divide_time (DashboardData *data, const DeviceStatsTable *devices)
{
  data->split = time_split_of (&data->scope, devices);
  data->has_work = data->split.busy_ns > 0;

  data->time_ns[TIME_COMPUTE] = data->split.compute_ns;
  data->time_ns[TIME_EXPOSED_COMMUNICATION] = data->split.exposed_communication_ns;
  data->time_ns[TIME_EXPOSED_COPY] = data->split.exposed_copy_ns;
  data->time_ns[TIME_HOST_BOUND] = MIN (data->gaps.host_bound_ns, data->split.idle_ns);
  data->time_ns[TIME_OTHER_IDLE] = data->split.idle_ns - data->time_ns[TIME_HOST_BOUND];
  percent_parts (data->time_ns, N_TIME_PARTS, data->time_tenths);
  data->idle_tenths = data->time_tenths[TIME_HOST_BOUND] + data->time_tenths[TIME_OTHER_IDLE];
  data->active_tenths = data->split.total_ns > 0 ? 1000 - data->idle_tenths : 0;
}

static bool
divide_activity (DashboardData *data)
{
  if (!activity_split_compute (&data->scope, &data->activity))
    return false;
  const int64_t parts_ns[N_ACTIVITY_PARTS] = {
    [ACTIVITY_KERNEL] = data->activity.exclusive.kernel_ns,
    [ACTIVITY_MEMCPY] = data->activity.exclusive.memcpy_ns,
    [ACTIVITY_MEMSET] = data->activity.exclusive.memset_ns,
    [ACTIVITY_SYNC] = data->activity.exclusive.sync_ns,
    [ACTIVITY_IDLE] = data->activity.idle_ns,
  };

  percent_parts (parts_ns, N_ACTIVITY_PARTS, data->activity_tenths);
  return true;
}

/* ---- kernels ---- */

static int
compare_counts (const void *a, const void *b)
{
  const KernelStats *x = a, *y = b;

  if (x->duration.count != y->duration.count)
    return x->duration.count > y->duration.count ? -1 : 1;
  if (x->duration.total_ns != y->duration.total_ns)
    return x->duration.total_ns > y->duration.total_ns ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

static int64_t
weight_of (const KernelStats *kernel, bool by_count)
{
  return by_count ? (int64_t) MIN (kernel->duration.count, (uint64_t) INT64_MAX) : kernel->duration.total_ns;
}

/* The first rows of a table that is already in order. */
static void
take_top (const DashboardData *data, const KernelStatsTable *kernels, bool by_count, DashboardTop *top)
{
  int64_t parts[DASHBOARD_TOP + 1] = { 0 };
  uint32_t tenths[DASHBOARD_TOP + 1];

  for (uint64_t i = 0; i < kernels->n; i++)
    {
      const KernelStats *kernel = &kernels->kernels[i];

      if (i >= DASHBOARD_TOP)
        {
          top->n_others++;
          parts[DASHBOARD_TOP] = add_saturated (parts[DASHBOARD_TOP], weight_of (kernel, by_count));
          continue;
        }
      parts[i] = weight_of (kernel, by_count);
      top->rows[top->n++] = (DashboardKernel){
        .name = kernel->name,
        .work = work_kind_of_kernel_name (data->profile->works, kernel->name),
        .count = kernel->duration.count,
        .total_ns = kernel->duration.total_ns,
        .longest = SLICE_NONE,
      };
    }
  percent_parts (parts, DASHBOARD_TOP + 1, tenths);
  for (uint32_t i = 0; i < top->n; i++)
    top->rows[i].tenths = tenths[i];
  top->other_tenths = tenths[DASHBOARD_TOP];
}

static void
offer_longest (const SliceColumns *slices, DashboardTop *top, uint64_t slice)
{
  for (uint32_t i = 0; i < top->n; i++)
    {
      DashboardKernel *row = &top->rows[i];

      if (row->name == slice_name (slices, slice)
          && (row->longest == SLICE_NONE
              || slice_dur_ns (slices, slice) > slice_dur_ns (slices, row->longest)))
        row->longest = slice;
    }
}

/* The earliest of the longest slices of each row. */
static bool
find_longest (DashboardData *data)
{
  const Trace *trace = data->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  uint8_t *is_wanted = calloc (trace_n_strings (trace) + 1, 1);

  if (is_wanted == NULL)
    return false;
  for (uint32_t i = 0; i < DASHBOARD_TOP; i++)
    {
      if (i < data->by_time.n)
        is_wanted[data->by_time.rows[i].name] = 1;
      if (i < data->by_count.n)
        is_wanted[data->by_count.rows[i].name] = 1;
    }
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind != TRACK_STREAM || !stats_scope_holds_track (&data->scope, track))
        continue;
      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        {
          if (slices->kind[i] != SLICE_KERNEL || !is_wanted[slice_name (slices, i)]
              || (slices->flags[i] & SLICE_UNFINISHED)
              || !stats_scope_holds_start (&data->scope, slice_start_ns (slices, i)))
            continue;
          offer_longest (slices, &data->by_time, i);
          offer_longest (slices, &data->by_count, i);
        }
    }
  free (is_wanted);
  return true;
}

static bool
rank_kernels (DashboardData *data)
{
  KernelStatsTable kernels;

  if (!kernel_stats_compute (&data->scope, &kernels))
    return false;
  data->n_kernel_names = kernels.n;
  data->n_launches = kernels.count;
  data->kernel_total_ns = kernels.total_ns;
  take_top (data, &kernels, false, &data->by_time);
  if (kernels.n > 0)
    qsort (kernels.kernels, kernels.n, sizeof *kernels.kernels, compare_counts);
  take_top (data, &kernels, true, &data->by_count);
  kernel_stats_clear (&kernels);
  return find_longest (data);
}

/* ---- utilization ---- */

static uint32_t
node_of_device (const Trace *trace, uint32_t device)
{
  return trace_rank (trace, trace_device (trace, device)->rank)->node;
}

static DashboardLine *
line_of_node (DashboardData *data, uint32_t node)
{
  for (uint32_t i = 0; i < data->n_nodes; i++)
    if (data->lines[i].node == node)
      return &data->lines[i];

  DashboardLine *line = &data->lines[data->n_nodes++];
  *line = (DashboardLine){ .node = node, .device = TRACE_NONE };
  return line;
}

static bool
draw_lines (DashboardData *data, const DeviceStatsTable *devices)
{
  const Trace *trace = data->scope.trace;
  uint32_t next = 0, n = 0;

  data->lines = calloc ((size_t) data->n_devices * 2 + 1, sizeof *data->lines);
  if (data->lines == NULL)
    return false;
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    if (stats_scope_holds_device (&data->scope, i))
      line_of_node (data, node_of_device (trace, i))->n_devices++;
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    {
      if (!stats_scope_holds_device (&data->scope, i))
        continue;

      DashboardLine *node = line_of_node (data, node_of_device (trace, i));
      DashboardLine *line = &data->lines[data->n_nodes + n++];
      *line = (DashboardLine){ .node = node->node, .device = i, .n_devices = 1 };
      while (next < devices->n && devices->devices[next].device < i)
        next++;
      if (next == devices->n || devices->devices[next].device != i)
        continue; /* idle all through the window */
      for (uint32_t bucket = 0; bucket < DASHBOARD_BUCKETS; bucket++)
        {
          double value = devices->devices[next].utilization[bucket];

          line->values[bucket] = value;
          line->mean += value / DASHBOARD_BUCKETS;
          node->values[bucket] += value / node->n_devices;
          node->mean += value / DASHBOARD_BUCKETS / node->n_devices;
        }
    }
  return true;
}

/* ---- steps ---- */

static bool
is_counted (const DashboardData *data, const TraceStep *step)
{
  return stats_scope_holds_rank (&data->scope, step->rank)
         && stats_scope_holds_start (&data->scope, step->host_begin_ns);
}

static bool
bin_steps (DashboardData *data)
{
  const StepTable *steps = data->scope.steps;
  I64Column walls_ns = { 0 };
  bool ok = true;

  for (uint64_t i = 0; i < step_table_count (steps) && ok; i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      if (!is_counted (data, step))
        continue;
      if (step->is_truncated)
        data->n_truncated_steps++;
      else
        ok = i64_column_push (&walls_ns, step->wall_ns);
    }
  /* Twice the square root of the number: a few steps are not spread over forty bins. */
  uint32_t n_bins = (uint32_t) CLAMP (2 * sqrt ((double) walls_ns.n), DASHBOARD_BINS_MIN, DASHBOARD_BINS_MAX);
  ok = ok && histogram_compute (walls_ns.at, walls_ns.n, n_bins, &data->step_bins);
  if (ok)
    data->step_wall = distribution_of (walls_ns.at, walls_ns.n);
  i64_column_clear (&walls_ns);
  if (!ok)
    return false;

  data->bin_first_step = calloc ((size_t) data->step_bins.n_bins + 1, sizeof *data->bin_first_step);
  if (data->bin_first_step == NULL)
    return false;
  for (uint32_t bin = 0; bin < data->step_bins.n_bins; bin++)
    data->bin_first_step[bin] = UINT64_MAX;
  for (uint64_t i = step_table_count (steps); i-- > 0;)
    {
      const TraceStep *step = step_table_get (steps, i);

      if (is_counted (data, step) && !step->is_truncated)
        data->bin_first_step[histogram_bin_of (&data->step_bins, step->wall_ns)] = i;
    }
  return true;
}

/* Why nothing ran takes as long as everything else together, and has nothing to do with it. */
typedef struct
{
  DashboardData *data;
  pthread_t thread;
  bool has_thread, ok;
} GapSearch;

static void *
search_gaps (void *user_data)
{
  GapSearch *search = user_data;

  search->ok = idle_gaps_compute (&search->data->scope, 1, &search->data->gaps);
  return NULL;
}

/* In a thread of its own, or where there is none to be had, at once. */
static void
gap_search_begin (GapSearch *search)
{
  search->has_thread = pthread_create (&search->thread, NULL, search_gaps, search) == 0;
  if (!search->has_thread)
    search_gaps (search);
}

static bool
gap_search_end (GapSearch *search)
{
  if (search->has_thread)
    pthread_join (search->thread, NULL);
  return search->ok;
}

DashboardData *
dashboard_data_new (const Profile *profile, const StatsScope *scope, GError **error)
{
  g_autoptr (DashboardData) data = g_new0 (DashboardData, 1);
  GapSearch search = { .data = data };
  DeviceStatsTable devices = { 0 };

  data->profile = profile_ref (profile);
  data->scope = *scope;
  data->n_devices = stats_scope_n_devices (scope);
  data->n_ranks = stats_scope_n_ranks (scope);
  data->has_gpu = trace_n_devices (scope->trace) > 0;

  gap_search_begin (&search);
  bool ok = device_stats_compute (scope, &devices) && draw_lines (data, &devices) && divide_activity (data)
            && rank_kernels (data) && bin_steps (data);
  ok = gap_search_end (&search) && ok;
  if (ok)
    divide_time (data, &devices);
  device_stats_clear (&devices);
  if (ok)
    return g_steal_pointer (&data);
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory for these statistics");
  return NULL;
}

void
dashboard_data_free (DashboardData *data)
{
  if (data == NULL)
    return;
  idle_gaps_clear (&data->gaps);
  histogram_clear (&data->step_bins);
  free (data->bin_first_step);
  free (data->lines);
  profile_unref (data->profile);
  g_free (data);
}

TimePart
dashboard_data_largest_wait (const DashboardData *data)
{
  TimePart largest = TIME_EXPOSED_COMMUNICATION;

  for (TimePart part = TIME_EXPOSED_COPY; part < N_TIME_PARTS; part++)
    if (data->time_ns[part] > data->time_ns[largest])
      largest = part;
  return data->time_tenths[largest] > DASHBOARD_WAIT_MIN_TENTHS ? largest : N_TIME_PARTS;
}

const IdleGap *
dashboard_data_longest_gap (const DashboardData *data)
{
  return data->gaps.longest.n > 0 ? &data->gaps.longest.at[0] : NULL;
}

int64_t
dashboard_data_bucket_ns (const DashboardData *data, uint32_t bucket)
{
  int64_t length_ns = data->scope.end_ns - data->scope.begin_ns;

  return data->scope.begin_ns + length_ns / DASHBOARD_BUCKETS * bucket
         + length_ns % DASHBOARD_BUCKETS * bucket / DASHBOARD_BUCKETS;
}
