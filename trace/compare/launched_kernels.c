/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/launched_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "trace/compare/side/compare_step_at.h"
#include "trace/container/stop_check.h"
#include "trace/stats/launch/launch_finder.h"

#define ROW_NONE UINT32_MAX

bool
launched_kernels_have (RowKind kind)
{
  return kind == ROWS_OPERATORS || kind == ROWS_MODULES || kind == ROWS_ANNOTATIONS || kind == ROWS_CALLS;
}

/* ---- when a thread is in the row ---- */

typedef struct
{
  uint32_t thread;
  int64_t begin_ns, end_ns;
} Stretch;

COLUMN_DEFINE (StretchColumn, stretch_column, Stretch)
COLUMN_IMPLEMENT (StretchColumn, stretch_column)

static int
compare_stretches (const void *a, const void *b)
{
  const Stretch *x = a, *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

/* Slices overlap where they nest. */
static void
join (StretchColumn *stretches)
{
  size_t n = 0;

  if (stretches->n > 0)
    qsort (stretches->at, stretches->n, sizeof *stretches->at, compare_stretches);
  for (size_t i = 0; i < stretches->n; i++)
    {
      Stretch *last = n > 0 ? &stretches->at[n - 1] : NULL;

      if (last != NULL && last->thread == stretches->at[i].thread
          && stretches->at[i].begin_ns <= last->end_ns)
        last->end_ns = MAX (last->end_ns, stretches->at[i].end_ns);
      else
        stretches->at[n++] = stretches->at[i];
    }
  stretches->n = n;
}

static bool
is_within (const StretchColumn *stretches, uint32_t thread, int64_t time_ns)
{
  size_t low = 0, high = stretches->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const Stretch *at = &stretches->at[middle];

      if (at->thread < thread || (at->thread == thread && at->begin_ns <= time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && stretches->at[low - 1].thread == thread && time_ns < stretches->at[low - 1].end_ns;
}

static bool
add_slice (StretchColumn *stretches, const Trace *trace, uint32_t thread, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);

  return (slices->flags[slice] & SLICE_UNFINISHED)
         || stretch_column_push (
           stretches, (Stretch){ thread, slice_start_ns (slices, slice), slice_end_ns (slices, slice) });
}

static SliceKind
slice_kind_of (RowKind kind)
{
  return kind == ROWS_OPERATORS ? SLICE_OPERATOR : kind == ROWS_CALLS ? SLICE_CALL : SLICE_ANNOTATION;
}

/* Of all slices of the name, in the scope or not: which kernels count is decided by them. */
static bool
find_named (const CompareSide *side, RowKind kind, uint32_t name, StopCheck *check, StretchColumn *stretches)
{
  const Trace *trace = side->trace;
  const SliceColumns *slices = trace_slices (trace);
  SliceKind wanted = slice_kind_of (kind);

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank == TRACE_NONE || !stats_scope_holds_rank (&side->steps.scope, track->rank)
          || track->device >= 0)
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        {
          const TraceRow *row = trace_row (trace, r);

          for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
            if (!stop_check_next (check)
                || (slices->kind[i] == wanted && slice_name (slices, i) == name
                    && !add_slice (stretches, trace, track->parent, i)))
              return false;
        }
    }
  return true;
}

static bool
find_modules (const CompareSide *side, uint32_t row, StopCheck *check, StretchColumn *stretches)
{
  U64Column frames = { 0 };
  bool ok = host_rows_find_modules (&side->steps, row, check->should_continue, check->user_data, &frames);

  for (size_t i = 0; i < frames.n && ok; i++)
    ok =
      add_slice (stretches, side->trace,
                 trace_track (side->trace, trace_track_of (side->trace, frames.at[i]))->parent, frames.at[i]);
  u64_column_clear (&frames);
  return ok;
}

/* ---- kernels ---- */

typedef struct
{
  const CompareSide *side;
  const StretchColumn *stretches;
  CompareRows *rows;
  uint32_t *row_of_name; /* by string id */
  LaunchFinder launches;
  uint64_t hint;
} Fill;

