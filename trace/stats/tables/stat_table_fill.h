/* SPDX-License-Identifier: Apache-2.0
 *
 * For code that makes a StatTable: allocates it and sets cells. */

#pragma once

#include "trace/stats/tables/stat_table.h"

#define STAT_TEXT_NONE UINT32_MAX

/* Makes a table without columns, whose rows are all 0. Returns false when memory runs out; then there is nothing to
 * clear. */
bool stat_table_init (StatTable *table, const StatsScope *scope, const char *title, uint64_t n_rows);

/* Adds a column of cells that are 0 and not null. info is borrowed. Returns false when memory runs out; then clear the
 * table. */
bool stat_table_add_column (StatTable *table, const StatColumnInfo *info);

/* Sets a cell to 100 x part / the column's total, which must be set before; null if there is no total. */
void stat_table_set_percent (StatTable *table, StatColumn *column, uint64_t row, double part);

/* Adds a text, which is valid UTF-8 and not a string of the trace, for a cell. Returns false when memory runs out. */
bool stat_table_add_text (StatTable *table, const char *text, size_t length, uint32_t *ret_text);

/* Sets a cell to such a text that ends with a NUL; NULL makes it null. Returns false when memory runs out. */
bool stat_table_set_text (StatTable *table, StatColumn *column, uint64_t row, const char *text);

/* Sets the reason for the value of a cell. Returns false when memory runs out. */
bool stat_table_set_reason (const StatTable *table, StatColumn *column, uint64_t row, StatReason reason);
