/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices that fit the conditions of a query on the table "slice", ascending by id.
 *
 * Ids and tracks are ranges of slices; a range of start times is one per row (trace/model/trace.h), found by binary search;
 * names and categories are compared by string id. One correlation is a few slices that an index knows. */

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

/* A copy continues on its own. */
typedef struct
{
  const Trace *trace;
  const SliceColumns *slices;
  uint64_t at, run_end;    /* slices of the run that are left */
  uint64_t first, end;     /* no others are looked at */
  bool is_by_time;         /* runs are parts of rows */
  int64_t low_ns, high_ns; /* of starts, inclusive */
  uint32_t row;            /* the one behind the run */
  bool is_by_text;         /* name or category */
  uint32_t name, category; /* TRACE_NONE: any */
  bool is_by_correlation;  /* no others than those of linked are looked at */
  int64_t correlation;
  const uint64_t *linked; /* the index's */
  uint64_t n_linked;      /* that are left */
} SliceScan;

/* SQLITE_OK; SQLITE_NOMEM and SQLITE_INTERRUPT of the index. */
int slice_scan_begin (SliceScan *scan, const QuerySource *source, const QueryNarrow *narrow);

/* For slice_scan_next (): the next run, or the next slice that fits the texts. */
bool slice_scan_search (SliceScan *scan, uint64_t *ret_slice);

/* False: no more. */
static inline bool
slice_scan_next (SliceScan *scan, uint64_t *ret_slice)
{
  if (scan->is_by_text || scan->at >= scan->run_end)
    return slice_scan_search (scan, ret_slice);
  *ret_slice = scan->at++;
  return true;
}
