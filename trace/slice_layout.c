/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/slice_layout.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "trace/lane.h"
#include "trace/radix_order.h"

/* Columns are written in runs of this many slices. */
#define RUN_SLICES ((size_t) 1 << 16)

/* The slices of one run, column by column; handed over to the writer. */
typedef struct
{
  int64_t *start_ns, *dur_ns, *correlation;
  uint64_t *args;
  uint32_t *name, *category, *track;
  uint8_t *kind, *flags;
} Run;

typedef struct
{
  TraceBuilder *builder;
  Trace *trace;
  const int64_t *shift_ns;

  OrderPair *order, *scratch;
  uint16_t *lane;

  Run run;
  size_t n_run;
  uint64_t n_left; /* slices that are in no run yet */
} Layout;

static const struct
{
  SectionId id;
  size_t width, member;
} columns[] = {
  { SECTION_SLICE_START, sizeof (int64_t), offsetof (Run, start_ns) },
  { SECTION_SLICE_DURATION, sizeof (int64_t), offsetof (Run, dur_ns) },
  { SECTION_SLICE_NAME, sizeof (uint32_t), offsetof (Run, name) },
  { SECTION_SLICE_CATEGORY, sizeof (uint32_t), offsetof (Run, category) },
  { SECTION_SLICE_TRACK, sizeof (uint32_t), offsetof (Run, track) },
  { SECTION_SLICE_KIND, sizeof (uint8_t), offsetof (Run, kind) },
  { SECTION_SLICE_FLAGS, sizeof (uint8_t), offsetof (Run, flags) },
  { SECTION_SLICE_CORRELATION, sizeof (int64_t), offsetof (Run, correlation) },
  { SECTION_SLICE_ARGUMENTS, sizeof (uint64_t), offsetof (Run, args) },
};

_Static_assert(sizeof (OrderPair) == 2 * sizeof (int64_t),
               "the scratch holds a start and a duration per pair");

#define N_COLUMNS (sizeof columns / sizeof columns[0])

static void *
get_column (const Run *run, size_t c)
{
  void *column;

  memcpy (&column, (const char *) run + columns[c].member, sizeof column);
  return column;
}

static void
set_column (Run *run, size_t c, void *column)
{
  memcpy ((char *) run + columns[c].member, &column, sizeof column);
}

/* ---- runs ---- */

static bool
begin_run (Layout *layout)
{
  size_t n = layout->n_left < RUN_SLICES ? (size_t) layout->n_left : RUN_SLICES;
  bool ok = true;

  layout->n_run = 0;
  for (size_t c = 0; c < N_COLUMNS; c++)
    {
      void *column = malloc (n * columns[c].width + 1);

      set_column (&layout->run, c, column);
      ok = ok && column != NULL;
    }
  return ok;
}

static void
end_run (Layout *layout)
{
  for (size_t c = 0; c < N_COLUMNS; c++)
    section_writer_take (layout->builder->writer, columns[c].id, get_column (&layout->run, c),
                         layout->n_run * columns[c].width);
  layout->n_left -= layout->n_run;
  layout->run = (Run){ 0 };
  layout->n_run = 0;
}

static bool
add_to_run (Layout *layout, const SliceInput *slice, uint32_t track, int64_t shift_ns)
{
  if (layout->run.start_ns == NULL && !begin_run (layout))
    return false;

  const Run *run = &layout->run;
  size_t i = layout->n_run++;
  run->start_ns[i] = slice->start_ns + shift_ns;
  run->dur_ns[i] = slice->dur_ns;
  run->correlation[i] = slice->correlation;
  run->args[i] = slice->args;
  run->name[i] = slice->name;
  run->category[i] = slice->category;
  run->track[i] = track;
  run->kind[i] = (uint8_t) slice->kind;
  run->flags[i] = (uint8_t) slice->flags;
  if (layout->n_run == RUN_SLICES)
    end_run (layout);
  return true;
}

/* The columns as they lie in the file by now. */
static bool
map_columns (Layout *layout)
{
  TraceBuilder *builder = layout->builder;
  Trace *trace = layout->trace;
  SectionWriter *writer = builder->writer;
  uint64_t n = builder->slices.n, size_bytes = 0;

  if (!section_writer_drain (writer))
    return false;
  for (size_t c = 0; c < N_COLUMNS; c++)
    size_bytes = MAX (size_bytes, section_writer_at (writer, columns[c].id) + n * columns[c].width);
  trace->building = mmap (NULL, size_bytes, PROT_READ, MAP_SHARED, builder->fd, 0);
  if (trace->building == MAP_FAILED)
    {
      trace->building = NULL;
      return false;
    }
  trace->n_building_bytes = size_bytes;

  for (size_t c = 0; c < N_COLUMNS; c++)
    set_column (&layout->run, c, (char *) trace->building + section_writer_at (writer, columns[c].id));
  trace->slices = (SliceColumns){
    .n = n,
    .start_ns = layout->run.start_ns,
    .dur_ns = layout->run.dur_ns,
    .name = layout->run.name,
    .category = layout->run.category,
    .track = layout->run.track,
    .kind = layout->run.kind,
    .flags = layout->run.flags,
    .correlation = layout->run.correlation,
    .args = layout->run.args,
    .n_strings = trace_n_strings (trace),
  };
  layout->run = (Run){ 0 };
  return true;
}

