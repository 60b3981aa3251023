/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a table that the conditions of a query leave: a range of numbers or a text per column. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/query/query_source.h"

#define QUERY_COLUMNS_MAX 16

/* How conditions on a column are used. */
typedef enum
{
  QUERY_NOT_NARROWED,
  QUERY_BY_INTEGER, /* = < <= > >= with a number: keeps exactly the rows that fit */
  QUERY_BY_EQUAL,   /* = with a number: keeps at least the rows that fit */
  QUERY_BY_TEXT,    /* = with a text: compares string ids */
} QueryNarrowing;

/* The requested rows. */
typedef struct
{
  struct
  {
    int64_t low, high; /* inclusive */
    bool is_integer;   /* low and high are set */
    bool is_text;      /* string is set */
    uint32_t string;
  } by[QUERY_COLUMNS_MAX];
  int sort_column; /* -1 for any order */
  bool is_descending;
} QueryNarrow;

/* Adds the condition "column op value" unless how is QUERY_NOT_NARROWED. op is '=', '<', '>', '[' for <=, or ']' for
 * >=. A condition that cannot be decided here is left to SQLite. Sets *ret_empty when no row fits all conditions so
 * far. Returns SQLITE_OK or SQLITE_NOMEM. */
int query_narrow_add (QueryNarrow *narrow,
                      const QuerySource *source,
                      int column,
                      QueryNarrowing how,
                      char op,
                      sqlite3_value *value,
                      bool *ret_empty);

/* Returns the range [*ret_first, *ret_end) of numbers below n that a column is narrowed to. */
void
query_narrow_rows (const QueryNarrow *narrow, int column, uint64_t n, uint64_t *ret_first, uint64_t *ret_end);
