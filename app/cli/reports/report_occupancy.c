/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <math.h>

#include "app/cli/reports/report_record.h"
#include "trace/stats/device/occupancy_stats.h"

/* null where it is not known. */
static void
add_share (Record *record, const char *key, double share)
{
  if (isnan (share))
    record_add_null (record, key);
  else
    record_add_real (record, key, 100 * share);
}

static void
add_figures (Record *record, const OccupancyStats *stats)
{
  record_add_optional (record, "multiprocessors", stats->multiprocessors > 0, stats->multiprocessors);
  record_add_count (record, "kernels", stats->n_kernels);
  record_add_integer (record, "kernel_time_ns", stats->kernel_ns);
  record_add_count (record, "kernels_with_blocks", stats->sm_efficiency.n);
  record_add_count (record, "kernels_with_computed_blocks", stats->n_computed);
  record_add_percent (record, "blocks_known_percent_of_kernel_time", stats->sm_efficiency.known_ns,
                      (double) stats->kernel_ns);
  add_share (record, "sm_efficiency_percent_of_window", stats->sm_efficiency.of_window);
  add_share (record, "sm_efficiency_percent_of_kernel_time", stats->sm_efficiency.of_kernel_time);
  record_add_count (record, "kernels_with_occupancy", stats->occupancy.n);
  record_add_percent (record, "occupancy_known_percent_of_kernel_time", stats->occupancy.known_ns,
                      (double) stats->kernel_ns);
  add_share (record, "occupancy_percent_of_window", stats->occupancy.of_window);
  add_share (record, "occupancy_percent_of_kernel_time", stats->occupancy.of_kernel_time);
}

static GPtrArray *
occupancy_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  OccupancyTable table;

  if (!occupancy_stats_compute (scope, NULL, NULL, &table))
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t i = 0; i < table.n; i++)
    {
      const TraceDevice *device = trace_device (scope->trace, table.devices[i].device);
      Record *record = record_new ();

      record_add_integer (record, "rank", trace_rank (scope->trace, device->rank)->number);
      record_add_integer (record, "device", device->number);
      add_figures (record, &table.devices[i]);
      g_ptr_array_add (records, record);
    }
  occupancy_stats_clear (&table);
  return records;
}

const StatsReport report_occupancy = {
  .name = "occupancy",
  .title = "Estimated SM efficiency and occupancy",
  .header =
    "rank,device,multiprocessors,kernels,kernel_time_ns,kernels_with_blocks,kernels_with_computed_blocks,"
    "blocks_known_percent_of_kernel_time,sm_efficiency_percent_of_window,"
    "sm_efficiency_percent_of_kernel_time,kernels_with_occupancy,occupancy_known_percent_of_kernel_time,"
    "occupancy_percent_of_window,occupancy_percent_of_kernel_time",
  .use = REPORT_ASKED,
  .records = occupancy_records,
};
