/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/out/json_text.h"
#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"

/* A row per bucket and device, for tables; the JSON has an array per device. */
static GPtrArray *
utilization_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const DeviceStatsTable *table = report_figures_devices (figures);

  if (table == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t d = 0; d < table->n; d++)
    for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
      {
        const TraceDevice *device = trace_device (scope->trace, table->devices[d].device);
        Record *record = record_new ();

        record_add_integer (record, "rank", trace_rank (scope->trace, device->rank)->number);
        record_add_integer (record, "device", device->number);
        record_add_integer (record, "bucket", bucket);
        record_add_real (record, "value", table->devices[d].utilization[bucket]);
        g_ptr_array_add (records, record);
      }
  return records;
}

static GString *
utilization_json (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const DeviceStatsTable *table = report_figures_devices (figures);

  if (table == NULL)
    return NULL;
  GString *out = g_string_new (NULL);
  g_string_printf (out, "{\"buckets\":%d,\"devices\":[", UTILIZATION_BUCKETS);
  for (uint32_t d = 0; d < table->n; d++)
    {
      const TraceDevice *device = trace_device (scope->trace, table->devices[d].device);

      g_string_append (out, d > 0 ? ",\n {\"rank\":" : "{\"rank\":");
      json_append_integer (out, trace_rank (scope->trace, device->rank)->number);
      g_string_append (out, ",\"device\":");
      json_append_integer (out, device->number);
      g_string_append (out, ",\"values\":[");
      for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
        {
          if (bucket > 0)
            g_string_append_c (out, ',');
          json_append_real (out, table->devices[d].utilization[bucket]);
        }
      g_string_append (out, "]}");
    }
  g_string_append (out, "]}");
  return out;
}

const StatsReport report_utilization = {
  .name = "utilization",
  .title = "GPU utilization over time",
  .header = "rank,device,bucket,value",
  .records = utilization_records,
  .json = utilization_json,
};
