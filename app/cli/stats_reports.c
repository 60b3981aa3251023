/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/stats_reports.h"

#include <string.h>

#include "app/cli/bookmarks_report.h"
#include "app/cli/json_text.h"
#include "app/cli/report_out.h"
#include "trace/stats/annotation_stats.h"
#include "trace/stats/device_stats.h"
#include "trace/stats/kernel_stats.h"
#include "trace/stats/launch_stats.h"
#include "trace/stats/memory_stats.h"
#include "trace/stats/summary.h"

static GPtrArray *
records_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
}

static void
add_name (Record *record, const Trace *trace, uint32_t name)
{
  size_t length;
  const char *text = trace_string (trace, name, &length);

  record_add_text (record, "name", text, length, trace_display_name (trace, name));
}

static void
add_optional (Record *record, const char *key, bool present, int64_t value)
{
  if (present)
    record_add_integer (record, key, value);
  else
    record_add_null (record, key);
}

/* 100 x part / whole; null where that is not defined. */
static void
add_percent (Record *record, const char *key, int64_t part, double whole)
{
  if (whole > 0)
    record_add_real (record, key, 100.0 * (double) part / whole);
  else
    record_add_null (record, key);
}

static double
window_ns (const StatsScope *scope)
{
  return (double) scope->end_ns - (double) scope->begin_ns;
}

/* ---- summary ---- */

static GPtrArray *
summary_records (const StatsScope *scope)
{
  DeviceStatsTable devices = { 0 };
  KernelStatsTable kernels = { 0 };
  SummaryStats summary;
  GPtrArray *records = NULL;

  if (device_stats_compute (scope, &devices) && kernel_stats_compute (scope, &kernels)
      && summary_stats_compute (scope, &devices, &kernels, &summary))
    {
      Record *record = record_new ();

      record_add_integer (record, "ranks", summary.n_ranks);
      record_add_integer (record, "devices", summary.n_devices);
      record_add_count (record, "steps", summary.n_steps);
      record_add_count (record, "kernel_count", summary.kernel_count);
      record_add_integer (record, "kernel_total_ns", summary.kernel_total_ns);
      record_add_integer (record, "busy_ns", summary.busy_ns);
      record_add_integer (record, "compute_ns", summary.compute_ns);
      record_add_integer (record, "communication_ns", summary.communication_ns);
      record_add_integer (record, "exposed_communication_ns", summary.exposed_communication_ns);
      record_add_integer (record, "exposed_copy_ns", summary.exposed_copy_ns);
      if (summary.has_active_percent)
        record_add_real (record, "gpu_active_percent", summary.gpu_active_percent);
      else
        record_add_null (record, "gpu_active_percent");
      if (summary.has_step_wall)
        record_add_real (record, "step_wall_median_ns", summary.step_wall_median_ns);
      else
        record_add_null (record, "step_wall_median_ns");
      records = records_new ();
      g_ptr_array_add (records, record);
    }
  device_stats_clear (&devices);
  kernel_stats_clear (&kernels);
  return records;
}

/* ---- devices ---- */

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
  add_percent (record, "active_percent_of_span", stats->busy_ns,
               (double) (stats->last_end_ns - stats->first_start_ns));
  add_percent (record, "active_percent_of_window", stats->busy_ns, window_ns (scope));
  record_add_integer (record, "compute_ns", stats->compute_ns);
  record_add_integer (record, "communication_ns", stats->communication_ns);
  record_add_integer (record, "overlap_ns", stats->overlap_ns);
  record_add_integer (record, "exposed_communication_ns", stats->exposed_communication_ns);
  record_add_integer (record, "exposed_copy_ns", stats->exposed_copy_ns);
  record_add_json (record, "streams", streams_json (stats));
  return record;
}

