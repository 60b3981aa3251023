/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/duration_table.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/name_groups.h"
#include "trace/stats/tables/self_times.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

/* The data that a table is made from. */
typedef struct
{
  const StatsScope *scope;
  const DurationTable *kind;
  GroupFigures *figures;
  uint64_t n;
} Making;

/* Orders by total, descending, then as found; rows are ordered by text once that is known. */
static int
compare_totals (const void *a, const void *b)
{
  const GroupFigures *x = a, *y = b;

  if (x->duration.total_ns != y->duration.total_ns)
    return x->duration.total_ns > y->duration.total_ns ? -1 : 1;
  return x->key < y->key ? -1 : x->key > y->key;
}

static int
compare_names (const void *a, const void *b, void *user_data)
{
  const Trace *trace = user_data;
  const GroupFigures *x = a, *y = b;
  int order = name_compare (trace, slice_name (trace_slices (trace), x->longest),
                            slice_name (trace_slices (trace), y->longest));

  return order != 0 ? order : x->key < y->key ? -1 : x->key > y->key;
}

/* Few totals are equal, and comparing names is slow. */
static void
order_figures (Making *making)
{
  uint64_t first = 0;

  qsort (making->figures, (size_t) making->n, sizeof *making->figures, compare_totals);
  for (uint64_t i = 1; i <= making->n; i++)
    if (i == making->n || making->figures[i].duration.total_ns != making->figures[first].duration.total_ns)
      {
        if (i - first > 1)
          qsort_r (making->figures + first, (size_t) (i - first), sizeof *making->figures, compare_names,
                   (void *) making->scope->trace);
        first = i;
      }
}

static bool
find_self_times (const Making *making,
                 const SliceGroups *groups,
                 bool (*should_continue) (void *user_data),
                 void *user_data)
{
  uint64_t n_keys = making->n == 0 ? 0 : (uint64_t) making->figures[making->n - 1].key + 1;
  int64_t *children_ns = calloc ((size_t) n_keys + 1, sizeof *children_ns);
  bool ok = children_ns != NULL
            && self_times_children (making->scope, &making->kind->keys, groups, should_continue, user_data,
                                    children_ns, n_keys);

  for (uint64_t i = 0; i < making->n && ok; i++)
    making->figures[i].self_ns =
      MAX (making->figures[i].duration.total_ns - children_ns[making->figures[i].key], 0);
  free (children_ns);
  return ok;
}

static void
set_wholes (const Making *making, StatTable *table)
{
  const StatsScope *scope = making->scope;
  bool is_nested = making->kind->is_nested;
  int64_t window_ns = 0;

  for (uint64_t i = 0; i < making->n; i++)
    {
      const GroupFigures *figures = &making->figures[i];

      table->count += figures->duration.count;
      table->sum_ns =
        add_saturated (table->sum_ns, is_nested ? figures->self_ns : figures->duration.total_ns);
    }
  table->sum_title = making->kind->sum_title;
  table->wholes[STAT_OF_TOTAL].ns = table->sum_ns;
  table->wholes[STAT_OF_TOTAL].title = making->kind->share_title;
  if (making->kind->is_of_devices)
    window_ns = stats_scope_device_time_ns (scope);
  else if (scope->end_ns <= scope->begin_ns
           || __builtin_sub_overflow (scope->end_ns, scope->begin_ns, &window_ns)
           || __builtin_mul_overflow (window_ns, (int64_t) stats_scope_n_ranks (scope), &window_ns))
    window_ns = 0;
  table->wholes[STAT_OF_WINDOW].ns = window_ns;
  table->wholes[STAT_OF_WINDOW].title =
    making->kind->is_of_devices ? N_ ("the window times its devices") : N_ ("the window times its ranks");
}

static bool
fill_name (const Making *making, StatTable *table, StatColumn *column, uint64_t row)
{
  const GroupFigures *figures = &making->figures[row];
  const DurationTable *kind = making->kind;

  column->text[row] = slice_name (trace_slices (making->scope->trace), figures->longest);
  return kind->text == NULL || kind->text (kind->keys.user_data, table, figures, &column->text[row]);
}

