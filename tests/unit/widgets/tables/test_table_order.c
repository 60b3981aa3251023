/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/search/search_pattern.h"
#include "trace/text/trace_error.h"
#include "widgets/tables/table_export.h"
#include "widgets/tables/table_order.h"

/* ---- a table ---- */

typedef struct
{
  const char *name;
  int64_t count;
  double share; /* NAN: none */
  int64_t total_ns;
} Line;

static const TableColumn columns[] = {
  { .id = "name", .title = "Name", .kind = TABLE_NAME },
  { .id = "count", .title = "Count", .kind = TABLE_COUNT },
  { .id = "share", .title = "Share", .kind = TABLE_PERCENT },
  { .id = "total_ns", .title = "Total", .kind = TABLE_DURATION },
  { .id = "bins", .title = "Distribution", .kind = TABLE_HISTOGRAM },
};

enum
{
  NAME,
  COUNT,
  SHARE,
  TOTAL
};

typedef struct
{
  TableSource base;
  const Line *lines;
} Lines;

static TableValue
value_of (const TableSource *source, size_t row, int column)
{
  const Line *line = &((const Lines *) source)->lines[row];

  switch (column)
    {
    case NAME:
      return (TableValue){ .type = TABLE_VALUE_TEXT, .text = line->name };
    case COUNT:
      return (TableValue){ .type = TABLE_VALUE_INTEGER, .integer = line->count };
    case SHARE:
      return (TableValue){ .type = isnan (line->share) ? TABLE_VALUE_NONE : TABLE_VALUE_REAL,
                           .real = line->share };
    case TOTAL:
      return (TableValue){ .type = TABLE_VALUE_INTEGER, .integer = line->total_ns };
    default:
      return (TableValue){ 0 };
    }
}

static void
lines_free (TableSource *source)
{
  g_free (source);
}

static TableSource *
lines_new (const Line *lines, size_t n)
{
  Lines *source = g_new0 (Lines, 1);

  table_source_init (&source->base);
  source->base.n_rows = n;
  source->base.n_columns = G_N_ELEMENTS (columns);
  source->base.columns = columns;
  source->base.value = value_of;
  source->base.free = lines_free;
  source->lines = lines;
  return &source->base;
}

static const Line four[] = {
  { "beta", 3, 12.5, 3000000 },
  { "Alpha", 1, NAN, 1500000 },
  { "gamma", 2, 0.25, 12000000 },
  { "alpha", 3, 87.25, 900 },
};

/* Takes source. */
static void
assert_order_of (TableSource *source, const TableQuestion *question, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  uint64_t *rows;
  size_t n;

  g_assert_true (table_order_find (source, question, NULL, NULL, &rows, &n, &error));
  g_assert_no_error (error);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf (found, "%" G_GUINT64_FORMAT, rows[i]);
  g_assert_cmpstr (found->str, ==, expected);
  free (rows);
  table_source_unref (source);
}

static void
assert_order (const TableQuestion *question, const char *expected)
{
  assert_order_of (lines_new (four, G_N_ELEMENTS (four)), question, expected);
}

/* ---- rows beneath others ---- */

/* Beneath gamma (2) are 4 and 6, beneath beta (0) is 5. */
static const Line seven[] = {
  { "beta", 3, 12.5, 3000000 },  { "Alpha", 1, NAN, 1500000 },      { "gamma", 2, 0.25, 12000000 },
  { "alpha", 3, 87.25, 900 },    { "under gamma, z", 9, NAN, 10 }, { "under beta", 1, NAN, 50 },
  { "under gamma, a", 4, NAN, 70 },
};

static uint64_t
parent_of (const TableSource *source, size_t row)
{
  (void) source;
  return row == 5 ? 0 : 2;
}

static void
assert_nested_order (const TableQuestion *question, const char *expected)
{
  TableSource *source = lines_new (seven, G_N_ELEMENTS (seven));

  source->n_beneath = 3;
  source->parent = parent_of;
  assert_order_of (source, question, expected);
}

