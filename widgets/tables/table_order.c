/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/stoppable_order.h"
#include "trace/search/search_pattern.h"
#include "trace/text/trace_error.h"

#define ROWS_PER_LOOK 1024

static bool
fail_for_memory (GError **error)
{
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to sort the table.");
  return false;
}

static bool
fail_unwanted (GError **error)
{
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "The order is not wanted any more.");
  return false;
}

/* ---- filter ---- */

/* As it is shown, and where that differs, exactly. */
static SearchVerdict
test_value (SearchMatcher *matcher, const TableValue *value)
{
  if (value->type != TABLE_VALUE_TEXT)
    return SEARCH_NO_MATCH;
  SearchVerdict verdict = search_matcher_test (matcher, value->text, strlen (value->text));
  if (verdict == SEARCH_NO_MATCH && value->exact != NULL)
    verdict = search_matcher_test (matcher, value->exact, value->n_exact);
  return verdict;
}

static SearchVerdict
test_row (const TableSource *source, SearchMatcher *matcher, size_t row)
{
  SearchVerdict verdict = SEARCH_NO_MATCH;

  for (int i = 0; i < source->n_columns && verdict == SEARCH_NO_MATCH; i++)
    {
      TableValue value = source->value (source, row, i);

      verdict = test_value (matcher, &value);
    }
  return verdict;
}

static bool
keep_matches (const TableSource *source,
              SearchMatcher *matcher,
              bool (*should_continue) (void *user_data),
              void *user_data,
              uint64_t *rows,
              size_t *n,
              GError **error)
{
  size_t n_kept = 0;

  for (size_t i = 0; i < *n; i++)
    {
      SearchVerdict verdict = test_row (source, matcher, (size_t) rows[i]);

      if (verdict == SEARCH_TOO_COMPLEX)
        {
          g_set_error_literal (error, SEARCH_ERROR, SEARCH_ERROR_TOO_COMPLEX,
                               "The expression takes too long on a text in the table.");
          return false;
        }
      if (verdict == SEARCH_MATCH)
        rows[n_kept++] = rows[i];
      if (i % ROWS_PER_LOOK == 0 && should_continue != NULL && !should_continue (user_data))
        return fail_unwanted (error);
    }
  *n = n_kept;
  return true;
}

static bool
filter (const TableSource *source,
        const TableQuestion *question,
        bool (*should_continue) (void *user_data),
        void *user_data,
        uint64_t *rows,
        size_t *n,
        GError **error)
{
  if (question->filter == NULL || question->filter[0] == '\0')
    return true;
  g_autoptr (SearchPattern) pattern = search_pattern_new (question->filter, question->is_regex, false, error);
  if (pattern == NULL)
    return false;
  SearchMatcher *matcher = search_matcher_new (pattern, NULL);
  if (matcher == NULL)
    return fail_for_memory (error);
  bool ok = keep_matches (source, matcher, should_continue, user_data, rows, n, error);
  search_matcher_free (matcher);
  return ok;
}

/* ---- order ---- */

/* A row with what it is sorted by. */
typedef struct
{
  TableValue value;
  uint64_t row;
} Keyed;

static int
compare_rows (const Keyed *a, const Keyed *b)
{
  return (a->row > b->row) - (a->row < b->row);
}

static int
compare_ascending (const void *data_a, const void *data_b)
{
  const Keyed *a = data_a, *b = data_b;
  int by_value = table_value_compare (&a->value, &b->value);

  return by_value != 0 ? by_value : compare_rows (a, b);
}

static bool
is_defined (const TableValue *value)
{
  return value->type == TABLE_VALUE_TEXT || !isnan (table_value_number (value));
}

static int
compare_descending (const void *data_a, const void *data_b)
{
  const Keyed *a = data_a, *b = data_b;
  bool both = is_defined (&a->value) && is_defined (&b->value);
  int by_value = table_value_compare (&a->value, &b->value);

  if (by_value != 0)
    return both ? -by_value : by_value;
  return compare_rows (a, b);
}

