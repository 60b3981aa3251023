/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files that implement library.h. */

#pragma once

#include <sqlite3.h>

#include "app/library/library.h"

/* The queue of library_later (), or NULL before its first use. One per library, freed with it when it is empty. */
typedef struct LaterWrites LaterWrites;
LaterWrites **library_later_writes (Library *library);
void later_writes_free (LaterWrites *later);

/* Prepares a statement and binds key, which may be NULL, to ?1. Returns NULL without a database or without the table. */
sqlite3_stmt *library_prepare (Library *library, const char *sql, const uint8_t key[TRACE_KEY_BYTES]);

/* Begins a transaction, during which no other thread uses the database. Waits for another process that writes. Returns
 * false when no transaction was begun; then do not call library_end (). */
bool library_begin (Library *library);

/* Commits the transaction, or rolls it back when is_kept is false or the commit fails. Returns whether it was committed. */
bool library_end (Library *library, bool is_kept);

/* Reports a loss (library_tell_loss ()) when is_kept is false or the database ends with the program. Returns whether
 * there was no loss. */
bool library_tell_unless (Library *library, bool is_kept);

/* Returns whether the key is all zeros; nothing is stored under such a key. */
bool library_key_is_nobodys (const uint8_t key[TRACE_KEY_BYTES]);
