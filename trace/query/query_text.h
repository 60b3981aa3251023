/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of a profile as SQL has them: valid UTF-8, each byte that is not replaced by U+FFFD, as in all --json output.
 *
 * Nothing is copied where the bytes of the file are valid. Which are is found out text by text, once each. One
 * owner. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct QueryText QueryText;

QueryText *query_text_new (const Trace *trace); /* NULL: out of memory */
void query_text_free (QueryText *text);

/* Sets the result of a function or column to the text with that string id. */
void query_text_result (QueryText *text, sqlite3_context *context, uint32_t id);

/* The same for any bytes, which are copied; quoted: between double quotes. */
void query_text_result_copy (sqlite3_context *context, const char *bytes, size_t length, bool quoted);

typedef enum
{
  QUERY_TEXT_FOUND,
  QUERY_TEXT_ABSENT,    /* no text of the profile is equal to it */
  QUERY_TEXT_AMBIGUOUS, /* several may be: it holds U+FFFD */
  QUERY_TEXT_NO_MEMORY,
} QueryTextFound;

/* The string id of a text. The first call reads all texts of the profile, later ones are O(length). */
QueryTextFound query_text_find (QueryText *text, const char *bytes, size_t length, uint32_t *ret_id);

/* Orders string ids as SQLite orders their texts: byte by byte, a shorter one first. O(n log n).
 * False: out of memory. */
bool query_text_order (QueryText *text, uint32_t *ids, size_t n);
