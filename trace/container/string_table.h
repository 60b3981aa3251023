/* SPDX-License-Identifier: Apache-2.0
 *
 * Text <-> 32-bit id. Each distinct byte string is kept once; comparing ids compares texts.
 *
 * Ids are dense, in order of first appearance; id 0 is always the empty string. Texts are bytes as the file
 * had them (they may hold NUL or invalid UTF-8: the length decides), followed by one NUL that is not counted.
 * Interning is O(length). Texts never move.
 *
 * One writer. Other threads may look up what was in the table when they last synchronised with the writer, while it
 * adds more: through a StringView that was made then. Once writing has ended, any number of threads may read. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StringTable StringTable;

#define STRING_EMPTY 0u

/* NULL: out of memory. */
StringTable *string_table_new (void);

/* A table for reading only over arrays of a file, borrowed: n + 1 begins; text i with its NUL is bytes[begins[i]] up to
 * bytes[begins[i + 1]]. Nothing in them is relied on: a string that does not lie in bytes, or does not end in NUL, is
 * the empty one. Nothing can be found in it, and there are no views of it. NULL: out of memory. */
StringTable *
string_table_new_over (const uint8_t *bytes, uint64_t n_bytes, const uint64_t *begins, uint32_t n);

/* Those arrays; NULL for a table that was not made of them. */
const uint8_t *string_table_bytes (const StringTable *table, uint64_t *ret_n_bytes);
const uint64_t *string_table_begins (const StringTable *table);
void string_table_free (StringTable *table);

/* The id of text[0..length). False: out of memory, or 2^32 - 1 strings are in the table; *ret_id untouched. */
bool string_table_intern (StringTable *table, const char *text, size_t length, uint32_t *ret_id);

/* The same for who has the text's hash already. */
uint64_t string_hash (const char *text, size_t length);
bool string_table_intern_hashed (StringTable *table,
                                 const char *text,
                                 size_t length,
                                 uint64_t hash,
                                 uint32_t *ret_id);

/* Finds without adding. */
bool string_table_find (const StringTable *table, const char *text, size_t length, uint32_t *ret_id);

/* An id that is not in the table gives the empty string. Borrowed, for as long as the table.
 * ret_length may be NULL. */
const char *string_table_get (const StringTable *table, uint32_t id, size_t *ret_length);

uint32_t string_table_count (const StringTable *table);

/* The strings that were in the table when the view was made. From the first one on, the table keeps what views may
 * still look at until it is freed. */
typedef struct
{
  const StringTable *table;
  const struct StringSlots *slots;
  uint32_t n; /* ids below it are in the view */
} StringView;

StringView string_table_view (StringTable *table);

/* As string_table_get (); an id that is not in the view gives the empty string. */
const char *string_view_get (const StringView *view, uint32_t id, size_t *ret_length);

/* hash: string_hash () of the text. */
bool
string_view_find (const StringView *view, const char *text, size_t length, uint64_t hash, uint32_t *ret_id);
