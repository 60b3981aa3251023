/* SPDX-License-Identifier: Apache-2.0
 *
 * What cells and tooltips of a table show of long texts, which queries make of a whole profile. */

#include <string.h>

#include "widgets/tables/table_text.h"

static TableValue
no_value (const TableSource *source, size_t row, int column)
{
  (void) source;
  (void) row;
  (void) column;
  return (TableValue){ 0 };
}

static char *
brief_of (const char *text)
{
  static const TableColumn column = { .id = "x", .title = "x", .kind = TABLE_TEXT };
  const TableSource source = { .n_columns = 1, .columns = &column, .value = no_value };
  const TableValue value = { .type = TABLE_VALUE_TEXT, .text = text };
  g_autoptr (TableText) units = table_text_new (&source);
  GString *out = g_string_new (NULL);

  table_text_append_brief (out, units, &source, &number_style_c, &value, 0);
  return g_string_free (out, FALSE);
}

static char *
tooltip_of (const char *exact, size_t n)
{
  static const TableColumn column = { .id = "x", .title = "x", .kind = TABLE_TEXT };
  const TableSource source = { .n_columns = 1, .columns = &column, .value = no_value };
  const TableValue value = { .type = TABLE_VALUE_TEXT, .text = "shown", .exact = exact, .n_exact = n };

  return table_text_tooltip (&source, &number_style_c, &value, 0);
}

/* ---- what decided a cell ---- */

static TableValue
value_in_row (const TableSource *source G_GNUC_UNUSED, size_t row, int column G_GNUC_UNUSED)
{
  return row == 0 ? (TableValue){ .type = TABLE_VALUE_TEXT, .text = "bf16" } : (TableValue){ 0 };
}

static char *
reason_in_row (const TableSource *source G_GNUC_UNUSED, size_t row, int column G_GNUC_UNUSED)
{
  return row == 2 ? NULL : g_strdup ("From the kernel's name: bf16");
}

static void
test_tooltips_say_what_decided_a_cell (void)
{
  static const TableColumn column = { .id = "x", .title = "x", .kind = TABLE_TEXT };
  TableSource source = { .n_columns = 1, .columns = &column, .value = value_in_row, .reason = reason_in_row };
  g_autofree char *with_value = table_text_cell_tooltip (&source, &number_style_c, 0, 0);
  g_autofree char *of_nothing = table_text_cell_tooltip (&source, &number_style_c, 1, 0);
  g_autofree char *without = table_text_cell_tooltip (&source, &number_style_c, 2, 0);

  g_assert_cmpstr (with_value, ==, "bf16\nFrom the kernel's name: bf16");
  g_assert_cmpstr (of_nothing, ==, "From the kernel's name: bf16");
  g_assert_null (without);
  source.reason = NULL;
  g_autofree char *plain = table_text_cell_tooltip (&source, &number_style_c, 0, 0);
  g_assert_cmpstr (plain, ==, "bf16");
}

/* Characters of three bytes, so that the cut falls into one. */
static char *
long_text (size_t n)
{
  GString *text = g_string_new ("begin");

  for (size_t i = 0; i < n; i++)
    g_string_append (text, "…");
  g_string_append (text, "end");
  return g_string_free (text, FALSE);
}

static void
test_cells_show_both_ends_of_a_long_text (void)
{
  g_autofree char *text = long_text (2000), *brief = brief_of (text);
  g_autofree char *fits = long_text (100), *whole = brief_of (fits);

  g_assert_cmpstr (whole, ==, fits);
  g_assert_cmpuint (strlen (brief), <=, TABLE_CELL_BYTES_MAX + 2 * strlen ("…"));
  g_assert_cmpuint (strlen (brief), >=, TABLE_CELL_BYTES_MAX - strlen ("…"));
  g_assert_true (g_utf8_validate (brief, -1, NULL));
  g_assert_true (g_str_has_prefix (brief, "begin") && g_str_has_suffix (brief, "end"));
}

static void
test_tooltips_show_the_begin_of_a_long_text (void)
{
  g_autofree char *text = long_text (20000), *cut = tooltip_of (text, strlen (text));
  g_autofree char *bytes = tooltip_of ("a\xff", 2);

  g_assert_cmpstr (bytes, ==, "a\xef\xbf\xbd");
  g_assert_cmpuint (strlen (cut), <=, TABLE_TOOLTIP_BYTES_MAX + strlen ("…"));
  g_assert_cmpuint (strlen (cut), >=, TABLE_TOOLTIP_BYTES_MAX - strlen ("…"));
  g_assert_true (g_utf8_validate (cut, -1, NULL));
  g_assert_true (g_str_has_prefix (cut, "begin") && g_str_has_suffix (cut, "…"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table_text/tooltips_say_what_decided_a_cell", test_tooltips_say_what_decided_a_cell);
  g_test_add_func ("/table_text/cells_show_both_ends_of_a_long_text",
                   test_cells_show_both_ends_of_a_long_text);
  g_test_add_func ("/table_text/tooltips_show_the_begin_of_a_long_text",
                   test_tooltips_show_the_begin_of_a_long_text);
  return g_test_run ();
}
