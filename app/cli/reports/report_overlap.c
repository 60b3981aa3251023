/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"
#include "trace/stats/device/overlap_stats.h"

static GPtrArray *
overlap_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const DeviceStatsTable *table = report_figures_devices (figures);

  if (table == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t i = 0; i < table->n; i++)
    {
      const TraceDevice *device = trace_device (scope->trace, table->devices[i].device);
      const OverlapStats stats = overlap_stats_of (&table->devices[i]);
      Record *record = record_new ();

      record_add_integer (record, "rank", trace_rank (scope->trace, device->rank)->number);
      record_add_integer (record, "device", device->number);
      record_add_integer (record, "compute_ns", stats.compute_ns);
      record_add_integer (record, "communication_ns", stats.communication_ns);
      record_add_integer (record, "overlap_ns", stats.overlap_ns);
      record_add_integer (record, "compute_only_ns", stats.compute_only_ns);
      record_add_integer (record, "exposed_communication_ns", stats.exposed_communication_ns);
      record_add_integer (record, "work_ns", stats.work_ns);
      record_add_percent (record, "overlap_percent_of_communication", stats.overlap_ns,
                          (double) stats.communication_ns);
      record_add_percent (record, "exposed_percent_of_communication", stats.exposed_communication_ns,
                          (double) stats.communication_ns);
      record_add_percent (record, "exposed_percent_of_window", stats.exposed_communication_ns,
                          report_window_ns (scope));
      g_ptr_array_add (records, record);
    }
  return records;
}

const StatsReport report_overlap = {
  .name = "overlap",
  .title = "Communication and computation",
  .header = "rank,device,compute_ns,communication_ns,overlap_ns,compute_only_ns,exposed_communication_ns,"
            "work_ns,overlap_percent_of_communication,exposed_percent_of_communication,"
            "exposed_percent_of_window",
  .use = REPORT_ASKED,
  .records = overlap_records,
};
