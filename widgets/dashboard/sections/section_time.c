/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_time.h"

#include <stdlib.h>

#include "trace/stats/percent_parts.h"
#include "widgets/dashboard/sections/section_idle.h"

/* ---- devices ---- */

static uint32_t
node_of_device (const Trace *trace, uint32_t device)
{
  return trace_rank (trace, trace_device (trace, device)->rank)->node;
}

static DashboardLine *
line_of_node (DeviceFigures *figures, uint32_t node)
{
  for (uint32_t i = 0; i < figures->n_nodes; i++)
    if (figures->lines[i].node == node)
      return &figures->lines[i];

  DashboardLine *line = &figures->lines[figures->n_nodes++];
  *line = (DashboardLine){ .node = node, .device = TRACE_NONE };
  return line;
}

static bool
draw_lines (const DashboardData *data, const DeviceStatsTable *devices, DeviceFigures *figures)
{
  const Trace *trace = data->scope.trace;
  uint32_t next = 0, n = 0;

  figures->lines = calloc ((size_t) data->n_devices * 2 + 1, sizeof *figures->lines);
  if (figures->lines == NULL)
    return false;
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    if (stats_scope_holds_device (&data->scope, i))
      line_of_node (figures, node_of_device (trace, i))->n_devices++;
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    {
      if (!stats_scope_holds_device (&data->scope, i))
        continue;

      DashboardLine *node = line_of_node (figures, node_of_device (trace, i));
      DashboardLine *line = &figures->lines[figures->n_nodes + n++];
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

static bool
take_overlaps (const DashboardData *data, const DeviceStatsTable *devices, DeviceFigures *figures)
{
  uint32_t next = 0, n = 0;

  figures->overlaps = calloc ((size_t) data->n_devices + 1, sizeof *figures->overlaps);
  if (figures->overlaps == NULL)
    return false;
  for (uint32_t i = 0; i < trace_n_devices (data->scope.trace); i++)
    if (stats_scope_holds_device (&data->scope, i))
      {
        if (next < devices->n && devices->devices[next].device == i)
          figures->overlaps[n] = overlap_stats_of (&devices->devices[next++]);
        n++;
      }
  figures->all_overlaps = overlap_stats_of_all (devices);
  return true;
}

void *
section_devices_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  DeviceFigures *figures = calloc (1, sizeof *figures);
  DeviceStatsTable devices = { 0 };

  if (figures == NULL)
    return NULL;
  bool ok = device_stats_compute (&data->scope, should_continue, user_data, &devices)
            && draw_lines (data, &devices, figures) && take_overlaps (data, &devices, figures);
  if (ok)
    {
      figures->split = time_split_of (&data->scope, &devices);
      figures->has_work = figures->split.busy_ns > 0;
    }
  device_stats_clear (&devices);
  if (ok)
    return figures;
  section_devices_free (figures);
  return NULL;
}

void
section_devices_free (void *section)
{
  DeviceFigures *figures = section;

  free (figures->lines);
  free (figures->overlaps);
  free (figures);
}

int64_t
dashboard_bucket_ns (const DashboardData *data, uint32_t bucket)
{
  int64_t length_ns = data->scope.end_ns - data->scope.begin_ns;

  return data->scope.begin_ns + length_ns / DASHBOARD_BUCKETS * bucket
         + length_ns % DASHBOARD_BUCKETS * bucket / DASHBOARD_BUCKETS;
}

/* ---- time ---- */

void *
section_time_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  TimeFigures *time = calloc (1, sizeof *time);
  const TimeSplit *split = &dashboard_devices (data)->split;

  (void) should_continue;
  (void) user_data;
  if (time == NULL)
    return NULL;
  time->part_ns[TIME_COMPUTE] = split->compute_ns;
  time->part_ns[TIME_EXPOSED_COMMUNICATION] = split->exposed_communication_ns;
  time->part_ns[TIME_EXPOSED_COPY] = split->exposed_copy_ns;
  time->part_ns[TIME_HOST_BOUND] = MIN (dashboard_gaps (data)->host_bound_ns, split->idle_ns);
  time->part_ns[TIME_OTHER_IDLE] = split->idle_ns - time->part_ns[TIME_HOST_BOUND];
  percent_parts (time->part_ns, N_TIME_PARTS, time->part_tenths);
  time->idle_tenths = time->part_tenths[TIME_HOST_BOUND] + time->part_tenths[TIME_OTHER_IDLE];
  time->active_tenths = split->total_ns > 0 ? 1000 - time->idle_tenths : 0;
  return time;
}

void
section_time_free (void *section)
{
  free (section);
}

TimePart
time_figures_largest_wait (const TimeFigures *time)
{
  TimePart largest = TIME_EXPOSED_COMMUNICATION;

  for (TimePart part = TIME_EXPOSED_COPY; part < N_TIME_PARTS; part++)
    if (time->part_ns[part] > time->part_ns[largest])
      largest = part;
  return time->part_tenths[largest] > DASHBOARD_WAIT_MIN_TENTHS ? largest : N_TIME_PARTS;
}
