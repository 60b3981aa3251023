/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of a profile for SQL: valid UTF-8, with U+FFFD for each invalid byte, as in all --json output.
 *
 * Valid bytes of the file are not copied. Each text is checked once, when it is first used. One owner. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct QueryText QueryText;

QueryText *query_text_new (const Trace *trace); /* returns NULL when memory runs out */
void query_text_free (QueryText *text);

/* Sets the result of a function or column to the text of that string id. */
void query_text_result (QueryText *text, sqlite3_context *context, uint32_t id);

/* Does the same for any bytes, which are copied. If quoted, adds double quotes around them. */
void query_text_result_copy (sqlite3_context *context, const char *bytes, size_t length, bool quoted);

typedef enum
{
  QUERY_TEXT_FOUND,
  QUERY_TEXT_ABSENT,    /* no text of the profile is equal */
  QUERY_TEXT_AMBIGUOUS, /* several may be equal, because it contains U+FFFD */
  QUERY_TEXT_NO_MEMORY,
} QueryTextFound;

/* Finds the string id of a text. The first call reads all texts of the profile; later ones are O(length). */
QueryTextFound query_text_find (QueryText *text, const char *bytes, size_t length, uint32_t *ret_id);

/* Sorts string ids as SQLite sorts their texts: byte by byte, a shorter one first. O(n log n). Returns false when
 * memory runs out. */
bool query_text_order (QueryText *text, uint32_t *ids, size_t n);
