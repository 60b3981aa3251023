/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of a comparison (trace/compare/compare_table.h) as a table on the screen: a row for each kernel, operator and so on
 * of all sides, what it takes per step on each, and how that differs from the baseline. The rows with the largest difference
 * come first. */

#pragma once

#include "widgets/compare/compared.h"
#include "widgets/tables/table_source.h"

/* References compared. O(rows): call it from a worker thread. */
TableSource *compare_source_new (Compared *compared, RowKind kind);

/* Borrowed. */
Compared *compare_source_compared (const TableSource *source);
RowKind compare_source_kind (const TableSource *source);

/* Returns the longest slice that a row counts on a side, or SLICE_NONE. */
uint64_t compare_source_slice (const TableSource *source, size_t row, uint32_t side);

/* Returns the name of a row as it is shown; borrowed. */
const char *compare_source_name (const TableSource *source, size_t row);
