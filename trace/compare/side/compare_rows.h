/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of one table of one side, each with its total in every sample.
 *
 * A row's count and total are those of `stats`: what starts in the scope, on all its ranks and with whole durations. Its
 * cells are what the used steps contain: device work belongs to the step that launched it (if its launch is not known, to the
 * step in whose wall time it starts), host slices to the step whose host span contains their start. Of steps that nest it
 * is the innermost used one. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/compare/side/compare_steps.h"
#include "trace/container/column.h"
#include "trace/container/string_table.h"

typedef enum
{
  ROWS_KERNELS,
  ROWS_OPERATORS,
  ROWS_MODULES,
  ROWS_ANNOTATIONS,
  ROWS_COLLECTIVES,
  ROWS_CALLS,
  ROWS_IDLE, /* causes of idle time */
  N_ROW_KINDS
} RowKind;

/* "kernels", "operators", "modules", "annotations", "collectives", "runtime", "idle" */
const char *row_kind_word (RowKind kind);

/* The path of a module is cut after this many bytes. */
#define ROW_PATH_MAX_BYTES 4096

typedef struct
{
  uint32_t text;       /* the name: id of CompareRows.texts, or of the trace */
  uint32_t parent;     /* of a module: the row of the module around it, which comes before; else TRACE_NONE */
  uint32_t path_row;   /* itself, or the row around it whose path is as long as a cut one */
  uint32_t path_bytes; /* of its path, cut */
  uint64_t count;      /* in the scope */
  int64_t total_ns;    /* in the scope; saturates */
  uint64_t longest;    /* the longest slice in the scope; of equal ones the earliest; SLICE_NONE */
  int64_t used_ns;     /* in the samples; saturates */
  uint64_t first_cell, n_cells;
} CompareRow;

COLUMN_DEFINE (CompareRowColumn, compare_row_column, CompareRow)

typedef struct
{
  uint32_t row, sample;
  int64_t total_ns;
} RowCell;

COLUMN_DEFINE (RowCellColumn, row_cell_column, RowCell)

typedef struct
{
  const Trace *trace;
  bool is_of_devices; /* figures per step are means over GPUs, else over ranks */
  StringTable *texts; /* NULL: texts are strings of the trace */
  CompareRowColumn rows;
  RowCellColumn cells; /* after compare_rows_finish (): by row, then sample; one per pair */
  U32Column open;      /* by row, while rows are filled: its last cell plus 1, or 0 */
} CompareRows;

/* has_texts: rows have texts of their own. Returns false when memory runs out; call clear () in either case. */
bool compare_rows_init (CompareRows *rows, const Trace *trace, bool is_of_devices, bool has_texts);
void compare_rows_clear (CompareRows *rows);

/* Adds a row with nothing in it; returns false when memory runs out. */
bool compare_rows_new (CompareRows *rows, uint32_t text, uint32_t *ret_row);

/* The same for a module, inside the row parent unless that is TRACE_NONE. */
bool compare_rows_new_inside (CompareRows *rows, uint32_t parent, uint32_t text, uint32_t *ret_row);

/* Counts a slice that starts in the scope. */
static inline void
compare_rows_count (CompareRows *rows, uint32_t row, uint64_t slice, int64_t dur_ns)
{
  CompareRow *at = &rows->rows.at[row];
  const SliceColumns *slices = trace_slices (rows->trace);
  int64_t total_ns;

  at->count++;
  at->total_ns = __builtin_add_overflow (at->total_ns, dur_ns, &total_ns) ? INT64_MAX : total_ns;
  if (at->longest == SLICE_NONE || dur_ns > slice_dur_ns (slices, at->longest)
      || (dur_ns == slice_dur_ns (slices, at->longest)
          && slice_start_ns (slices, slice) < slice_start_ns (slices, at->longest)))
    at->longest = slice;
}

/* Adds to a row's total in a sample. Fast if samples come in runs. Returns false when memory runs out. */
static inline bool
compare_rows_add (CompareRows *rows, uint32_t row, uint32_t sample, int64_t dur_ns)
{
  uint32_t open = rows->open.at[row];
  int64_t total_ns;

  if (open > 0 && rows->cells.at[open - 1].sample == sample)
    {
      RowCell *cell = &rows->cells.at[open - 1];

      cell->total_ns = __builtin_add_overflow (cell->total_ns, dur_ns, &total_ns) ? INT64_MAX : total_ns;
      return true;
    }
  rows->open.at[row] = (uint32_t) rows->cells.n + 1;
  return rows->cells.n < UINT32_MAX - 1
         && row_cell_column_push (&rows->cells, (RowCell){ row, sample, dur_ns });
}

/* Orders the cells and joins those of the same row and sample. Returns false when memory runs out. O(cells log cells). */
bool compare_rows_finish (CompareRows *rows);

/* Returns whether a row has nothing in the scope or in a sample, and is only around others. */
static inline bool
compare_rows_is_empty (const CompareRows *rows, uint32_t row)
{
  return rows->rows.at[row].count == 0 && rows->rows.at[row].n_cells == 0;
}

/* The name of a row: bytes of the file, not necessarily UTF-8. Borrowed. O(1). */
const char *compare_rows_name (const CompareRows *rows, uint32_t row, size_t *ret_length);

/* What a row is called: its name, or of a module inside others its path, which is the names from the outermost on, joined by
 * "/". Rows do not keep their paths, which may be long and as many as there are modules. Borrowed; a path only until this
 * thread asks for the next one. O(length of a path). */
const char *compare_rows_text (const CompareRows *rows, uint32_t row, size_t *ret_length);

/* Returns whether a row is called so. O(rows). */
bool compare_rows_have (const CompareRows *rows, const char *name);

/* Compares what two rows, of one side or of two, are called, bytewise: less than 0, 0 or more. O(length). */
int compare_rows_order (const CompareRows *a, uint32_t row_a, const CompareRows *b, uint32_t row_b);

/* What the totals of samples are divided by for a figure per step. */
static inline uint64_t
compare_rows_divisor (const CompareRows *rows, const CompareSteps *steps)
{
  return rows->is_of_devices ? compare_steps_divisor (steps) : MAX (steps->n_ranks, 1);
}

/* A mean per step: total / divisor. */
typedef struct
{
  int64_t total;
  uint64_t divisor;
} RowMean;

/* Returns the mean per step: of the samples, or without steps of the scope. TRACE_NONE for row gives 0. */
RowMean compare_rows_mean (const CompareRows *rows, uint32_t row, const CompareSteps *steps);
double compare_rows_per_step (const CompareRows *rows, uint32_t row, const CompareSteps *steps);
