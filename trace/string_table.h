/* SPDX-License-Identifier: Apache-2.0
 *
 * Text <-> 32-bit id. Each distinct byte string is kept once; comparing ids compares texts.
 *
 * Ids are dense, in order of first appearance; id 0 is always the empty string. Texts are bytes as the file
 * had them (they may hold NUL or invalid UTF-8: the length decides), followed by one NUL that is not counted.
 * Interning is O(length). One writer; once writing has ended, any number of threads may read. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StringTable StringTable;

#define STRING_EMPTY 0u

/* NULL: out of memory. */
StringTable *string_table_new (void);

/* A table for reading only over arrays of a file, borrowed: n + 1 begins, as string_table_begins () gives them.
 * Nothing in them is relied on: a string that does not lie in bytes, or does not end in NUL, is the empty one.
 * NULL: out of memory. */
StringTable *
string_table_new_over (const uint8_t *bytes, uint64_t n_bytes, const uint64_t *begins, uint32_t n);

/* All texts, each followed by its NUL; and where each of them begins, and the next would. Borrowed until the next
 * intern. */
const uint8_t *string_table_bytes (const StringTable *table, uint64_t *ret_n_bytes);
const uint64_t *string_table_begins (const StringTable *table);
void string_table_free (StringTable *table);

/* The id of text[0..length). False: out of memory, or 2^32 - 1 strings are in the table; *ret_id untouched. */
bool string_table_intern (StringTable *table, const char *text, size_t length, uint32_t *ret_id);

/* Finds without adding. */
bool string_table_find (const StringTable *table, const char *text, size_t length, uint32_t *ret_id);

/* An id that is not in the table gives the empty string. Borrowed; valid until the next intern (the texts may move), for good once writing has ended.
 * ret_length may be NULL. */
const char *string_table_get (const StringTable *table, uint32_t id, size_t *ret_length);

uint32_t string_table_count (const StringTable *table);
