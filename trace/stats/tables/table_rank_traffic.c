/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_rank_traffic.h"

#include "trace/ranks/job_waits.h"
#include "trace/ranks/process_groups.h"
#include "trace/ranks/rank_links.h"
#include "trace/stats/distribution.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

static void
set_bandwidth (StatColumn *column, uint64_t row, bool is_known, int64_t bytes, int64_t time_ns)
{
  column->is_null[row] = !is_known || bytes <= 0 || time_ns <= 0;
  column->real[row] = column->is_null[row] ? 0 : (double) bytes / (double) time_ns;
}

static void
set_bytes (StatColumn *column, uint64_t row, bool is_known, int64_t bytes)
{
  column->is_null[row] = !is_known;
  column->whole[row] = is_known ? bytes : 0;
}

/* The first column is the name of the slice; without a slice it is null. */
static void
set_slice (StatTable *table, const Trace *trace, uint64_t row, uint64_t slice, uint64_t n)
{
  table->columns[0].is_null[row] = slice == SLICE_NONE;
  table->columns[0].text[row] = slice != SLICE_NONE ? slice_name (trace_slices (trace), slice) : 0;
  table->rows[row] = (StatRow){ .name = TRACE_NONE, .kind = SLICE_KERNEL, .longest = slice };
  table->rows[row].bins[STAT_BINS / 2] = (uint32_t) MIN (n, UINT32_MAX);
}

static bool
begin_table (StatTable *table, const StatsScope *scope, const char *title, const StatColumnInfo *columns, unsigned n_columns, uint64_t n)
{
  if (!stat_table_init (table, scope, title, n))
    return false;
  for (unsigned i = 0; i < n_columns; i++)
    if (!stat_table_add_column (table, &columns[i]))
      {
        stat_table_clear (table);
        return false;
      }
  return true;
}

/* ---- pairs of ranks ---- */

typedef enum
{
  LINK_NAME,
  LINK_FROM,
  LINK_TO,
  LINK_COUNT,
  LINK_TRANSFER,
  LINK_BYTES,
  LINK_BANDWIDTH,
  N_LINK_COLUMNS
} LinkField;

