/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/tables.h"

enum
{
  ID,
  PARENT_ID,
  KIND,
  NAME,
  RANK,
  DEVICE,
  STREAM,
  PID,
  TID,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [ID] = { "id", "INTEGER", QUERY_BY_INTEGER, false },
  [PARENT_ID] = { "parent_id", "INTEGER", QUERY_NOT_NARROWED, false },
  [KIND] = { "kind", "TEXT", QUERY_NOT_NARROWED, false },
  [NAME] = { "name", "TEXT", QUERY_NOT_NARROWED, false },
  [RANK] = { "rank", "INTEGER", QUERY_NOT_NARROWED, false },
  [DEVICE] = { "device", "INTEGER", QUERY_NOT_NARROWED, false },
  [STREAM] = { "stream", "INTEGER", QUERY_NOT_NARROWED, false },
  [PID] = { "pid", "NUMERIC", QUERY_NOT_NARROWED, false },
  [TID] = { "tid", "NUMERIC", QUERY_NOT_NARROWED, false },
};

typedef struct
{
  QueryCursor base;
  uint64_t at, end;
} TrackCursor;

const char *
track_kind_word (TrackKind kind)
{
  static const char *const words[N_TRACK_KINDS] = {
    [TRACK_NODE] = "node",           [TRACK_PROCESS] = "process",
    [TRACK_THREAD] = "thread",       [TRACK_ANNOTATIONS] = "annotations",
    [TRACK_OPERATORS] = "operators", [TRACK_CALLS] = "calls",
    [TRACK_PYTHON] = "python",       [TRACK_PROFILER] = "profiler",
    [TRACK_ASYNC] = "async",         [TRACK_DEVICE] = "device",
    [TRACK_STREAM] = "stream",       [TRACK_DEVICE_ANNOTATIONS] = "device_annotations",
    [TRACK_SYNC] = "sync",           [TRACK_COUNTER] = "counter",
  };

  return kind < N_TRACK_KINDS && words[kind] != NULL ? words[kind] : "";
}

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double n = asked->equal & 1 << ID ? 1 : trace_n_tracks (source->trace);

  if (asked->ranged & 1 << ID)
    n /= 4;
  return (QueryEstimate){ n, 1 + n };
}

static int
track_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  TrackCursor *cursor = (TrackCursor *) base;

  query_narrow_rows (narrow, ID, trace_n_tracks (base->source->trace), &cursor->at, &cursor->end);
  base->is_at_end = cursor->at >= cursor->end;
  return SQLITE_OK;
}

static int
track_next (sqlite3_vtab_cursor *base)
{
  TrackCursor *cursor = (TrackCursor *) base;

  cursor->base.is_at_end = ++cursor->at >= cursor->end;
  return SQLITE_OK;
}

/* A negative number means none. */
static void
result_number (sqlite3_context *context, int64_t number)
{
  if (number >= 0)
    sqlite3_result_int64 (context, number);
}

/* Parses a text that spells an integer in canonical form. */
static bool
is_integer (const char *text, size_t length, int64_t *ret_number)
{
  bool is_negative = length > 0 && text[0] == '-';
  int64_t number = 0;
  size_t i = is_negative;

  if (i == length || (text[i] == '0' && length > 1))
    return false;
  for (; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]) || __builtin_mul_overflow (number, 10, &number)
          || __builtin_sub_overflow (number, text[i] - '0', &number))
        return false;
    }
  *ret_number = number;
  return is_negative || !__builtin_sub_overflow (0, number, ret_number);
}

/* The id of a process or thread: some formats use numbers, others words. */
static void
result_process_or_thread (QueryText *text, const Trace *trace, sqlite3_context *context, uint32_t id)
{
  size_t length;
  const char *bytes = trace_string (trace, id, &length);
  int64_t number;

  if (is_integer (bytes, length, &number))
    sqlite3_result_int64 (context, number);
  else
    query_text_result (text, context, id);
}

static int
track_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const TrackCursor *cursor = (const TrackCursor *) base;
  const Trace *trace = cursor->base.source->trace;
  const TraceTrack *track = trace_track (trace, (uint32_t) cursor->at);
  uint32_t process_or_thread = column == PID ? track->pid : track->tid;

  switch (column)
    {
    case ID:
      query_result_id (context, cursor->at);
      break;
    case PARENT_ID:
      if (track->parent != TRACE_NONE)
        query_result_id (context, track->parent);
      break;
    case KIND:
      sqlite3_result_text (context, track_kind_word (track->kind), -1, SQLITE_STATIC);
      break;
    case NAME:
      query_text_result (cursor->base.source->text, context, track->name);
      break;
    case RANK:
      if (track->rank < trace_n_ranks (trace))
        sqlite3_result_int64 (context, trace_rank (trace, track->rank)->number);
      break;
    case DEVICE:
      result_number (context, track->device);
      break;
    case STREAM:
      result_number (context, track->stream);
      break;
    default:
      if (process_or_thread != STRING_EMPTY)
        result_process_or_thread (cursor->base.source->text, trace, context, process_or_thread);
      break;
    }
  return SQLITE_OK;
}

static int
track_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = (sqlite3_int64) ((const TrackCursor *) base)->at;
  return SQLITE_OK;
}

const QueryTable track_table = {
  .name = "track",
  .columns = columns,
  .n_columns = N_COLUMNS,
  .id_column = ID,
  .cursor_bytes = sizeof (TrackCursor),
  .estimate = estimate,
  .begin = track_begin,
  .next = track_next,
  .column = track_column,
  .rowid = track_rowid,
};
