/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_rank_steps.h"

#include "trace/container/stop_check.h"
#include "trace/ranks/rank_figures.h"
#include "trace/stats/distribution.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

typedef enum
{
  RANK_STEP_NAME,
  RANK_STEP_NUMBER,
  RANK_STEP_RANK,
  RANK_STEP_NODE,
  RANK_STEP_BEGIN,
  RANK_STEP_FIGURES, /* N_RANK_FIGURES columns */
  N_RANK_STEP_COLUMNS = RANK_STEP_FIGURES + N_RANK_FIGURES
} RankStepField;

/* clang-format off */
static const StatColumnInfo columns[N_RANK_STEP_COLUMNS] = {
  [RANK_STEP_NAME] = { "name", N_ ("Name"), N_ ("The slice of the step on the host."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_NUMBER] = { "step", N_ ("Step"), N_ ("The number in the step's name, or else its position among the steps of the rank, from 0."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_RANK] = { "rank", N_ ("Rank"), N_ ("The rank that took the step."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_NODE] = { "node", N_ ("Node"), N_ ("The machine of the rank."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_BEGIN] = { "host_begin_ns", N_ ("Begin"), N_ ("The begin of the step on the host, from the time origin."), STAT_TIME, STAT_OF_NOTHING, false, NULL },
  [RANK_STEP_FIGURES + RANK_STEP_TIME] = { "step_time_ns", N_ ("Step Time"), N_ ("From the end of the previous step, or the step's begin on the host if that is later, to the end of the last activity launched in the step or the step's end on the host, whichever is later."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_FIGURES + RANK_EXPOSED_COMMUNICATION] = { "exposed_communication_ns", N_ ("Exposed Communication"), N_ ("The time in the step in which a device of the rank communicated and did not compute, added up over its devices."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_FIGURES + RANK_LATENESS] = { "lateness_ns", N_ ("Lateness"), N_ ("How much later than the median rank the rank began a collective of the step, on one clock: the largest of all its collectives."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_FIGURES + RANK_IDLE] = { "idle_ns", N_ ("Idle"), N_ ("The time in the step in which a device of the rank did nothing, added up over its devices."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [RANK_STEP_FIGURES + RANK_MEMORY_PEAK] = { "memory_peak_bytes", N_ ("Memory Peak"), N_ ("The most memory of one device of the rank that its allocators had given out at any time in the step; empty if that was not recorded."), STAT_BYTES, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

static void
fill_row (StatTable *table, const StatsScope *scope, const RankFigures *figures, uint64_t i, uint64_t row)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  const TraceStep *step = step_table_get (scope->steps, i);
  const TraceRank *rank = trace_rank (scope->trace, step->rank);
  StatColumn *at = table->columns;
  uint32_t name = slice_name (slices, step->slice);

  table->rows[row] = (StatRow){
    .name = name,
    .kind = slices->kind[step->slice] < N_SLICE_KINDS ? (SliceKind) slices->kind[step->slice] : SLICE_OTHER,
    .longest = step->slice,
  };
  table->rows[row].bins[STAT_BINS / 2] = 1;
  at[RANK_STEP_NAME].text[row] = name;
  at[RANK_STEP_NUMBER].whole[row] = step->has_number ? step->number : step->index;
  at[RANK_STEP_RANK].whole[row] = rank->number;
  at[RANK_STEP_NODE].text[row] = trace_track (scope->trace, rank->node)->name;
  at[RANK_STEP_BEGIN].whole[row] = step->host_begin_ns;
  for (RankFigure figure = 0; figure < N_RANK_FIGURES; figure++)
    {
      StatColumn *column = &at[(unsigned) RANK_STEP_FIGURES + figure];
      int64_t value = figures->values[figure][i];

      column->is_null[row] = value == RANK_FIGURE_UNKNOWN;
      column->whole[row] = value == RANK_FIGURE_UNKNOWN ? 0 : value;
    }
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

static bool
fill_table (const StatsScope *scope, const RankFigures *figures, StatTable *table)
{
  uint64_t n_steps = step_table_count (scope->steps), n = 0;

  for (uint64_t i = next_in_scope (scope, 0); i < n_steps; i = next_in_scope (scope, i + 1))
    n++;
  if (!stat_table_init (table, scope, N_ ("Ranks and Steps"), n))
    return false;
  for (unsigned i = 0; i < N_RANK_STEP_COLUMNS; i++)
    if (!stat_table_add_column (table, &columns[i]))
      {
        stat_table_clear (table);
        return false;
      }
  n = 0;
  for (uint64_t i = next_in_scope (scope, 0); i < n_steps; i = next_in_scope (scope, i + 1))
    fill_row (table, scope, figures, i, n++);
  table->count = n;
  table->sum_title = N_ ("wall times of steps");
  return true;
}

bool
rank_steps_table_compute (const StatsScope *scope,
                          const StatTableOptions *options,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StatTable *ret_table)
{
  const StopCheck check = { should_continue, user_data, 0 };
  MemoryUse *memory = memory_use_new (scope->trace);
  RankFigures figures = { 0 };
  bool ok = memory != NULL && stop_check_ask (&check)
            && rank_figures_init (&figures, scope->trace, scope->steps, memory, should_continue, user_data)
            && fill_table (scope, &figures, ret_table);

  (void) options;
  rank_figures_clear (&figures);
  memory_use_free (memory);
  return ok;
}
