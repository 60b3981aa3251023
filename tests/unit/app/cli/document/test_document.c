/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/document/document.h"

#include <string.h>

#include "app/cli/document/document_markdown.h"
#include "app/cli/document/document_records.h"

static void
test_names_are_cut_in_the_middle (void)
{
  g_autoptr (Document) document = document_new ("title");
  DocumentTable *table = document_add_table (document, "names");
  const gsize length = 1 << 20;
  g_autofree char *long_name = g_strnfill (length, 'm');

  long_name[0] = 'a';
  long_name[length - 1] = 'z';
  document_table_add_column (table, "name", true);
  document_table_add_name (table, long_name, length);
  document_table_add_name (table, "short", strlen ("short"));
  document_table_add_name (table, "\xff\xfe", 2);

  const char *cut = g_array_index (table->cells, DocumentCell, 0).text;
  g_assert_cmpint (g_utf8_strlen (cut, -1), ==, DOCUMENT_NAME_MAX);
  g_assert_true (cut[0] == 'a' && g_str_has_suffix (cut, "z") && strstr (cut, "…") != NULL);
  g_assert_cmpstr (g_array_index (table->cells, DocumentCell, 1).text, ==, "short");
  g_assert_true (g_utf8_validate (g_array_index (table->cells, DocumentCell, 2).text, -1, NULL));
}

/* Cuts never part a character, wherever it lies. */
static void
test_cuts_keep_characters (void)
{
  for (gsize n_before = 0; n_before < 8; n_before++)
    {
      g_autoptr (GString) name = g_string_new (NULL);
      g_autofree char *filled = g_strnfill (n_before, 'x');

      g_string_append (name, filled);
      for (int i = 0; i < 4000; i++)
        g_string_append (name, "€");
      g_autofree char *quoted = document_name (name->str, name->len);
      g_assert_true (g_utf8_validate (quoted, -1, NULL));
      g_assert_cmpint (g_utf8_strlen (quoted, -1), <=, DOCUMENT_NAME_MAX + 2);
      g_assert_true (quoted[0] == '`' && g_str_has_suffix (quoted, "`"));
    }
}

static void
test_markdown_keeps_texts (void)
{
  g_autoptr (Document) document = document_new ("a_b <c> *d*");
  DocumentTable *table;

  document_add_chapter (document, "id", "# not a second mark");
  document_add_part (document, "Part", "high");
  document_add_text (document, "name `x|y` and <b>, a `lone tick");
  document_add_item (document, "- first");
  document_add_item (document, "second");
  table = document_add_table (document, "t|t");
  document_table_add_column (table, "name", true);
  document_table_add_column (table, "total", false);
  document_table_add_name (table, "a`b|c\\|", strlen ("a`b|c\\|"));
  document_table_add_number (table, "1.000 ms", "1000000");
  document_table_set_note (table, "1 of 2 rows");
  document_add_chart (document, "chart", "in words", NULL, 10, 10, NULL, NULL);

  g_autoptr (GString) markdown = document_markdown (document);
  g_assert_cmpstr (markdown->str, ==,
                   "# a_b \\<c\\> \\*d\\*\n\n"
                   "## \\# not a second mark\n\n"
                   "### Part (high)\n\n"
                   "name `x\\|y` and \\<b\\>, a \\`lone tick\n\n"
                   "- \\- first\n"
                   "- second\n\n"
                   "**t\\|t**\n\n"
                   "| name | total |\n"
                   "| --- | ---: |\n"
                   "| `a'b\\|c\\\\\\|` | 1.000 ms |\n\n"
                   "1 of 2 rows\n\n");
}

static void
test_records_keep_exact_numbers (void)
{
  g_autoptr (Document) document = document_new ("title");
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  for (int i = 0; i < 3; i++)
    {
      Record *record = record_new ();

      record_add_text (record, "name", "kernel", strlen ("kernel"), NULL);
      record_add_integer (record, "total_ns", INT64_MAX - i);
      record_add_real (record, "share_percent", 12.345);
      record_add_null (record, "bytes");
      record_add_json (record, "nested", g_string_new ("{}"));
      g_ptr_array_add (records, record);
    }
  document_add_records (document, "all", records, NULL, 2, "there are more elsewhere");
  document_add_records (document, "some", records, "bytes,no_such_key,total_ns", 9, NULL);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  document_add_records (document, "none", none, NULL, 9, NULL);
  g_assert_cmpuint (document->blocks->len, ==, 2);

  const DocumentTable *all = ((DocumentBlock *) document->blocks->pdata[0])->table;
  const DocumentTable *some = ((DocumentBlock *) document->blocks->pdata[1])->table;
  g_assert_cmpuint (all->columns->len, ==, 4);
  g_assert_cmpuint (document_table_n_rows (all), ==, 2);
  g_assert_cmpstr (all->note, ==, "2 of 3 rows are shown; there are more elsewhere.");
  g_assert_cmpstr (g_array_index (all->cells, DocumentCell, 1).exact, ==, "9223372036854775807");
  g_assert_cmpstr (g_array_index (all->cells, DocumentCell, 2).exact, ==, "12.345");
  g_assert_cmpstr (g_array_index (all->cells, DocumentCell, 2).text, ==, "12.3 %");
  g_assert_null (g_array_index (all->cells, DocumentCell, 3).exact);
  g_assert_cmpuint (some->columns->len, ==, 2);
  g_assert_cmpstr (g_array_index (some->columns, DocumentColumn, 1).title, ==, "total");
  g_assert_null (some->note);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/names_are_cut_in_the_middle", test_names_are_cut_in_the_middle);
  g_test_add_func ("/document/cuts_keep_characters", test_cuts_keep_characters);
  g_test_add_func ("/document/markdown_keeps_texts", test_markdown_keeps_texts);
  g_test_add_func ("/document/records_keep_exact_numbers", test_records_keep_exact_numbers);
  return g_test_run ();
}
