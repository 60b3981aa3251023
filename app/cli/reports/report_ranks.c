/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/reports/report_record.h"
#include "trace/ranks/job_waits.h"
#include "trace/ranks/rank_waits.h"
#include "trace/stats/collective/collective_traffic.h"

static int64_t
rank_number (const Trace *trace, uint32_t device)
{
  return trace_rank (trace, trace_device (trace, device)->rank)->number;
}

/* As it is said where ranks cannot be aligned (trace/align/aligned_trace.c). */
static char *
uncounted_note (ReportFigures *figures)
{
  const JobWaits *job = report_figures_waits (figures);
  char *note = NULL;

  if (job != NULL && job->instances.n_uncounted > 0)
    note = g_strdup_printf ("%" G_GUINT64_FORMAT " kernels of collectives are left out of the reports on ranks: the file tells "
                            "no sequence numbers of them, and ranks have not recorded equally many, so that it is not "
                            "known which belong together",
                            job->instances.n_uncounted);
  return note;
}

/* ---- clocks ---- */

static void
add_clock (GPtrArray *records, const Trace *trace, const RankClocks *clocks, uint32_t rank)
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
  const JobWaits *job = report_figures_waits (figures);

  if (job == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
    add_clock (records, trace, &job->clocks, rank);
  return records;
}

/* ---- collectives ---- */

static void
add_text (Record *record, const char *key, const CollectiveText *text)
{
  if (text->n > 0)
    record_add_text (record, key, text->at, text->n, NULL);
  else
    record_add_null (record, key);
}

static void
add_bandwidth (Record *record, const char *key, const CollectiveFacts *facts, int64_t transfer_ns, double factor)
{
  if (facts->has_bytes && transfer_ns > 0 && factor >= 0 && collective_has_bandwidth (&facts->collective))
    record_add_real (record, key, (double) facts->bytes / (double) transfer_ns * factor);
  else
    record_add_null (record, key);
}

/* Returns NULL when memory runs out. */
static Record *
skew_record (const JobWaits *job, const CollectiveSkew *skew, CollectiveReader *reader)
{
  const Trace *trace = job->scope->trace;
  const CollectiveWait *waits = job->waits.waits.at + skew->first_wait;
  const CollectiveWait *last = &waits[skew->n_waits - 1];
  int64_t longest_ns = 0, total_ns = 0;
  CollectiveFacts facts;

  if (!collective_read (reader, trace, last->slice, &facts))
    return NULL;
  for (uint64_t i = 0; i < skew->n_waits; i++)
    {
      longest_ns = MAX (longest_ns, waits[i].wait_ns);
      total_ns = add_saturated (total_ns, waits[i].wait_ns);
    }
  Record *record = record_new ();
  record_add_name (record, trace, slice_name (trace_slices (trace), last->slice));
  add_text (record, "collective", &facts.collective);
  add_text (record, "process_group", &facts.process_group);
  record_add_count (record, "ranks", skew->n_waits);
  record_add_integer (record, "begin_ns", skew->begin_ns);
  record_add_integer (record, "end_ns", skew->end_ns);
  record_add_integer (record, "start_skew_ns", skew->start_skew_ns);
  record_add_integer (record, "end_skew_ns", skew->end_skew_ns);
  record_add_integer (record, "transfer_ns", skew->transfer_ns);
  record_add_integer (record, "longest_wait_ns", longest_ns);
  record_add_integer (record, "total_wait_ns", total_ns);
  record_add_integer (record, "last_rank", rank_number (trace, last->device));
  record_add_optional (record, "bytes", facts.has_bytes, facts.bytes);
  add_bandwidth (record, "algorithm_gb_per_s", &facts, skew->transfer_ns, 1);
  add_bandwidth (record, "bus_gb_per_s", &facts, skew->transfer_ns,
                 collective_bus_factor (&facts.collective, facts.group_size));
  record_add_boolean (record, "is_certain", skew->is_certain);
  return record;
}

