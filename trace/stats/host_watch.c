/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host_watch.h"

#include <glib.h>
#include <stdlib.h>

#include "trace/lane.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/step_names.h"

bool
host_watch_init (HostWatch *watch, const Trace *trace, const StepTable *steps)
{
  *watch = (HostWatch){
    .trace = trace,
    .is_step_name = step_names_new (trace, steps),
    .cursors = malloc ((trace_n_rows (trace) + (size_t) 1) * sizeof *watch->cursors),
    .thread = TRACE_NONE,
  };
  if (watch->is_step_name == NULL || watch->cursors == NULL)
    return false;
  host_watch_rewind (watch);
  return true;
}

void
host_watch_clear (HostWatch *watch)
{
  free (watch->is_step_name);
  free (watch->cursors);
  u32_column_clear (&watch->rows);
}

void
host_watch_rewind (HostWatch *watch)
{
  for (uint32_t row = 0; row < trace_n_rows (watch->trace); row++)
    watch->cursors[row] = SLICE_NONE;
  watch->n_left = 6 * trace_slices (watch->trace)->n;
}

static bool
is_watched_band (TrackKind kind)
{
  return kind == TRACK_ANNOTATIONS || kind == TRACK_OPERATORS || kind == TRACK_CALLS || kind == TRACK_PYTHON;
}

/* Calls mostly come from the same thread as the last one. The deepest lane, whose slices may overlap and so cannot be
 * walked along, is left out. */
static bool
take_rows (HostWatch *watch, uint32_t thread)
{
  const Trace *trace = watch->trace;

  if (watch->thread == thread)
    return true;
  watch->thread = TRACE_NONE;
  watch->rows.n = 0;
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
advance_cursor (HostWatch *watch, uint32_t row_id, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (watch->trace);
  const TraceRow *row = trace_row (watch->trace, row_id);
  uint64_t *cursor = &watch->cursors[row_id];
  uint64_t end = row->first_slice + row->n_slices;

  if (*cursor == SLICE_NONE && !row_first_open (watch->trace, row, time_ns, cursor))
    return false;
  while (*cursor < end && slice_end_ns (slices, *cursor) <= time_ns)
    ++*cursor;
  return true;
}

/* How much of the stretch a slice covers; 0 for one that is not to be named. */
static int64_t
cover_ns (const HostWatch *watch, uint64_t i, int64_t begin_ns, int64_t end_ns)
{
  const SliceColumns *slices = trace_slices (watch->trace);
  int64_t from_ns = MAX (slice_start_ns (slices, i), begin_ns);
  int64_t to_ns = MIN (slice_end_ns (slices, i), end_ns);

  if ((slices->flags[i] & SLICE_UNFINISHED) || watch->is_step_name[slice_name (slices, i)])
    return 0;
  return to_ns > from_ns ? to_ns - from_ns : 0;
}

/* Stretches are disjoint and so are the slices of a row: one that ends in a later stretch is looked at again, but only
 * one. In a damaged profile every slice may reach over every stretch. */
static bool
may_look (HostWatch *watch)
{
  return watch->n_left > 0 && watch->n_left-- > 0;
}

static int64_t
largest_cover_ns (HostWatch *watch, uint32_t row_id, int64_t begin_ns, int64_t end_ns)
{
  const SliceColumns *slices = trace_slices (watch->trace);
  const TraceRow *row = trace_row (watch->trace, row_id);
  int64_t largest_ns = 0;

  for (uint64_t i = watch->cursors[row_id];
       i < row->first_slice + row->n_slices && slice_start_ns (slices, i) < end_ns && may_look (watch); i++)
    largest_ns = MAX (largest_ns, cover_ns (watch, i, begin_ns, end_ns));
  return largest_ns;
}

/* The better of best (or SLICE_NONE) and what the row has to offer: slices that cover at least half of
 * most_ns. Deeper lanes come later. */
static uint64_t
best_of_row (HostWatch *watch,
             uint32_t row_id,
             int64_t begin_ns,
             int64_t end_ns,
             int64_t most_ns,
             uint64_t best)
{
  const SliceColumns *slices = trace_slices (watch->trace);
  const TraceRow *row = trace_row (watch->trace, row_id);

  for (uint64_t i = watch->cursors[row_id];
       i < row->first_slice + row->n_slices && slice_start_ns (slices, i) < end_ns && may_look (watch); i++)
    {
      int64_t covered_ns = cover_ns (watch, i, begin_ns, end_ns);

      if (covered_ns == 0 || covered_ns < most_ns - covered_ns)
        continue;
      if (best == SLICE_NONE || slice_dur_ns (slices, i) < slice_dur_ns (slices, best)
          || (slice_dur_ns (slices, i) == slice_dur_ns (slices, best)
              && covered_ns >= cover_ns (watch, best, begin_ns, end_ns)))
        best = i;
    }
  return best;
}

/* The rows of the thread that call lies on, their cursors at the stretch. */
static bool
come_to (HostWatch *watch, uint64_t call, int64_t begin_ns)
{
  const Trace *trace = watch->trace;
  bool ok = take_rows (watch, trace_track (trace, trace_track_of (trace, call))->parent);

  watch->n_left += 8 * watch->rows.n;
  for (size_t r = 0; r < watch->rows.n && ok; r++)
    ok = advance_cursor (watch, watch->rows.at[r], begin_ns);
  return ok;
}

bool
host_watch_find (HostWatch *watch, uint64_t call, int64_t begin_ns, int64_t end_ns, uint64_t *ret_slice)
{
  int64_t most_ns = 0;

  *ret_slice = SLICE_NONE;
  if (!come_to (watch, call, begin_ns))
    return false;
  for (size_t r = 0; r < watch->rows.n; r++)
    most_ns = MAX (most_ns, largest_cover_ns (watch, watch->rows.at[r], begin_ns, end_ns));
  for (size_t r = 0; r < watch->rows.n; r++)
    *ret_slice = best_of_row (watch, watch->rows.at[r], begin_ns, end_ns, most_ns, *ret_slice);
  return true;
}

bool
host_watch_slices (HostWatch *watch, uint64_t call, int64_t begin_ns, int64_t end_ns, U64Column *out)
{
  const SliceColumns *slices = trace_slices (watch->trace);

  if (!come_to (watch, call, begin_ns))
    return false;
  for (size_t r = 0; r < watch->rows.n; r++)
    {
      const TraceRow *row = trace_row (watch->trace, watch->rows.at[r]);

      for (uint64_t i = watch->cursors[watch->rows.at[r]];
           i < row->first_slice + row->n_slices && slice_start_ns (slices, i) < end_ns && may_look (watch); i++)
        if (cover_ns (watch, i, begin_ns, end_ns) > 0 && !u64_column_push (out, i))
          return false;
    }
  return true;
}