static bool
fill_cell (const Making *making, StatTable *table, DurationField field, StatColumn *column, uint64_t row)
{
  const GroupFigures *figures = &making->figures[row];
  const Distribution *duration = &figures->duration;

  switch (field)
    {
    case FIELD_NAME:
      return fill_name (making, table, column, row);
    case FIELD_COUNT:
      column->whole[row] = (int64_t) duration->count;
      return true;
    case FIELD_TOTAL:
      column->whole[row] = duration->total_ns;
      return true;
    case FIELD_SELF:
      column->whole[row] = figures->self_ns;
      return true;
    case FIELD_MEAN:
      column->real[row] = duration->mean_ns;
      return true;
    case FIELD_MEDIAN:
      column->real[row] = duration->median_ns;
      return true;
    case FIELD_P95:
      column->real[row] = duration->p95_ns;
      return true;
    case FIELD_P99:
      column->real[row] = figures->p99_ns;
      return true;
    case FIELD_MIN:
      column->whole[row] = duration->min_ns;
      return true;
    case FIELD_MAX:
      column->whole[row] = duration->max_ns;
      return true;
    case FIELD_DEVIATION:
      column->real[row] = duration->stddev_ns;
      return true;
    case FIELD_SHARE:
      stat_table_set_percent (table, column, row,
                              (double) (making->kind->is_nested ? figures->self_ns : duration->total_ns));
      return true;
    case FIELD_SHARE_OF_WINDOW:
      stat_table_set_percent (table, column, row, (double) figures->covered_ns);
      return true;
    case FIELD_DISTRIBUTION:
      return true;
    case FIELD_OWN:
      return making->kind->fill (making->kind->keys.user_data, table, column, row, figures);
    }
  return true;
}

static bool
fill (const Making *making, StatTable *table)
{
  const SliceColumns *slices = trace_slices (making->scope->trace);

  for (uint64_t row = 0; row < making->n; row++)
    {
      const GroupFigures *figures = &making->figures[row];

      table->rows[row] = (StatRow){
        .name = making->kind->is_by_name ? slice_name (slices, figures->longest) : TRACE_NONE,
        .kind = slices->kind[figures->longest] < N_SLICE_KINDS ? (SliceKind) slices->kind[figures->longest]
                                                               : making->kind->kind,
        .longest = figures->longest,
      };
      memcpy (table->rows[row].bins, figures->bins, sizeof figures->bins);
    }
  for (uint32_t i = 0; i < making->kind->n_columns; i++)
    {
      if (!stat_table_add_column (table, &making->kind->columns[i].info))
        return false;
      for (uint64_t row = 0; row < making->n; row++)
        if (!fill_cell (making, table, making->kind->columns[i].field, &table->columns[i], row))
          return false;
    }
  return true;
}

bool
duration_table_compute (const StatsScope *scope,
                        const DurationTable *kind,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        StatTable *ret_table)
{
  Making making = { .scope = scope, .kind = kind };
  SliceGroups groups;
  bool ok = slice_groups_collect (scope, &kind->keys, should_continue, user_data, &groups);

  if (!ok)
    return false;
  ok = group_figures_compute (scope, &groups, should_continue, user_data, &making.figures, &making.n);
  if (ok && kind->is_nested)
    ok = find_self_times (&making, &groups, should_continue, user_data);
  slice_groups_clear (&groups);
  if (ok)
    {
      order_figures (&making);
      ok = stat_table_init (ret_table, scope, kind->title, making.n);
      if (ok)
        {
          ret_table->is_nested = kind->is_nested;
          set_wholes (&making, ret_table);
          ok = fill (&making, ret_table);
          if (!ok)
            stat_table_clear (ret_table);
        }
    }
  free (making.figures);
  return ok;
}
