/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a comparison: rows of all sides that correspond to each other, with their figures per step.
 *
 * A row counts as changed if it does so after correction for many comparisons (trace/compare/statistics/false_discovery.h, 5 %) over
 * the rows of its table. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"
#include "trace/compare/matching/row_matching.h"

#define CHANGED_SHARE 0.05

typedef enum
{
  CHANGED_UNDECIDED, /* a side has too few steps */
  CHANGED_NO,
  CHANGED_YES
} RowChange;

/* What one side has in a row. */
typedef struct
{
  uint32_t row;      /* of the side's rows, or TRACE_NONE */
  RowMatch match;    /* with the baseline; of the baseline itself MATCH_EXACT or MATCH_ABSENT */
  bool is_elsewhere; /* added or removed, but both sides have rows of this name, which are not paired */
  double per_step;   /* ns; 0 without a row */
  double difference; /* from the baseline; 0 for the baseline itself */
  double p;          /* that the difference is as large if nothing differs; negative if it cannot be told */
  RowChange change;
} TableCell;

typedef struct
{
  RowKind kind;
  uint32_t n_sides;
  uint64_t
    n; /* rows; those with the largest |difference| first, then the largest total of the baseline, then by
                      * text */
  TableCell *cells; /* n x n_sides */
} CompareTable;

static inline TableCell *
compare_table_cell (const CompareTable *table, uint64_t row, uint32_t side)
{
  return &table->cells[row * table->n_sides + side];
}

/* matchings has one for each side but the baseline. should_continue (user_data) may be NULL; it is called regularly. Returns
 * false when it returns false or memory runs out; call clear () in either case. O(rows x log rows + cells x block length). */
bool compare_table_compute (RowKind kind,
                            const CompareSide *sides,
                            uint32_t n_sides,
                            const RowMatching *matchings,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            CompareTable *ret_table);
void compare_table_clear (CompareTable *table);

/* What a row is called: as on the first side that has it. Borrowed, as from compare_rows_text (). */
const char *
compare_table_text (const CompareTable *table, const CompareSide *sides, uint64_t row, size_t *ret_length);
