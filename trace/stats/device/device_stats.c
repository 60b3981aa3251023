/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/job_tables.h"
#include "trace/stats/device/job_devices.h"
#include "trace/stats/device/device_stats.h"

#include <stdlib.h>

#include "trace/classify/class_of_names.h"
#include "trace/container/stop_check.h"
#include "trace/stats/device/lane_sweep.h"

typedef struct
{
  SweepCover busy;
  bool is_used; /* there is an activity, perhaps of length 0 */
} StreamSweep;

/* The sums of a walk through one device's activities in order of time. */
typedef struct
{
  LaneSweep lanes; /* the tag is the index of the stream */
  bool is_used;
  SweepCover busy, kernel, memcpy, memset, compute, communication;
  StreamSweep *streams; /* one for each of DeviceStats.streams */
  BusyShares utilization;
} DeviceSweep;

typedef struct
{
  const StatsScope *scope;
  ClassOfNames classes;
  StopCheck check;
} Sums;

static void
add_kernel (Sums *sums, DeviceSweep *sweep, DeviceStats *device, const SweptSlice *swept)
{
  int64_t begin_ns = swept->begin_ns, end_ns = swept->end_ns;

  sweep_cover_add (&sweep->kernel, begin_ns, end_ns);
  switch (class_of_name (&sums->classes, slice_name (sweep->lanes.slices, swept->slice)))
    {
    case KERNEL_COMMUNICATION:
      device->overlap_ns += sweep_cover_add_beside (&sweep->communication, &sweep->compute, begin_ns, end_ns);
      break;
    case KERNEL_COMPUTE:
      device->overlap_ns += sweep_cover_add_beside (&sweep->compute, &sweep->communication, begin_ns, end_ns);
      break;
    default:
      break;
    }
}

static void
add_activity (Sums *sums, DeviceSweep *sweep, DeviceStats *device, const SweptSlice *swept)
{
  const SliceColumns *slices = sweep->lanes.slices;
  int64_t begin_ns = swept->begin_ns, end_ns = swept->end_ns;

  if (!sweep->is_used)
    {
      device->first_start_ns = begin_ns;
      device->last_end_ns = end_ns;
    }
  sweep->is_used = sweep->streams[swept->tag].is_used = true;
  device->streams[swept->tag].activities +=
    stats_scope_holds_start (sums->scope, slice_start_ns (slices, swept->slice));
  device->first_start_ns = MIN (device->first_start_ns, begin_ns);
  device->last_end_ns = MAX (device->last_end_ns, end_ns);
  sweep_cover_add (&sweep->busy, begin_ns, end_ns);
  sweep_cover_add (&sweep->streams[swept->tag].busy, begin_ns, end_ns);
  if (slices->kind[swept->slice] == SLICE_MEMCPY)
    sweep_cover_add (&sweep->memcpy, begin_ns, end_ns);
  else if (slices->kind[swept->slice] == SLICE_MEMSET)
    sweep_cover_add (&sweep->memset, begin_ns, end_ns);
  else
    add_kernel (sums, sweep, device, swept);
  busy_shares_add (&sweep->utilization, begin_ns, end_ns);
}

static bool
run_sweep (Sums *sums, DeviceSweep *sweep, DeviceStats *device)
{
  SweptSlice swept;

  lane_sweep_begin (&sweep->lanes);
  while (lane_sweep_next (&sweep->lanes, &swept))
    {
      if (!stop_check_next (&sums->check))
        return false;
      add_activity (sums, sweep, device, &swept);
    }
  return true;
}

static int
compare_streams (const void *a, const void *b)
{
  const StreamStats *x = a, *y = b;

  return x->stream < y->stream ? -1 : x->stream > y->stream;
}

