/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/slice_layout.h"

#include <stdlib.h>

#include "trace/lane.h"
#include "trace/radix_order.h"

typedef struct
{
  TraceBuilder *builder;
  Trace *trace;
  const int64_t *shift_ns;

  OrderPair *order, *scratch;
  int64_t *start_ns, *dur_ns; /* of the track at hand, in order */
  uint16_t *lane;
} Layout;

static bool
allocate_columns (Trace *trace, size_t n)
{
  OwnedSlices *owned = &trace->owned;

  owned->start_ns = malloc (n * sizeof *owned->start_ns + 1);
  owned->dur_ns = malloc (n * sizeof *owned->dur_ns + 1);
  owned->correlation = malloc (n * sizeof *owned->correlation + 1);
  owned->args = malloc (n * sizeof *owned->args + 1);
  owned->name = malloc (n * sizeof *owned->name + 1);
  owned->category = malloc (n * sizeof *owned->category + 1);
  owned->track = malloc (n * sizeof *owned->track + 1);
  owned->kind = malloc (n + 1);
  owned->flags = malloc (n + 1);
  trace->slices = (SliceColumns){
    .n = n,
    .start_ns = owned->start_ns,
    .dur_ns = owned->dur_ns,
    .name = owned->name,
    .category = owned->category,
    .track = owned->track,
    .kind = owned->kind,
    .flags = owned->flags,
    .correlation = owned->correlation,
    .args = owned->args,
    .n_strings = trace_n_strings (trace),
  };
  return owned->start_ns != NULL && owned->dur_ns != NULL && owned->correlation != NULL && owned->args != NULL
         && owned->name != NULL && owned->category != NULL && owned->track != NULL && owned->kind != NULL
         && owned->flags != NULL;
}

/* Groups by track; within one, the order of the file. Sets the tracks' ranges. */
static void
group_by_track (Layout *layout, const uint32_t *track_map)
{
  const SliceInputColumn *slices = &layout->builder->slices;
  TrackColumn *tracks = &layout->trace->tracks;
  uint64_t sum = 0;

  for (size_t i = 0; i < slices->n; i++)
    tracks->at[track_map[slices->at[i].track]].n_slices++;
  for (size_t t = 0; t < tracks->n; t++)
    {
      tracks->at[t].first_slice = sum;
      sum += tracks->at[t].n_slices;
      tracks->at[t].n_slices = 0;
    }
  for (size_t i = 0; i < slices->n; i++)
    {
      TraceTrack *track = &tracks->at[track_map[slices->at[i].track]];
      /* The sign bit is flipped so that unsigned order is that of the times. */
      uint64_t key = (uint64_t) slices->at[i].start_ns ^ UINT64_C (1) << 63;

      layout->order[track->first_slice + track->n_slices++] = (OrderPair){ key, i };
    }
}

/* By start; where starts are equal, longer first. */
static void
order_track (Layout *layout, OrderPair *order, OrderPair *scratch, size_t n)
{
  const SliceInput *slices = layout->builder->slices.at;

  radix_order (order, scratch, n);
  for (size_t first = 0, last; first < n; first = last)
    {
      for (last = first + 1; last < n && order[last].key == order[first].key; last++)
        ;
      if (last - first == 1)
        continue;
      uint64_t key = order[first].key;
      for (size_t i = first; i < last; i++)
        order[i].key = UINT64_MAX - (uint64_t) slices[order[i].item].dur_ns;
      radix_order (order + first, scratch + first, last - first);
      for (size_t i = first; i < last; i++)
        order[i].key = key;
    }
}

static void
write_slice (Layout *layout, uint64_t at, const SliceInput *slice, uint32_t track, int64_t shift_ns)
{
  OwnedSlices *owned = &layout->trace->owned;

  owned->start_ns[at] = slice->start_ns + shift_ns;
  owned->dur_ns[at] = slice->dur_ns;
  owned->correlation[at] = slice->correlation;
  owned->args[at] = slice->args;
  owned->name[at] = slice->name;
  owned->category[at] = slice->category;
  owned->track[at] = track;
  owned->kind[at] = (uint8_t) slice->kind;
  owned->flags[at] = (uint8_t) slice->flags;
}

