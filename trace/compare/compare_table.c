/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/compare_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/statistics/block_bootstrap.h"
#include "trace/compare/statistics/false_discovery.h"
#include "trace/compare/statistics/mean_difference.h"
#include "trace/container/id_map.h"
#include "trace/container/stoppable_order.h"

/* ---- rows ---- */

static void
init_row (CompareTable *table, uint64_t row)
{
  for (uint32_t side = 0; side < table->n_sides; side++)
    *compare_table_cell (table, row, side) = (TableCell){ .row = TRACE_NONE, .p = -1 };
}

static bool
add_base_rows (CompareTable *table, const CompareSide *sides, const RowMatching *matchings, StopCheck *check)
{
  const CompareRows *base = compare_side_rows (&sides[0], table->kind);

  for (uint32_t row = 0; row < base->rows.n; row++)
    {
      if (!stop_check_next (check))
        return false;
      if (compare_rows_is_empty (base, row))
        continue;
      init_row (table, table->n);
      *compare_table_cell (table, table->n, 0) = (TableCell){ .row = row, .match = MATCH_EXACT, .p = -1 };
      for (uint32_t side = 1; side < table->n_sides; side++)
        {
          TableCell *cell = compare_table_cell (table, table->n, side);
          uint32_t other = matchings[side - 1].other_of[row];

          cell->match = (RowMatch) matchings[side - 1].how[row];
          cell->is_elsewhere = matchings[side - 1].base_is_elsewhere[row];
          if (other == TRACE_NONE)
            continue;
          if (compare_rows_is_empty (compare_side_rows (&sides[side], table->kind), other))
            cell->match = MATCH_REMOVED;
          else
            cell->row = other;
        }
      table->n++;
    }
  return true;
}

/* What rows of several sides are called, as numbers from 0: equal for equal names inside equal rows. */
typedef struct
{
  StringTable *names;
  IdMap number_of; /* the number of the row around it plus 1, and the name */
  uint32_t n;
} RowCalls;

static bool
number_of_row (RowCalls *calls, const CompareRows *rows, uint32_t row, uint32_t around, uint32_t *ret_number)
{
  size_t length;
  const char *name = compare_rows_name (rows, row, &length);
  const uint64_t *number;
  uint32_t id;

  if (!string_table_intern (calls->names, name, length, &id))
    return false;
  number = id_map_add (&calls->number_of, (uint64_t) (around + 1) << 32 | id, calls->n);
  if (number == NULL)
    return false;
  *ret_number = (uint32_t) *number;
  calls->n += *ret_number == calls->n;
  return true;
}

/* Adds the rows that one side has without a partner, or with one that has nothing in it. row_of_number has the rows added so
 * far, by number. */
static bool
add_rows_of (CompareTable *table,
             const CompareSide *sides,
             uint32_t side,
             const RowMatching *matching,
             RowCalls *calls,
             U64Column *row_of_number,
             StopCheck *check)
{
  const CompareRows *rows = compare_side_rows (&sides[side], table->kind),
                    *base = compare_side_rows (&sides[0], table->kind);
  uint32_t *numbers = malloc ((rows->rows.n + 1) * sizeof *numbers);
  bool ok = numbers != NULL;

  for (uint32_t row = 0; row < rows->rows.n && ok; row++)
    {
      uint32_t parent = rows->rows.at[row].parent, partner = matching->base_of[row];
      bool is_added = !compare_rows_is_empty (rows, row)
                      && (partner == TRACE_NONE || compare_rows_is_empty (base, partner));

      /* A module with a partner may be around one without. */
      ok = stop_check_next (check);
      if (!ok || (!is_added && table->kind != ROWS_MODULES))
        continue;
      ok =
        number_of_row (calls, rows, row, parent == TRACE_NONE ? TRACE_NONE : numbers[parent], &numbers[row]);
      while (ok && row_of_number->n < calls->n)
        ok = u64_column_push (row_of_number, UINT64_MAX);
      if (!ok || !is_added)
        continue;
      if (row_of_number->at[numbers[row]] == UINT64_MAX)
        {
          row_of_number->at[numbers[row]] = table->n;
          init_row (table, table->n++);
        }
      *compare_table_cell (table, row_of_number->at[numbers[row]], side) = (TableCell){
        .row = row, .match = MATCH_ADDED, .is_elsewhere = matching->other_is_elsewhere[row], .p = -1
      };
    }
  free (numbers);
  return ok;
}

