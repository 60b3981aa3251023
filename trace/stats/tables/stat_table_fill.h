/* SPDX-License-Identifier: Apache-2.0
 *
 * For those who make a StatTable: its memory, and cells. */

#pragma once

#include "trace/stats/tables/stat_table.h"

#define STAT_TEXT_NONE UINT32_MAX

/* A table without columns, of rows that are all 0. False: out of memory, nothing to be cleared. */
bool stat_table_init (StatTable *table, const StatsScope *scope, const char *title, uint64_t n_rows);

/* Cells are all 0 and none is null. info is borrowed. False: out of memory; the table is to be cleared. */
bool stat_table_add_column (StatTable *table, const StatColumnInfo *info);

/* 100 x part / the whole of the column, which the table has already; null where there is none. */
void stat_table_set_percent (StatTable *table, StatColumn *column, uint64_t row, double part);

/* For a cell: a text that is no string of the trace, valid UTF-8. False: out of memory. */
bool stat_table_add_text (StatTable *table, const char *text, size_t length, uint32_t *ret_text);

/* What decided a cell. False: out of memory. */
bool stat_table_set_reason (const StatTable *table, StatColumn *column, uint64_t row, StatReason reason);
