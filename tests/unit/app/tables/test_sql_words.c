/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "app/tables/sql_words.h"

/* A bar marks where the cursor is. The words, with what they are of, or why there are none. */
static char *
words_at (const char *marked)
{
  const char *bar = strchr (marked, '|');
  g_autofree char *before = g_strndup (marked, (gsize) (bar - marked));
  g_autofree char *sql = g_strconcat (before, bar + 1, NULL);
  GString *found = g_string_new (NULL);
  size_t begin;
  g_autoptr (GArray) words = sql_words_complete (sql, strlen (before), &begin);

  for (guint i = 0; i < words->len; i++)
    {
      const SqlWord *word = &g_array_index (words, SqlWord, i);

      g_string_append_printf (found, "%s%s%s%s", i > 0 ? " " : "", word->table != NULL ? word->table : "",
                              word->table != NULL ? "." : "", word->word);
    }
  return g_string_free (found, FALSE);
}

static void
assert_words (const char *marked, const char *expected)
{
  g_autofree char *found = words_at (marked);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_columns_of_the_tables_named (void)
{
  assert_words ("select dur| from slice", "slice.dur_ns");
  assert_words ("select DUR| from slice", "slice.dur_ns");
  assert_words ("select dur| from step", "");
  assert_words ("select precis|", "kernel.precision");
  assert_words ("select sli| from kernel", "kernel.slice_id slice");
}

static void
test_columns_behind_a_table (void)
{
  assert_words ("select slice.tr| from slice", "slice.track_id");
  assert_words ("select s.tr| from slice s join track t", "slice.track_id");
  assert_words ("select t.ra| from slice s join track as t", "track.rank");
  assert_words ("select x.ra| from slice", "");
}

static void
test_keywords_and_functions (void)
{
  assert_words ("selec|", "SELECT");
  assert_words ("select scope_| from step", "scope_begin_ns() scope_end_ns()");
}

/* A column that several tables have is of none of them. */
static void
test_common_columns_are_said_once (void)
{
  assert_words ("select categor| from slice, track", "slice.category");
  assert_words ("select ts_n| from slice, counter", "ts_ns");
}

static void
test_nothing_within_texts (void)
{
  assert_words ("select 'dur|' from slice", "");
  assert_words ("select 'dur| from slice", "");
  assert_words ("select 1 -- dur| from slice", "");
  assert_words ("select 1 /* dur|", "");
  assert_words ("select 'x' as dur| from slice", "slice.dur_ns");
  assert_words ("select 12| from slice", "");
}

static void
test_tokens (void)
{
  const char *at = "SELECT 'it''s', 1.5e3 /* x */ FROM \"a b\" -- end";
  const struct
  {
    const char *text;
    SqlTokenKind kind;
  } expected[] = {
    { "SELECT", SQL_KEYWORD }, { " ", SQL_SPACE },        { "'it''s'", SQL_TEXT }, { ",", SQL_OTHER },
    { " ", SQL_SPACE },        { "1.5e3", SQL_NUMBER },   { " ", SQL_SPACE },      { "/* x */", SQL_COMMENT },
    { " ", SQL_SPACE },        { "FROM", SQL_KEYWORD },   { " ", SQL_SPACE },      { "\"a b\"", SQL_OTHER },
    { " ", SQL_SPACE },        { "-- end", SQL_COMMENT },
  };
  SqlTokenKind kind;

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const char *begin = at;

      g_assert_true (sql_words_next (&at, &kind));
      g_autofree char *token = g_strndup (begin, (gsize) (at - begin));
      g_assert_cmpstr (token, ==, expected[i].text);
      g_assert_cmpint (kind, ==, expected[i].kind);
    }
  g_assert_false (sql_words_next (&at, &kind));
}

/* Any bytes: every token is at least one, and the text ends. */
static void
test_any_bytes_end (void)
{
  for (int round = 0; round < 2000; round++)
    {
      char text[41] = "";
      size_t begin;

      for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = "'\"-/*.;a_1 \n\xc3\xa9\x80"[g_test_rand_int_range (0, 15)];
      const char *at = text, *before = at;
      SqlTokenKind kind;
      while (sql_words_next (&at, &kind))
        {
          g_assert_true (at > before && at <= text + strlen (text));
          before = at;
        }
      g_autoptr (GArray) words =
        sql_words_complete (text, (size_t) g_test_rand_int_range (0, (int) strlen (text) + 1), &begin);
      g_assert_nonnull (words);
      g_assert_cmpuint (begin, <=, strlen (text));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql_words/columns_of_the_tables_named", test_columns_of_the_tables_named);
  g_test_add_func ("/sql_words/columns_behind_a_table", test_columns_behind_a_table);
  g_test_add_func ("/sql_words/keywords_and_functions", test_keywords_and_functions);
  g_test_add_func ("/sql_words/common_columns_are_said_once", test_common_columns_are_said_once);
  g_test_add_func ("/sql_words/nothing_within_texts", test_nothing_within_texts);
  g_test_add_func ("/sql_words/tokens", test_tokens);
  g_test_add_func ("/sql_words/any_bytes_end", test_any_bytes_end);
  return g_test_run ();
}