/* Rows that only others have: one for all that are called the same. */
static bool
add_added_rows (CompareTable *table, const CompareSide *sides, const RowMatching *matchings, StopCheck *check)
{
  RowCalls calls = { .names = string_table_new () };
  U64Column row_of_number = { 0 };
  bool ok = calls.names != NULL;

  for (uint32_t side = 1; side < table->n_sides && ok; side++)
    ok = add_rows_of (table, sides, side, &matchings[side - 1], &calls, &row_of_number, check);
  u64_column_clear (&row_of_number);
  id_map_clear (&calls.number_of);
  if (calls.names != NULL)
    string_table_free (calls.names);
  return ok;
}

/* ---- figures ---- */

/* Returns the squared standard error of the mean per step of every row of a side, by row; NULL when memory runs out or the
 * check says so. */
static double *
errors_new (const CompareSide *side, RowKind kind, StopCheck *check)
{
  const CompareRows *rows = compare_side_rows (side, kind);
  double *errors = malloc ((rows->rows.n + 1) * sizeof *errors);
  double *sums = calloc (side->steps.n, sizeof *sums);
  int64_t *values = malloc (side->steps.n * sizeof *values);
  uint32_t *at = malloc (side->steps.n * sizeof *at);
  double divisor = (double) compare_rows_divisor (rows, &side->steps);
  bool ok = errors != NULL && sums != NULL && values != NULL && at != NULL;

  for (uint32_t row = 0; row < rows->rows.n && ok && side->steps.n >= BOOTSTRAP_LEAST; row++)
    {
      const CompareRow *of_row = &rows->rows.at[row];

      ok = stop_check_next (check);
      for (uint64_t i = 0; i < of_row->n_cells; i++)
        {
          values[i] = rows->cells.at[of_row->first_cell + i].total_ns;
          at[i] = rows->cells.at[of_row->first_cell + i].sample;
        }
      errors[row] =
        block_error_squared (values, at, of_row->n_cells, side->steps.n, sums) / (divisor * divisor);
    }
  free (sums);
  free (values);
  free (at);
  if (!ok)
    {
      free (errors);
      return NULL;
    }
  return errors;
}

static bool
set_differences (CompareTable *table, const CompareSide *sides, double *const *errors, StopCheck *check)
{
  for (uint64_t row = 0; row < table->n; row++)
    {
      const TableCell *base = compare_table_cell (table, row, 0);
      RowMean base_mean =
        compare_rows_mean (compare_side_rows (&sides[0], table->kind), base->row, &sides[0].steps);

      if (!stop_check_next (check))
        return false;
      for (uint32_t side = 0; side < table->n_sides; side++)
        {
          TableCell *cell = compare_table_cell (table, row, side);

          RowMean mean =
            compare_rows_mean (compare_side_rows (&sides[side], table->kind), cell->row, &sides[side].steps);

          cell->per_step = (double) mean.total / (double) mean.divisor;
          cell->difference = mean_difference (base_mean.total, base_mean.divisor, mean.total, mean.divisor);
          if (side > 0 && cell->match != MATCH_ABSENT && sides[0].steps.n >= BOOTSTRAP_LEAST
              && sides[side].steps.n >= BOOTSTRAP_LEAST)
            cell->p = block_difference_p (
              cell->difference, base->row != TRACE_NONE ? errors[0][base->row] : 0,
              cell->row != TRACE_NONE ? errors[side][cell->row] : 0, sides[0].steps.n, sides[side].steps.n);
        }
    }
  return true;
}