static void
test_rows_beneath_others_stay_there (void)
{
  assert_nested_order (&(TableQuestion){ .filter = "", .column = -1 }, "0512463");
  assert_nested_order (&(TableQuestion){ .filter = "", .column = NAME }, "1305264");
  assert_nested_order (&(TableQuestion){ .filter = "", .column = COUNT, .is_descending = true }, "0532461");
  assert_nested_order (&(TableQuestion){ .filter = "beta", .column = -1 }, "05");
  assert_nested_order (&(TableQuestion){ .filter = "under", .column = -1 }, "");
}

/* ---- order ---- */

static void
test_sorts_by_value (void)
{
  assert_order (&(TableQuestion){ .filter = "", .column = -1 }, "0123");
  assert_order (&(TableQuestion){ .filter = "", .column = NAME }, "1302");
  assert_order (&(TableQuestion){ .filter = "", .column = NAME, .is_descending = true }, "2031");
  assert_order (&(TableQuestion){ .filter = "", .column = TOTAL, .is_descending = true }, "2013");
}

static void
test_equal_rows_stay_in_order (void)
{
  assert_order (&(TableQuestion){ .filter = "", .column = COUNT }, "1203");
  assert_order (&(TableQuestion){ .filter = "", .column = COUNT, .is_descending = true }, "0321");
}

static void
test_undefined_comes_last (void)
{
  assert_order (&(TableQuestion){ .filter = "", .column = SHARE }, "2031");
  assert_order (&(TableQuestion){ .filter = "", .column = SHARE, .is_descending = true }, "3021");
}

/* Many rows with many equal ones, against insertion into place. */
static void
test_sorts_many (void)
{
  const size_t n = 20000;
  g_autofree Line *lines = g_new (Line, n);
  uint64_t *rows;
  size_t n_found;

  for (size_t i = 0; i < n; i++)
    lines[i] = (Line){ "x", g_test_rand_int_range (0, 500), g_test_rand_double (), 1 };
  TableSource *source = lines_new (lines, n);
  g_assert_true (table_order_find (source, &(TableQuestion){ .column = COUNT, .is_descending = true }, NULL,
                                   NULL, &rows, &n_found, NULL));
  g_assert_cmpuint (n_found, ==, n);
  for (size_t i = 1; i < n; i++)
    g_assert_true (lines[rows[i - 1]].count > lines[rows[i]].count
                   || (lines[rows[i - 1]].count == lines[rows[i]].count && rows[i - 1] < rows[i]));
  free (rows);
  table_source_unref (source);
}

/* ---- filter ---- */

static void
test_filters_by_part_of_a_text (void)
{
  assert_order (&(TableQuestion){ .filter = "ALPHA", .column = -1 }, "13");
  assert_order (&(TableQuestion){ .filter = "a", .column = TOTAL }, "3102");
  assert_order (&(TableQuestion){ .filter = "^[bg]", .is_regex = true, .column = -1 }, "02");
  assert_order (&(TableQuestion){ .filter = "nothing", .column = NAME }, "");
}

static void
test_bad_expression_is_refused (void)
{
  TableSource *source = lines_new (four, G_N_ELEMENTS (four));
  g_autoptr (GError) error = NULL;
  uint64_t *rows;
  size_t n;

  g_assert_false (table_order_find (source,
                                    &(TableQuestion){ .filter = "a(", .is_regex = true, .column = -1 }, NULL,
                                    NULL, &rows, &n, &error));
  g_assert_error (error, SEARCH_ERROR, SEARCH_ERROR_EXPRESSION);
  g_assert_null (rows);
  table_source_unref (source);
}

static bool
never (void *unused)
{
  (void) unused;
  return false;
}

