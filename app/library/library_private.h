/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files that library.h is made of share. */

#pragma once

#include <sqlite3.h>

#include "app/library/library.h"

/* What library_later () was given; NULL: nothing as yet. One per library, freed with it when all has been called. */
typedef struct LaterWrites LaterWrites;
LaterWrites **library_later_writes (Library *library);
void later_writes_free (LaterWrites *later);

/* key, which may be NULL, is bound to ?1. NULL: there is no database, or not that table in it. */
sqlite3_stmt *library_prepare (Library *library, const char *sql, const uint8_t key[TRACE_KEY_BYTES]);

/* A transaction, during which no other thread uses the database. Another process that writes is waited for. False: there
 * is none, and nothing to end. */
bool library_begin (Library *library);

/* Keeps what was written since; is_kept false, or where that fails: drops it. Whether it is kept. */
bool library_end (Library *library, bool is_kept);

/* library_tell_loss (): is_kept false, or what is kept ends with the program. Whether neither. */
bool library_tell_unless (Library *library, bool is_kept);

/* Nothing is stored under a key of zeros. */
bool library_key_is_nobodys (const uint8_t key[TRACE_KEY_BYTES]);
