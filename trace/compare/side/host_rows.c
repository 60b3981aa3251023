/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/host_rows.h"

#include <stdlib.h>
#include <string.h>

#include "trace/compare/side/compare_step_at.h"
#include "trace/container/id_map.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/slice_name_kind.h"
#include "trace/stats/step_names.h"

#define ROW_NONE UINT32_MAX

/* A row per name of one kind of slices. */
typedef struct
{
  CompareRows *rows;
  uint32_t *row_of_name; /* by string id */
} NameRows;

typedef struct
{
  const CompareSteps *steps;
  NameRows by_name[N_SLICE_KINDS]; /* rows is NULL for kinds that are not counted */
  CompareRows *modules;
  uint8_t *is_step_name;
  uint8_t *is_module; /* by string id: 0 not looked up yet, 1 no, 2 yes */
  U64Column frames;   /* the modules of the current thread */
  U64Column *found;   /* slices of the row of modules that is looked for; NULL: none is */
  uint32_t wanted;    /* that row */
  IdMap row_of_path;  /* the row of a module's parent plus 1, and the module's name */
  uint64_t hint;
  bool (*should_continue) (void *user_data);
  void *user_data;
} Fill;

/* Where a slice counts. */
typedef struct
{
  bool is_in_scope;
  uint32_t sample;
} Place;

/* Returns whether it counts anywhere. */
static bool
find_place (Fill *fill, uint32_t rank, uint64_t slice, Place *ret_place)
{
  int64_t start_ns = slice_start_ns (trace_slices (fill->steps->scope.trace), slice);

  ret_place->is_in_scope = stats_scope_holds_start (&fill->steps->scope, start_ns);
  ret_place->sample = ret_place->is_in_scope ? 0 : SAMPLE_NONE;
  if (fill->steps->has_steps)
    ret_place->sample = compare_steps_at (fill->steps, rank, start_ns, &fill->hint);
  return ret_place->is_in_scope || ret_place->sample != SAMPLE_NONE;
}

static bool
add_slice (CompareRows *rows, uint32_t row, const Place *place, uint64_t slice)
{
  int64_t dur_ns = slice_dur_ns (trace_slices (rows->trace), slice);

  if (place->is_in_scope)
    compare_rows_count (rows, row, slice, dur_ns);
  return place->sample == SAMPLE_NONE || compare_rows_add (rows, row, place->sample, dur_ns);
}

static bool
add_named (Fill *fill, NameRows *named, uint32_t rank, uint64_t slice)
{
  uint32_t name = slice_name (trace_slices (fill->steps->scope.trace), slice);
  Place place;

  if (fill->is_step_name[name] || !find_place (fill, rank, slice, &place))
    return true;
  if (named->row_of_name[name] == ROW_NONE
      && !compare_rows_new (named->rows, name, &named->row_of_name[name]))
    return false;
  return add_slice (named->rows, named->row_of_name[name], &place, slice);
}

static bool
does_name_module (Fill *fill, uint32_t name)
{
  uint8_t *known = &fill->is_module[name];

  if (*known == 0)
    {
      size_t length;
      const char *text = trace_string (fill->steps->scope.trace, name, &length);

      *known = slice_name_is_module (text, length) ? 2 : 1;
    }
  return *known == 2;
}

static bool
add_row (Fill *fill, const TraceRow *row, uint32_t rank)
{
  const SliceColumns *slices = trace_slices (fill->steps->scope.trace);
  StatsScope reach = fill->steps->scope;
  uint64_t first, end;

  reach.begin_ns = fill->steps->begin_ns;
  reach.end_ns = fill->steps->end_ns;
  if (!stats_scope_slices_of_row (&reach, row, &first, &end))
    return false;
  for (uint64_t i = first; i < end; i++)
    {
      uint8_t kind = slices->kind[i];
      bool is_finished = !(slices->flags[i] & SLICE_UNFINISHED);

      if (i % STOPPABLE_AT_ONCE == 0 && fill->should_continue != NULL
          && !fill->should_continue (fill->user_data))
        return false;
      if (kind == SLICE_PYTHON)
        {
          if (is_finished && does_name_module (fill, slice_name (slices, i))
              && !u64_column_push (&fill->frames, i))
            return false;
        }
      else if (is_finished && kind < N_SLICE_KINDS && fill->by_name[kind].rows != NULL
               && !add_named (fill, &fill->by_name[kind], rank, i))
        return false;
    }
  return true;
}