static void
test_unwanted_order_is_given_up (void)
{
  const size_t n = 100000;
  g_autofree Line *lines = g_new (Line, n);
  g_autoptr (GError) error = NULL;
  uint64_t *rows;
  size_t n_found;

  for (size_t i = 0; i < n; i++)
    lines[i] = (Line){ "x", g_test_rand_int (), 1, 1 };
  TableSource *source = lines_new (lines, n);
  g_assert_false (
    table_order_find (source, &(TableQuestion){ .column = COUNT }, never, NULL, &rows, &n_found, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
  table_source_unref (source);
}

/* ---- texts ---- */

static void
assert_cell (const TableSource *source, const TableText *text, size_t row, int column, const char *expected)
{
  TableValue value = source->value (source, row, column);
  g_autoptr (GString) cell = g_string_new (NULL);

  table_text_append (cell, text, source, &number_style_c, &value, column);
  g_assert_cmpstr (cell->str, ==, expected);
}

/* Half of the durations reach the unit, so the shortest is told in thousandths. */
static void
test_column_has_one_unit (void)
{
  TableSource *source = lines_new (four, G_N_ELEMENTS (four));
  g_autoptr (TableText) text = table_text_new (source);
  g_autofree char *head = table_text_head (text, source, TOTAL);

  g_assert_cmpstr (head, ==, "Total, ms");
  assert_cell (source, text, 0, TOTAL, "3.000");
  assert_cell (source, text, 2, TOTAL, "12.000");
  assert_cell (source, text, 3, TOTAL, "0.001");
  assert_cell (source, text, 0, COUNT, "3");
  assert_cell (source, text, 1, SHARE, "n/a");
  table_source_unref (source);
}

/* ---- copies ---- */

static const int all_columns[] = { NAME, COUNT, SHARE, TOTAL, 4 };

static char *
export_all (const Line *lines, size_t n, TableFormat format)
{
  TableSource *source = lines_new (lines, n);
  g_autoptr (TableText) text = table_text_new (source);
  char *out = table_export (source, text, &number_style_c, format, all_columns, G_N_ELEMENTS (all_columns),
                            (const uint64_t[]){ 1, 0 }, n, true);

  table_source_unref (source);
  return out;
}

static void
test_copies_exact_values (void)
{
  g_autofree char *tsv = export_all (four, 2, TABLE_TSV);
  g_autofree char *markdown = export_all (four, 2, TABLE_MARKDOWN);

  g_assert_cmpstr (tsv, ==, "name\tcount\tshare\ttotal_ns\nAlpha\t1\t\t1500000\nbeta\t3\t12.5\t3000000\n");
  g_assert_cmpstr (markdown, ==,
                   "| Name | Count | Share | Total, ms |\n| --- | ---: | ---: | ---: |\n"
                   "| Alpha | 1 | n/a | 1.500 |\n| beta | 3 | 12.5\u202f% | 3.000 |\n");
}

/* What a spreadsheet would compute, or what would end a cell. */
static void
test_texts_stay_texts (void)
{
  static const Line lines[] = { { "a\tb\n", 1, 1, 1 }, { "=1,\"2\"", 1, 1, 1 } };
  g_autofree char *tsv = export_all (lines, 2, TABLE_TSV);
  g_autofree char *csv = export_all (lines, 2, TABLE_CSV);
  g_autofree char *markdown =
    export_all ((const Line[]){ { "a|b", 1, 1, 1 }, { "*", 1, 1, 1 } }, 2, TABLE_MARKDOWN);

  g_assert_nonnull (strstr (tsv, "\n'=1,\"2\"\t1\t1\t1\na b \t1\t1\t1\n"));
  g_assert_nonnull (strstr (csv, "\n\"'=1,\"\"2\"\"\",1,1,1\na b ,1,1,1\n"));
  g_assert_nonnull (strstr (markdown, "| \\* | "));
  g_assert_nonnull (strstr (markdown, "| a\\|b | "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table_order/rows_beneath_others_stay_there", test_rows_beneath_others_stay_there);
  g_test_add_func ("/table_order/sorts_by_value", test_sorts_by_value);
  g_test_add_func ("/table_order/equal_rows_stay_in_order", test_equal_rows_stay_in_order);
  g_test_add_func ("/table_order/undefined_comes_last", test_undefined_comes_last);
  g_test_add_func ("/table_order/sorts_many", test_sorts_many);
  g_test_add_func ("/table_order/filters_by_part_of_a_text", test_filters_by_part_of_a_text);
  g_test_add_func ("/table_order/bad_expression_is_refused", test_bad_expression_is_refused);
  g_test_add_func ("/table_order/unwanted_order_is_given_up", test_unwanted_order_is_given_up);
  g_test_add_func ("/table_text/column_has_one_unit", test_column_has_one_unit);
  g_test_add_func ("/table_export/copies_exact_values", test_copies_exact_values);
  g_test_add_func ("/table_export/texts_stay_texts", test_texts_stay_texts);
  return g_test_run ();
}