static bool
sort (const TableSource *source,
      const TableQuestion *question,
      bool (*should_continue) (void *user_data),
      void *user_data,
      uint64_t *rows,
      size_t n,
      GError **error)
{
  if (question->column < 0 || question->column >= source->n_columns || n < 2)
    return true;
  Keyed *keyed = malloc (n * sizeof *keyed);
  if (keyed == NULL)
    return fail_for_memory (error);
  for (size_t i = 0; i < n; i++)
    keyed[i] = (Keyed){ source->value (source, (size_t) rows[i], question->column), rows[i] };
  bool ok = stoppable_order (keyed, n, sizeof *keyed,
                             question->is_descending ? compare_descending : compare_ascending,
                             should_continue, user_data);
  for (size_t i = 0; i < n && ok; i++)
    rows[i] = keyed[i].row;
  free (keyed);
  if (ok)
    return true;
  return should_continue != NULL && !should_continue (user_data) ? fail_unwanted (error)
                                                                 : fail_for_memory (error);
}

/* ---- rows beneath others ---- */

/* Puts the rows of beneath, which are in order, below those that they lie beneath. *rows becomes another array. */
static bool
put_beneath (const TableSource *source, const uint64_t *beneath, uint64_t **rows, size_t *n)
{
  size_t n_above = source->n_rows - source->n_beneath, n_all = 0;
  uint64_t *all = malloc ((*n + source->n_beneath) * sizeof *all);
  uint64_t *first = malloc ((n_above + 1) * sizeof *first); /* by row: places in beneath */
  uint64_t *next = malloc (source->n_beneath * sizeof *next);
  bool ok = all != NULL && first != NULL && next != NULL;

  if (ok)
    memset (first, 0xff, n_above * sizeof *first);
  for (size_t i = source->n_beneath; i > 0 && ok; i--)
    {
      uint64_t parent = source->parent (source, (size_t) beneath[i - 1]);

      next[i - 1] = first[parent];
      first[parent] = i - 1;
    }
  for (size_t i = 0; i < *n && ok; i++)
    {
      all[n_all++] = (*rows)[i];
      for (uint64_t k = first[(*rows)[i]]; k != UINT64_MAX; k = next[k])
        all[n_all++] = beneath[k];
    }
  free (first);
  free (next);
  if (!ok)
    {
      free (all);
      return false;
    }
  free (*rows);
  *rows = all;
  *n = n_all;
  return true;
}

static bool
add_beneath (const TableSource *source,
             const TableQuestion *question,
             bool (*should_continue) (void *user_data),
             void *user_data,
             uint64_t **rows,
             size_t *n,
             GError **error)
{
  uint64_t *beneath;
  bool ok;

  if (source->n_beneath == 0)
    return true;
  beneath = malloc (source->n_beneath * sizeof *beneath);
  if (beneath == NULL)
    return fail_for_memory (error);
  for (size_t i = 0; i < source->n_beneath; i++)
    beneath[i] = source->n_rows - source->n_beneath + i;
  ok = sort (source, question, should_continue, user_data, beneath, source->n_beneath, error)
       && (put_beneath (source, beneath, rows, n) || fail_for_memory (error));
  free (beneath);
  return ok;
}

bool
table_order_find (const TableSource *source,
                  const TableQuestion *question,
                  bool (*should_continue) (void *user_data),
                  void *user_data,
                  uint64_t **ret_rows,
                  size_t *ret_n,
                  GError **error)
{
  size_t n = source->n_rows - source->n_beneath;
  uint64_t *rows = malloc (MAX (n, 1) * sizeof *rows);

  *ret_rows = NULL;
  *ret_n = 0;
  if (rows == NULL)
    return fail_for_memory (error);
  for (size_t i = 0; i < n; i++)
    rows[i] = i;
  if (!filter (source, question, should_continue, user_data, rows, &n, error)
      || !sort (source, question, should_continue, user_data, rows, n, error)
      || !add_beneath (source, question, should_continue, user_data, &rows, &n, error))
    {
      free (rows);
      return false;
    }
  *ret_rows = rows;
  *ret_n = n;
  return true;
}
