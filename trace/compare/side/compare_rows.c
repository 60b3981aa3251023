/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/compare_rows.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"

COLUMN_IMPLEMENT (CompareRowColumn, compare_row_column)
COLUMN_IMPLEMENT (RowCellColumn, row_cell_column)

const char *
row_kind_word (RowKind kind)
{
  static const char *const words[N_ROW_KINDS] = { "kernels",     "operators", "modules", "annotations",
                                                  "collectives", "runtime",   "idle" };

  return words[kind];
}

bool
compare_rows_init (CompareRows *rows, const Trace *trace, bool is_of_devices, bool has_texts)
{
  *rows = (CompareRows){ .trace = trace, .is_of_devices = is_of_devices };
  if (has_texts)
    rows->texts = string_table_new ();
  return !has_texts || rows->texts != NULL;
}

void
compare_rows_clear (CompareRows *rows)
{
  if (rows->texts != NULL)
    string_table_free (rows->texts);
  compare_row_column_clear (&rows->rows);
  row_cell_column_clear (&rows->cells);
  u32_column_clear (&rows->open);
  *rows = (CompareRows){ 0 };
}

bool
compare_rows_new (CompareRows *rows, uint32_t text, uint32_t *ret_row)
{
  return compare_rows_new_inside (rows, TRACE_NONE, text, ret_row);
}

bool
compare_rows_new_inside (CompareRows *rows, uint32_t parent, uint32_t text, uint32_t *ret_row)
{
  CompareRow row = {
    .text = text,
    .parent = parent,
    .path_row = (uint32_t) rows->rows.n,
    .longest = SLICE_NONE,
  };
  size_t length;

  if (rows->rows.n >= TRACE_NONE - 1 || !u32_column_push (&rows->open, 0)
      || !compare_row_column_push (&rows->rows, row))
    return false;
  *ret_row = row.path_row;
  compare_rows_name (rows, *ret_row, &length);
  if (parent != TRACE_NONE)
    {
      const CompareRow *around = &rows->rows.at[parent];

      length = MIN (length, ROW_PATH_MAX_BYTES) + around->path_bytes + 1;
      if (around->path_bytes == ROW_PATH_MAX_BYTES)
        rows->rows.at[*ret_row].path_row = around->path_row;
    }
  rows->rows.at[*ret_row].path_bytes = (uint32_t) MIN (length, ROW_PATH_MAX_BYTES);
  return true;
}

static int
compare_cells (const void *a, const void *b)
{
  const RowCell *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return x->sample < y->sample ? -1 : x->sample > y->sample;
}

/* Orders by row alone, in linear time. Cells of a row mostly ascend by sample already. */
static bool
order_by_row (CompareRows *rows)
{
  RowCell *ordered = malloc (rows->cells.n * sizeof *ordered + 1);
  size_t n = 0;

  if (ordered == NULL)
    return false;
  for (size_t i = 0; i < rows->cells.n; i++)
    rows->rows.at[rows->cells.at[i].row].n_cells++;
  for (size_t row = 0; row < rows->rows.n; row++)
    {
      rows->rows.at[row].first_cell = n;
      n += rows->rows.at[row].n_cells;
      rows->rows.at[row].n_cells = 0;
    }
  for (size_t i = 0; i < rows->cells.n; i++)
    {
      CompareRow *row = &rows->rows.at[rows->cells.at[i].row];

      ordered[row->first_cell + row->n_cells++] = rows->cells.at[i];
    }
  free (rows->cells.at);
  rows->cells.at = ordered;
  rows->cells.cap = rows->cells.n;
  return true;
}

static bool
are_ascending (const RowCell *cells, uint64_t n)
{
  for (uint64_t i = 1; i < n; i++)
    if (cells[i].sample <= cells[i - 1].sample)
      return false;
  return true;
}