/* ---- modules ---- */

static int
compare_frames (const void *a, const void *b, void *user_data)
{
  const SliceColumns *slices = user_data;
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  int64_t x_ns = slice_start_ns (slices, x), y_ns = slice_start_ns (slices, y);

  if (x_ns != y_ns)
    return x_ns < y_ns ? -1 : 1;
  x_ns = slice_end_ns (slices, x);
  y_ns = slice_end_ns (slices, y);
  if (x_ns != y_ns)
    return x_ns > y_ns ? -1 : 1;
  return x < y ? -1 : x > y;
}

#define MODULE_PREFIX "nn.Module: "

static bool
new_module (Fill *fill, uint32_t parent, uint32_t name, uint32_t *ret_row)
{
  CompareRows *rows = fill->modules;
  size_t length;
  const char *text = trace_string (rows->trace, name, &length);
  uint32_t id;

  if (length >= strlen (MODULE_PREFIX) && memcmp (text, MODULE_PREFIX, strlen (MODULE_PREFIX)) == 0)
    {
      text += strlen (MODULE_PREFIX);
      length -= strlen (MODULE_PREFIX);
    }
  return string_table_intern (rows->texts, text, length, &id)
         && compare_rows_new_inside (rows, parent, id, ret_row);
}

static bool
find_module (Fill *fill, uint32_t parent, uint32_t name, uint32_t *ret_row)
{
  uint64_t id = ((uint64_t) (parent == TRACE_NONE ? 0 : parent + 1) << 32) | name;
  const uint64_t *known = id_map_find (&fill->row_of_path, id);

  if (known != NULL)
    {
      *ret_row = (uint32_t) *known;
      return true;
    }
  return new_module (fill, parent, name, ret_row) && id_map_add (&fill->row_of_path, id, *ret_row) != NULL;
}

typedef struct
{
  int64_t end_ns;
  uint32_t name;
  uint32_t row; /* ROW_NONE until something inside or itself counts */
} Open;

COLUMN_DEFINE (OpenColumn, open_column, Open)
COLUMN_IMPLEMENT (OpenColumn, open_column)

/* Makes rows for the open modules. */
static bool
find_rows (Fill *fill, OpenColumn *open)
{
  size_t n_known = open->n;

  while (n_known > 0 && open->at[n_known - 1].row == ROW_NONE)
    n_known--;
  for (size_t i = n_known; i < open->n; i++)
    if (!find_module (fill, i > 0 ? open->at[i - 1].row : TRACE_NONE, open->at[i].name, &open->at[i].row))
      return false;
  return true;
}

/* Frames of one thread nest. */
static bool
add_modules (Fill *fill, uint32_t rank)
{
  const SliceColumns *slices = trace_slices (fill->modules->trace);
  OpenColumn open = { 0 };
  bool ok = true;

  qsort_r (fill->frames.at, fill->frames.n, sizeof *fill->frames.at, compare_frames, (void *) slices);
  for (size_t i = 0; i < fill->frames.n && ok; i++)
    {
      uint64_t slice = fill->frames.at[i];
      Place place;

      while (open.n > 0 && open.at[open.n - 1].end_ns <= slice_start_ns (slices, slice))
        open.n--;
      ok = open_column_push (&open,
                             (Open){ slice_end_ns (slices, slice), slice_name (slices, slice), ROW_NONE });
      if (ok && find_place (fill, rank, slice, &place))
        ok = find_rows (fill, &open) && add_slice (fill->modules, open.at[open.n - 1].row, &place, slice)
             && (fill->found == NULL || open.at[open.n - 1].row != fill->wanted
                 || u64_column_push (fill->found, slice));
    }
  fill->frames.n = 0;
  open_column_clear (&open);
  return ok;
}

