/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds what a host thread did in a stretch of time: the one slice to name.
 *
 * One of the thread's annotations, operators, API calls and Python frames covers most of the stretch. Among the slices
 * that cover at least half as much, the shortest is chosen; among equally short ones the one that covers more, then the
 * innermost. So a frame around everything gives way to what was done inside it, if that lasted long enough. Slices with
 * the name of a step, unfinished slices and slices below 511 others are left out. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/derive/step.h"
#include "trace/model/trace.h"

/* A row of a watched thread, and the state that shows that nothing changes in it: mostly a stretch is inside the same
 * slices as the one before. */
typedef struct
{
  uint64_t at, end;         /* slices: the first that may not have ended, and the one behind the row's last */
  int64_t start_ns, end_ns; /* of the first; later than all times if none is left */
  uint64_t rewound;         /* HostWatch.rewound when at was found */
  bool is_unnamed;          /* the first slice must not be named */
} WatchedRow;

typedef struct
{
  uint64_t slice;
  int64_t cover_ns, dur_ns;
} WatchedSlice;

COLUMN_DEFINE (WatchedSliceColumn, watched_slice_column, WatchedSlice)

/* Walks along every row of a thread once if stretches are queried in order of time. */
typedef struct
{
  const Trace *trace;
  const SliceColumns *slices;
  uint8_t *is_step_name; /* by string id */
  WatchedRow *watched;   /* by row */
  uint32_t thread;       /* the thread whose rows are loaded; TRACE_NONE if none */
  U32Column rows;
  WatchedSliceColumn
    seen; /* everything that the thread did in the last stretch, row by row, without what is left out */
  uint64_t rewound; /* number of rewinds; rows begun before the last one are begun again */
} HostWatch;

/* Returns false when memory runs out; call clear () in either case. O(strings + rows). */
bool host_watch_init (HostWatch *watch, const Trace *trace, const StepTable *steps);
void host_watch_clear (HostWatch *watch);

/* Lets time start over. Later results do not depend on earlier queries. O(1). */
void host_watch_rewind (HostWatch *watch);

/* Finds the slice to name on the thread of an API call; SLICE_NONE if the thread did nothing or call is on no thread.
 * watch->seen holds the other slices until the next query. begin_ns must not be before the end of the last stretch
 * since the last rewind. Returns false when memory runs out.
 *
 * O(rows of the thread x log of the slices passed since the last query + slices that begin in the stretch), also in a
 * damaged profile. */
bool host_watch_find (HostWatch *watch, uint64_t call, int64_t begin_ns, int64_t end_ns, uint64_t *ret_slice);
