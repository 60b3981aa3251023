/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report.h"

#include <string.h>

#include "app/cli/reports/report_record.h"
#include "trace/ranks/rank_links.h"
#include "trace/stats/distribution.h"

/* ---- process groups ---- */

static void
add_text (Record *record, const char *key, const ProcessGroups *groups, uint32_t id)
{
  size_t length;
  const char *text = string_table_get (groups->texts, id, &length);

  if (length > 0)
    record_add_text (record, key, text, length, NULL);
  else
    record_add_null (record, key);
}

static GroupRank
sum_of (const ProcessGroups *groups, const ProcessGroup *group)
{
  GroupRank sum = { 0 };

  for (uint32_t i = 0; i < group->n_ranks; i++)
    {
      const GroupRank *rank = &groups->ranks.at[group->first_rank + i];

      sum.n_kernels += rank->n_kernels;
      sum.n_told += rank->n_told;
      sum.bytes = add_saturated (sum.bytes, rank->bytes);
      sum.communication_ns = add_saturated (sum.communication_ns, rank->communication_ns);
      sum.exposed_ns = add_saturated (sum.exposed_ns, rank->exposed_ns);
      sum.n_collectives += rank->n_last; /* each has one last rank */
      sum.wait_ns = add_saturated (sum.wait_ns, rank->wait_ns);
    }
  return sum;
}

static Record *
group_record (const ProcessGroups *groups, const ProcessGroup *group)
{
  GroupRank sum = sum_of (groups, group);
  const char *word = parallelism_word (group->parallelism);
  Record *record = record_new ();

  add_text (record, "process_group", groups, group->name);
  add_text (record, "description", groups, group->description);
  if (word != NULL)
    record_add_text (record, "parallelism", word, strlen (word), NULL);
  else
    record_add_null (record, "parallelism");
  add_text (record, "members", groups, group->members);
  record_add_optional (record, "size", group->size > 0, group->size);
  record_add_count (record, "ranks", group->n_ranks);
  record_add_count (record, "kernels", sum.n_kernels);
  record_add_integer (record, "communication_ns", sum.communication_ns);
  record_add_optional (record, "exposed_ns", groups->has_compute, sum.exposed_ns);
  record_add_count (record, "collectives", sum.n_collectives);
  record_add_integer (record, "wait_ns", sum.wait_ns);
  record_add_optional (record, "bytes", sum.n_told > 0, sum.bytes);
  return record;
}

static GPtrArray *
group_records (ReportFigures *figures)
{
  const ProcessGroups *groups = report_figures_groups (figures);

  if (groups == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (size_t i = 0; i < groups->groups.n; i++)
    g_ptr_array_add (records, group_record (groups, &groups->groups.at[i]));
  return records;
}

/* ---- their ranks ---- */

static Record *
rank_record (const Trace *trace, const ProcessGroups *groups, const GroupRank *rank)
{
  const ProcessGroup *group = &groups->groups.at[rank->group];
  Record *record = record_new ();

  add_text (record, "process_group", groups, group->name);
  add_text (record, "members", groups, group->members);
  record_add_integer (record, "rank", trace_rank (trace, rank->rank)->number);
  record_add_count (record, "kernels", rank->n_kernels);
  record_add_optional (record, "compute_ns", groups->has_compute, groups->compute_ns[rank->rank]);
  record_add_integer (record, "communication_ns", rank->communication_ns);
  record_add_optional (record, "exposed_ns", groups->has_compute, rank->exposed_ns);
  record_add_count (record, "collectives", rank->n_collectives);
  record_add_integer (record, "wait_ns", rank->wait_ns);
  record_add_count (record, "last", rank->n_last);
  record_add_optional (record, "bytes", rank->n_told > 0, rank->bytes);
  return record;
}

static GPtrArray *
rank_records (ReportFigures *figures)
{
  const Trace *trace = report_figures_scope (figures)->trace;
  const ProcessGroups *groups = report_figures_groups (figures);

  if (groups == NULL)
    return NULL;
  GPtrArray *records = records_new ();
  for (size_t i = 0; i < groups->ranks.n; i++)
    g_ptr_array_add (records, rank_record (trace, groups, &groups->ranks.at[i]));
  return records;
}

/* ---- messages between two ranks ---- */

static Record *
link_record (const RankLink *link)
{
  uint64_t n_messages = link->n_sends > 0 ? link->n_sends : link->n_receives;
  Record *record = record_new ();

  record_add_integer (record, "from_rank", link->from);
  record_add_integer (record, "to_rank", link->to);
  record_add_count (record, "sends", link->n_sends);
  record_add_count (record, "receives", link->n_receives);
  record_add_integer (record, "send_ns", link->send_ns);
  record_add_integer (record, "receive_ns", link->receive_ns);
  record_add_integer (record, "transfer_ns", link->transfer_ns);
  record_add_boolean (record, "is_paired", link->is_paired);
  record_add_optional (record, "bytes", link->n_told > 0, link->bytes);
  /* Of all messages or of none: bytes of some over the time of all would be a bandwidth of nothing. */
  if (link->n_told == n_messages && link->transfer_ns > 0)
    record_add_real (record, "gb_per_s", (double) link->bytes / (double) link->transfer_ns);
  else
    record_add_null (record, "gb_per_s");
  return record;
}

static GPtrArray *
link_records (ReportFigures *figures)
{
  RankLinkColumn links = { 0 };
  GPtrArray *records = NULL;

  if (rank_links_collect (report_figures_scope (figures), NULL, NULL, &links))
    {
      records = records_new ();
      for (size_t i = 0; i < links.n; i++)
        g_ptr_array_add (records, link_record (&links.at[i]));
    }
  rank_link_column_clear (&links);
  return records;
}

const StatsReport report_process_groups = {
  .name = "process_groups",
  .title = "Process groups",
  .header = "process_group,description,parallelism,members,size,ranks,kernels,communication_ns,exposed_ns,collectives,"
            "wait_ns,bytes",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = group_records,
};

const StatsReport report_process_group_ranks = {
  .name = "process_group_ranks",
  .title = "Ranks in their process groups",
  .header = "process_group,members,rank,kernels,compute_ns,communication_ns,exposed_ns,collectives,wait_ns,last,bytes",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = rank_records,
};

const StatsReport report_rank_links = {
  .name = "rank_links",
  .title = "Messages from rank to rank",
  .header = "from_rank,to_rank,sends,receives,send_ns,receive_ns,transfer_ns,is_paired,bytes,gb_per_s",
  .use = REPORT_ASKED,
  .of_job = REPORT_OF_JOB,
  .records = link_records,
};
