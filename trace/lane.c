/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/lane.h"


/* A tournament over the ends of the lanes: node i holds the smaller end of its two children, lane l is leaf
 * LANE_MAX + l. The uppermost lane that has ended by a time is found from the root in log2 (LANE_MAX) steps. */
typedef struct
{
  int64_t end_ns[2 * LANE_MAX];
  uint32_t n_lanes;
} Lanes;

static int64_t
occupied_until (int64_t start_ns, int64_t dur_ns)
{
  int64_t end_ns;

  if (dur_ns < 1)
    dur_ns = 1;
  return __builtin_add_overflow (start_ns, dur_ns, &end_ns) ? INT64_MAX : end_ns;
}

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

/* Lanes not in use have ended before all time. */
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

LaneSummary
lane_assign (const int64_t *start_ns, const int64_t *dur_ns, size_t n, uint16_t *lane, uint64_t *n_in_lane)
{
  LaneSummary summary = { 0 };
  Lanes lanes;
  int64_t open_end_ns[LANE_MAX]; /* ends of the slices around the one at hand, outermost first */
  uint32_t n_open = 0;

  for (uint32_t i = 0; i < 2 * LANE_MAX; i++)
    lanes.end_ns[i] = INT64_MIN;

  for (size_t i = 0; i < n; i++)
    {
      uint32_t l = lanes_first_free (&lanes, start_ns[i]);
      int64_t end_ns = occupied_until (start_ns[i], dur_ns[i]);

      while (l >= summary.n_lanes)
        n_in_lane[summary.n_lanes++] = 0;
      lane[i] = (uint16_t) l;
      n_in_lane[l]++;
      if (end_ns > lanes.end_ns[LANE_MAX + l])
        lanes_set_end (&lanes, l, end_ns);

      while (n_open > 0 && open_end_ns[n_open - 1] <= start_ns[i])
        n_open--;
      if (n_open > 0 && end_ns > open_end_ns[n_open - 1])
        {
          summary.n_partial_overlaps++;
          open_end_ns[n_open - 1] = end_ns;
        }
      else if (n_open < LANE_MAX)
        open_end_ns[n_open++] = end_ns;
    }
  return summary;
}
