/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_breakdown.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/container/stop_check.h"
#include "trace/index/lane.h"
#include "trace/model/job_tables.h"
#include "trace/stats/host/host_word.h"
#include "trace/stats/step/step_split.h"
#include "trace/stats/step_names.h"
#include "trace/stats/window_cover.h"

COLUMN_IMPLEMENT (StepBreakdownColumn, step_breakdown_column)

#define PIECE_SLICES 32768
#define PIECES_MAX   1024

const char *
step_part_word (StepPart part)
{
  static const char *const words[N_STEP_PARTS] = { "kernel",  "memcpy",     "memset",   "communication",
                                                   "runtime", "dataloader", "operator", "other" };

  return words[part];
}

/* The intervals added for one part. Most are inside earlier ones, such as operators inside operators. */
typedef struct
{
  IntervalUnion set;
  size_t n_merged; /* number of first intervals that are disjoint and in order */
  size_t at;       /* index in these: position of the current row */
} PartTime;

/* The rest of a row: slices [at, end). */
typedef struct
{
  uint64_t at, end;
} RowLeft;

COLUMN_DEFINE (RowLeftColumn, row_left_column, RowLeft)
COLUMN_IMPLEMENT (RowLeftColumn, row_left_column)

typedef struct
{
  StatsScope span; /* the time from the first step to the last of one rank */
  StopCheck check;
  bool has_parts; /* they are asked for */
  HostWords words;
  uint8_t *is_step_name;   /* by string id */
  uint8_t *part_of_kernel; /* by string id: StepPart + 1, 0 not examined yet */
  PartTime parts[STEP_OTHER];
} Search;

static StepPart
part_of_kernel (Search *search, uint32_t name)
{
  uint8_t *part = &search->part_of_kernel[name];

  if (*part == 0)
    {
      size_t length;
      const char *text = trace_string (search->span.trace, name, &length);
      SliceKind kind = kernel_kind_of_name (text, length);

      *part = (uint8_t) (1
                         + (kind == SLICE_MEMCPY                                          ? STEP_MEMCPY
                            : kind == SLICE_MEMSET                                        ? STEP_MEMSET
                            : kernel_class_of_name (text, length) == KERNEL_COMMUNICATION ? STEP_COMMUNICATION
                                                                                          : STEP_KERNEL));
    }
  return (StepPart) (*part - 1);
}

/* Returns STEP_OTHER for a slice of no part. */
static StepPart
part_of (Search *search, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (search->span.trace);

  switch (slices->kind[slice])
    {
    case SLICE_KERNEL:
      return part_of_kernel (search, slice_name (slices, slice));
    case SLICE_MEMCPY:
      return STEP_MEMCPY;
    case SLICE_MEMSET:
      return STEP_MEMSET;
    case SLICE_CALL:
      return STEP_RUNTIME;
    case SLICE_OPERATOR:
    case SLICE_ANNOTATION:
    case SLICE_PYTHON:
      if (host_words_of (&search->words, slice_name (slices, slice)) == HOST_LOADER)
        return STEP_LOADER;
      /* Files of 2021 have steps as operators. */
      return slices->kind[slice] == SLICE_OPERATOR && !search->is_step_name[slice_name (slices, slice)]
               ? STEP_OPERATOR
               : STEP_OTHER;
    default:
      return STEP_OTHER;
    }
}

/* The intervals of a part are merged again once this many have been added. */
#define WORTH_MERGING 256

static void
begin_row (Search *search)
{
  for (StepPart i = 0; i < STEP_OTHER; i++)
    {
      PartTime *part = &search->parts[i];

      part->at = 0;
      if (part->set.intervals.n - part->n_merged < WORTH_MERGING + part->n_merged / 2)
        continue;
      interval_union_merge (&part->set);
      part->n_merged = part->set.intervals.n;
    }
}

