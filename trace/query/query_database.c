/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query_database.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "trace/query/query_database_private.h"
#include "trace/query/tables.h"
#include "trace/text/trace_error.h"

/* Steps of SQLite's virtual machine between two checks whether to stop: some tens of microseconds. */
#define STEPS_PER_LOOK 1000

/* Sorted rows stay in memory up to this size, then go to temporary files. */
#define CACHE_PRAGMA "PRAGMA cache_size = -65536; PRAGMA temp_store = FILE"

/* Size limit of all temporary files of a database. */
#define TEMP_BYTES ((int64_t) 8 << 30)

/* The memory limit of SQLite for the whole process if no other limit is set. A query is ended before it is reached, so
 * that the last part is left for others, such as the library. */
#define HEAP_BYTES     ((int64_t) 576 << 20)
#define OTHERS_DIVISOR 9

/* A query that needs more than this is a mistake or an attack. */
static const struct
{
  int id, value;
} limits[] = {
  { SQLITE_LIMIT_LENGTH, 64 << 20 }, /* length of a text: making and printing one cannot be stopped */
  { SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
  { SQLITE_LIMIT_EXPR_DEPTH, 500 }, /* the parser recurses */
  { SQLITE_LIMIT_COMPOUND_SELECT, 200 },
  { SQLITE_LIMIT_VDBE_OP, 1000000 },
  { SQLITE_LIMIT_ATTACHED, 0 },
  { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000 }, /* matching is quadratic, and cannot be stopped */
  { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
  { SQLITE_LIMIT_WORKER_THREADS, 0 },
};

static const struct
{
  int id, value;
} settings[] = {
  { SQLITE_DBCONFIG_DEFENSIVE, 1 },
  { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
  { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
  { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
  { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
  { SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0 },
  /* A misspelled column in double quotes is an error, not a text. */
  { SQLITE_DBCONFIG_DQS_DML, 0 },
  { SQLITE_DBCONFIG_DQS_DDL, 0 },
};

/* Allows only reading, and no function with an effect outside. */
static int
authorize (void *data,
           int action,
           const char *first,
           const char *second,
           const char *database,
           const char *trigger)
{
  (void) data;
  (void) first;
  (void) database;
  (void) trigger;
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return strcmp (second, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
    }
}

static void
limit_heap (void)
{
  if (sqlite3_hard_heap_limit64 (-1) == 0)
    sqlite3_hard_heap_limit64 (HEAP_BYTES);
}

static bool
leaves_others_memory (void)
{
  int64_t limit_bytes = sqlite3_hard_heap_limit64 (-1);

  return limit_bytes == 0 || sqlite3_memory_used () <= limit_bytes - limit_bytes / OTHERS_DIVISOR;
}

static int
look (void *data)
{
  QueryDatabase *database = data;

  if (!leaves_others_memory ())
    database->is_out_of_memory = true;
  return database->is_out_of_memory || query_source_is_over (&database->source);
}

static void
scope_begin (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const QuerySource *source = sqlite3_user_data (context);

  (void) argc;
  (void) argv;
  sqlite3_result_int64 (context, source->begin_ns);
}

static void
scope_end (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const QuerySource *source = sqlite3_user_data (context);

  (void) argc;
  (void) argv;
  sqlite3_result_int64 (context, source->end_ns);
}

static bool
register_functions (QueryDatabase *database)
{
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

  return sqlite3_create_function_v2 (database->db, "scope_begin_ns", 0, flags, &database->source, scope_begin,
                                     NULL, NULL, NULL)
           == SQLITE_OK
         && sqlite3_create_function_v2 (database->db, "scope_end_ns", 0, flags, &database->source, scope_end,
                                        NULL, NULL, NULL)
              == SQLITE_OK;
}

/* SQLite declares tables at their first use, which the authorizer would forbid later. */
static bool
add_tables (QueryDatabase *database)
{
  for (const QueryTable *const *table = query_tables; *table != NULL; table++)
    {
      char *sql = sqlite3_mprintf ("SELECT 1 FROM %s LIMIT 0", (*table)->name);
      bool ok = sql != NULL && query_table_register (database->db, "", *table, &database->source) == SQLITE_OK
                && sqlite3_exec (database->db, sql, NULL, NULL, NULL) == SQLITE_OK;

      sqlite3_free (sql);
      if (!ok)
        return false;
    }
  return true;
}

static bool
open_database (QueryDatabase *database)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;

  pthread_once (&once, limit_heap);
  if (query_temp_files_open (&database->temp_files, flags, TEMP_BYTES, &database->db) != SQLITE_OK
      || sqlite3_exec (database->db, CACHE_PRAGMA, NULL, NULL, NULL) != SQLITE_OK)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (database->db, limits[i].id, limits[i].value);
  for (size_t i = 0; i < G_N_ELEMENTS (settings); i++)
    if (sqlite3_db_config (database->db, settings[i].id, settings[i].value, NULL) != SQLITE_OK)
      return false;
  if (!add_tables (database) || !register_functions (database))
    return false;
  sqlite3_progress_handler (database->db, STEPS_PER_LOOK, look, database);
  return sqlite3_set_authorizer (database->db, authorize, NULL) == SQLITE_OK;
}

QueryDatabase *
query_database_new (const Trace *trace, const StepTable *steps, GError **error)
{
  QueryDatabase *database = calloc (1, sizeof *database);

  if (database != NULL && query_source_init (&database->source, trace, steps))
    {
      database->source.uses = &database->uses;
      if (open_database (database))
        return database;
    }
  query_database_free (database);
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to query the profile.");
  return NULL;
}

void
query_database_free (QueryDatabase *database)
{
  if (database == NULL)
    return;
  sqlite3_close (database->db);
  query_source_clear (&database->source);
  free (database);
}

unsigned
query_database_uses (const QueryDatabase *database)
{
  return database->uses;
}

void
query_database_set_scope (QueryDatabase *database, int64_t begin_ns, int64_t end_ns)
{
  database->source.begin_ns = begin_ns;
  database->source.end_ns = end_ns;
}

void
query_database_set_cancelled (QueryDatabase *database, const atomic_bool *cancelled)
{
  database->source.cancelled = cancelled;
}

void
query_database_set_wanted (QueryDatabase *database,
                           bool (*should_continue) (void *user_data),
                           void *user_data)
{
  database->source.should_continue = should_continue;
  database->source.user_data = user_data;
}

void
query_database_set_deadline (QueryDatabase *database, int64_t deadline_us)
{
  database->source.deadline_us = deadline_us;
}

void
query_database_set_temp_max (QueryDatabase *database, int64_t max_bytes)
{
  database->temp_files.max_bytes = max_bytes;
}
