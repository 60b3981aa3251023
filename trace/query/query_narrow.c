/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query_narrow.h"

#include <math.h>

/* 2^63: the first double beyond int64. */
#define INT64_BEYOND 9223372036854775808.0

/* Turns a comparison with a non-integer number into one with an integer. Returns false when no row can fit. */
static bool
compare_with_real (char *op, double value, int64_t *ret_integer)
{
  bool is_upper = *op == '<' || *op == '[', is_equal = *op == '=';

  if (isnan (value))
    return false;
  if (value >= INT64_BEYOND || value < -INT64_BEYOND)
    {
      *op = is_upper ? '[' : ']';
      *ret_integer = value > 0 ? INT64_MAX : INT64_MIN;
      return !is_equal && is_upper == (value > 0);
    }

  double whole = floor (value);
  *ret_integer = (int64_t) whole;
  if (whole == value)
    return true;
  if (is_equal)
    return false;
  *op = is_upper ? '[' : '>';
  return true;
}

/* Returns false when no row can fit. */
static bool
narrow_by_integer (QueryNarrow *narrow, int column, char op, int64_t value)
{
  int64_t low = INT64_MIN, high = INT64_MAX;

  switch (op)
    {
    case '=':
      low = high = value;
      break;
    case '<':
      if (__builtin_sub_overflow (value, 1, &high))
        return false;
      break;
    case '[':
      high = value;
      break;
    case '>':
      if (__builtin_add_overflow (value, 1, &low))
        return false;
      break;
    default:
      low = value;
      break;
    }
  if (!narrow->by[column].is_integer)
    {
      narrow->by[column].is_integer = true;
      narrow->by[column].low = INT64_MIN;
      narrow->by[column].high = INT64_MAX;
    }
  if (low > narrow->by[column].low)
    narrow->by[column].low = low;
  if (high < narrow->by[column].high)
    narrow->by[column].high = high;
  return narrow->by[column].low <= narrow->by[column].high;
}

/* Returns false when no row can fit. */
static bool
narrow_by_number (QueryNarrow *narrow, int column, char op, sqlite3_value *value)
{
  int64_t integer;

  switch (sqlite3_value_type (value))
    {
    case SQLITE_INTEGER:
      return narrow_by_integer (narrow, column, op, sqlite3_value_int64 (value));
    case SQLITE_FLOAT:
      return compare_with_real (&op, sqlite3_value_double (value), &integer)
             && narrow_by_integer (narrow, column, op, integer);
    case SQLITE_NULL:
      return false;
    default: /* left to SQLite, which knows how texts compare */
      return true;
    }
}

static int
narrow_by_text (const QuerySource *source,
                QueryNarrow *narrow,
                int column,
                sqlite3_value *value,
                bool *ret_empty)
{
  uint32_t id;

  if (sqlite3_value_type (value) == SQLITE_NULL)
    *ret_empty = true;
  if (sqlite3_value_type (value) != SQLITE_TEXT)
    return SQLITE_OK;

  const char *bytes = (const char *) sqlite3_value_text (value);
  if (bytes == NULL)
    return SQLITE_NOMEM;
  switch (query_text_find (source->text, bytes, (size_t) sqlite3_value_bytes (value), &id))
    {
    case QUERY_TEXT_FOUND:
      *ret_empty = *ret_empty || (narrow->by[column].is_text && narrow->by[column].string != id);
      narrow->by[column].is_text = true;
      narrow->by[column].string = id;
      return SQLITE_OK;
    case QUERY_TEXT_ABSENT:
      *ret_empty = true;
      return SQLITE_OK;
    case QUERY_TEXT_AMBIGUOUS:
      return SQLITE_OK;
    default:
      return SQLITE_NOMEM;
    }
}

int
query_narrow_add (QueryNarrow *narrow,
                  const QuerySource *source,
                  int column,
                  QueryNarrowing how,
                  char op,
                  sqlite3_value *value,
                  bool *ret_empty)
{
  if (how == QUERY_BY_TEXT)
    return narrow_by_text (source, narrow, column, value, ret_empty);
  if (!narrow_by_number (narrow, column, op, value))
    *ret_empty = true;
  return SQLITE_OK;
}

void
query_narrow_rows (const QueryNarrow *narrow, int column, uint64_t n, uint64_t *ret_first, uint64_t *ret_end)
{
  int64_t low = 0, high = INT64_MAX - 1;

  if (narrow->by[column].is_integer)
    {
      low = narrow->by[column].low > 0 ? narrow->by[column].low : 0;
      if (narrow->by[column].high < high)
        high = narrow->by[column].high;
    }
  *ret_end = high < 0 ? 0 : (uint64_t) high + 1 < n ? (uint64_t) high + 1 : n;
  *ret_first = (uint64_t) low < *ret_end ? (uint64_t) low : *ret_end;
}
