/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices that fit the conditions of a query on the table "slice", ascending by id.
 *
 * Conditions on ids and tracks give ranges of slices. A range of start times gives one range per row
 * (trace/model/trace.h), found by binary search. Names and categories are compared by string id. An index finds the few
 * slices of a correlation. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/query/query_table.h"

/* Columns of the table "slice". */
enum
{
  SLICE_ID,
  SLICE_TRACK_ID,
  SLICE_TS,
  SLICE_DUR,
  SLICE_DEPTH,
  SLICE_LANE,
  SLICE_NAME,
  SLICE_CATEGORY,
  SLICE_CORRELATION,
  SLICE_STEP_ID,
  N_SLICE_COLUMNS
};

/* Can be copied; the copy continues independently. */
typedef struct
{
  const Trace *trace;
  const SliceColumns *slices;
  uint64_t at, run_end;    /* rest of the run of slices */
  uint64_t first, end;     /* only these slices are searched */
  bool is_by_time;         /* runs are parts of rows */
  int64_t low_ns, high_ns; /* of starts, inclusive */
  uint32_t row;            /* the row behind the run */
  bool is_by_text;         /* name or category */
  uint32_t name, category; /* TRACE_NONE means any */
  bool is_by_correlation;  /* only the slices in linked are searched */
  int64_t correlation;
  const uint64_t *linked; /* borrowed from the index */
  uint64_t n_linked;      /* how many are left */
} SliceScan;

/* Returns SQLITE_OK, or SQLITE_NOMEM or SQLITE_INTERRUPT of the index. */
int slice_scan_begin (SliceScan *scan, const QuerySource *source, const QueryNarrow *narrow);

/* Finds the next run, or the next slice with the requested texts. For slice_scan_next (). */
bool slice_scan_search (SliceScan *scan, uint64_t *ret_slice);

/* Returns false when there are no more slices. */
static inline bool
slice_scan_next (SliceScan *scan, uint64_t *ret_slice)
{
  if (scan->is_by_text || scan->at >= scan->run_end)
    return slice_scan_search (scan, ret_slice);
  *ret_slice = scan->at++;
  return true;
}
