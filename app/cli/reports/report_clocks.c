/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_record.h"
#include "trace/ranks/rank_clocks.h"

static void
add_rank (GPtrArray *records, const Trace *trace, const RankClocks *clocks, uint32_t rank)
{
  const RankClock *clock = &clocks->fit.ranks[rank];
  bool is_known = clock->n_readings > 0;
  Record *record = record_new ();

  record_add_integer (record, "rank", trace_rank (trace, rank)->number);
  record_add_integer (record, "reference_rank", trace_rank (trace, clock->frame)->number);
  record_add_count (record, "collectives", clock->n_readings);
  record_add_optional (record, "offset_ns", is_known, clock->offset_ns);
  if (is_known)
    record_add_real (record, "drift_ppm", clock->drift_per_s / 1000);
  else
    record_add_null (record, "drift_ppm");
  record_add_optional (record, "residual_p50_ns", is_known, clock->residual_p50_ns);
  record_add_optional (record, "residual_p95_ns", is_known, clock->residual_p95_ns);
  record_add_boolean (record, "is_certain", rank_clocks_is_certain (clocks, rank));
  g_ptr_array_add (records, record);
}

/* Of the whole profile, whatever the window: a clock is what it is. */
static GPtrArray *
clocks_records (ReportFigures *figures)
{
  const Trace *trace = report_figures_scope (figures)->trace;
  CollectiveInstances instances;
  RankClocks clocks = { 0 };
  GPtrArray *records = NULL;

  if (collective_instances_init (&instances, trace, NULL, NULL)
      && rank_clocks_init (&clocks, trace, &instances, NULL, NULL))
    {
      records = records_new ();
      for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
        add_rank (records, trace, &clocks, rank);
    }
  rank_clocks_clear (&clocks);
  collective_instances_clear (&instances);
  return records;
}

const StatsReport report_clocks = {
  .name = "clocks",
  .title = "Clocks of the ranks",
  .header = "rank,reference_rank,collectives,offset_ns,drift_ppm,residual_p50_ns,residual_p95_ns,is_certain",
  .use = REPORT_ASKED,
  .records = clocks_records,
};