/* Returns the first of the merged intervals, from at on, that ends at that time or later. O(log distance). */
static size_t
first_until (const PartTime *part, int64_t end_ns)
{
  const Interval *intervals = part->set.intervals.at;
  size_t low = part->at, step = 1, high;

  while (part->n_merged - low > step && intervals[low + step - 1].end_ns < end_ns)
    {
      low += step;
      step *= 2;
    }
  high = part->n_merged - low > step ? low + step : part->n_merged;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (intervals[middle].end_ns < end_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static bool
add_time (PartTime *part, int64_t begin_ns, int64_t end_ns)
{
  if (part->n_merged > 0)
    {
      part->at = first_until (part, end_ns);
      if (part->at < part->n_merged && part->set.intervals.at[part->at].begin_ns <= begin_ns)
        return true;
    }
  return interval_union_add (&part->set, begin_ns, end_ns);
}

/* Adds the time of the slices that begin before the end of the piece. The row then begins with the first that has not
 * ended by then. */
static bool
add_row (Search *search, RowLeft *row, Interval piece)
{
  const SliceColumns *slices = trace_slices (search->span.trace);
  uint64_t open = SLICE_NONE, i = row->at;

  begin_row (search);
  for (; i < row->end && slice_start_ns (slices, i) < piece.end_ns; i++)
    {
      StepPart part = slices->flags[i] & SLICE_UNFINISHED ? STEP_OTHER : part_of (search, i);
      int64_t end_ns = slice_end_ns (slices, i);

      if (!stop_check_next (&search->check))
        return false;
      if (end_ns > piece.end_ns && open == SLICE_NONE)
        open = i;
      if (part != STEP_OTHER
          && !add_time (&search->parts[part], MAX (slice_start_ns (slices, i), piece.begin_ns),
                        MIN (end_ns, piece.end_ns)))
        return false;
    }
  row->at = open != SLICE_NONE ? open : i;
  return true;
}

/* Lists the rows of the rank, and sets *ret_n_pieces to the number of pieces to divide the span into: then the intervals of
 * a piece stay in the processor's cache, and no new memory must be cleared for all of them. The slices of a row that may
 * overlap would be looked at again in each piece. */
static bool
list_rows (const Search *search, RowLeftColumn *rows, uint64_t *ret_n_pieces)
{
  const Trace *trace = search->span.trace;
  uint64_t n_slices = 0;
  bool may_overlap = false;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank != search->span.rank
          || (track->kind != TRACK_STREAM && track->kind != TRACK_ANNOTATIONS
              && track->kind != TRACK_OPERATORS && track->kind != TRACK_CALLS && track->kind != TRACK_PYTHON))
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        {
          RowLeft row;

          if (!stats_scope_slices_of_row (&search->span, trace_row (trace, r), &row.at, &row.end)
              || !row_left_column_push (rows, row))
            return false;
          n_slices += row.end - row.at;
          may_overlap = may_overlap || r - track->first_row + 1 >= LANE_MAX;
        }
    }
  *ret_n_pieces = may_overlap ? 1 : CLAMP (n_slices / PIECE_SLICES, 1, PIECES_MAX);
  return true;
}

/* Returns the part whose next interval begins first; STEP_OTHER if none has one. */
static StepPart
next_part (const Search *search, const size_t *at)
{
  StepPart next = STEP_OTHER;
  int64_t begin_ns = INT64_MAX;

  for (StepPart part = 0; part < STEP_OTHER; part++)
    {
      const IntervalColumn *intervals = &search->parts[part].set.intervals;

      if (at[part] < intervals->n && intervals->at[at[part]].begin_ns < begin_ns)
        {
          next = part;
          begin_ns = intervals->at[at[part]].begin_ns;
        }
    }
  return next;
}

/* Adds the intervals of a piece, and empties the parts. */
static bool
pile_up (Search *search, WindowCover *cover)
{
  size_t at[STEP_OTHER] = { 0 };
  StepPart part;

  for (part = 0; part < STEP_OTHER; part++)
    interval_union_merge (&search->parts[part].set);
  while ((part = next_part (search, at)) != STEP_OTHER)
    {
      const Interval *interval = &search->parts[part].set.intervals.at[at[part]++];

      window_cover_add (cover, interval->begin_ns, interval->end_ns, part);
      if (!stop_check_next (&search->check))
        return false;
    }
  for (part = 0; part < STEP_OTHER; part++)
    {
      search->parts[part].set.intervals.n = 0;
      search->parts[part].n_merged = 0;
    }
  return true;
}