bool
compare_rows_finish (CompareRows *rows)
{
  size_t n = 0;

  u32_column_clear (&rows->open);
  if (!order_by_row (rows))
    return false;
  for (size_t r = 0; r < rows->rows.n; r++)
    {
      CompareRow *row = &rows->rows.at[r];
      RowCell *cells = rows->cells.at + row->first_cell;
      uint64_t n_before = row->n_cells;

      if (!are_ascending (cells, n_before))
        qsort (cells, n_before, sizeof *cells, compare_cells);
      row->first_cell = n;
      for (uint64_t i = 0; i < n_before; i++)
        {
          RowCell *last = n > row->first_cell ? &rows->cells.at[n - 1] : NULL;

          row->used_ns = add_saturated (row->used_ns, cells[i].total_ns);
          if (last != NULL && last->sample == cells[i].sample)
            last->total_ns = add_saturated (last->total_ns, cells[i].total_ns);
          else
            rows->cells.at[n++] = cells[i];
        }
      row->n_cells = n - row->first_cell;
    }
  rows->cells.n = n;
  return true;
}

const char *
compare_rows_name (const CompareRows *rows, uint32_t row, size_t *ret_length)
{
  uint32_t text = rows->rows.at[row].text;

  return rows->texts != NULL ? string_table_get (rows->texts, text, ret_length)
                             : trace_string (rows->trace, text, ret_length);
}

/* Writes the path of a module to path, which has room for ROW_PATH_MAX_BYTES and a NUL. Each row around it but the outermost
 * takes a byte at least, so there are not more of them than bytes. Returns the length. */
static size_t
write_path (const CompareRows *rows, uint32_t row, char *path)
{
  uint32_t around[ROW_PATH_MAX_BYTES + 1];
  size_t n_around = 0, n = 0, length;

  for (uint32_t at = rows->rows.at[row].path_row; at != TRACE_NONE && n_around < G_N_ELEMENTS (around);
       at = rows->rows.at[at].parent)
    around[n_around++] = at;
  for (size_t i = n_around; i-- > 0;)
    {
      const char *name = compare_rows_name (rows, around[i], &length);

      if (i + 1 < n_around && n < ROW_PATH_MAX_BYTES)
        path[n++] = '/';
      length = MIN (length, ROW_PATH_MAX_BYTES - n);
      memcpy (path + n, name, length);
      n += length;
    }
  path[n] = '\0';
  return n;
}

const char *
compare_rows_text (const CompareRows *rows, uint32_t row, size_t *ret_length)
{
  static _Thread_local char path[ROW_PATH_MAX_BYTES + 1];
  size_t length;

  if (rows->rows.at[row].parent == TRACE_NONE)
    return compare_rows_name (rows, row, ret_length);
  length = write_path (rows, row, path);
  if (ret_length != NULL)
    *ret_length = length;
  return path;
}

bool
compare_rows_have (const CompareRows *rows, const char *name)
{
  size_t n = strlen (name);

  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      size_t length;
      const char *text = compare_rows_text (rows, row, &length);

      if (length == n && memcmp (text, name, length) == 0)
        return true;
    }
  return false;
}

int
compare_rows_order (const CompareRows *a, uint32_t row_a, const CompareRows *b, uint32_t row_b)
{
  char path_a[ROW_PATH_MAX_BYTES + 1];
  const char *text_a, *text_b;
  size_t n_a, n_b;
  int order;

  if (a == b && a->rows.at[row_a].parent == b->rows.at[row_b].parent)
    {
      text_a = compare_rows_name (a, row_a, &n_a);
      text_b = compare_rows_name (b, row_b, &n_b);
    }
  else
    {
      text_a = compare_rows_text (a, row_a, &n_a);
      if (a->rows.at[row_a].parent != TRACE_NONE)
        text_a = memcpy (path_a, text_a, n_a);
      text_b = compare_rows_text (b, row_b, &n_b);
    }
  order = memcmp (text_a, text_b, MIN (n_a, n_b));
  return order != 0 ? order : n_a < n_b ? -1 : n_a > n_b;
}

RowMean
compare_rows_mean (const CompareRows *rows, uint32_t row, const CompareSteps *steps)
{
  uint64_t divisor = compare_rows_divisor (rows, steps) * (steps->has_steps ? steps->n : 1);

  if (row == TRACE_NONE)
    return (RowMean){ 0, divisor };
  return (RowMean){ steps->has_steps ? rows->rows.at[row].used_ns : rows->rows.at[row].total_ns, divisor };
}

double
compare_rows_per_step (const CompareRows *rows, uint32_t row, const CompareSteps *steps)
{
  RowMean mean = compare_rows_mean (rows, row, steps);

  return (double) mean.total / (double) mean.divisor;
}
