/* SPDX-License-Identifier: Apache-2.0
 *
 * The queries that the user ran and saved, over all profiles. Main thread. */

#pragma once

#include <glib-object.h>
#include <stdbool.h>

#define QUERY_HISTORY_MAX 100

/* Longer ones are not remembered. */
#define QUERY_REMEMBERED_BYTES_MAX 65536

/* Returns the queries that were run, last one first. Transfer full. */
char **query_memory_history (void);

/* Puts the query first and removes an earlier one that differs only in surrounding white space. */
void query_memory_add (const char *sql);

typedef struct
{
  char *name, *sql;
} SavedQuery;

/* Calls changed (object) whenever a query is saved or removed, as long as the object lives. Has no effect where settings
 * are not stored. */
void query_memory_follow_saved (GObject *object, GCallback changed);

/* Returns SavedQuery elements by name. Transfer full. */
GPtrArray *query_memory_saved (void);

/* Saves a query; replaces the one of the same name. */
void query_memory_save (const char *name, const char *sql);
void query_memory_remove (const char *name);
