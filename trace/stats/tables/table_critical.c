/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_critical.h"

#include "trace/container/stop_check.h"
#include "trace/critical/critical_names.h"
#include "trace/stats/distribution.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

typedef enum
{
  CRITICAL_NAME,
  CRITICAL_RANK,
  CRITICAL_CLASS,
  CRITICAL_COUNT,
  CRITICAL_TOTAL,
  CRITICAL_SHARE,
  CRITICAL_LONGEST,
  CRITICAL_PATH_LENGTH,
  N_CRITICAL_COLUMNS
} CriticalField;

/* clang-format off */
static const StatColumnInfo columns[N_CRITICAL_COLUMNS] = {
  [CRITICAL_NAME] = { "name", N_ ("Name"), N_ ("The slices whose time it is: of a launch the call, of a gap the work behind it."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [CRITICAL_RANK] = { "rank", N_ ("Rank"), N_ ("The rank of the path."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [CRITICAL_CLASS] = { "class", N_ ("Bound By"), N_ ("What the time is spent on: compute, communication, memcpy, launch (from a call to its work), host, data loader, or gaps (between two activities of a stream)."), STAT_CRITICAL, STAT_OF_NOTHING, true, NULL },
  [CRITICAL_COUNT] = { "count", N_ ("Count"), N_ ("The number of stretches of the path."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [CRITICAL_TOTAL] = { "total_ns", N_ ("Total"), N_ ("The time on the path."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [CRITICAL_SHARE] = { "percent_of_path", N_ ("Share of Path"), N_ ("The time as a share of the length of the rank's path."), STAT_PERCENT, STAT_OF_TOTAL, true, NULL },
  [CRITICAL_LONGEST] = { "longest_ns", N_ ("Longest"), N_ ("The longest stretch."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [CRITICAL_PATH_LENGTH] = { "path_ns", N_ ("Path"), N_ ("The length of the rank's path."), STAT_DURATION, STAT_OF_NOTHING, false, NULL },
};
/* clang-format on */

/* Of all ranks: paths[i] ends at ends[i] of the names. */
typedef struct
{
  CriticalNameColumn names;
  size_t *ends;
  int64_t *lengths_ns;
  int64_t window_ns; /* of all ranks that have a path; saturates */
  bool are_waits_guessed, is_any_too_large; /* of any rank */
} AllNames;

/* What was added up, and what to know of it. */
static const char *
sum_title (const AllNames *all)
{
  if (all->is_any_too_large)
    return all->are_waits_guessed ? N_ (
             "stretches of critical paths (without ranks of too many slices; waits are guessed, as there are no sync events)")
                                  : N_ ("stretches of critical paths (without ranks of too many slices)");
  return all->are_waits_guessed
           ? N_ ("stretches of critical paths (waits are guessed, as there are no sync events)")
           : N_ ("stretches of critical paths");
}

static void
clear_names (AllNames *all)
{
  critical_name_column_clear (&all->names);
  g_free (all->ends);
  g_free (all->lengths_ns);
}

static bool
collect_names (const StatsScope *scope,
               bool (*should_continue) (void *user_data),
               void *user_data,
               AllNames *all)
{
  uint32_t n_ranks = trace_n_ranks (scope->trace);

  all->ends = g_new0 (size_t, n_ranks + (size_t) 1);
  all->lengths_ns = g_new0 (int64_t, n_ranks + (size_t) 1);
  for (uint32_t rank = 0; rank < n_ranks; rank++)
    {
      if (stats_scope_holds_rank (scope, rank))
        {
          g_autoptr (CriticalPath) path = critical_path_new (scope, rank, should_continue, user_data);

          if (path == NULL || !critical_names_collect (path, scope->trace, &all->names))
            return false;
          all->lengths_ns[rank] = path->length_ns;
          if (path->length_ns > 0)
            all->window_ns = add_saturated (all->window_ns, scope->end_ns - scope->begin_ns);
          all->is_any_too_large = all->is_any_too_large || path->is_too_large;
          all->are_waits_guessed = all->are_waits_guessed || (path->are_waits_guessed && path->length_ns > 0);
        }
      all->ends[rank] = all->names.n;
    }
  return true;
}

static bool
fill_row (StatTable *table, const CriticalName *name, uint32_t rank, int64_t length_ns, uint64_t row)
{
  const SliceColumns *slices = trace_slices (table->trace);
  uint8_t kind = slices->kind[name->longest];
  StatColumn *at = table->columns;

  table->rows[row] = (StatRow){
    .name = name->name,
    .kind = kind < N_SLICE_KINDS ? (SliceKind) kind : SLICE_OTHER,
    .longest = name->longest,
  };
  table->rows[row].bins[STAT_BINS / 2] = (uint32_t) MIN (name->n, UINT32_MAX);
  at[CRITICAL_NAME].text[row] = name->name;
  at[CRITICAL_RANK].whole[row] = trace_rank (table->trace, rank)->number;
  at[CRITICAL_COUNT].whole[row] = (int64_t) MIN (name->n, (uint64_t) INT64_MAX);
  at[CRITICAL_TOTAL].whole[row] = name->total_ns;
  at[CRITICAL_SHARE].real[row] = 100.0 * (double) name->total_ns / (double) length_ns;
  at[CRITICAL_LONGEST].whole[row] = name->longest_ns;
  at[CRITICAL_PATH_LENGTH].whole[row] = length_ns;
  table->count += name->n;
  table->sum_ns = add_saturated (table->sum_ns, name->total_ns);
  return stat_table_set_text (table, &at[CRITICAL_CLASS], row, critical_class_word (name->klass));
}

static bool
fill_table (const StatsScope *scope, const AllNames *all, StatTable *table)
{
  uint32_t rank = 0;
  bool ok = true;

  if (!stat_table_init (table, scope, N_ ("What Bounds the Time"), all->names.n))
    return false;
  for (unsigned i = 0; ok && i < N_CRITICAL_COLUMNS; i++)
    ok = stat_table_add_column (table, &columns[i]);
  for (size_t i = 0; ok && i < all->names.n; i++)
    {
      while (i >= all->ends[rank])
        rank++;
      ok = fill_row (table, &all->names.at[i], rank, all->lengths_ns[rank], i);
    }
  if (!ok)
    {
      stat_table_clear (table);
      return false;
    }
  table->sum_title = sum_title (all);
  table->is_of_paths = true;
  table->wholes[STAT_OF_WINDOW].ns = all->window_ns;
  table->wholes[STAT_OF_TOTAL].ns = table->sum_ns;
  table->wholes[STAT_OF_TOTAL].title = N_ ("the length of the rank's critical path");
  return true;
}

bool
critical_table_compute (const StatsScope *scope,
                        const StatTableOptions *options,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        StatTable *ret_table)
{
  const StopCheck check = { should_continue, user_data, 0 };
  AllNames all = { 0 };
  bool ok = stop_check_ask (&check) && collect_names (scope, should_continue, user_data, &all)
            && fill_table (scope, &all, ret_table);

  (void) options;
  clear_names (&all);
  return ok;
}