static GPtrArray *
devices_records (const StatsScope *scope)
{
  DeviceStatsTable table;

  if (!device_stats_compute (scope, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t i = 0; i < table.n; i++)
    g_ptr_array_add (records, device_record (scope, &table.devices[i]));
  device_stats_clear (&table);
  return records;
}

/* ---- kernels, memory, annotations ---- */

static GPtrArray *
kernels_records (const StatsScope *scope)
{
  KernelStatsTable table;

  if (!kernel_stats_compute (scope, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table.n; i++)
    {
      const KernelStats *kernel = &table.kernels[i];
      const Distribution *d = &kernel->duration;
      const char *klass = kernel_class_word (kernel->klass);
      Record *record = record_new ();

      add_name (record, scope->trace, kernel->name);
      record_add_count (record, "count", d->count);
      record_add_integer (record, "total_ns", d->total_ns);
      record_add_real (record, "mean_ns", d->mean_ns);
      record_add_integer (record, "min_ns", d->min_ns);
      record_add_real (record, "median_ns", d->median_ns);
      record_add_real (record, "p95_ns", d->p95_ns);
      record_add_integer (record, "max_ns", d->max_ns);
      record_add_real (record, "stddev_ns", d->stddev_ns);
      add_percent (record, "percent_of_kernel_time", d->total_ns, (double) table.total_ns);
      record_add_text (record, "category", klass, strlen (klass), NULL);
      record_add_null (record, "precision");
      record_add_json (record, "precisions", g_string_new ("{}"));
      record_add_null (record, "tensor_core");
      g_ptr_array_add (records, record);
    }
  kernel_stats_clear (&table);
  return records;
}

static GPtrArray *
memory_records (const StatsScope *scope)
{
  MemoryStatsTable table;

  if (!memory_stats_compute (scope, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table.n; i++)
    {
      Record *record = record_new ();

      record_add_text (record, "kind", table.kinds[i].kind, strlen (table.kinds[i].kind), NULL);
      record_add_count (record, "count", table.kinds[i].count);
      record_add_integer (record, "total_ns", table.kinds[i].total_ns);
      record_add_integer (record, "bytes", table.kinds[i].bytes);
      g_ptr_array_add (records, record);
    }
  memory_stats_clear (&table);
  return records;
}

static GPtrArray *
annotations_records (const StatsScope *scope)
{
  AnnotationStatsTable table;

  if (!annotation_stats_compute (scope, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint64_t i = 0; i < table.n; i++)
    {
      const Distribution *d = &table.annotations[i].duration;
      Record *record = record_new ();

      add_name (record, scope->trace, table.annotations[i].name);
      record_add_count (record, "count", d->count);
      record_add_integer (record, "total_ns", d->total_ns);
      record_add_real (record, "mean_ns", d->mean_ns);
      record_add_integer (record, "min_ns", d->min_ns);
      record_add_integer (record, "max_ns", d->max_ns);
      g_ptr_array_add (records, record);
    }
  annotation_stats_clear (&table);
  return records;
}

/* ---- launches ---- */

static Record *
launch_record (const LaunchStats *stats)
{
  Record *record = record_new ();

  record_add_count (record, "activities", stats->activities);
  record_add_count (record, "matched", stats->matched);
  record_add_count (record, "unmatched", stats->unmatched);
  record_add_count (record, "without_correlation", stats->without_correlation);
  return record;
}

static void
add_latency (Record *record, const Distribution *latency, const char *const keys[5])
{
  bool any = latency->count > 0;

  record_add_count (record, keys[0], latency->count);
  if (any)
    {
      record_add_real (record, keys[1], latency->mean_ns);
      record_add_real (record, keys[2], latency->median_ns);
      record_add_real (record, keys[3], latency->p95_ns);
    }
  else
    for (int i = 1; i <= 3; i++)
      record_add_null (record, keys[i]);
  add_optional (record, keys[4], any, latency->max_ns);
}

static GPtrArray *
launches_records (const StatsScope *scope)
{
  static const char *const keys[] = { "latency_count", "latency_mean_ns", "latency_p50_ns", "latency_p95_ns",
                                      "latency_max_ns" };
  LaunchStats stats;

  if (!launch_stats_compute (scope, &stats))
    return NULL;
  GPtrArray *records = records_new ();
  Record *record = launch_record (&stats);
  add_latency (record, &stats.latency, keys);
  g_ptr_array_add (records, record);
  return records;
}

static GString *
launches_json (const StatsScope *scope)
{
  static const char *const keys[] = { "count", "mean_ns", "p50_ns", "p95_ns", "max_ns" };
  LaunchStats stats;

  if (!launch_stats_compute (scope, &stats))
    return NULL;
  g_autoptr (Record) record = launch_record (&stats);
  g_autoptr (Record) latency = record_new ();
  GString *nested = g_string_new (NULL), *out = g_string_new (NULL);

  add_latency (latency, &stats.latency, keys);
  report_json_object (nested, latency);
  record_add_json (record, "latency", nested);
  report_json_object (out, record);
  return out;
}

/* ---- steps ---- */

static GPtrArray *
steps_records (const StatsScope *scope)
{
  GPtrArray *records = records_new ();

  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);
      Record *record;

      if (!stats_scope_holds_start (scope, step->host_begin_ns)
          || !stats_scope_holds_rank (scope, step->rank))
        continue;
      record = record_new ();
      record_add_integer (record, "index", step->index);
      add_optional (record, "number", step->has_number, step->number);
      add_name (record, scope->trace, slice_name (trace_slices (scope->trace), step->slice));
      record_add_integer (record, "rank", trace_rank (scope->trace, step->rank)->number);
      record_add_integer (record, "host_begin_ns", step->host_begin_ns);
      record_add_integer (record, "host_end_ns", step->host_end_ns);
      add_optional (record, "device_begin_ns", step->has_device, step->device_begin_ns);
      add_optional (record, "device_end_ns", step->has_device, step->device_end_ns);
      record_add_integer (record, "wall_ns", step->wall_ns);
      record_add_integer (record, "busy_ns", step->busy_ns);
      record_add_count (record, "activities", step->activities);
      record_add_boolean (record, "truncated", step->is_truncated);
      g_ptr_array_add (records, record);
    }
  return records;
}

/* ---- utilization ---- */

/* A row per bucket and device, for tables; the JSON has an array per device. */
static GPtrArray *
utilization_records (const StatsScope *scope)
{
  DeviceStatsTable table;

  if (!device_stats_compute (scope, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t d = 0; d < table.n; d++)
    for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
      {
        const TraceDevice *device = trace_device (scope->trace, table.devices[d].device);
        Record *record = record_new ();

        record_add_integer (record, "rank", trace_rank (scope->trace, device->rank)->number);
        record_add_integer (record, "device", device->number);
        record_add_integer (record, "bucket", bucket);
        record_add_real (record, "value", table.devices[d].utilization[bucket]);
        g_ptr_array_add (records, record);
      }
  device_stats_clear (&table);
  return records;
}

static GString *
utilization_json (const StatsScope *scope)
{
  DeviceStatsTable table;

  if (!device_stats_compute (scope, &table))
    return NULL;
  GString *out = g_string_new (NULL);
  g_string_printf (out, "{\"buckets\":%d,\"devices\":[", UTILIZATION_BUCKETS);
  for (uint32_t d = 0; d < table.n; d++)
    {
      const TraceDevice *device = trace_device (scope->trace, table.devices[d].device);

      g_string_append (out, d > 0 ? ",\n {\"rank\":" : "{\"rank\":");
      json_append_integer (out, trace_rank (scope->trace, device->rank)->number);
      g_string_append (out, ",\"device\":");
      json_append_integer (out, device->number);
      g_string_append (out, ",\"values\":[");
      for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
        {
          if (bucket > 0)
            g_string_append_c (out, ',');
          json_append_real (out, table.devices[d].utilization[bucket]);
        }
      g_string_append (out, "]}");
    }
  g_string_append (out, "]}");
  device_stats_clear (&table);
  return out;
}

const StatsReport stats_reports[] = {
  {
    .name = "summary",
    .title = "Summary",
    .header = "ranks,devices,steps,kernel_count,kernel_total_ns,busy_ns,compute_ns,communication_ns,"
              "exposed_communication_ns,exposed_copy_ns,gpu_active_percent,step_wall_median_ns",
    .is_object = true,
    .records = summary_records,
  },
  {
    .name = "devices",
    .title = "Devices",
    .header = "rank,node,device,name,activities,first_start_ns,last_end_ns,busy_ns,kernel_busy_ns,"
              "memcpy_busy_ns,memset_busy_ns,active_percent_of_span,active_percent_of_window,compute_ns,"
              "communication_ns,overlap_ns,exposed_communication_ns,exposed_copy_ns,streams",
    .is_object = false,
    .records = devices_records,
  },
  {
    .name = "kernels",
    .title = "Kernels",
    .header = "name,count,total_ns,mean_ns,min_ns,median_ns,p95_ns,max_ns,stddev_ns,"
              "percent_of_kernel_time,category,precision,precisions,tensor_core",
    .is_object = false,
    .records = kernels_records,
  },
  {
    .name = "memory",
    .title = "Memory operations",
    .header = "kind,count,total_ns,bytes",
    .is_object = false,
    .records = memory_records,
  },
  {
    .name = "launches",
    .title = "Launches",
    .header = "activities,matched,unmatched,without_correlation,latency_count,latency_mean_ns,"
              "latency_p50_ns,latency_p95_ns,latency_max_ns",
    .is_object = true,
    .records = launches_records,
    .json = launches_json,
  },
  {
    .name = "steps",
    .title = "Steps",
    .header = "index,number,name,rank,host_begin_ns,host_end_ns,device_begin_ns,device_end_ns,wall_ns,"
              "busy_ns,activities,truncated",
    .is_object = false,
    .records = steps_records,
  },
  {
    .name = "annotations",
    .title = "Annotations",
    .header = "name,count,total_ns,mean_ns,min_ns,max_ns",
    .is_object = false,
    .records = annotations_records,
  },
  {
    .name = "utilization",
    .title = "GPU utilization over time",
    .header = "rank,device,bucket,value",
    .is_object = false,
    .records = utilization_records,
    .json = utilization_json,
  },
  {
    .name = "bookmarks",
    .title = "Bookmarks",
    .header = BOOKMARKS_REPORT_HEADER,
    .is_object = false,
    .is_asked_for = true,
    .records = bookmarks_report_records,
  },
  { .name = NULL },
};

const StatsReport *
stats_report_find (const char *name)
{
  for (const StatsReport *report = stats_reports; report->name != NULL; report++)
    if (strcmp (report->name, name) == 0)
      return report;
  return NULL;
}
