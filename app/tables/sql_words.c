/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/sql_words.h"

#include <string.h>

#include "trace/query/tables.h"

/* Those that a query over a profile may need; by the alphabet. */
static const char *const keywords[] = {
  "ALL",   "AND",      "AS",     "ASC",   "BETWEEN",   "BY",     "CASE",   "CAST",   "COLLATE",   "CROSS",
  "DESC",  "DISTINCT", "ELSE",   "END",   "ESCAPE",    "EXCEPT", "EXISTS", "FILTER", "FROM",      "GLOB",
  "GROUP", "HAVING",   "IN",     "INNER", "INTERSECT", "IS",     "JOIN",   "LEFT",   "LIKE",      "LIMIT",
  "NOT",   "NULL",     "OFFSET", "ON",    "OR",        "ORDER",  "OUTER",  "OVER",   "PARTITION", "RECURSIVE",
  "ROWS",  "SELECT",   "THEN",   "UNION", "USING",     "VALUES", "WHEN",   "WHERE",  "WINDOW",    "WITH",
};

static const char *const functions[] = {
  "abs",
  "avg",
  "coalesce",
  "count",
  "group_concat",
  "ifnull",
  "iif",
  "instr",
  "length",
  "lower",
  "max",
  "min",
  "printf",
  "replace",
  "round",
  "row_number",
  "scope_begin_ns()",
  "scope_end_ns()",
  "substr",
  "sum",
  "total",
  "trim",
  "typeof",
  "upper",
};

/* ---- tokens ---- */

static bool
begins_word (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (unsigned char) c >= 0x80;
}

static bool
is_in_word (char c)
{
  return begins_word (c) || g_ascii_isdigit (c) || c == '$';
}

static bool
is_keyword (const char *word, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (strlen (keywords[i]) == length && g_ascii_strncasecmp (keywords[i], word, length) == 0)
      return true;
  return false;
}

/* Behind the quote that closes; a doubled one is a part of the text. */
static const char *
behind_quotes (const char *at)
{
  char quote = *at++;

  for (; *at != '\0'; at++)
    if (*at == quote)
      {
        if (at[1] != quote)
          return at + 1;
        at++;
      }
  return at;
}

static const char *
behind_comment (const char *at)
{
  bool is_line = at[0] == '-';
  const char *end = strstr (at + 2, is_line ? "\n" : "*/");

  if (end == NULL)
    return at + strlen (at);
  return end + (is_line ? 1 : 2);
}

bool
sql_words_next (const char **at, SqlTokenKind *ret_kind)
{
  const char *begin = *at, *end = begin + 1;

  *ret_kind = SQL_OTHER;
  if (*begin == '\0')
    return false;
  if (begins_word (*begin))
    {
      while (is_in_word (*end))
        end++;
      *ret_kind = is_keyword (begin, (size_t) (end - begin)) ? SQL_KEYWORD : SQL_OTHER;
    }
  else if (g_ascii_isdigit (*begin))
    {
      while (is_in_word (*end) || *end == '.')
        end++;
      *ret_kind = SQL_NUMBER;
    }
  else if (*begin == '\'' || *begin == '"')
    {
      end = behind_quotes (begin);
      *ret_kind = *begin == '\'' ? SQL_TEXT : SQL_OTHER;
    }
  else if ((begin[0] == '-' && begin[1] == '-') || (begin[0] == '/' && begin[1] == '*'))
    {
      end = behind_comment (begin);
      *ret_kind = SQL_COMMENT;
    }
  else if (g_ascii_isspace (*begin))
    {
      while (g_ascii_isspace (*end))
        end++;
      *ret_kind = SQL_SPACE;
    }
  *at = end;
  return true;
}

/* ---- what it could go on with ---- */

static bool
is_word (const char *begin, const char *end, const char *word)
{
  return (size_t) (end - begin) == strlen (word) && g_ascii_strncasecmp (begin, word, strlen (word)) == 0;
}

static const QueryTable *
find_table (const char *begin, const char *end)
{
  for (const QueryTable *const *table = query_tables; *table != NULL; table++)
    if (is_word (begin, end, (*table)->name))
      return *table;
  return NULL;
}

