/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes how much of each of many windows is covered by nested sets of time, in one pass over the intervals of the
 * sets, which need not be kept. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"

#define WINDOW_COVER_SETS_MAX 8

typedef struct
{
  int64_t time_ns;
  uint64_t at; /* index into before_ns */
} WindowEdge;

typedef struct
{
  const Interval *windows; /* borrowed */
  unsigned n_sets;
  WindowEdge *edges; /* begins and ends of the windows, ascending */
  uint64_t n_edges, next;
  int64_t *before_ns; /* by window, then its begin and end, then set: length of the set before that time */
  int64_t sum_ns[WINDOW_COVER_SETS_MAX],
    until_ns[WINDOW_COVER_SETS_MAX]; /* length and end of what was added so far */
} WindowCover;

/* Windows may overlap and be in any order; they must live as long as the cover. Returns false when memory runs out;
 * call clear () in either case. O(n log n). */
bool window_cover_init (WindowCover *cover, const Interval *windows, uint64_t n, unsigned n_sets);
void window_cover_clear (WindowCover *cover);

/* Adds time to the set of that number and to all later sets, which contain it. Intervals must ascend by begin and may
 * overlap. O(sets), amortised. */
void window_cover_add (WindowCover *cover, int64_t begin_ns, int64_t end_ns, unsigned set);

/* Call this after the last interval has been added. */
void window_cover_finish (WindowCover *cover);

/* Returns how much of a window the set covers; 0 for a window of length 0. O(1). */
int64_t window_cover_of (const WindowCover *cover, uint64_t window, unsigned set);