/* clang-format off */
static const StatColumnInfo link_columns[N_LINK_COLUMNS] = {
  [LINK_NAME] = { "name", N_ ("Longest Kernel"), N_ ("The kernel of the message that took longest."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [LINK_FROM] = { "from_rank", N_ ("From Rank"), N_ ("The number of the rank that sends."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [LINK_TO] = { "to_rank", N_ ("To Rank"), N_ ("The number of the rank that receives."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [LINK_COUNT] = { "count", N_ ("Count"), N_ ("The number of messages that begin in the window."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [LINK_TRANSFER] = { "transfer_ns", N_ ("Transfer Time"), N_ ("The durations of the send or the receive of each message, whichever is shorter, added up. If the profile has one side only, the time includes waiting for the other."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [LINK_BYTES] = { "bytes", N_ ("Bytes"), N_ ("The sizes of the messages, added up; empty if the file does not give them."), STAT_BYTES, STAT_OF_NOTHING, true, NULL },
  [LINK_BANDWIDTH] = { "gb_per_s", N_ ("Bandwidth"), N_ ("Bytes / transfer time. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

static void
fill_link (StatTable *table, const Trace *trace, const RankLink *link, uint64_t row)
{
  uint64_t n = link->n_sends > 0 ? link->n_sends : link->n_receives;
  StatColumn *at = table->columns;

  set_slice (table, trace, row, link->longest, n);
  at[LINK_FROM].whole[row] = link->from;
  at[LINK_TO].whole[row] = link->to;
  at[LINK_COUNT].whole[row] = (int64_t) MIN (n, (uint64_t) INT64_MAX);
  at[LINK_TRANSFER].whole[row] = link->transfer_ns;
  set_bytes (&at[LINK_BYTES], row, link->n_told > 0, link->bytes);
  /* Bytes of some over the time of all would be a bandwidth of nothing. */
  set_bandwidth (&at[LINK_BANDWIDTH], row, link->n_told == n, link->bytes, link->transfer_ns);
  table->count += n;
  table->sum_ns = add_saturated (table->sum_ns, link->transfer_ns);
}

bool
rank_links_table_compute (const StatsScope *scope,
                          const StatTableOptions *options,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StatTable *ret_table)
{
  RankLinkColumn links = { 0 };
  bool ok = rank_links_collect (scope, should_continue, user_data, &links)
            && begin_table (ret_table, scope, N_ ("Messages between Ranks"), link_columns, N_LINK_COLUMNS, links.n);

  (void) options;
  for (size_t i = 0; ok && i < links.n; i++)
    fill_link (ret_table, scope->trace, &links.at[i], i);
  if (ok)
    ret_table->sum_title = N_ ("transfer times of messages");
  rank_link_column_clear (&links);
  return ok;
}

/* ---- ranks in process groups ---- */

typedef enum
{
  GROUP_KERNEL,
  GROUP_NAME,
  GROUP_DESCRIPTION,
  GROUP_RANK,
  GROUP_COUNT,
  GROUP_COMMUNICATION,
  GROUP_EXPOSED,
  GROUP_WAIT,
  GROUP_LAST,
  GROUP_BYTES,
  GROUP_BANDWIDTH,
  N_GROUP_COLUMNS
} GroupField;

/* clang-format off */
static const StatColumnInfo group_columns[N_GROUP_COLUMNS] = {
  [GROUP_KERNEL] = { "name", N_ ("Longest Kernel"), N_ ("The rank's longest kernel of the group."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [GROUP_NAME] = { "process_group", N_ ("Process Group"), N_ ("The group's name; empty if the file does not give it."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
  [GROUP_DESCRIPTION] = { "description", N_ ("Description"), N_ ("What the framework calls the group; empty if the file does not give it."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
  [GROUP_RANK] = { "rank", N_ ("Rank"), N_ ("A rank that communicates in the group."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [GROUP_COUNT] = { "count", N_ ("Count"), N_ ("The number of the rank's communication kernels of the group that begin in the window."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [GROUP_COMMUNICATION] = { "communication_ns", N_ ("Communication"), N_ ("The time in the window with such a kernel."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [GROUP_EXPOSED] = { "exposed_ns", N_ ("Exposed"), N_ ("The part of it in which the rank's device does not compute; empty of a profile of summaries."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [GROUP_WAIT] = { "wait_ns", N_ ("Waiting"), N_ ("The time in collectives until the last rank begins, on one clock."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [GROUP_LAST] = { "last", N_ ("Last"), N_ ("The number of collectives in which the rank begins last."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [GROUP_BYTES] = { "bytes", N_ ("Bytes"), N_ ("The sizes of the messages, added up; empty if the file does not give them."), STAT_BYTES, STAT_OF_NOTHING, true, NULL },
  [GROUP_BANDWIDTH] = { "gb_per_s", N_ ("Bandwidth"), N_ ("Bytes / time without waiting. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

static bool
set_text (const ProcessGroups *groups, StatTable *table, StatColumn *column, uint64_t row, uint32_t id)
{
  size_t length;
  const char *text = string_table_get (groups->texts, id, &length);

  column->is_null[row] = length == 0 || !g_utf8_validate (text, (gssize) length, NULL);
  return column->is_null[row] || stat_table_add_text (table, text, length, &column->text[row]);
}

static bool
fill_rank (StatTable *table, const StatsScope *scope, const ProcessGroups *groups, const GroupRank *rank, uint64_t row)
{
  const ProcessGroup *group = &groups->groups.at[rank->group];
  StatColumn *at = table->columns;

  set_slice (table, scope->trace, row, rank->longest, rank->n_kernels);
  at[GROUP_RANK].whole[row] = trace_rank (scope->trace, rank->rank)->number;
  at[GROUP_COUNT].whole[row] = (int64_t) MIN (rank->n_kernels, (uint64_t) INT64_MAX);
  at[GROUP_COMMUNICATION].whole[row] = rank->communication_ns;
  at[GROUP_EXPOSED].is_null[row] = !groups->has_compute;
  at[GROUP_EXPOSED].whole[row] = groups->has_compute ? rank->exposed_ns : 0;
  at[GROUP_WAIT].whole[row] = rank->wait_ns;
  at[GROUP_LAST].whole[row] = (int64_t) MIN (rank->n_last, (uint64_t) INT64_MAX);
  set_bytes (&at[GROUP_BYTES], row, rank->n_told > 0, rank->bytes);
  set_bandwidth (&at[GROUP_BANDWIDTH], row, rank->n_told == rank->n_kernels, rank->bytes, group_rank_transfer_ns (rank));
  table->count += rank->n_kernels;
  table->sum_ns = add_saturated (table->sum_ns, rank->communication_ns);
  return set_text (groups, table, &at[GROUP_NAME], row, group->name)
         && set_text (groups, table, &at[GROUP_DESCRIPTION], row, group->description);
}

bool
group_ranks_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table)
{
  ProcessGroups groups = { 0 };
  JobWaits job;
  bool ok = job_waits_init (&job, scope, should_continue, user_data)
            && process_groups_init (&groups, scope, &job.waits, should_continue, user_data)
            && begin_table (ret_table, scope, N_ ("Process Groups and Ranks"), group_columns, N_GROUP_COLUMNS, groups.ranks.n);
  bool has_table = ok;

  (void) options;
  for (size_t i = 0; ok && i < groups.ranks.n; i++)
    ok = fill_rank (ret_table, scope, &groups, &groups.ranks.at[i], i);
  if (has_table && ok)
    ret_table->sum_title = N_ ("communication times of ranks in their groups");
  if (has_table && !ok)
    stat_table_clear (ret_table);
  process_groups_clear (&groups);
  job_waits_clear (&job);
  return ok;
}