/* Bit i: the i-th table is named. */
static guint
named_tables (const char *sql)
{
  SqlTokenKind kind;
  guint named = 0;

  for (const char *at = sql, *begin = at; sql_words_next (&at, &kind); begin = at)
    for (guint i = 0; query_tables[i] != NULL && kind == SQL_OTHER; i++)
      if (is_word (begin, at, query_tables[i]->name))
        named |= 1u << i;
  return named;
}

/* What "x" of "x.column" is: a table, or what follows a table's name, with or without AS. */
static const QueryTable *
table_called (const char *sql, const char *begin, const char *end)
{
  const QueryTable *table = find_table (begin, end), *before = NULL;
  SqlTokenKind kind;

  for (const char *at = sql, *word = at; table == NULL && sql_words_next (&at, &kind); word = at)
    {
      if (kind == SQL_SPACE || is_word (word, at, "AS"))
        continue;
      if (before != NULL && kind == SQL_OTHER && (size_t) (at - word) == (size_t) (end - begin)
          && g_ascii_strncasecmp (word, begin, (size_t) (end - begin)) == 0)
        table = before;
      before = find_table (word, at);
    }
  return table;
}

static void
add (GArray *words, const char *word, SqlWordKind kind, const char *table, const char *begin, size_t length)
{
  if (g_ascii_strncasecmp (word, begin, length) != 0)
    return;
  for (guint i = 0; i < words->len; i++)
    {
      SqlWord *there = &g_array_index (words, SqlWord, i);

      if (there->kind == kind && strcmp (there->word, word) == 0)
        {
          there->table = NULL;
          return;
        }
    }
  SqlWord made = { word, kind, table };
  g_array_append_val (words, made);
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const SqlWord *x = a, *y = b;

  return x->kind != y->kind ? (int) x->kind - (int) y->kind : strcmp (x->word, y->word);
}

/* A text or comment that begins before the offset and goes on behind it; at the end of all, one that is not closed. */
static bool
is_within_text (const char *sql, size_t offset)
{
  const char *place = sql + offset;
  SqlTokenKind kind;

  for (const char *at = sql, *begin = at; sql_words_next (&at, &kind); begin = at)
    {
      bool is_closed = kind != SQL_COMMENT && at - begin > 1 && at[-1] == '\'';

      if (begin < place && (at > place || (at == place && *at == '\0' && !is_closed)))
        return kind == SQL_TEXT || kind == SQL_COMMENT;
    }
  return false;
}

static void
add_columns (GArray *words, const QueryTable *table, const char *begin, size_t length)
{
  for (int i = 0; i < table->n_columns; i++)
    add (words, table->columns[i].name, SQL_WORD_COLUMN, table->name, begin, length);
}

GArray *
sql_words_complete (const char *sql, size_t offset, size_t *ret_begin)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (SqlWord));
  const char *end = sql + offset, *begin = end;

  while (begin > sql && is_in_word (begin[-1]))
    begin--;
  *ret_begin = (size_t) (begin - sql);
  if (g_ascii_isdigit (*begin) || is_within_text (sql, offset))
    return words;
  size_t length = (size_t) (end - begin);

  if (begin > sql && begin[-1] == '.')
    {
      const char *table_end = begin - 1, *table_begin = table_end;

      while (table_begin > sql && is_in_word (table_begin[-1]))
        table_begin--;
      const QueryTable *table = table_called (sql, table_begin, table_end);
      if (table != NULL)
        add_columns (words, table, begin, length);
      g_array_sort (words, compare_words);
      return words;
    }

  guint named = named_tables (sql);
  for (guint i = 0; query_tables[i] != NULL; i++)
    {
      if (named == 0 || (named & (1u << i)) != 0)
        add_columns (words, query_tables[i], begin, length);
      add (words, query_tables[i]->name, SQL_WORD_TABLE, NULL, begin, length);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (functions); i++)
    add (words, functions[i], SQL_WORD_FUNCTION, NULL, begin, length);
  for (size_t i = 0; i < G_N_ELEMENTS (keywords); i++)
    add (words, keywords[i], SQL_WORD_KEYWORD, NULL, begin, length);
  g_array_sort (words, compare_words);
  return words;
}
