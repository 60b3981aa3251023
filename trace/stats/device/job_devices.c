/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device/job_devices.h"

#include <stdlib.h>

#include "trace/model/job_tables.h"
#include "trace/stats/distribution.h"

/* No device is busy for longer than the whole profile. */
static int64_t
length_of (const StatsScope *scope, int64_t ns)
{
  return CLAMP (ns, 0, MAX (scope->end_ns - scope->begin_ns, 0));
}

static bool
take_device (const StatsScope *scope,
             uint32_t d,
             uint64_t first_stream,
             uint64_t n_streams,
             DeviceStats *device)
{
  const Trace *trace = scope->trace;
  const JobTables *job = trace_job (trace);
  const JobDeviceRecord record = job->devices[d];
  int64_t begin_ns = trace_time_clamp (job->ranks[trace_device (trace, d)->rank].begin_ns);

  *device = (DeviceStats){
    .device = d,
    .activities = record.activities,
    .first_start_ns = begin_ns + trace_time_clamp (record.first_start_ns),
    .last_end_ns = begin_ns + trace_time_clamp (record.last_end_ns),
    .busy_ns = length_of (scope, record.busy_ns),
    .kernel_busy_ns = length_of (scope, record.kernel_busy_ns),
    .memcpy_busy_ns = length_of (scope, record.memcpy_busy_ns),
    .memset_busy_ns = length_of (scope, record.memset_busy_ns),
    .compute_ns = length_of (scope, record.compute_ns),
    .communication_ns = length_of (scope, record.communication_ns),
    .overlap_ns = length_of (scope, record.overlap_ns),
    .exposed_communication_ns = length_of (scope, record.exposed_communication_ns),
    .exposed_copy_ns = length_of (scope, record.exposed_copy_ns),
    .streams = malloc ((size_t) n_streams * sizeof *device->streams + 1),
    .n_streams = (uint32_t) n_streams,
  };
  /* Busy time is compute, exposed communication and exposed copies, whatever the file says. */
  device->compute_ns = MIN (device->compute_ns, device->busy_ns);
  device->exposed_communication_ns =
    MIN (device->exposed_communication_ns, device->busy_ns - device->compute_ns);
  device->exposed_copy_ns = device->busy_ns - device->compute_ns - device->exposed_communication_ns;
  for (uint64_t i = 0; i < n_streams && device->streams != NULL; i++)
    device->streams[i] =
      (StreamStats){ job->streams[first_stream + i].stream, job->streams[first_stream + i].activities,
                     length_of (scope, job->streams[first_stream + i].busy_ns) };
  return device->streams != NULL;
}

bool
job_devices_compute (const StatsScope *scope, DeviceStatsTable *ret_table)
{
  const JobTables *job = trace_job (scope->trace);
  uint32_t n = trace_n_devices (scope->trace);
  uint64_t first_stream = 0;
  bool ok;

  *ret_table = (DeviceStatsTable){ .devices = malloc (n * sizeof (DeviceStats) + 1) };
  ok = ret_table->devices != NULL;
  for (uint32_t d = 0; d < n && ok && scope->is_whole; d++)
    {
      uint64_t n_streams = MIN (job->devices[d].n_streams, job->n_streams - first_stream);

      n_streams = MIN (n_streams, UINT32_MAX);
      if (stats_scope_holds_device (scope, d) && n_streams > 0)
        ok = take_device (scope, d, first_stream, n_streams, &ret_table->devices[ret_table->n++]);
      first_stream += n_streams;
    }
  return ok;
}
