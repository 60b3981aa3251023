/* SPDX-License-Identifier: Apache-2.0
 *
 * The tokens of a query, for highlighting, and completions for the word at the cursor. Pure. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum
{
  SQL_OTHER, /* names, signs */
  SQL_SPACE,
  SQL_KEYWORD,
  SQL_NUMBER,
  SQL_TEXT, /* in single quotes */
  SQL_COMMENT,
} SqlTokenKind;

/* Reads the token at *at and advances *at behind it. Returns false at the end of the text. An unclosed text or comment
 * extends to the end. */
bool sql_words_next (const char **at, SqlTokenKind *ret_kind);

typedef enum
{
  SQL_WORD_COLUMN,
  SQL_WORD_TABLE,
  SQL_WORD_FUNCTION,
  SQL_WORD_KEYWORD,
} SqlWordKind;

typedef struct
{
  const char *word; /* static */
  SqlWordKind kind;
  const char *table; /* of a column; NULL when several tables have it */
} SqlWord;

/* Returns completions, as SqlWord elements, for the word before the byte offset; *ret_begin is where that word begins.
 * After "table." these are its columns. Otherwise they are the columns of the tables in the query (of all tables if it
 * names none), tables, functions and keywords, each sorted. Empty within texts and comments. Transfer full. */
GArray *sql_words_complete (const char *sql, size_t offset, size_t *ret_begin);
