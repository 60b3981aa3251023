/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a comparison (trace/compare/compare_table.h) as a table on the screen: a row for each kernel, operator and so on
 * of all sides, what it takes per step on each, and how that differs from the baseline. The rows with the largest difference
 * come first. Rows of the host can be opened: then the kernels that they launched are beneath them. */

#pragma once

#include "widgets/compare/compared.h"
#include "widgets/tables/table_source.h"

/* References compared. O(rows), and where memory was recorded, for operators and annotations, as memory_within_compute ():
 * call it from a worker thread. */
TableSource *compare_source_new (Compared *compared, RowKind kind);

/* Returns the same table with the kernels that a row launched beneath it, or NULL when should_continue (user_data), which may
 * be NULL, returns false or memory runs out. The rows that source has keep their numbers, but for those beneath others.
 * Takes the time of launched_kernels_compute (): call it from a worker thread. */
TableSource *compare_source_open (const TableSource *source,
                                  size_t row,
                                  bool (*should_continue) (void *user_data),
                                  void *user_data);

/* Returns the same table with nothing beneath a row. O(rows). */
TableSource *compare_source_close (const TableSource *source, size_t row);

/* Borrowed. */
Compared *compare_source_compared (const TableSource *source);
RowKind compare_source_kind (const TableSource *source);

/* Returns what a row is: one beneath another is a kernel. */
RowKind compare_source_row_kind (const TableSource *source, size_t row);

/* Returns the longest slice that a row counts on a side, or SLICE_NONE. */
uint64_t compare_source_slice (const TableSource *source, size_t row, uint32_t side);

/* Returns the longest gap that a row of idle causes counts on a side. NULL if it counts none, and for rows of other kinds. */
const IdleGap *compare_source_gap (const TableSource *source, size_t row, uint32_t side);

/* Returns the name of a row as it is shown; borrowed. */
const char *compare_source_name (const TableSource *source, size_t row);
