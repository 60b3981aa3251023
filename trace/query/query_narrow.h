/* SPDX-License-Identifier: Apache-2.0
 *
 * What the conditions of a query leave of a table: a range of numbers or a text per column. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/query/query_source.h"

#define QUERY_COLUMNS_MAX 16

/* What conditions on a column are good for. */
typedef enum
{
  QUERY_NOT_NARROWED,
  QUERY_BY_INTEGER, /* = < <= > >= with a number: exactly the rows that fit */
  QUERY_BY_EQUAL,   /* = with a number: at least the rows that fit */
  QUERY_BY_TEXT,    /* = with a text: by its string id */
} QueryNarrowing;

/* The rows that are wanted. */
typedef struct
{
  struct
  {
    int64_t low, high; /* inclusive */
    bool is_integer;   /* low and high are set */
    bool is_text;      /* string is set */
    uint32_t string;
  } by[QUERY_COLUMNS_MAX];
  int sort_column; /* -1: in the order in which they come */
  bool is_descending;
} QueryNarrow;

/* Adds the condition "column op value", where how is not QUERY_NOT_NARROWED; op: '=', '<', '>', '[' for <=, ']' for >=.
 * What cannot be told is left to SQLite. *ret_empty is set when no row fits all conditions so far.
 * SQLITE_OK or SQLITE_NOMEM. */
int query_narrow_add (QueryNarrow *narrow,
                      const QuerySource *source,
                      int column,
                      QueryNarrowing how,
                      char op,
                      sqlite3_value *value,
                      bool *ret_empty);

/* The numbers [*ret_first, *ret_end) below n that a column is narrowed to. */
void
query_narrow_rows (const QueryNarrow *narrow, int column, uint64_t n, uint64_t *ret_first, uint64_t *ret_end);
