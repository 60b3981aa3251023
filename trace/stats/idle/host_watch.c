/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle/host_watch.h"

#include <glib.h>
#include <stdlib.h>

#include "trace/index/lane.h"
#include "trace/model/slice_find.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/step_names.h"

COLUMN_IMPLEMENT (WatchedSliceColumn, watched_slice_column)

bool
host_watch_init (HostWatch *watch, const Trace *trace, const StepTable *steps)
{
  *watch = (HostWatch){
    .trace = trace,
    .slices = trace_slices (trace),
    .is_step_name = step_names_new (trace, steps),
    .watched = calloc (trace_n_rows (trace) + (size_t) 1, sizeof *watch->watched),
    .thread = TRACE_NONE,
  };
  if (watch->is_step_name == NULL || watch->watched == NULL)
    return false;
  host_watch_rewind (watch);
  return true;
}

void
host_watch_clear (HostWatch *watch)
{
  free (watch->is_step_name);
  free (watch->watched);
  u32_column_clear (&watch->rows);
  watched_slice_column_clear (&watch->seen);
}

void
host_watch_rewind (HostWatch *watch)
{
  watch->rewound++;
}

static bool
is_watched_band (TrackKind kind)
{
  return kind == TRACK_ANNOTATIONS || kind == TRACK_OPERATORS || kind == TRACK_CALLS || kind == TRACK_PYTHON;
}

/* API calls mostly come from the same thread as the last one. The deepest lane is left out, because its slices may
 * overlap and so cannot be walked. */
static bool
take_rows (HostWatch *watch, uint32_t thread)
{
  const Trace *trace = watch->trace;

  if (watch->thread == thread)
    return true;
  watch->thread = TRACE_NONE;
  watch->rows.n = 0;
  if (thread == TRACE_NONE)
    return true;
  for (uint32_t t = thread + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread; t++)
    {
      const TraceTrack *band = trace_track (trace, t);

      for (uint32_t i = 0; is_watched_band (band->kind) && i < MIN (band->n_rows, LANE_MAX - 1); i++)
        if (!u32_column_push (&watch->rows, band->first_row + i))
          return false;
    }
  watch->thread = thread;
  return true;
}

static bool
is_unnamed (const HostWatch *watch, uint64_t slice)
{
  return (watch->slices->flags[slice] & SLICE_UNFINISHED)
         || watch->is_step_name[slice_name (watch->slices, slice)];
}

static void
take_slice (const HostWatch *watch, WatchedRow *row)
{
  if (row->at >= row->end)
    {
      row->start_ns = row->end_ns = INT64_MAX;
      return;
    }
  row->start_ns = slice_start_ns (watch->slices, row->at);
  row->end_ns = slice_end_ns (watch->slices, row->at);
  row->is_unnamed = is_unnamed (watch, row->at);
}

static bool
begin_row (const HostWatch *watch, uint32_t row_id, int64_t time_ns)
{
  const TraceRow *row = trace_row (watch->trace, row_id);
  WatchedRow *watched = &watch->watched[row_id];

  *watched = (WatchedRow){ .end = row->first_slice + row->n_slices, .rewound = watch->rewound };
  if (!row_first_open (watch->trace, row, time_ns, &watched->at))
    return false;
  take_slice (watch, watched);
  return true;
}

static bool
see_slice (HostWatch *watch, uint64_t slice, int64_t cover_ns)
{
  return cover_ns <= 0
         || watched_slice_column_push (
           &watch->seen, (WatchedSlice){ slice, cover_ns, slice_dur_ns (watch->slices, slice) });
}

/* Adds the slices behind the first of the row that begin in the stretch. The first ended in it, so the next stretch
 * skips it and all of these, even in a damaged profile where they are in no order: each slice is examined once. */
static bool
see_others (HostWatch *watch, const WatchedRow *row, int64_t begin_ns, int64_t end_ns)
{
  const SliceColumns *slices = watch->slices;
  bool ok = true;

  for (uint64_t i = row->at + 1; ok && i < row->end && slice_start_ns (slices, i) < end_ns; i++)
    if (!is_unnamed (watch, i))
      ok = see_slice (watch, i,
                      MIN (slice_end_ns (slices, i), end_ns) - MAX (slice_start_ns (slices, i), begin_ns));
  return ok;
}

/* Moves the row to the first slice that has not ended by time_ns. */
static void
pass_ended (const HostWatch *watch, WatchedRow *row, int64_t time_ns)
{
  if (row->end_ns > time_ns)
    return;
  row->at = slice_find_onward (watch->slices, row->at + 1, row->end, time_ns + 1);
  if (slice_end_ns (watch->slices, row->at - 1) > time_ns)
    row->at--;
  take_slice (watch, row);
}

static bool
see_row (HostWatch *watch, uint32_t row_id, int64_t begin_ns, int64_t end_ns)
{
  WatchedRow *row = &watch->watched[row_id];

  if (row->rewound != watch->rewound && !begin_row (watch, row_id, begin_ns))
    return false;
  pass_ended (watch, row, begin_ns);
  if (row->start_ns >= end_ns)
    return true;
  if (!row->is_unnamed
      && !see_slice (watch, row->at, MIN (row->end_ns, end_ns) - MAX (row->start_ns, begin_ns)))
    return false;
  return row->end_ns >= end_ns || see_others (watch, row, begin_ns, end_ns);
}

static bool
see_thread (HostWatch *watch, uint64_t call, int64_t begin_ns, int64_t end_ns)
{
  const Trace *trace = watch->trace;
  bool ok = take_rows (watch, trace_track (trace, trace_track_of (trace, call))->parent);

  watch->seen.n = 0;
  for (size_t r = 0; r < watch->rows.n && ok; r++)
    ok = see_row (watch, watch->rows.at[r], begin_ns, end_ns);
  return ok;
}

bool
host_watch_find (HostWatch *watch, uint64_t call, int64_t begin_ns, int64_t end_ns, uint64_t *ret_slice)
{
  const WatchedSlice *best = NULL;
  int64_t most_ns = 0;

  *ret_slice = SLICE_NONE;
  if (!see_thread (watch, call, begin_ns, end_ns))
    return false;
  for (size_t i = 0; i < watch->seen.n; i++)
    most_ns = MAX (most_ns, watch->seen.at[i].cover_ns);
  for (size_t i = 0; i < watch->seen.n; i++)
    {
      const WatchedSlice *slice = &watch->seen.at[i];

      if (slice->cover_ns >= most_ns - slice->cover_ns
          && (best == NULL || slice->dur_ns < best->dur_ns
              || (slice->dur_ns == best->dur_ns && slice->cover_ns >= best->cover_ns)))
        best = slice;
    }
  if (best != NULL)
    *ret_slice = best->slice;
  return true;
}
