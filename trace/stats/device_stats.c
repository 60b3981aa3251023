/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device_stats.h"

#include <stdlib.h>

#include "trace/kernel_class.h"

/* The unions one device is described by. */
typedef struct
{
  IntervalUnion busy, kernel, memcpy, memset, compute, communication;
} DeviceUnions;

static void
unions_clear (DeviceUnions *unions)
{
  interval_union_clear (&unions->busy);
  interval_union_clear (&unions->kernel);
  interval_union_clear (&unions->memcpy);
  interval_union_clear (&unions->memset);
  interval_union_clear (&unions->compute);
  interval_union_clear (&unions->communication);
}

/* The class of each kernel name is found once. */
typedef struct
{
  const StatsScope *scope;
  uint8_t *klass_of_name; /* by string id: KernelClass + 1, 0 not looked up yet */
} Classes;

static KernelClass
class_of (const Classes *classes, uint32_t name)
{
  if (classes->klass_of_name[name] == 0)
    {
      size_t length;
      const char *text = trace_string (classes->scope->trace, name, &length);
      classes->klass_of_name[name] = (uint8_t) (kernel_class_of_name (text, length) + 1);
    }
  return (KernelClass) (classes->klass_of_name[name] - 1);
}

static bool
add_slice (const Classes *classes, DeviceUnions *unions, uint64_t i, int64_t begin_ns, int64_t end_ns)
{
  const SliceColumns *slices = trace_slices (classes->scope->trace);

  switch (slices->kind[i])
    {
    case SLICE_MEMCPY:
      return interval_union_add (&unions->memcpy, begin_ns, end_ns);
    case SLICE_MEMSET:
      return interval_union_add (&unions->memset, begin_ns, end_ns);
    default:
      break;
    }
  if (!interval_union_add (&unions->kernel, begin_ns, end_ns))
    return false;
  switch (class_of (classes, slice_name (slices, i)))
    {
    case KERNEL_COMMUNICATION:
      return interval_union_add (&unions->communication, begin_ns, end_ns);
    case KERNEL_COMPUTE:
      return interval_union_add (&unions->compute, begin_ns, end_ns);
    default:
      return true;
    }
}

/* What one lane of a stream did. *used: stays as it is when that is nothing. */
static bool
add_row (const Classes *classes,
         const TraceRow *row,
         DeviceStats *device,
         DeviceUnions *unions,
         StreamStats *stream,
         IntervalUnion *busy,
         bool *used)
{
  const StatsScope *scope = classes->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t first, end;
  bool ok = stats_scope_slices_of_row (scope, row, &first, &end);

  for (uint64_t i = first; ok && i < end; i++)
    {
      int64_t begin_ns = slice_start_ns (slices, i), end_ns = begin_ns + slice_dur_ns (slices, i);

      if (!slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]) || (slices->flags[i] & SLICE_UNFINISHED)
          || !stats_scope_touches (scope, begin_ns, slice_dur_ns (slices, i)))
        continue;
      stream->activities += stats_scope_holds_start (scope, begin_ns);
      /* What the whole profile counts far outside of its span takes none of the time. */
      begin_ns = CLAMP (begin_ns, scope->begin_ns, scope->end_ns);
      end_ns = MAX (MIN (end_ns, scope->end_ns), begin_ns);

      bool is_first = !*used && device->n_streams == 0;
      if (is_first || begin_ns < device->first_start_ns)
        device->first_start_ns = begin_ns;
      if (is_first || end_ns > device->last_end_ns)
        device->last_end_ns = end_ns;
      *used = true;
      ok = interval_union_add (busy, begin_ns, end_ns)
           && interval_union_add (&unions->busy, begin_ns, end_ns)
           && add_slice (classes, unions, i, begin_ns, end_ns);
    }
  return ok;
}

