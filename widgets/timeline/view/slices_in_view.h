/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices in a time span on some rows as a list: the first or the longest ones, and their number. Any
 * thread. */

#pragma once

#include "trace/model/trace.h"
#include "widgets/timeline/view/timeline_view.h"

typedef enum
{
  SLICES_BY_BEGIN,
  SLICES_BY_DURATION, /* longest first */
} SlicesOrder;

typedef struct
{
  uint64_t *slices;   /* in that order, equal ones by row; for free () */
  size_t n;           /* at most n_max */
  uint64_t n_in_view; /* of which those are the first */
} SlicesInView;

/* lanes: rows of the trace, each once. In view is what overlaps [begin_ns, end_ns), or begins in it without lasting. By
 * begin O(lanes x log slices + n_max), by duration O(slices in view), of the lane of those that overlap others O(slices
 * before the end). should_continue (user_data) is asked now and then; NULL: it is. False: it was not, or memory ran
 * out; there is nothing to free then. */
bool slices_in_view_find (const Trace *trace,
                          const uint32_t *lanes,
                          size_t n_lanes,
                          int64_t begin_ns,
                          int64_t end_ns,
                          SlicesOrder order,
                          size_t n_max,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          SlicesInView *ret);

/* Returns the lanes that rows of the tree show, open or as a strip, scrolled into view or not, each once,
 * as an array of uint32_t. Lanes in closed groups are left out. */
GArray *slices_in_view_lanes (const TrackTree *tree);