/* Computes, for each window, the time of each part and of all parts before it. */
static bool
cover_windows (Search *search, WindowCover *cover)
{
  __int128 length_ns = (__int128) search->span.end_ns - search->span.begin_ns;
  RowLeftColumn rows = { 0 };
  uint64_t n_pieces;
  bool ok = list_rows (search, &rows, &n_pieces);

  for (uint64_t i = 0; ok && i < n_pieces; i++)
    {
      Interval piece = { (int64_t) (search->span.begin_ns + length_ns * i / n_pieces),
                         (int64_t) (search->span.begin_ns + length_ns * (i + 1) / n_pieces) };

      for (size_t r = 0; ok && r < rows.n; r++)
        ok = add_row (search, &rows.at[r], piece);
      ok = ok && pile_up (search, cover);
    }
  window_cover_finish (cover);
  row_left_column_clear (&rows);
  return ok;
}

static void
divide (const WindowCover *cover, uint64_t window, StepBreakdown *step)
{
  int64_t before_ns = 0;

  for (StepPart part = 0; part < STEP_OTHER; part++)
    {
      int64_t all_ns = window_cover_of (cover, window, part);

      step->parts_ns[part] = all_ns - before_ns;
      before_ns = all_ns;
    }
  step->parts_ns[STEP_OTHER] = step->end_ns - step->begin_ns - before_ns;
}

static bool
divide_host (Search *search, const Interval *windows, StepBreakdown *steps, size_t n)
{
  WindowCover cover;
  bool ok = window_cover_init (&cover, windows, n, STEP_OTHER) && cover_windows (search, &cover);

  for (size_t i = 0; i < n && ok; i++)
    divide (&cover, i, &steps[i]);
  window_cover_clear (&cover);
  for (StepPart part = 0; part < STEP_OTHER; part++)
    interval_union_clear (&search->parts[part].set);
  memset (search->parts, 0, sizeof search->parts);
  return ok;
}

static bool
divide_devices (const Search *search, const Interval *windows, StepBreakdown *steps, size_t n)
{
  TimeSplit *splits = malloc (n * sizeof *splits);
  bool ok = splits != NULL
            && step_split_compute (search->span.trace, search->span.rank, windows, n, search->check.should_continue,
                                   search->check.user_data, splits);

  for (size_t i = 0; i < n && ok; i++)
    steps[i].devices = splits[i];
  free (splits);
  return ok;
}

/* Handles the steps of one rank. */
static bool
divide_rank (Search *search, StepBreakdown *steps, size_t n)
{
  Interval *windows = malloc (n * sizeof *windows);

  if (windows == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    windows[i] = (Interval){ steps[i].begin_ns, steps[i].end_ns };
  search->span.is_whole = false;
  search->span.begin_ns = steps[0].begin_ns;
  search->span.end_ns = steps[0].end_ns;
  for (size_t i = 1; i < n; i++)
    {
      search->span.begin_ns = MIN (search->span.begin_ns, steps[i].begin_ns);
      search->span.end_ns = MAX (search->span.end_ns, steps[i].end_ns);
    }
  bool ok = (!search->has_parts || divide_host (search, windows, steps, n)) && divide_devices (search, windows, steps, n);
  free (windows);
  return ok;
}

/* Steps of a rank are adjacent in the table. */
static bool
list_steps (const StatsScope *scope, StepBreakdownColumn *steps)
{
  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);
      int64_t end_ns = step->has_device ? MAX (step->host_end_ns, step->device_end_ns) : step->host_end_ns;

      if (stats_scope_holds_rank (scope, step->rank) && stats_scope_holds_start (scope, step->host_begin_ns)
          && !step_breakdown_column_push (steps, (StepBreakdown){
                                                   .step = i,
                                                   .begin_ns = end_ns - step->wall_ns,
                                                   .end_ns = end_ns,
                                                 }))
        return false;
    }
  return true;
}

/* Returns a stored part of what is left of a whole, and takes it from that: the parts of any file add up. */
static int64_t
take_stored (int64_t *left_ns, int64_t ns)
{
  int64_t taken_ns = CLAMP (ns, 0, *left_ns);

  *left_ns -= taken_ns;
  return taken_ns;
}

