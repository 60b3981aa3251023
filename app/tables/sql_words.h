/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of a query: which of them are keywords, and with what a word that is being typed could go on. Pure. */

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

/* The token that begins at *at, which goes behind it; false: the text has ended. What is not closed goes to the end. */
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
  const char *table; /* of a column; NULL: several tables have it */
} SqlWord;

/* Words that begin with what stands before the byte offset, of which *ret_begin is where it begins: behind "table." its
 * columns; else columns of the tables that the query names (of all where it names none), tables, functions, keywords,
 * each by the alphabet. None within texts and comments. Of SqlWord. */
GArray *sql_words_complete (const char *sql, size_t offset, size_t *ret_begin);
