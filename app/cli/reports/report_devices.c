/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/out/report_out.h"
#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"

static GString *
streams_json (const DeviceStats *device)
{
  g_autoptr (GPtrArray) records = records_new ();
  GString *out = g_string_new (NULL);

  for (uint32_t i = 0; i < device->n_streams; i++)
    {
      Record *record = record_new ();

      record_add_integer (record, "stream", device->streams[i].stream);
      record_add_count (record, "activities", device->streams[i].activities);
      record_add_integer (record, "busy_ns", device->streams[i].busy_ns);
      g_ptr_array_add (records, record);
    }
  report_json_array (out, records);
  return out;
}

static Record *
device_record (const StatsScope *scope, const DeviceStats *stats)
{
  const TraceDevice *device = trace_device (scope->trace, stats->device);
  const TraceRank *rank = trace_rank (scope->trace, device->rank);
  Record *record = record_new ();
  size_t length;
  const char *text = trace_string (scope->trace, trace_track (scope->trace, rank->node)->name, &length);

  record_add_integer (record, "rank", rank->number);
  record_add_text (record, "node", text, length, NULL);
  record_add_integer (record, "device", device->number);
  text = trace_string (scope->trace, device->name, &length);
  record_add_text (record, "name", text, length, NULL);
  record_add_count (record, "activities", stats->activities);
  record_add_integer (record, "first_start_ns", stats->first_start_ns);
  record_add_integer (record, "last_end_ns", stats->last_end_ns);
  record_add_integer (record, "busy_ns", stats->busy_ns);
  record_add_integer (record, "kernel_busy_ns", stats->kernel_busy_ns);
  record_add_integer (record, "memcpy_busy_ns", stats->memcpy_busy_ns);
  record_add_integer (record, "memset_busy_ns", stats->memset_busy_ns);
  record_add_percent (record, "active_percent_of_span", stats->busy_ns,
                      (double) (stats->last_end_ns - stats->first_start_ns));
  record_add_percent (record, "active_percent_of_window", stats->busy_ns, report_window_ns (scope));
  record_add_integer (record, "compute_ns", stats->compute_ns);
  record_add_integer (record, "communication_ns", stats->communication_ns);
  record_add_integer (record, "overlap_ns", stats->overlap_ns);
  record_add_integer (record, "exposed_communication_ns", stats->exposed_communication_ns);
  record_add_integer (record, "exposed_copy_ns", stats->exposed_copy_ns);
  record_add_json (record, "streams", streams_json (stats));
  return record;
}

static GPtrArray *
devices_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const DeviceStatsTable *table = report_figures_devices (figures);

  if (table == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t i = 0; i < table->n; i++)
    g_ptr_array_add (records, device_record (scope, &table->devices[i]));
  return records;
}

const StatsReport report_devices = {
  .name = "devices",
  .title = "Devices",
  .header = "rank,node,device,name,activities,first_start_ns,last_end_ns,busy_ns,kernel_busy_ns,"
            "memcpy_busy_ns,memset_busy_ns,active_percent_of_span,active_percent_of_window,compute_ns,"
            "communication_ns,overlap_ns,exposed_communication_ns,exposed_copy_ns,streams",
  .of_job = REPORT_OF_WHOLE_JOB,
  .records = devices_records,
};