/* Adds what one stream did; *ret_used: that is something. */
static bool
add_stream (const Classes *classes,
            const TraceTrack *track,
            DeviceStats *device,
            DeviceUnions *unions,
            StreamStats *stream,
            bool *ret_used)
{
  IntervalUnion busy = { 0 };
  bool ok = true, used = false;

  *stream = (StreamStats){ .stream = track->stream };
  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows && ok; r++)
    ok = add_row (classes, trace_row (classes->scope->trace, r), device, unions, stream, &busy, &used);
  interval_union_merge (&busy);
  stream->busy_ns = interval_union_length (&busy);
  device->activities += stream->activities;
  interval_union_clear (&busy);
  *ret_used = used;
  return ok;
}

static int
compare_streams (const void *a, const void *b)
{
  const StreamStats *x = a, *y = b;

  return x->stream < y->stream ? -1 : x->stream > y->stream;
}

static void
measure_unions (const StatsScope *scope, DeviceStats *device, DeviceUnions *unions)
{
  interval_union_merge (&unions->busy);
  interval_union_merge (&unions->kernel);
  interval_union_merge (&unions->memcpy);
  interval_union_merge (&unions->memset);
  interval_union_merge (&unions->compute);
  interval_union_merge (&unions->communication);

  device->busy_ns = interval_union_length (&unions->busy);
  device->kernel_busy_ns = interval_union_length (&unions->kernel);
  device->memcpy_busy_ns = interval_union_length (&unions->memcpy);
  device->memset_busy_ns = interval_union_length (&unions->memset);
  device->compute_ns = interval_union_length (&unions->compute);
  device->communication_ns = interval_union_length (&unions->communication);
  device->overlap_ns = interval_union_intersection_length (&unions->compute, &unions->communication);
  device->exposed_communication_ns = device->communication_ns - device->overlap_ns;
  /* Both lie in busy, so what neither covers is the rest. */
  device->exposed_copy_ns = device->busy_ns - device->compute_ns - device->exposed_communication_ns;
  interval_union_busy_shares (&unions->busy, scope->begin_ns, scope->end_ns, UTILIZATION_BUCKETS,
                              device->utilization);
}

static bool
measure_device (const Classes *classes, uint32_t index, DeviceStats *device)
{
  const Trace *trace = classes->scope->trace;
  uint32_t device_track = trace_device (trace, index)->track;
  uint32_t last = device_track + 1;
  DeviceUnions unions = { 0 };
  bool ok;

  /* Everything below a device follows it. */
  while (last < trace_n_tracks (trace) && trace_track (trace, last)->parent == device_track)
    last++;
  *device = (DeviceStats){ .device = index };
  device->streams = malloc ((last - device_track) * sizeof *device->streams);
  ok = device->streams != NULL;
  for (uint32_t t = device_track + 1; t < last && ok; t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      bool used;

      if (track->kind != TRACK_STREAM || !track_set_holds (classes->scope->tracks, t))
        continue;
      ok = add_stream (classes, track, device, &unions, &device->streams[device->n_streams], &used);
      device->n_streams += used;
    }
  if (ok)
    qsort (device->streams, device->n_streams, sizeof *device->streams, compare_streams);
  measure_unions (classes->scope, device, &unions);
  unions_clear (&unions);
  return ok;
}

bool
device_stats_compute (const StatsScope *scope, DeviceStatsTable *ret_table)
{
  uint32_t n = trace_n_devices (scope->trace);
  DeviceStatsTable table = { .devices = malloc (n * sizeof (DeviceStats) + 1) };
  Classes classes = { scope, calloc (trace_n_strings (scope->trace), 1) };
  bool ok = table.devices != NULL && classes.klass_of_name != NULL;

  *ret_table = (DeviceStatsTable){ 0 };
  for (uint32_t i = 0; i < n && ok; i++)
    {
      if (!stats_scope_holds_device (scope, i))
        continue;
      ok = measure_device (&classes, i, &table.devices[table.n]);
      if (ok && table.devices[table.n].n_streams == 0)
        free (table.devices[table.n].streams);
      else
        table.n++;
    }
  free (classes.klass_of_name);
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
