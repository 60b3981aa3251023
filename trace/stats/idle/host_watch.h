/* SPDX-License-Identifier: Apache-2.0
 *
 * What a host thread did in a stretch of time: the one slice to name.
 *
 * Of the thread's annotations, operators, calls and Python frames, one covers most of the stretch; of
 * those that cover at least half as much, the shortest is named (of equally short ones that which covers
 * more, then the innermost). So a frame around everything gives way to what was done in it, if that
 * lasted. Slices with the name of a step, unfinished ones and those below 511 others are left out. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/derive/step.h"
#include "trace/model/trace.h"

/* A row along which a thread is watched, with what it takes to know that nothing in it changes: mostly, a stretch lies
 * in the same slices as the last. */
typedef struct
{
  uint64_t at, end;         /* slices: the first that may not have ended, and behind the last of the row */
  int64_t start_ns, end_ns; /* of the first; behind all time where there is none left */
  uint64_t rewound;         /* HostWatch.rewound when at was looked for */
  bool is_unnamed;          /* that slice is not to be named */
} WatchedRow;

typedef struct
{
  uint64_t slice;
  int64_t cover_ns, dur_ns;
} WatchedSlice;

COLUMN_DEFINE (WatchedSliceColumn, watched_slice_column, WatchedSlice)

/* Asked in order of time, it walks along every row of a thread once. */
typedef struct
{
  const Trace *trace;
  const SliceColumns *slices;
  uint8_t *is_step_name; /* by string id */
  WatchedRow *watched;   /* by row */
  uint32_t thread;       /* whose rows are at hand; TRACE_NONE: nobody's */
  U32Column rows;
  WatchedSliceColumn
    seen;           /* in the last stretch, row by row: all that the thread did, but for what is left out */
  uint64_t rewound; /* how many times; rows that were begun before are not begun */
} HostWatch;

/* Returns false when memory runs out; call clear () in either case. O(strings + rows). */
bool host_watch_init (HostWatch *watch, const Trace *trace, const StepTable *steps);
void host_watch_clear (HostWatch *watch);

/* Time may start over. What is found afterwards does not depend on what was asked before. O(1). */
void host_watch_rewind (HostWatch *watch);

/* The slice on the thread that call lies on, or SLICE_NONE when it did nothing or call lies on none; watch->seen has what
 * else there was, until the next time. begin_ns: not before the end of the last stretch since the last rewind. False: out
 * of memory.
 *
 * O(rows of the thread x log of the slices passed since the last + slices that begin in the stretch), in a damaged profile
 * too. */
bool host_watch_find (HostWatch *watch, uint64_t call, int64_t begin_ns, int64_t end_ns, uint64_t *ret_slice);