static int
compare_p (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

static bool
decide (CompareTable *table, uint32_t side, const StopCheck *check)
{
  double *p = malloc ((table->n + 1) * sizeof *p), limit;

  if (p == NULL)
    return false;
  for (uint64_t row = 0; row < table->n; row++)
    p[row] = compare_table_cell (table, row, side)->p;
  if (!stoppable_order (p, table->n, sizeof *p, compare_p, check->should_continue, check->user_data))
    {
      free (p);
      return false;
    }
  limit = false_discovery_limit (p, table->n, CHANGED_SHARE);
  for (uint64_t row = 0; row < table->n; row++)
    {
      TableCell *cell = compare_table_cell (table, row, side);

      cell->change = cell->p < 0 ? CHANGED_UNDECIDED : cell->p <= limit ? CHANGED_YES : CHANGED_NO;
    }
  free (p);
  return true;
}

/* ---- order ---- */

typedef struct
{
  double largest;
  int64_t base_ns;
  const CompareRows *rows; /* of the first side that has it */
  uint32_t of_side;
  uint64_t row;
} RowPlace;

static int
compare_places (const void *a, const void *b)
{
  const RowPlace *x = a, *y = b;
  int order;

  if (x->largest != y->largest)
    return x->largest > y->largest ? -1 : 1;
  if (x->base_ns != y->base_ns)
    return x->base_ns > y->base_ns ? -1 : 1;
  order = compare_rows_order (x->rows, x->of_side, y->rows, y->of_side);
  if (order != 0)
    return order;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Every row is on some side. */
static uint32_t
first_side (const CompareTable *table, uint64_t row)
{
  uint32_t side = 0;

  while (side + 1 < table->n_sides && compare_table_cell (table, row, side)->row == TRACE_NONE)
    side++;
  return side;
}

static bool
order_rows (CompareTable *table, const CompareSide *sides, const StopCheck *check)
{
  RowPlace *places = malloc ((table->n + 1) * sizeof *places);
  TableCell *cells = malloc ((table->n * table->n_sides + 1) * sizeof *cells);

  if (places == NULL || cells == NULL)
    {
      free (places);
      free (cells);
      return false;
    }
  for (uint64_t row = 0; row < table->n; row++)
    {
      uint32_t base = compare_table_cell (table, row, 0)->row, first = first_side (table, row);

      places[row] = (RowPlace){ .rows = compare_side_rows (&sides[first], table->kind),
                                .of_side = compare_table_cell (table, row, first)->row,
                                .row = row };
      if (base != TRACE_NONE)
        places[row].base_ns = compare_side_rows (&sides[0], table->kind)->rows.at[base].total_ns;
      for (uint32_t side = 1; side < table->n_sides; side++)
        places[row].largest =
          MAX (places[row].largest, fabs (compare_table_cell (table, row, side)->difference));
    }
  if (!stoppable_order (places, table->n, sizeof *places, compare_places, check->should_continue,
                        check->user_data))
    {
      free (places);
      free (cells);
      return false;
    }
  for (uint64_t row = 0; row < table->n; row++)
    memcpy (cells + row * table->n_sides, compare_table_cell (table, places[row].row, 0),
            table->n_sides * sizeof *cells);
  free (table->cells);
  free (places);
  table->cells = cells;
  return true;
}

/* ---- all ---- */

bool
compare_table_compute (RowKind kind,
                       const CompareSide *sides,
                       uint32_t n_sides,
                       const RowMatching *matchings,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       CompareTable *ret_table)
{
  StopCheck check = { should_continue, user_data, 0 };
  uint64_t n_most = 1;
  double **errors = calloc (n_sides, sizeof *errors);
  bool ok = errors != NULL;

  for (uint32_t side = 0; side < n_sides; side++)
    n_most += compare_side_rows (&sides[side], kind)->rows.n;
  *ret_table = (CompareTable){ .kind = kind, .n_sides = n_sides };
  ret_table->cells = malloc (n_most * n_sides * sizeof *ret_table->cells);
  ok = ok && ret_table->cells != NULL && add_base_rows (ret_table, sides, matchings, &check)
       && add_added_rows (ret_table, sides, matchings, &check);
  for (uint32_t side = 0; side < n_sides && ok; side++)
    ok = (errors[side] = errors_new (&sides[side], kind, &check)) != NULL;
  ok = ok && set_differences (ret_table, sides, errors, &check);
  for (uint32_t side = 1; side < n_sides && ok; side++)
    ok = decide (ret_table, side, &check);
  ok = ok && order_rows (ret_table, sides, &check);
  for (uint32_t side = 0; side < n_sides && errors != NULL; side++)
    free (errors[side]);
  free (errors);
  return ok;
}

void
compare_table_clear (CompareTable *table)
{
  free (table->cells);
  *table = (CompareTable){ 0 };
}

const char *
compare_table_text (const CompareTable *table, const CompareSide *sides, uint64_t row, size_t *ret_length)
{
  uint32_t side = first_side (table, row);

  return compare_rows_text (compare_side_rows (&sides[side], table->kind),
                            compare_table_cell (table, row, side)->row, ret_length);
}
