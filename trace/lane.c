/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/lane.h"

#include <stdbool.h>

#include "trace/occupied.h"

/* Most tracks have few lanes, and there may be a million tracks. */
#define LANES_AT_FIRST 8

/* A tournament over the ends of the first lanes, a power of two of them: node i holds the smaller end of its two
 * children, lane l is leaf n + l. The uppermost lane that has ended by a time is found from the root in log2 (n) steps.
 * Lanes not in use have ended before all time. */
typedef struct
{
  int64_t end_ns[2 * LANE_MAX];
  uint32_t n;
} Lanes;

static int64_t
smaller_end (const Lanes *lanes, uint32_t node)
{
  int64_t left = lanes->end_ns[2 * node], right = lanes->end_ns[2 * node + 1];

  return left < right ? left : right;
}

static void
lanes_begin (Lanes *lanes)
{
  lanes->n = LANES_AT_FIRST;
  for (uint32_t node = 0; node < 2 * LANES_AT_FIRST; node++)
    lanes->end_ns[node] = INT64_MIN;
}

/* Twice as many; what was known of them stays. */
static void
lanes_grow (Lanes *lanes)
{
  uint32_t before = lanes->n;

  lanes->n = 2 * before;
  for (uint32_t lane = 0; lane < before; lane++)
    {
      lanes->end_ns[lanes->n + lane] = lanes->end_ns[before + lane];
      lanes->end_ns[lanes->n + before + lane] = INT64_MIN;
    }
  for (uint32_t node = lanes->n - 1; node > 0; node--)
    lanes->end_ns[node] = smaller_end (lanes, node);
}

static void
lanes_set_end (Lanes *lanes, uint32_t lane, int64_t end_ns)
{
  uint32_t node = lanes->n + lane;

  lanes->end_ns[node] = end_ns;
  while (node > 1)
    {
      node /= 2;
      int64_t smaller = smaller_end (lanes, node);
      if (lanes->end_ns[node] == smaller)
        break;
      lanes->end_ns[node] = smaller;
    }
}

static uint32_t
lanes_first_free (Lanes *lanes, int64_t start_ns)
{
  uint32_t node = 1;

  if (lanes->end_ns[lanes->n] <= start_ns)
    return 0;
  if (lanes->end_ns[1] > start_ns)
    {
      if (lanes->n == LANE_MAX)
        return LANE_MAX - 1;
      lanes_grow (lanes);
      return lanes->n / 2;
    }
  while (node < lanes->n)
    node = lanes->end_ns[2 * node] <= start_ns ? 2 * node : 2 * node + 1;
  return node - lanes->n;
}

/* Ends of the slices that have begun and not ended: a binary heap, the earliest at its root. What opens while
 * it is full is left out. */
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

/* Whether the slice ends after one that it begins in. */
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

LaneSummary
lane_assign (const int64_t *start_ns, const int64_t *dur_ns, size_t n, uint16_t *lane, uint64_t *n_in_lane)
{
  LaneSummary summary = { 0 };
  Lanes lanes;
  OpenEnds open;

  lanes_begin (&lanes);
  open.n = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t l = lanes_first_free (&lanes, start_ns[i]);
      int64_t end_ns = occupied_until (start_ns[i], dur_ns[i]);

      while (l >= summary.n_lanes)
        n_in_lane[summary.n_lanes++] = 0;
      lane[i] = (uint16_t) l;
      n_in_lane[l]++;
      if (end_ns > lanes.end_ns[lanes.n + l])
        lanes_set_end (&lanes, l, end_ns);

      summary.n_partial_overlaps += open_ends_add (&open, start_ns[i], end_ns);
    }
  return summary;
}
