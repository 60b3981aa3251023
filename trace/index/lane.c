/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/index/lane.h"

#include <stdbool.h>

#include "trace/index/occupied.h"

/* A tournament tree over the ends of the lanes: node i holds the smaller end of its two children; lane l is
 * leaf LANE_MAX + l. Finding the uppermost lane that has ended by a time takes log2 (LANE_MAX) steps from the
 * root. */
typedef struct
{
  int64_t end_ns[2 * LANE_MAX];
} Lanes;

static void
lanes_set_end (Lanes *lanes, uint32_t lane, int64_t end_ns)
{
  uint32_t node = LANE_MAX + lane;

  lanes->end_ns[node] = end_ns;
  while (node > 1)
    {
      node /= 2;
      int64_t left = lanes->end_ns[2 * node], right = lanes->end_ns[2 * node + 1];
      int64_t smaller = left < right ? left : right;
      if (lanes->end_ns[node] == smaller)
        break;
      lanes->end_ns[node] = smaller;
    }
}

/* Unused lanes count as ended before all time. */
static uint32_t
lanes_first_free (const Lanes *lanes, int64_t start_ns)
{
  uint32_t node = 1;

  if (lanes->end_ns[LANE_MAX] <= start_ns)
    return 0;
  if (lanes->end_ns[1] > start_ns)
    return LANE_MAX - 1;
  while (node < LANE_MAX)
    node = lanes->end_ns[2 * node] <= start_ns ? 2 * node : 2 * node + 1;
  return node - LANE_MAX;
}

/* A binary heap of the ends of open slices, the earliest at its root. Slices that open while it is full are
 * left out. */
typedef struct
{
  int64_t at_ns[LANE_MAX];
  uint32_t n;
} OpenEnds;

static void
open_ends_push (OpenEnds *open, int64_t end_ns)
{
  uint32_t node = open->n++;

  for (; node > 0 && open->at_ns[(node - 1) / 2] > end_ns; node = (node - 1) / 2)
    open->at_ns[node] = open->at_ns[(node - 1) / 2];
  open->at_ns[node] = end_ns;
}

static void
open_ends_pop (OpenEnds *open)
{
  int64_t end_ns = open->at_ns[--open->n];
  uint32_t node = 0;

  for (uint32_t child = 1; child < open->n; child = 2 * node + 1)
    {
      if (child + 1 < open->n && open->at_ns[child + 1] < open->at_ns[child])
        child++;
      if (open->at_ns[child] >= end_ns)
        break;
      open->at_ns[node] = open->at_ns[child];
      node = child;
    }
  open->at_ns[node] = end_ns;
}

/* Returns whether the slice ends after one that it begins in. */
static bool
open_ends_add (OpenEnds *open, int64_t start_ns, int64_t end_ns)
{
  while (open->n > 0 && open->at_ns[0] <= start_ns)
    open_ends_pop (open);

  bool overlaps = open->n > 0 && open->at_ns[0] < end_ns;
  if (open->n < LANE_MAX)
    open_ends_push (open, end_ns);
  return overlaps;
}

/* The lanes assigned so far and their counts. */
typedef struct
{
  const int64_t *start_ns, *dur_ns;
  size_t n;
  uint16_t *lane;
  uint64_t *n_in_lane;
  LaneSummary summary;
} Assignment;

static inline void
put_slice (Assignment *all, size_t i, uint32_t lane)
{
  while (lane >= all->summary.n_lanes)
    all->n_in_lane[all->summary.n_lanes++] = 0;
  all->lane[i] = (uint16_t) lane;
  all->n_in_lane[lane]++;
}

/* As long as slices nest, the open ones lie in the uppermost lanes, the outermost first, and the next one
 * goes below them, so a stack of their ends is enough. Returns the first slice that ends after one that it
 * begins in, or that is too deep; or n. ends_ns and *ret_depth then describe the slices open at that point. */
static size_t
assign_nested (Assignment *all, int64_t *ends_ns, uint32_t *ret_depth)
{
  uint32_t depth = 0;
  size_t i = 0;

  for (; i < all->n; i++)
    {
      int64_t end_ns = occupied_until (all->start_ns[i], all->dur_ns[i]);

      while (depth > 0 && ends_ns[depth - 1] <= all->start_ns[i])
        depth--;
      if (depth == LANE_MAX || (depth > 0 && ends_ns[depth - 1] < end_ns))
        break;
      put_slice (all, i, depth);
      ends_ns[depth++] = end_ns;
    }
  *ret_depth = depth;
  return i;
}

/* Assigns the slices from the i-th on. ends_ns has the ends of the open slices, which lie in the uppermost
 * depth lanes. */
static void
assign_rest (Assignment *all, size_t i, const int64_t *ends_ns, uint32_t depth)
{
  Lanes lanes;
  OpenEnds open = { .n = 0 };

  for (uint32_t node = 0; node < 2 * LANE_MAX; node++)
    lanes.end_ns[node] = INT64_MIN;
  for (uint32_t lane = 0; lane < depth; lane++)
    {
      lanes_set_end (&lanes, lane, ends_ns[lane]);
      open_ends_push (&open, ends_ns[lane]);
    }

  for (; i < all->n; i++)
    {
      uint32_t lane = lanes_first_free (&lanes, all->start_ns[i]);
      int64_t end_ns = occupied_until (all->start_ns[i], all->dur_ns[i]);

      put_slice (all, i, lane);
      if (end_ns > lanes.end_ns[LANE_MAX + lane])
        lanes_set_end (&lanes, lane, end_ns);
      all->summary.n_partial_overlaps += open_ends_add (&open, all->start_ns[i], end_ns);
    }
}

LaneSummary
lane_assign (const int64_t *start_ns, const int64_t *dur_ns, size_t n, uint16_t *lane, uint64_t *n_in_lane)
{
  Assignment all = { .start_ns = start_ns, .dur_ns = dur_ns, .n = n, .lane = lane, .n_in_lane = n_in_lane };
  int64_t ends_ns[LANE_MAX];
  uint32_t depth;
  size_t n_nested = assign_nested (&all, ends_ns, &depth);

  if (n_nested < n)
    assign_rest (&all, n_nested, ends_ns, depth);
  return all.summary;
}