static bool
lay_out_track (Layout *layout, uint32_t t)
{
  TraceTrack *track = &layout->trace->tracks.at[t];
  const SliceInput *slices = layout->builder->slices.at;
  OrderPair *order = layout->order + track->first_slice;
  size_t n = (size_t) track->n_slices;
  uint64_t n_in_lane[LANE_MAX] = { 0 };
  uint64_t at_of_lane[LANE_MAX];
  int64_t shift_ns = track->rank == TRACE_NONE ? 0 : layout->shift_ns[track->rank];

  order_track (layout, order, layout->scratch, n);
  for (size_t i = 0; i < n; i++)
    {
      layout->start_ns[i] = slices[order[i].item].start_ns;
      layout->dur_ns[i] = slices[order[i].item].dur_ns;
    }
  LaneSummary lanes = lane_assign (layout->start_ns, layout->dur_ns, n, layout->lane, n_in_lane);

  track->first_row = (uint32_t) layout->trace->rows.n;
  track->n_rows = lanes.n_lanes;
  track->n_overlaps = lanes.n_partial_overlaps;
  uint64_t sum = track->first_slice;
  for (uint32_t lane = 0; lane < lanes.n_lanes; lane++)
    {
      TraceRow row = {
        .first_slice = sum,
        .n_slices = n_in_lane[lane],
        .track = t,
        .lane = lane,
      };
      if (!row_column_push (&layout->trace->rows, row))
        return false;
      at_of_lane[lane] = sum;
      sum += n_in_lane[lane];
    }
  for (size_t i = 0; i < n; i++)
    write_slice (layout, at_of_lane[layout->lane[i]]++, &slices[order[i].item], t, shift_ns);

  int32_t source = track->rank == TRACE_NONE ? -1 : (int32_t) track->rank;
  health_table_add (&layout->trace->health, HEALTH_SLICE_OVERLAP, lanes.n_partial_overlaps, source,
                    HEALTH_NO_OFFSET);
  if (lanes.n_lanes == LANE_MAX)
    health_table_add (&layout->trace->health, HEALTH_LANES_FULL, 1, source, HEALTH_NO_OFFSET);
  return true;
}

bool
slice_layout (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns)
{
  size_t n = builder->slices.n, n_largest = 0;
  Layout layout = { .builder = builder, .trace = trace, .shift_ns = shift_ns };
  bool ok = allocate_columns (trace, n) && (layout.order = malloc (n * sizeof *layout.order + 1)) != NULL;

  if (ok)
    {
      group_by_track (&layout, track_map);
      for (size_t t = 0; t < trace->tracks.n; t++)
        if (trace->tracks.at[t].n_slices > n_largest)
          n_largest = (size_t) trace->tracks.at[t].n_slices;
      layout.scratch = malloc (n_largest * sizeof *layout.scratch + 1);
      layout.start_ns = malloc (n_largest * sizeof *layout.start_ns + 1);
      layout.dur_ns = malloc (n_largest * sizeof *layout.dur_ns + 1);
      layout.lane = malloc (n_largest * sizeof *layout.lane + 1);
      ok = layout.scratch != NULL && layout.start_ns != NULL && layout.dur_ns != NULL && layout.lane != NULL;
    }
  for (uint32_t t = 0; t < trace->tracks.n && ok; t++)
    ok = trace->tracks.at[t].n_slices == 0 || lay_out_track (&layout, t);

  free (layout.order);
  free (layout.scratch);
  free (layout.start_ns);
  free (layout.dur_ns);
  free (layout.lane);
  slice_input_column_clear (&builder->slices);
  return ok;
}