static GPtrArray *
instance_records (ReportFigures *figures)
{
  const JobWaits *job = report_figures_waits (figures);
  CollectiveReader reader = { 0 };

  if (job == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (size_t i = 0; i < job->waits.skews.n; i++)
    {
      Record *record = skew_record (job, &job->waits.skews.at[i], &reader);

      if (record == NULL)
        {
          g_clear_pointer (&records, g_ptr_array_unref);
          break;
        }
      g_ptr_array_add (records, record);
    }
  collective_reader_clear (&reader);
  return records;
}

/* ---- waits ---- */

static GPtrArray *
wait_records (ReportFigures *figures)
{
  const Trace *trace = report_figures_scope (figures)->trace;
  g_autofree RankWaits *ranks = g_try_new0 (RankWaits, trace_n_ranks (trace) + (size_t) 1);
  const JobWaits *job = report_figures_waits (figures);

  if (job == NULL || ranks == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  rank_waits_compute (trace, &job->waits, ranks);
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      Record *record = record_new ();

      record_add_integer (record, "rank", trace_rank (trace, r)->number);
      record_add_count (record, "collectives", ranks[r].n_collectives);
      record_add_integer (record, "wait_ns", ranks[r].wait_ns);
      record_add_count (record, "last", ranks[r].n_last);
      record_add_integer (record, "awaited_ns", ranks[r].awaited_ns);
      record_add_boolean (record, "is_certain", rank_clocks_is_certain (&job->clocks, r));
      g_ptr_array_add (records, record);
    }
  return records;
}

/* ---- stragglers ---- */

/* Where to look: the gap before the collective with the largest excess, on this rank and on the median rank. */
static void
add_places (Record *record, const Trace *trace, const JobWaits *job, const CollectiveGaps *gaps, const Straggler *straggler)
{
  const CollectiveGap *gap = straggler->wait != UINT64_MAX ? &gaps->gaps[straggler->wait] : NULL;
  const CollectiveGap *median = straggler->median_wait != UINT64_MAX ? &gaps->gaps[straggler->median_wait] : NULL;

  record_add_optional (record, "largest_excess_ns", gap != NULL, straggler->largest_ns);
  record_add_optional (record, "begin_ns", gap != NULL, gap != NULL ? gap->begin_ns : 0);
  record_add_optional (record, "end_ns", gap != NULL, gap != NULL ? gap->end_ns : 0);
  record_add_optional (record, "median_rank", median != NULL,
                       median != NULL ? rank_number (trace, job->waits.waits.at[straggler->median_wait].device) : 0);
  record_add_optional (record, "median_begin_ns", median != NULL, median != NULL ? median->begin_ns : 0);
  record_add_optional (record, "median_end_ns", median != NULL, median != NULL ? median->end_ns : 0);
}

static Record *
straggler_record (const JobWaits *job, const CollectiveGaps *gaps, const Straggler *straggler)
{
  static const char *const excess_keys[N_GAP_PARTS] = { "compute_excess_ns", "collective_excess_ns", "memcpy_excess_ns",
                                                        "dataloader_excess_ns", "host_excess_ns" };
  const Trace *trace = job->scope->trace;
  const char *cause = gap_part_word (straggler->cause);
  Record *record = record_new ();

  record_add_integer (record, "rank", trace_rank (trace, straggler->rank)->number);
  record_add_count (record, "steps", straggler->n_steps);
  record_add_count (record, "late_steps", straggler->n_late);
  record_add_integer (record, "lateness_ns", straggler->lateness_ns);
  record_add_percent (record, "percent_of_step", straggler->lateness_ns, (double) straggler->step_ns);
  record_add_text (record, "cause", cause, strlen (cause), NULL);
  for (int part = 0; part < N_GAP_PARTS; part++)
    record_add_integer (record, excess_keys[part], straggler->excess_ns[part]);
  add_places (record, trace, job, gaps, straggler);
  record_add_boolean (record, "is_certain", rank_clocks_is_certain (&job->clocks, straggler->rank));
  return record;
}

static GPtrArray *
straggler_records (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const JobWaits *job = report_figures_waits (figures);
  GPtrArray *records = NULL;
  CollectiveGaps gaps = { 0 };
  Stragglers stragglers = { 0 };

  if (job != NULL && collective_gaps_init (&gaps, scope, &job->waits, NULL, NULL)
      && stragglers_init (&stragglers, scope, &job->waits, &gaps, NULL, NULL))
    {
      records = records_new ();
      for (size_t i = 0; i < stragglers.stragglers.n; i++)
        g_ptr_array_add (records, straggler_record (job, &gaps, &stragglers.stragglers.at[i]));
    }
  stragglers_clear (&stragglers);
  collective_gaps_clear (&gaps);
  return records;
}

const StatsReport report_clocks = {
  .name = "clocks",
  .title = "Clocks of the ranks",
  .header = "rank,reference_rank,collectives,offset_ns,drift_ppm,residual_p50_ns,residual_p95_ns,is_certain",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = clocks_records,
  .note = uncounted_note,
};

const StatsReport report_collective_instances = {
  .name = "collective_instances",
  .title = "Collectives one by one, on the common clock",
  .header = "name,collective,process_group,ranks,begin_ns,end_ns,start_skew_ns,end_skew_ns,transfer_ns,longest_wait_ns,"
            "total_wait_ns,last_rank,bytes,algorithm_gb_per_s,bus_gb_per_s,is_certain",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = instance_records,
  .note = uncounted_note,
};

const StatsReport report_collective_waits = {
  .name = "collective_waits",
  .title = "Waiting in collectives, by rank",
  .header = "rank,collectives,wait_ns,last,awaited_ns,is_certain",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = wait_records,
  .note = uncounted_note,
};

const StatsReport report_stragglers = {
  .name = "stragglers",
  .title = "Ranks that the others wait for",
  .header = "rank,steps,late_steps,lateness_ns,percent_of_step,cause,compute_excess_ns,collective_excess_ns,"
            "memcpy_excess_ns,dataloader_excess_ns,host_excess_ns,largest_excess_ns,begin_ns,end_ns,median_rank,"
            "median_begin_ns,median_end_ns,is_certain",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = straggler_records,
  .note = uncounted_note,
};