static bool
add_kernel (Fill *fill, uint32_t rank, uint64_t slice)
{
  const CompareSteps *steps = &fill->side->steps;
  const Trace *trace = fill->side->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t launch = launch_finder_of (&fill->launches, slice);
  bool is_in_scope = stats_scope_holds_start (&steps->scope, slice_start_ns (slices, slice));
  uint32_t name = slice_name (slices, slice), sample = is_in_scope ? 0 : SAMPLE_NONE;
  int64_t dur_ns = slice_dur_ns (slices, slice);

  if (launch == SLICE_NONE
      || !is_within (fill->stretches, trace_track (trace, trace_track_of (trace, launch))->parent,
                     slice_start_ns (slices, launch)))
    return true;
  if (steps->has_steps)
    sample = compare_steps_at (steps, rank, slice_start_ns (slices, launch), &fill->hint);
  if (!is_in_scope && sample == SAMPLE_NONE)
    return true;
  if (fill->row_of_name[name] == ROW_NONE && !compare_rows_new (fill->rows, name, &fill->row_of_name[name]))
    return false;
  if (is_in_scope)
    compare_rows_count (fill->rows, fill->row_of_name[name], slice, dur_ns);
  return sample == SAMPLE_NONE || compare_rows_add (fill->rows, fill->row_of_name[name], sample, dur_ns);
}

static bool
add_device (Fill *fill, uint32_t device, StopCheck *check)
{
  const CompareSteps *steps = &fill->side->steps;
  const Trace *trace = fill->side->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint32_t parent = trace_device (trace, device)->track, rank = trace_device (trace, device)->rank;
  StatsScope reach = steps->scope;

  reach.begin_ns = steps->first_ns;
  reach.end_ns = steps->last_ns + (steps->last_ns < INT64_MAX);
  for (uint32_t t = parent + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == parent; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint32_t r = track->first_row; track->kind == TRACK_STREAM && r < track->first_row + track->n_rows;
           r++)
        {
          uint64_t first, end;

          if (!stats_scope_slices_of_row (&reach, trace_row (trace, r), &first, &end))
            return false;
          for (uint64_t i = first; i < end; i++)
            if (!stop_check_next (check)
                || (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
                    && !add_kernel (fill, rank, i)))
              return false;
        }
    }
  return true;
}

static bool
fill_side (const CompareSide *side,
           const StretchColumn *stretches,
           StopCheck *check,
           CompareRows *rows,
           uint32_t *row_of_name)
{
  Fill fill = { .side = side, .stretches = stretches, .rows = rows, .row_of_name = row_of_name };
  bool ok = launch_finder_init (&fill.launches, side->trace);

  for (uint32_t device = 0; ok && stretches->n > 0 && device < trace_n_devices (side->trace); device++)
    ok = !stats_scope_holds_device (&side->steps.scope, device) || add_device (&fill, device, check);
  launch_finder_clear (&fill.launches);
  return ok && compare_rows_finish (rows);
}

/* ---- all ---- */

static bool
compute_side (const Comparison *comparison,
              RowKind kind,
              uint64_t row,
              uint32_t of,
              StopCheck *check,
              CompareRows *rows,
              uint32_t **ret_row_of_name)
{
  const CompareSide *side = &comparison->sides[of];
  uint32_t own = compare_table_cell (&comparison->tables[kind], row, of)->row;
  size_t n_names = trace_n_strings (side->trace) + (size_t) 1;
  StretchColumn stretches = { 0 };
  bool ok = compare_rows_init (rows, side->trace, true, false);

  *ret_row_of_name = malloc (n_names * sizeof **ret_row_of_name);
  ok = ok && *ret_row_of_name != NULL;
  if (ok)
    memset (*ret_row_of_name, 0xff, n_names * sizeof **ret_row_of_name);
  if (ok && own != TRACE_NONE)
    ok = kind == ROWS_MODULES
           ? find_modules (side, own, check, &stretches)
           : find_named (side, kind, compare_side_rows (side, kind)->rows.at[own].text, check, &stretches);
  if (ok)
    {
      join (&stretches);
      ok = fill_side (side, &stretches, check, rows, *ret_row_of_name);
    }
  stretch_column_clear (&stretches);
  return ok;
}

