/* SPDX-License-Identifier: Apache-2.0
 *
 * What the rows of an rocpd database have in common: texts, events, arguments and threads, by the ids of the database. */

#pragma once

#include "trace/container/id_map.h"
#include "trace/import/rocm/rpd_tables.h"
#include "trace/import/sqlite/foreign_database.h"

typedef struct
{
  uint32_t category, message; /* strings */
  int64_t internal;           /* correlation id; 0 if there is none */
  RocmNumber external;
  uint32_t first_arg; /* index + 1 of the arguments; 0 if there are none */
} RocpdEvent;

typedef struct
{
  uint32_t name, value; /* strings */
  uint32_t next;        /* index + 1 */
} RocpdArg;

COLUMN_DEFINE (RocpdEventColumn, rocpd_event_column, RocpdEvent)
COLUMN_DEFINE (RocpdArgColumn, rocpd_arg_column, RocpdArg)

typedef struct
{
  RocmProfile *profile;
  ForeignDatabase *database;
  const char *suffix; /* of the names of the tables */
  IdMap strings;      /* string of the builder */
  RocpdEventColumn events;
  IdMap event_of_id; /* index */
  RocpdArgColumn args;
  IdMap thread_ids; /* the system's thread id */
} RocpdEvents;

/* Reads the tables; missing ones are empty. */
void
rocpd_events_read (RocpdEvents *events, RocmProfile *profile, ForeignDatabase *database, const char *suffix);
void rocpd_events_clear (RocpdEvents *events);

/* Begins to read a table, whose name is given without prefix and suffix. Returns false if there is none. */
typedef struct
{
  ForeignRows rows;
  char *table;
} RocpdRows;

bool rocpd_rows_begin (RocpdRows *rows,
                       const RocpdEvents *events,
                       const char *table,
                       const char *const *columns,
                       unsigned n_columns);
void rocpd_rows_end (RocpdRows *rows);

uint32_t rocpd_string (const RocpdEvents *events, RocmNumber id); /* "" if there is none */

/* Returns an event that says nothing if there is none. */
RocpdEvent rocpd_event (const RocpdEvents *events, RocmNumber id);

/* Returns the system's id of a thread; the id itself if the database does not list it. */
RocmNumber rocpd_thread (const RocpdEvents *events, RocmNumber id);

/* Writes the ids and the arguments of an event. */
uint64_t
rocpd_event_args (const RocpdEvents *events, const RocpdEvent *event, RocmNumber bytes, RocmNumber address);
