/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/slice_scan.h"

#include "trace/index/occupied.h"
#include "trace/model/slice_find.h"

/* The slices of a range of tracks are contiguous. */
static void
limit_to_tracks (SliceScan *scan, const QueryNarrow *narrow)
{
  uint64_t low, high;
  uint64_t first = UINT64_MAX, end = 0;

  if (!narrow->by[SLICE_TRACK_ID].is_integer)
    return;
  query_narrow_rows (narrow, SLICE_TRACK_ID, trace_n_tracks (scan->trace), &low, &high);
  while (low < high && trace_track (scan->trace, (uint32_t) low)->n_slices == 0)
    low++;
  while (high > low && trace_track (scan->trace, (uint32_t) high - 1)->n_slices == 0)
    high--;
  if (low < high)
    {
      const TraceTrack *last = trace_track (scan->trace, (uint32_t) high - 1);

      first = trace_track (scan->trace, (uint32_t) low)->first_slice;
      end = last->first_slice + last->n_slices;
    }
  if (first > scan->first)
    scan->first = first;
  if (end < scan->end)
    scan->end = end;
}

int
slice_scan_begin (SliceScan *scan, const QuerySource *source, const QueryNarrow *narrow)
{
  const Trace *trace = source->trace;

  *scan = (SliceScan){
    .trace = trace,
    .slices = trace_slices (trace),
    .is_by_time = narrow->by[SLICE_TS].is_integer,
    .low_ns = narrow->by[SLICE_TS].low,
    .high_ns = narrow->by[SLICE_TS].high,
    .is_by_text = narrow->by[SLICE_NAME].is_text || narrow->by[SLICE_CATEGORY].is_text,
    .name = narrow->by[SLICE_NAME].is_text ? narrow->by[SLICE_NAME].string : TRACE_NONE,
    .category = narrow->by[SLICE_CATEGORY].is_text ? narrow->by[SLICE_CATEGORY].string : TRACE_NONE,
  };
  query_narrow_rows (narrow, SLICE_ID, scan->slices->n, &scan->first, &scan->end);
  limit_to_tracks (scan, narrow);
  if (narrow->by[SLICE_CORRELATION].is_integer)
    {
      scan->is_by_correlation = true;
      scan->correlation = narrow->by[SLICE_CORRELATION].low;
      return correlation_index_find (source->correlations, source, scan->correlation, &scan->linked,
                                     &scan->n_linked);
    }
  if (scan->is_by_time)
    scan->row = slice_find_row (trace, scan->first);
  else
    {
      scan->at = scan->first;
      scan->run_end = scan->end;
    }
  return SQLITE_OK;
}

/* Returns false when no row is left. A run may be empty. */
static bool
next_run (SliceScan *scan)
{
  if (!scan->is_by_time || scan->row >= trace_n_rows (scan->trace))
    return false;

  const TraceRow *row = trace_row (scan->trace, scan->row++);
  if (row->first_slice >= scan->end)
    return false;
  uint64_t first = row->first_slice > scan->first ? row->first_slice : scan->first;
  uint64_t end = row->first_slice + row->n_slices < scan->end ? row->first_slice + row->n_slices : scan->end;
  if (first >= end)
    return true;

  const int64_t *start_ns = scan->slices->start_ns + first;
  scan->at = first + count_begun (start_ns, end - first, scan->low_ns);
  scan->run_end =
    scan->high_ns == INT64_MAX ? end : first + count_begun (start_ns, end - first, scan->high_ns + 1);
  return true;
}

static bool
fits_texts (const SliceScan *scan, uint64_t slice)
{
  return (scan->name == TRACE_NONE || slice_name (scan->slices, slice) == scan->name)
         && (scan->category == TRACE_NONE || slice_category (scan->slices, slice) == scan->category);
}

static bool
search_linked (SliceScan *scan, uint64_t *ret_slice)
{
  for (; scan->n_linked > 0; scan->n_linked--)
    {
      uint64_t slice = *scan->linked++;

      if (slice < scan->first || slice >= scan->end || scan->slices->correlation[slice] != scan->correlation
          || !fits_texts (scan, slice))
        continue;
      if (scan->is_by_time
          && (scan->slices->start_ns[slice] < scan->low_ns || scan->slices->start_ns[slice] > scan->high_ns))
        continue;
      scan->n_linked--;
      *ret_slice = slice;
      return true;
    }
  return false;
}

bool
slice_scan_search (SliceScan *scan, uint64_t *ret_slice)
{
  if (scan->is_by_correlation)
    return search_linked (scan, ret_slice);
  do
    for (; scan->at < scan->run_end; scan->at++)
      if (fits_texts (scan, scan->at))
        {
          *ret_slice = scan->at++;
          return true;
        }
  while (next_run (scan));
  return false;
}