static uint32_t
launched_row (const Comparison *comparison, uint32_t side, uint32_t kernel, const uint32_t *row_of_name)
{
  return kernel == TRACE_NONE ? ROW_NONE
                              : row_of_name[comparison->sides[side].device.kernels.rows.at[kernel].text];
}

/* As in the table of kernels. */
static bool
match (const Comparison *comparison,
       uint32_t side,
       const LaunchedKernels *launched,
       uint32_t *const *row_of_name,
       RowMatching *ret_matching)
{
  const CompareTable *kernels = &comparison->tables[ROWS_KERNELS];

  if (!row_matching_init (ret_matching, (uint32_t) launched->rows[0].rows.n,
                          (uint32_t) launched->rows[side].rows.n))
    return false;
  for (uint64_t i = 0; i < kernels->n; i++)
    {
      const TableCell *cell = compare_table_cell (kernels, i, side);
      uint32_t base = launched_row (comparison, 0, compare_table_cell (kernels, i, 0)->row, row_of_name[0]);
      uint32_t other = launched_row (comparison, side, cell->row, row_of_name[side]);

      if (base != ROW_NONE && other != ROW_NONE)
        row_matching_pair (ret_matching, base, other, cell->match);
    }
  return true;
}

static bool
make_table (const Comparison *comparison,
            const StopCheck *check,
            LaunchedKernels *launched,
            uint32_t *const *row_of_name)
{
  uint32_t n = comparison->n_sides;
  CompareSide *sides = calloc (n, sizeof *sides);
  RowMatching *matchings = calloc (n, sizeof *matchings);
  bool ok = sides != NULL && matchings != NULL;

  /* Of a side the table looks at rows and steps alone, which it borrows. */
  for (uint32_t side = 0; side < n && ok; side++)
    {
      sides[side].trace = comparison->sides[side].trace;
      sides[side].steps = comparison->sides[side].steps;
      sides[side].device.kernels = launched->rows[side];
    }
  for (uint32_t side = 1; side < n && ok; side++)
    ok = match (comparison, side, launched, row_of_name, &matchings[side - 1]);
  ok = ok
       && compare_table_compute (ROWS_KERNELS, sides, n, matchings, check->should_continue, check->user_data,
                                 &launched->table);
  for (uint32_t side = 1; side < n && matchings != NULL; side++)
    row_matching_clear (&matchings[side - 1]);
  free (matchings);
  free (sides);
  return ok;
}

bool
launched_kernels_compute (const Comparison *comparison,
                          RowKind kind,
                          uint64_t row,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          LaunchedKernels *ret_launched)
{
  uint32_t n = comparison->n_sides;
  uint32_t **row_of_name = calloc (n, sizeof *row_of_name);
  StopCheck check = { should_continue, user_data, 0 };
  bool ok;

  *ret_launched = (LaunchedKernels){ .n_sides = n, .rows = calloc (n, sizeof *ret_launched->rows) };
  ok = row_of_name != NULL && ret_launched->rows != NULL;
  for (uint32_t side = 0; side < n && ok; side++)
    ok = compute_side (comparison, kind, row, side, &check, &ret_launched->rows[side], &row_of_name[side]);
  ok = ok && make_table (comparison, &check, ret_launched, row_of_name);
  for (uint32_t side = 0; side < n && row_of_name != NULL; side++)
    free (row_of_name[side]);
  free (row_of_name);
  return ok;
}

void
launched_kernels_clear (LaunchedKernels *launched)
{
  for (uint32_t side = 0; side < launched->n_sides && launched->rows != NULL; side++)
    compare_rows_clear (&launched->rows[side]);
  free (launched->rows);
  compare_table_clear (&launched->table);
  *launched = (LaunchedKernels){ 0 };
}
