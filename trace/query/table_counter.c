/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/index/occupied.h"
#include "trace/query/tables.h"

enum
{
  TRACK_ID,
  TS,
  VALUE,
  N_COLUMNS
};

static const QueryColumn columns[N_COLUMNS] = {
  [TRACK_ID] = { "track_id", "INTEGER", QUERY_BY_INTEGER, false },
  [TS] = { "ts_ns", "INTEGER", QUERY_BY_INTEGER, false },
  [VALUE] = { "value", "REAL", QUERY_NOT_NARROWED, false },
};

static const int8_t order[] = { TRACK_ID, TS, -1 };

typedef struct
{
  QueryCursor base;
  uint64_t track, tracks_end; /* track: the one behind the samples being read */
  uint64_t at, end;
  int64_t low_ns, high_ns;
} CounterCursor;

static QueryEstimate
estimate (const QuerySource *source, const QueryAsked *asked)
{
  double n_tracks = trace_n_tracks (source->trace), rows = (double) trace_samples (source->trace)->n;

  if (asked->equal & 1 << TRACK_ID)
    rows /= 1 + n_tracks / 8;
  if (asked->equal & 1 << TS)
    rows /= 1 + rows / n_tracks;
  else if (asked->ranged & 1 << TS)
    rows /= 8;
  return (QueryEstimate){ rows, 2 + rows + (asked->equal & 1 << TRACK_ID ? 0 : n_tracks / 16) };
}

/* Moves to the next sample, in this track or a later one. */
static int
search (CounterCursor *cursor)
{
  const Trace *trace = cursor->base.source->trace;

  while (cursor->at >= cursor->end && cursor->track < cursor->tracks_end)
    {
      const TraceTrack *track = trace_track (trace, (uint32_t) cursor->track++);
      const int64_t *time_ns = trace_samples (trace)->time_ns + track->first_sample;

      if (track->n_samples == 0)
        continue;
      cursor->at = track->first_sample + count_begun (time_ns, track->n_samples, cursor->low_ns);
      cursor->end =
        track->first_sample
        + (cursor->high_ns == INT64_MAX ? track->n_samples
                                        : count_begun (time_ns, track->n_samples, cursor->high_ns + 1));
    }
  cursor->base.is_at_end = cursor->at >= cursor->end;
  return SQLITE_OK;
}

static int
counter_begin (QueryCursor *base, const QueryNarrow *narrow)
{
  CounterCursor *cursor = (CounterCursor *) base;

  query_narrow_rows (narrow, TRACK_ID, trace_n_tracks (base->source->trace), &cursor->track,
                     &cursor->tracks_end);
  cursor->low_ns = narrow->by[TS].is_integer ? narrow->by[TS].low : INT64_MIN;
  cursor->high_ns = narrow->by[TS].is_integer ? narrow->by[TS].high : INT64_MAX;
  cursor->at = cursor->end = 0;
  return search (cursor);
}

static int
counter_next (sqlite3_vtab_cursor *base)
{
  CounterCursor *cursor = (CounterCursor *) base;

  cursor->at++;
  return search (cursor);
}

static int
counter_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const CounterCursor *cursor = (const CounterCursor *) base;
  const SampleColumns *samples = trace_samples (cursor->base.source->trace);

  switch (column)
    {
    case TRACK_ID:
      query_result_id (context, cursor->track - 1);
      break;
    case TS:
      sqlite3_result_int64 (context, samples->time_ns[cursor->at]);
      break;
    default:
      sqlite3_result_double (context, samples->value[cursor->at]);
      break;
    }
  return SQLITE_OK;
}

static int
counter_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
  *ret_rowid = (sqlite3_int64) ((const CounterCursor *) base)->at;
  return SQLITE_OK;
}

const QueryTable counter_table = {
  .name = "counter",
  .columns = columns,
  .uses = TRACE_USES_SAMPLES,
  .n_columns = N_COLUMNS,
  .id_column = -1,
  .order = order,
  .cursor_bytes = sizeof (CounterCursor),
  .estimate = estimate,
  .begin = counter_begin,
  .next = counter_next,
  .column = counter_column,
  .rowid = counter_rowid,
};
