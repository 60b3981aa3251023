/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of texts with 32-bit ids. Each distinct byte string is kept once; comparing ids compares texts.
 *
 * Ids are dense, in order of first appearance; id 0 is always the empty string. Texts are bytes as the file
 * had them (they may hold NUL or invalid UTF-8, so the length counts), followed by one NUL that is not
 * counted. Interning is O(length). Texts never move.
 *
 * A table has one writer. While it adds texts, other threads may look up those that were in the table when
 * they last synchronised with the writer, through a StringView made then. Once writing has ended, any number
 * of threads may read. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StringTable StringTable;

#define STRING_EMPTY 0u

/* Returns NULL if memory runs out. */
StringTable *string_table_new (void);

/* Returns a read-only table over arrays of a file, which it borrows. begins has n + 1 entries; text i with
 * its NUL is bytes[begins[i]] up to bytes[begins[i + 1]]. The arrays may hold anything: a string that does
 * not lie in bytes, or does not end in NUL, reads as the empty one. string_table_find () finds nothing in
 * such a table, and it has no views. Returns NULL if memory runs out. */
StringTable *
string_table_new_over (const uint8_t *bytes, uint64_t n_bytes, const uint64_t *begins, uint32_t n);

/* These return the arrays of string_table_new_over (), or NULL for a table of string_table_new (). */
const uint8_t *string_table_bytes (const StringTable *table, uint64_t *ret_n_bytes);
const uint64_t *string_table_begins (const StringTable *table);
void string_table_free (StringTable *table);

/* Sets *ret_id to the id of text[0..length), adding it if missing. Returns false, with *ret_id unchanged, if
 * memory runs out or the table already has 2^32 - 1 strings. */
bool string_table_intern (StringTable *table, const char *text, size_t length, uint32_t *ret_id);

/* Like string_table_intern (), for a caller that has already computed string_hash () of the text. */
uint64_t string_hash (const char *text, size_t length);
bool string_table_intern_hashed (StringTable *table,
                                 const char *text,
                                 size_t length,
                                 uint64_t hash,
                                 uint32_t *ret_id);

/* Finds a text without adding it. Returns false if the table does not have it. */
bool string_table_find (const StringTable *table, const char *text, size_t length, uint32_t *ret_id);

/* Returns the text of an id, or the empty string for an id that is not in the table. The text is borrowed for
 * as long as the table lives. ret_length may be NULL. */
const char *string_table_get (const StringTable *table, uint32_t id, size_t *ret_length);

uint32_t string_table_count (const StringTable *table);

/* The strings that were in the table when the view was made. Once a view has been made, the table keeps the
 * memory that views may still read until it is freed. */
typedef struct
{
  const StringTable *table;
  const struct StringSlots *slots;
  uint32_t n; /* ids below n are in the view */
} StringView;

StringView string_table_view (StringTable *table);

/* Like string_table_get (); returns the empty string for an id that is not in the view. */
const char *string_view_get (const StringView *view, uint32_t id, size_t *ret_length);

/* Like string_table_find (), within the view. hash must be string_hash () of the text. */
bool
string_view_find (const StringView *view, const char *text, size_t length, uint64_t hash, uint32_t *ret_id);
