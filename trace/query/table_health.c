/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/health/health_words.h"
#include "trace/query/tables.h"

enum
{
  ID,
  SEVERITY,
  COUNT,
  FIRST_OFFSET,
  MESSAGE,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [ID] = { "id", "TEXT", QUERY_NOT_NARROWED, false },
  [SEVERITY] = { "severity", "TEXT", QUERY_NOT_NARROWED, false },
  [COUNT] = { "count", "INTEGER", QUERY_NOT_NARROWED, false },
  [FIRST_OFFSET] = { "first_offset", "INTEGER", QUERY_NOT_NARROWED, false },
  [MESSAGE] = { "message", "TEXT", QUERY_NOT_NARROWED, false },
};

typedef struct
{
  QueryCursor base;
  uint32_t at; /* HealthId */
} HealthCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  (void) source;
  (void) asked;
  return (QueryEstimate){ 8, N_HEALTH_IDS };
}

/* Moves to the first row from cursor->at on whose count is not 0. */
static int
search (HealthCursor *cursor)
{
  const HealthTable *health = trace_health (cursor->base.source->trace);

  while (cursor->at < N_HEALTH_IDS && health->rows[cursor->at].count == 0)
    cursor->at++;
  cursor->base.is_at_end = cursor->at == N_HEALTH_IDS;
  return SQLITE_OK;
}

static int
health_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  HealthCursor *cursor = (HealthCursor *) base;

  (void) narrow;
  cursor->at = 0;
  return search (cursor);
}

static int
health_next (sqlite3_vtab_cursor *base)
{
  HealthCursor *cursor = (HealthCursor *) base;

  cursor->at++;
  return search (cursor);
}

static int
health_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const HealthCursor *cursor = (const HealthCursor *) base;
  const HealthRow *row = &trace_health (cursor->base.source->trace)->rows[cursor->at];
  HealthId id = (HealthId) cursor->at;

  switch (column)
    {
    case ID:
      sqlite3_result_text (context, health_id_name (id), -1, SQLITE_STATIC);
      break;
    case SEVERITY:
      sqlite3_result_text (context, health_severity_word (health_id_severity (id)), -1, SQLITE_STATIC);
      break;
    case COUNT:
      sqlite3_result_int64 (context, row->count > INT64_MAX ? INT64_MAX : (int64_t) row->count);
      break;
    case FIRST_OFFSET:
      if (row->first_offset != HEALTH_NO_OFFSET)
        sqlite3_result_int64 (context, row->first_offset);
      break;
    default:
      sqlite3_result_text (context, health_id_message (id), -1, g_free);
      break;
    }
  return SQLITE_OK;
}

static int
health_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = ((const HealthCursor *) base)->at;
  return SQLITE_OK;
}

const QueryTable health_table = {
  .name = "health",
  .columns = columns,
  .n_columns = N_COLUMNS,
  .id_column = -1,
  .cursor_bytes = sizeof (HealthCursor),
  .estimate = estimate,
  .begin = health_begin,
  .next = health_next,
  .column = health_column,
  .rowid = health_rowid,
};
