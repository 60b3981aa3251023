/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_figures.h"
#include "app/cli/reports/report_record.h"

typedef struct
{
  const char *mean, *p50, *p95, *max;
} SpreadKeys;

/* null where there is nothing to be the mean of. */
static void
add_spread (Record *record, const Distribution *spread, const SpreadKeys *keys)
{
  const char *const names[] = { keys->mean, keys->p50, keys->p95 };
  const double values[] = { spread->mean_ns, spread->median_ns, spread->p95_ns };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    if (spread->count > 0)
      record_add_real (record, names[i], values[i]);
    else
      record_add_null (record, names[i]);
  record_add_optional (record, keys->max, spread->count > 0, spread->max_ns);
}

static GPtrArray *
queue_records (ReportFigures *figures)
{
  static const SpreadKeys latency_keys = { "latency_mean_ns", "latency_p50_ns", "latency_p95_ns",
                                           "latency_max_ns" };
  static const SpreadKeys queue_keys = { "queue_mean_ns", "queue_p50_ns", "queue_p95_ns", "queue_max_ns" };
  static const SpreadKeys call_keys = { "call_mean_ns", "call_p50_ns", "call_p95_ns", "call_max_ns" };
  const LaunchTiming *timing = report_figures_launches (figures);

  if (timing == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  Record *record = record_new ();
  record_add_count (record, "launched", timing->latency.count);
  record_add_count (record, "negative", timing->n_negative);
  add_spread (record, &timing->latency, &latency_keys);
  record_add_count (record, "queued", timing->queue.count);
  add_spread (record, &timing->queue, &queue_keys);
  record_add_count (record, "calls", timing->call.count);
  add_spread (record, &timing->call, &call_keys);
  record_add_count (record, "calls_over_50us", timing->n_slow_calls);
  record_add_percent (record, "percent_of_calls_over_50us", (int64_t) timing->n_slow_calls,
                      (double) timing->call.count);
  record_add_count (record, "calls_of_several", timing->n_shared_calls);
  record_add_count (record, "launched_by_calls_of_several", timing->n_shared_runs);
  record_add_count (record, "kernels_alone", timing->n_lone_kernels);
  record_add_count (record, "short_kernels", timing->n_short_kernels);
  record_add_percent (record, "percent_of_kernels_alone_short", (int64_t) timing->n_short_kernels,
                      (double) timing->n_lone_kernels);
  g_ptr_array_add (records, record);
  return records;
}

static GPtrArray *
launch_latency_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const LaunchTiming *timing = report_figures_launches (figures);
  uint32_t first, end;

  if (timing == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  log_histogram_range (&timing->latency_bins, &first, &end);
  for (uint32_t bin = first; bin < end; bin++)
    {
      uint64_t run = timing->bin_first[bin];
      Record *record = record_new ();

      record_add_optional (record, "from_ns", bin > 0, log_histogram_edge_ns (bin));
      record_add_integer (record, "below_ns", log_histogram_edge_ns (bin + 1));
      record_add_count (record, "count", timing->latency_bins.counts[bin]);
      record_add_percent (record, "percent_of_launched", (int64_t) timing->latency_bins.counts[bin],
                          (double) timing->latency_bins.n);
      record_add_optional (record, "first_start_ns", run != SLICE_NONE,
                           run != SLICE_NONE ? slice_start_ns (trace_slices (scope->trace), run) : 0);
      g_ptr_array_add (records, record);
    }
  return records;
}

const StatsReport report_queue = {
  .name = "queue",
  .title = "Launches: latency, queue and runtime calls",
  .header = "launched,negative,latency_mean_ns,latency_p50_ns,latency_p95_ns,latency_max_ns,queued,"
            "queue_mean_ns,queue_p50_ns,queue_p95_ns,queue_max_ns,calls,call_mean_ns,call_p50_ns,call_p95_ns,"
            "call_max_ns,calls_over_50us,percent_of_calls_over_50us,calls_of_several,"
            "launched_by_calls_of_several,kernels_alone,short_kernels,percent_of_kernels_alone_short",
  .is_object = true,
  .use = REPORT_ASKED,
  .records = queue_records,
};

const StatsReport report_launch_latency = {
  .name = "launch_latency",
  .title = "Launch latency",
  .header = "from_ns,below_ns,count,percent_of_launched,first_start_ns",
  .use = REPORT_ASKED,
  .records = launch_latency_records,
};