static TimeSplit
stored_split (const JobStepRecord *record)
{
  TimeSplit split = { .total_ns = CLAMP (record->total_ns, 0, TRACE_TIME_MAX_NS) };
  int64_t left_ns = split.total_ns;

  split.compute_ns = take_stored (&left_ns, record->compute_ns);
  split.exposed_communication_ns = take_stored (&left_ns, record->exposed_communication_ns);
  split.exposed_copy_ns = take_stored (&left_ns, record->exposed_copy_ns);
  split.busy_ns = split.total_ns - left_ns;
  split.idle_ns = left_ns;
  return split;
}

/* In a job profile the breakdowns are stored, for its own steps alone: a pattern gives others, which have none. */
static bool
breakdowns_of_job (const StatsScope *scope, StepBreakdownColumn *ret_steps)
{
  const Trace *trace = scope->trace;
  StepBreakdownColumn steps = { 0 };
  g_autoptr (StepTable) stored = step_table_new (trace, NULL, NULL);
  bool ok = stored != NULL && list_steps (scope, &steps);

  for (size_t i = 0; i < steps.n && ok; i++)
    {
      StepBreakdown *step = &steps.at[i];
      const TraceStep *of_scope = step_table_get (scope->steps, step->step);
      JobStepRecord record;
      int64_t left_ns;

      if (step->step >= step_table_count (stored) || step_table_get (stored, step->step)->slice != of_scope->slice)
        {
          step->parts_ns[STEP_OTHER] = step->end_ns - step->begin_ns;
          continue;
        }
      record = trace_job (trace)->steps[step->step];
      step->begin_ns = of_scope->host_begin_ns + trace_time_clamp (record.begin_ns);
      step->end_ns = of_scope->host_begin_ns + trace_time_clamp (record.end_ns);
      step->end_ns = MAX (step->end_ns, step->begin_ns);
      left_ns = step->end_ns - step->begin_ns;
      for (StepPart part = 0; part < STEP_OTHER; part++)
        step->parts_ns[part] = take_stored (&left_ns, record.parts_ns[part]);
      step->parts_ns[STEP_OTHER] = left_ns;
      step->devices = stored_split (&record);
    }
  if (!ok)
    step_breakdown_column_clear (&steps);
  *ret_steps = steps;
  return ok;
}

static bool
compute (const StatsScope *scope,
         bool has_parts,
         bool (*should_continue) (void *user_data),
         void *user_data,
         StepBreakdownColumn *ret_steps)
{
  const Trace *trace = scope->trace;
  Search search = {
    .span = *scope,
    .check = { should_continue, user_data, 0 },
    .has_parts = has_parts,
  };
  StepBreakdownColumn steps = { 0 };
  if (trace_is_job (trace))
    return breakdowns_of_job (scope, ret_steps);
  search.is_step_name = step_names_new (trace, scope->steps);
  search.part_of_kernel = calloc (trace_n_strings (trace) + (size_t) 1, 1);
  bool ok = host_words_init (&search.words, trace) && search.is_step_name != NULL
            && search.part_of_kernel != NULL && list_steps (scope, &steps);

  search.span.tracks = NULL;
  for (size_t first = 0, end; first < steps.n && ok; first = end)
    {
      uint32_t rank = step_table_get (scope->steps, steps.at[first].step)->rank;

      end = first + 1;
      while (end < steps.n && step_table_get (scope->steps, steps.at[end].step)->rank == rank)
        end++;
      search.span.rank = rank;
      ok = divide_rank (&search, steps.at + first, end - first);
    }
  host_words_clear (&search.words);
  free (search.is_step_name);
  free (search.part_of_kernel);
  if (!ok)
    step_breakdown_column_clear (&steps);
  *ret_steps = steps;
  return ok;
}

bool
step_breakdown_compute (const StatsScope *scope,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        StepBreakdownColumn *ret_steps)
{
  return compute (scope, true, should_continue, user_data, ret_steps);
}

bool
step_breakdown_compute_devices (const StatsScope *scope,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                StepBreakdownColumn *ret_steps)
{
  return compute (scope, false, should_continue, user_data, ret_steps);
}
