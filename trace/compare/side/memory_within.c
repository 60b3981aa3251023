/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/memory_within.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/stop_check.h"
#include "trace/derive/memory_use.h"

/* The use of one GPU, and the largest of ranges of it: tree[i] is the larger of tree[2 i] and tree[2 i + 1], and the leaves
 * are tree[n] to tree[2 n - 1]. */
typedef struct
{
  const SampleColumns *samples;
  uint64_t first, n;
  uint32_t rank;
  double *tree;
  uint64_t near; /* the last answer of changes_before () */
} Course;

static bool
course_init (Course *course, const MemoryUse *use, const MemorySeries *series, uint32_t rank)
{
  *course = (Course){ memory_use_samples (use), series->first, series->n, rank, NULL, 0 };
  course->tree = malloc (2 * MAX (series->n, 1) * sizeof *course->tree);
  if (course->tree == NULL)
    return false;
  for (uint64_t i = 0; i < series->n; i++)
    course->tree[series->n + i] = sample_value (course->samples, series->first + i);
  for (uint64_t i = series->n; i-- > 1;)
    course->tree[i] = fmax (course->tree[2 * i], course->tree[2 * i + 1]);
  return true;
}

/* Returns the number of changes before a time. O(log of the distance from the last time), since slices of a row come in
 * order of time; O(log changes) backwards. */
static uint64_t
changes_before (Course *course, int64_t time_ns)
{
  uint64_t low = course->near, high = course->near;

  if (low > 0 && sample_time_ns (course->samples, course->first + low - 1) >= time_ns)
    low = 0;
  else
    for (uint64_t stride = 1;
         high < course->n && sample_time_ns (course->samples, course->first + high) < time_ns; stride *= 2)
      {
        low = high + 1;
        high = MIN (course->n, high + stride);
      }
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (sample_time_ns (course->samples, course->first + middle) < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return course->near = low;
}

/* Of [begin_ns, end_ns): what was in use at its begin, and after each change in it. NaN: nothing is known of it. */
static double
most_within (Course *course, int64_t begin_ns, int64_t end_ns)
{
  uint64_t from = changes_before (course, begin_ns), to = changes_before (course, end_ns);
  double most = NAN;

  if (from > 0)
    from--;
  for (from += course->n, to += course->n; from < to; from /= 2, to /= 2)
    {
      if (from % 2 == 1)
        most = fmax (most, course->tree[from++]);
      if (to % 2 == 1)
        most = fmax (most, course->tree[--to]);
    }
  return most;
}

typedef struct
{
  const CompareSide *side;
  SliceKind kind;
  Course *courses; /* of the GPUs of the side */
  uint32_t n;
  uint32_t *row_of_name; /* by string id, or TRACE_NONE */
  double *bytes;         /* by row */
  StopCheck check;
} Search;

static bool
search_row (Search *search, const TraceRow *row, uint32_t rank)
{
  const SliceColumns *slices = trace_slices (search->side->trace);

  for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
    {
      double *most;

      if (!stop_check_next (&search->check))
        return false;
      if (slices->kind[i] != search->kind || (slices->flags[i] & SLICE_UNFINISHED)
          || search->row_of_name[slice_name (slices, i)] == TRACE_NONE
          || !stats_scope_holds_start (&search->side->steps.scope, slice_start_ns (slices, i)))
        continue;
      most = &search->bytes[search->row_of_name[slice_name (slices, i)]];
      for (uint32_t c = 0; c < search->n; c++)
        if (search->courses[c].rank == rank)
          *most = fmax (
            *most, most_within (&search->courses[c], slice_start_ns (slices, i), slice_end_ns (slices, i)));
    }
  return true;
}

static bool
search_all (Search *search)
{
  const Trace *trace = search->side->trace;
  const CompareSteps *steps = &search->side->steps;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank == TRACE_NONE || track->device >= 0 || !stats_scope_holds_track (&steps->scope, track))
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        if (!search_row (search, trace_row (trace, r), track->rank))
          return false;
    }
  return true;
}

static bool
find_courses (Search *search, const MemoryUse *use)
{
  const Trace *trace = search->side->trace;

  for (uint32_t device = 0; device < trace_n_devices (trace); device++)
    {
      const MemorySeries *series = stats_scope_holds_device (&search->side->steps.scope, device)
                                     ? memory_use_of_track (use, trace_device (trace, device)->track)
                                     : NULL;

      if (series == NULL || series->n == 0)
        continue;
      if (!course_init (&search->courses[search->n], use, series, trace_device (trace, device)->rank))
        return false;
      search->n++;
    }
  return true;
}

bool
memory_within_is_recorded (const CompareSide *side)
{
  return side->has_memory_peak;
}

bool
memory_within_compute (const CompareSide *side,
                       RowKind kind,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       double *ret_bytes)
{
  const Trace *trace = side->trace;
  const CompareRows *rows = compare_side_rows (side, kind);
  size_t n_names = trace_n_strings (trace) + (size_t) 1;
  MemoryUse *use = memory_use_new (trace);
  Search search = {
    .side = side,
    .kind = kind == ROWS_OPERATORS ? SLICE_OPERATOR : SLICE_ANNOTATION,
    .courses = calloc (trace_n_devices (trace) + (size_t) 1, sizeof *search.courses),
    .row_of_name = malloc (n_names * sizeof *search.row_of_name),
    .bytes = ret_bytes,
    .check = { should_continue, user_data, 0 },
  };
  bool ok = use != NULL && search.courses != NULL && search.row_of_name != NULL;

  if (ok)
    memset (search.row_of_name, 0xff, n_names * sizeof *search.row_of_name);
  for (uint32_t row = 0; row < rows->rows.n && ok; row++)
    {
      search.row_of_name[rows->rows.at[row].text] = row;
      ret_bytes[row] = NAN;
    }
  ok = ok && find_courses (&search, use) && (search.n == 0 || search_all (&search));
  for (uint32_t c = 0; c < search.n; c++)
    free (search.courses[c].tree);
  free (search.courses);
  free (search.row_of_name);
  if (use != NULL)
    memory_use_free (use);
  return ok;
}
