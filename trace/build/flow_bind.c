/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/flow_bind.h"

/* Returns how many of n ascending starts are not later than a time. *n_begun is where to search first; it is
 * set to the result. */
static uint64_t
count_begun (const int64_t *start_ns, uint64_t n, int64_t time_ns, uint64_t *n_begun)
{
  /* Invariant: all before low have begun; none from high on has. */
  uint64_t low = 0, high = n, near = *n_begun;

  if (near < n && start_ns[near] <= time_ns)
    {
      low = near + 1;
      for (uint64_t step = 1; step < high - low; step *= 2)
        if (start_ns[low + step] <= time_ns)
          low += step + 1;
        else
          high = low + step;
    }
  else
    {
      high = near;
      for (uint64_t step = 1; step <= high - low; step *= 2)
        if (start_ns[high - step] > time_ns)
          high -= step;
        else
          low = high - step + 1;
    }
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (start_ns[middle] <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return *n_begun = low;
}

static uint64_t
count_begun_of_row (const FlowBind *bind, uint32_t row, int64_t time_ns)
{
  const TraceRow *slices = &bind->trace->rows.at[row];

  return count_begun (bind->trace->slices.start_ns + slices->first_slice, slices->n_slices, time_ns,
                      &bind->n_begun[row]);
}

/* Returns whether slice a suits a point better than b, both enclosing it: one of the preferred kind that
 * begins at that very time, else the innermost. */
static bool
suits_better (const SliceColumns *slices, const FlowPoint *point, int64_t time_ns, uint64_t a, uint64_t b)
{
  bool prefers = point->prefer != SLICE_OTHER;
  bool a_exact = prefers && slices->kind[a] == point->prefer && slices->start_ns[a] == time_ns;
  bool b_exact = prefers && slices->kind[b] == point->prefer && slices->start_ns[b] == time_ns;

  if (a_exact != b_exact)
    return a_exact;
  if (slices->start_ns[a] != slices->start_ns[b])
    return slices->start_ns[a] > slices->start_ns[b];
  return slices->dur_ns[a] < slices->dur_ns[b];
}

static uint64_t
slice_around (const FlowBind *bind,
              const FlowPoint *point,
              const TraceTrack *track,
              int64_t time_ns,
              uint64_t best)
{
  const SliceColumns *slices = &bind->trace->slices;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      uint64_t n_begun = count_begun_of_row (bind, r, time_ns);
      uint64_t slice = bind->trace->rows.at[r].first_slice + n_begun - 1;

      /* The end itself counts: programs put the end of an arrow on the end of the slice that it points at. */
      if (n_begun == 0 || time_ns - slices->start_ns[slice] > slices->dur_ns[slice])
        continue;
      if (best == SLICE_NONE || suits_better (slices, point, time_ns, slice, best))
        best = slice;
    }
  return best;
}

static uint64_t
slice_after (const FlowBind *bind, const TraceTrack *track, int64_t time_ns, uint64_t best)
{
  const SliceColumns *slices = &bind->trace->slices;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      const TraceRow *row = &bind->trace->rows.at[r];
      uint64_t n_begun = count_begun_of_row (bind, r, time_ns - 1);
      uint64_t slice = row->first_slice + n_begun;

      if (n_begun < row->n_slices && (best == SLICE_NONE || slices->start_ns[slice] < slices->start_ns[best]))
        best = slice;
    }
  return best;
}

uint64_t
flow_bind (const FlowBind *bind, const FlowPoint *point)
{
  const FlowPlace *place = &bind->builder->places.at[point->place];
  int64_t time_ns = point->time_ns + bind->shift_ns;
  uint64_t slice = SLICE_NONE;

  for (int pass = point->next_slice ? 0 : 1; pass < 2 && slice == SLICE_NONE; pass++)
    for (int i = 0; i < FLOW_POINT_TRACKS && place->tracks[i] != TRACE_NONE; i++)
      {
        uint32_t t = bind->track_map[place->tracks[i]];

        if (t == TRACE_NONE)
          continue;
        if (pass == 0)
          slice = slice_after (bind, &bind->trace->tracks.at[t], time_ns, slice);
        else
          slice = slice_around (bind, point, &bind->trace->tracks.at[t], time_ns, slice);
      }
  return slice;
}
