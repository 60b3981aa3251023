/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_steps.h"

#include "trace/container/stop_check.h"
#include "trace/stats/distribution.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

typedef enum
{
  STEP_NAME,
  STEP_INDEX,
  STEP_NUMBER,
  STEP_RANK,
  STEP_BEGIN,
  STEP_WALL,
  STEP_SHARE,
  STEP_HOST,
  STEP_DEVICE,
  STEP_BUSY,
  STEP_ACTIVITIES,
  STEP_TRUNCATED,
  N_STEP_COLUMNS
} StepField;

/* clang-format off */
static const StatColumnInfo columns[N_STEP_COLUMNS] = {
  [STEP_NAME] = { "name", N_ ("Name"), N_ ("The slice of the step on the host."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [STEP_INDEX] = { "index", N_ ("Index"), N_ ("Position among the steps of the rank, from 0."), STAT_NUMBER, STAT_OF_NOTHING, false, NULL },
  [STEP_NUMBER] = { "number", N_ ("Number"), N_ ("The number in the step's name; empty if it has none."), STAT_NUMBER, STAT_OF_NOTHING, false, NULL },
  [STEP_RANK] = { "rank", N_ ("Rank"), N_ ("The rank that took the step."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [STEP_BEGIN] = { "host_begin_ns", N_ ("Begin"), N_ ("The begin of the step on the host, from the time origin."), STAT_TIME, STAT_OF_NOTHING, true, NULL },
  [STEP_WALL] = { "wall_ns", N_ ("Wall"), N_ ("From the end of the previous step, or the step's begin on the host if that is later, to the end of the last activity launched in the step or the step's end on the host, whichever is later."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [STEP_SHARE] = { "percent_of_step_time", /* xgettext:no-c-format */ N_ ("% of Steps"), N_ ("The wall time as a share of the wall times of all steps."), STAT_PERCENT, STAT_OF_TOTAL, true, NULL },
  [STEP_HOST] = { "host_ns", N_ ("Host"), N_ ("The duration of the step's slice on the host."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [STEP_DEVICE] = { "device_ns", N_ ("Device"), N_ ("From the begin of the first to the end of the last activity launched in the step; empty if none was launched."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [STEP_BUSY] = { "busy_ns", N_ ("Busy"), N_ ("The device-busy time of the activities launched in the step, added up over the devices."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [STEP_ACTIVITIES] = { "activities", N_ ("Activities"), N_ ("The number of kernels, memcpys and memsets launched in the step."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [STEP_TRUNCATED] = { "truncated", N_ ("Cut Off"), N_ ("Whether the recording ended inside the step."), STAT_YES_NO, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

static void
set_whole (StatColumn *column, uint64_t row, bool is_known, int64_t value)
{
  column->is_null[row] = !is_known;
  column->whole[row] = is_known ? value : 0;
}

static void
fill_row (StatTable *table, const StatsScope *scope, const TraceStep *step, uint64_t row)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  StatColumn *at = table->columns;
  uint32_t name = slice_name (slices, step->slice);

  table->rows[row] = (StatRow){
    .name = name,
    .kind = slices->kind[step->slice] < N_SLICE_KINDS ? (SliceKind) slices->kind[step->slice] : SLICE_OTHER,
    .longest = step->slice,
  };
  table->rows[row].bins[STAT_BINS / 2] = 1;
  at[STEP_NAME].text[row] = name;
  at[STEP_INDEX].whole[row] = step->index;
  set_whole (&at[STEP_NUMBER], row, step->has_number, step->number);
  at[STEP_RANK].whole[row] = trace_rank (scope->trace, step->rank)->number;
  at[STEP_BEGIN].whole[row] = step->host_begin_ns;
  at[STEP_WALL].whole[row] = step->wall_ns;
  at[STEP_HOST].whole[row] = step->host_end_ns - step->host_begin_ns;
  set_whole (&at[STEP_DEVICE], row, step->has_device, step->device_end_ns - step->device_begin_ns);
  at[STEP_BUSY].whole[row] = step->busy_ns;
  at[STEP_ACTIVITIES].whole[row] = step->activities > INT64_MAX ? INT64_MAX : (int64_t) step->activities;
  at[STEP_TRUNCATED].whole[row] = step->is_truncated;
  table->sum_ns = add_saturated (table->sum_ns, step->wall_ns);
}

/* Returns the next step in scope from the i-th on, or the number of steps. */
static uint64_t
next_in_scope (const StatsScope *scope, uint64_t i)
{
  for (; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);

      if (stats_scope_holds_start (scope, step->host_begin_ns) && stats_scope_holds_rank (scope, step->rank))
        break;
    }
  return i;
}

bool
steps_table_compute (const StatsScope *scope,
                     const StatTableOptions *options,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     StatTable *ret_table)
{
  const StopCheck check = { should_continue, user_data, 0 };
  uint64_t n_steps = step_table_count (scope->steps), n = 0;

  (void) options;
  for (uint64_t i = next_in_scope (scope, 0); i < n_steps; i = next_in_scope (scope, i + 1))
    n++;
  if (!stop_check_ask (&check))
    return false;
  if (!stat_table_init (ret_table, scope, N_ ("Steps"), n))
    return false;
  for (unsigned i = 0; i < N_STEP_COLUMNS; i++)
    if (!stat_table_add_column (ret_table, &columns[i]))
      {
        stat_table_clear (ret_table);
        return false;
      }
  n = 0;
  for (uint64_t i = next_in_scope (scope, 0); i < n_steps; i = next_in_scope (scope, i + 1))
    fill_row (ret_table, scope, step_table_get (scope->steps, i), n++);
  ret_table->count = n;
  ret_table->sum_title = N_ ("wall times of steps");
  ret_table->wholes[STAT_OF_TOTAL].ns = ret_table->sum_ns;
  ret_table->wholes[STAT_OF_TOTAL].title = N_ ("the wall times of all steps");
  for (uint64_t row = 0; row < n; row++)
    stat_table_set_percent (ret_table, &ret_table->columns[STEP_SHARE], row,
                            (double) ret_table->columns[STEP_WALL].whole[row]);
  return true;
}
