/* SPDX-License-Identifier: Apache-2.0
 *
 * Which rows of a table are shown, and in which order: an array of their numbers. */

#pragma once

#include <glib.h>

#include "widgets/tables/table_source.h"

typedef struct
{
  const char *
    filter; /* a row is shown where a text of one of its cells has this in it, without regard to case; "": all */
  bool is_regex;      /* it is a regular expression (trace/search/search_pattern.h) */
  int column;         /* by which rows are sorted; -1: as in the source */
  bool is_descending; /* what is not defined comes last all the same; equal rows stay as in the source */
} TableQuestion;

/* *ret_rows is for free (). False: SEARCH_ERROR, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED (is_wanted, which may be NULL,
 * said no). Any thread. O(rows log rows), and for the filter their texts. */
bool table_order_find (const TableSource *source,
                       const TableQuestion *question,
                       bool (*is_wanted) (void *user_data),
                       void *user_data,
                       uint64_t **ret_rows,
                       size_t *ret_n,
                       GError **error);