static void
take_sums (const DeviceSweep *sweep, DeviceStats *device)
{
  uint32_t n_streams = 0;

  for (uint32_t i = 0; i < device->n_streams; i++)
    if (sweep->streams[i].is_used)
      {
        device->streams[n_streams] = device->streams[i];
        device->streams[n_streams++].busy_ns = sweep->streams[i].busy.length_ns;
        device->activities += device->streams[i].activities;
      }
  device->n_streams = n_streams;
  qsort (device->streams, n_streams, sizeof *device->streams, compare_streams);
  device->busy_ns = sweep->busy.length_ns;
  device->kernel_busy_ns = sweep->kernel.length_ns;
  device->memcpy_busy_ns = sweep->memcpy.length_ns;
  device->memset_busy_ns = sweep->memset.length_ns;
  device->compute_ns = sweep->compute.length_ns;
  device->communication_ns = sweep->communication.length_ns;
  device->exposed_communication_ns = device->communication_ns - device->overlap_ns;
  /* Both are inside busy time, so the time that neither covers is the rest. In a damaged profile, whose slices are in
   * no order, this may not hold. */
  device->exposed_copy_ns = MAX (device->busy_ns - device->compute_ns - device->exposed_communication_ns, 0);
}

static bool
measure_device (Sums *sums, uint32_t index, DeviceStats *device)
{
  const Trace *trace = sums->scope->trace;
  uint32_t device_track = trace_device (trace, index)->track;
  uint32_t last = device_track + 1;
  DeviceSweep sweep = { .busy = SWEEP_COVER_NONE };
  bool ok;

  /* All tracks below a device follow it. */
  while (last < trace_n_tracks (trace) && trace_track (trace, last)->parent == device_track)
    last++;
  *device = (DeviceStats){ .device = index };
  device->streams = malloc ((last - device_track) * sizeof *device->streams);
  sweep.kernel = sweep.memcpy = sweep.memset = sweep.compute = sweep.communication = sweep.busy;
  sweep.streams = malloc ((last - device_track) * sizeof *sweep.streams);
  lane_sweep_init (&sweep.lanes, sums->scope);
  for (SliceKind kind = 0; kind < N_SLICE_KINDS; kind++)
    sweep.lanes.has_kind[kind] = slice_kind_is_gpu_activity (kind);

  ok = device->streams != NULL && sweep.streams != NULL;
  for (uint32_t t = device_track + 1; t < last && ok; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind != TRACK_STREAM || !track_set_holds (sums->scope->tracks, t))
        continue;
      device->streams[device->n_streams] = (StreamStats){ .stream = track->stream };
      sweep.streams[device->n_streams] = (StreamSweep){ .busy = SWEEP_COVER_NONE };
      ok = lane_sweep_add (&sweep.lanes, track, device->n_streams++);
    }
  sweep.utilization = busy_shares_begin (sums->scope->begin_ns, sums->scope->end_ns, UTILIZATION_BUCKETS,
                                         device->utilization);
  ok = ok && run_sweep (sums, &sweep, device);
  busy_shares_finish (&sweep.utilization);
  if (ok)
    take_sums (&sweep, device);
  free (sweep.streams);
  lane_sweep_clear (&sweep.lanes);
  return ok;
}

bool
device_stats_compute (const StatsScope *scope,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      DeviceStatsTable *ret_table)
{
  uint32_t n = trace_n_devices (scope->trace);
  DeviceStatsTable table = { .devices = malloc (n * sizeof (DeviceStats) + 1) };
  Sums sums = { .scope = scope,
                .check = { should_continue, user_data, 0 } };
  bool ok = class_of_names_init (&sums.classes, scope->trace) && table.devices != NULL;

  *ret_table = (DeviceStatsTable){ 0 };
  if (trace_is_job (scope->trace))
    {
      free (table.devices);
      class_of_names_clear (&sums.classes);
      ok = job_devices_compute (scope, ret_table);
      if (!ok)
        device_stats_clear (ret_table);
      return ok;
    }
  for (uint32_t i = 0; i < n && ok; i++)
    {
      if (!stats_scope_holds_device (scope, i))
        continue;
      ok = measure_device (&sums, i, &table.devices[table.n]);
      if (ok && table.devices[table.n].n_streams == 0)
        free (table.devices[table.n].streams);
      else
        table.n++;
    }
  class_of_names_clear (&sums.classes);
  if (!ok)
    {
      device_stats_clear (&table);
      return false;
    }
  *ret_table = table;
  return true;
}

void
device_stats_clear (DeviceStatsTable *table)
{
  for (uint32_t i = 0; i < table->n; i++)
    free (table->devices[i].streams);
  free (table->devices);
  *table = (DeviceStatsTable){ 0 };
}
