/* SPDX-License-Identifier: Apache-2.0
 *
 * Queries that the user ran and saved, in all profiles. Main thread. */

#pragma once

#include <glib-object.h>
#include <stdbool.h>

#define QUERY_HISTORY_MAX 100

/* Longer ones are not remembered. */
#define QUERY_REMEMBERED_BYTES_MAX 65536

/* The last one first; transfer full. */
char **query_memory_history (void);

/* Puts it first, where nothing but space around it may differ from one that was there. */
void query_memory_add (const char *sql);

typedef struct
{
  char *name, *sql;
} SavedQuery;

/* changed (object) is called whenever one is saved or removed, as long as the object lives, where they are stored. */
void query_memory_follow_saved (GObject *object, GCallback changed);

/* Of SavedQuery, by name. */
GPtrArray *query_memory_saved (void);

/* In place of the one of that name. */
void query_memory_save (const char *name, const char *sql);
void query_memory_remove (const char *name);
