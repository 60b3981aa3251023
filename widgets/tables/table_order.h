/* SPDX-License-Identifier: Apache-2.0
 *
 * The shown rows of a table and their order: an array of row numbers. */

#pragma once

#include <glib.h>

#include "widgets/tables/table_source.h"

typedef struct
{
  const char *filter; /* shows rows with a cell whose text contains this, ignoring case; "" shows all */
  bool is_regex;      /* filter is a regular expression (trace/search/search_pattern.h) */
  int column;         /* column to sort by, or -1 for the order of the source */
  bool is_descending; /* undefined values come last in either direction; equal rows keep the order of the source */
} TableQuestion;

/* Finds the rows to show, in order. Rows beneath others are shown with them, whatever the filter. Free *ret_rows with free (). should_continue (user_data) may be NULL. Fails with
 * SEARCH_ERROR, TRACE_ERROR_NO_MEMORY, or TRACE_ERROR_CANCELLED if should_continue () returns false. Any thread. O(rows
 * log rows), and with a filter the length of their texts. */
bool table_order_find (const TableSource *source,
                       const TableQuestion *question,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       uint64_t **ret_rows,
                       size_t *ret_n,
                       GError **error);