/* ---- all ---- */

static bool
fill_rows (Fill *fill)
{
  const Trace *trace = fill->steps->scope.trace;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank == TRACE_NONE || track->device >= 0
          || !stats_scope_holds_track (&fill->steps->scope, track))
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        if (!add_row (fill, trace_row (trace, r), track->rank))
          return false;
      if (fill->frames.n > 0 && !add_modules (fill, track->rank))
        return false;
    }
  return true;
}

bool
host_rows_compute (const CompareSteps *steps,
                   bool (*should_continue) (void *user_data),
                   void *user_data,
                   HostRows *ret_rows)
{
  const Trace *trace = steps->scope.trace;
  size_t n_names = trace_n_strings (trace) + (size_t) 1;
  Fill fill = {
    .steps = steps,
    .by_name[SLICE_OPERATOR].rows = &ret_rows->operators,
    .by_name[SLICE_ANNOTATION].rows = &ret_rows->annotations,
    .by_name[SLICE_CALL].rows = &ret_rows->calls,
    .modules = &ret_rows->modules,
    .is_step_name = step_names_new (trace, steps->scope.steps),
    .is_module = calloc (n_names, 1),
    .should_continue = should_continue,
    .user_data = user_data,
  };
  bool ok = fill.is_step_name != NULL && fill.is_module != NULL;

  *ret_rows = (HostRows){ 0 };
  ok = compare_rows_init (&ret_rows->modules, trace, false, true) && ok;
  for (SliceKind kind = 0; kind < N_SLICE_KINDS; kind++)
    if (fill.by_name[kind].rows != NULL)
      {
        uint32_t *row_of_name = malloc (n_names * sizeof *row_of_name);

        compare_rows_init (fill.by_name[kind].rows, trace, false, false);
        fill.by_name[kind].row_of_name = row_of_name;
        ok = ok && row_of_name != NULL;
        if (row_of_name != NULL)
          memset (row_of_name, 0xff, n_names * sizeof *row_of_name);
      }
  ok = ok && fill_rows (&fill) && compare_rows_finish (&ret_rows->operators)
       && compare_rows_finish (&ret_rows->annotations) && compare_rows_finish (&ret_rows->calls)
       && compare_rows_finish (&ret_rows->modules);
  for (SliceKind kind = 0; kind < N_SLICE_KINDS; kind++)
    free (fill.by_name[kind].row_of_name);
  free (fill.is_step_name);
  free (fill.is_module);
  u64_column_clear (&fill.frames);
  id_map_clear (&fill.row_of_path);
  return ok;
}

/* Rows are numbered as they were when all were computed. */
bool
host_rows_find_modules (const CompareSteps *steps,
                        uint32_t row,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        U64Column *ret_slices)
{
  const Trace *trace = steps->scope.trace;
  CompareRows modules;
  Fill fill = {
    .steps = steps,
    .modules = &modules,
    .found = ret_slices,
    .wanted = row,
    .is_module = calloc (trace_n_strings (trace) + (size_t) 1, 1),
    .should_continue = should_continue,
    .user_data = user_data,
  };
  bool ok = compare_rows_init (&modules, trace, false, true) && fill.is_module != NULL && fill_rows (&fill);

  free (fill.is_module);
  u64_column_clear (&fill.frames);
  id_map_clear (&fill.row_of_path);
  compare_rows_clear (&modules);
  return ok;
}

void
host_rows_clear (HostRows *rows)
{
  compare_rows_clear (&rows->operators);
  compare_rows_clear (&rows->annotations);
  compare_rows_clear (&rows->calls);
  compare_rows_clear (&rows->modules);
}