/* ---- tracks ---- */

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

/* Items of order by lane, each lane in the order they had; begin_of_lane: where each begins. */
static void
group_by_lane (const OrderPair *order,
               const uint16_t *lane,
               size_t n,
               uint64_t *begin_of_lane,
               OrderPair *out)
{
  for (size_t i = 0; i < n; i++)
    out[begin_of_lane[lane[i]]++] = order[i];
}

static bool
lay_out_track (Layout *layout, uint32_t t)
{
  TraceTrack *track = &layout->trace->tracks.at[t];
  const SliceInput *slices = layout->builder->slices.at;
  OrderPair *order = layout->order + track->first_slice;
  size_t n = (size_t) track->n_slices;
  uint64_t n_in_lane[LANE_MAX], begin_of_lane[LANE_MAX];
  int64_t shift_ns = track->rank == TRACE_NONE ? 0 : layout->shift_ns[track->rank];
  /* Between two uses as pairs the scratch holds the times, in order: two of 8 bytes a slice. */
  int64_t *start_ns = (int64_t *) (void *) layout->scratch, *dur_ns = start_ns + n;

  order_track (layout, order, layout->scratch, n);
  for (size_t i = 0; i < n; i++)
    {
      start_ns[i] = slices[order[i].item].start_ns;
      dur_ns[i] = slices[order[i].item].dur_ns;
    }
  LaneSummary lanes = lane_assign (start_ns, dur_ns, n, layout->lane, n_in_lane);

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
      begin_of_lane[lane] = sum - track->first_slice;
      sum += n_in_lane[lane];
    }
  if (lanes.n_lanes > 1)
    {
      group_by_lane (order, layout->lane, n, begin_of_lane, layout->scratch);
      order = layout->scratch;
    }
  for (size_t i = 0; i < n; i++)
    if (!add_to_run (layout, &slices[order[i].item], t, shift_ns))
      return false;

  int32_t source = track->rank == TRACE_NONE ? -1 : (int32_t) track->rank;
  health_table_add (&layout->trace->health, HEALTH_SLICE_OVERLAP, lanes.n_partial_overlaps, source,
                    HEALTH_NO_OFFSET);
  if (lanes.n_lanes == LANE_MAX)
    health_table_add (&layout->trace->health, HEALTH_LANES_FULL, 1, source, HEALTH_NO_OFFSET);
  return true;
}

static void
begin_columns (SectionWriter *writer, uint64_t n)
{
  for (size_t c = 0; c < N_COLUMNS; c++)
    section_writer_begin (writer, columns[c].id, SECTION_RAW, n * columns[c].width);
}

static void
end_columns (SectionWriter *writer)
{
  for (size_t c = 0; c < N_COLUMNS; c++)
    section_writer_end (writer, columns[c].id, 0);
}

static void
layout_clear (Layout *layout)
{
  free (layout->order);
  free (layout->scratch);
  free (layout->lane);
  for (size_t c = 0; c < N_COLUMNS; c++)
    free (get_column (&layout->run, c));
}

bool
slice_layout (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns)
{
  size_t n = builder->slices.n, n_largest = 0;
  Layout layout = { .builder = builder, .trace = trace, .shift_ns = shift_ns, .n_left = n };
  bool ok = (layout.order = malloc (n * sizeof *layout.order + 1)) != NULL;

  begin_columns (builder->writer, n);
  if (ok)
    {
      group_by_track (&layout, track_map);
      for (size_t t = 0; t < trace->tracks.n; t++)
        if (trace->tracks.at[t].n_slices > n_largest)
          n_largest = (size_t) trace->tracks.at[t].n_slices;
      layout.scratch = malloc (n_largest * sizeof *layout.scratch + 1);
      layout.lane = malloc (n_largest * sizeof *layout.lane + 1);
      ok = layout.scratch != NULL && layout.lane != NULL;
    }
  for (uint32_t t = 0; t < trace->tracks.n && ok; t++)
    ok = trace->tracks.at[t].n_slices == 0 || lay_out_track (&layout, t);
  if (ok)
    {
      if (layout.n_run > 0)
        end_run (&layout);
      end_columns (builder->writer);
      ok = n == 0 || map_columns (&layout);
    }
  layout_clear (&layout);
  slice_input_column_clear (&builder->slices);
  return ok;
}
