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
  uint64_t n_in_view; /* all slices in view; slices has the first n of them */
} SlicesInView;

/* Finds the slices of lanes (rows of the trace, each once) that overlap [begin_ns, end_ns) or begin in it and last 0
 * ns. should_continue (user_data) is called regularly and may be NULL. Returns false when it returns false or memory
 * runs out; then there is nothing to free. Takes O(lanes x log slices + n_max) time in order of begin, and O(slices in
 * view) in order of duration; for the lane of slices that overlap others O(slices before the end). */
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
