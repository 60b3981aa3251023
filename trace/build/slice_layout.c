/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/slice_layout.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/build/slice_columns.h"
#include "trace/container/large_memory.h"
#include "trace/container/parallel.h"
#include "trace/container/radix_order.h"
#include "trace/index/lane.h"

/* Slices of one track lie apart in the file; those needed next are prefetched this far ahead. */
#define AHEAD 12

/* Memory of a thread, reused from track to track. */
typedef struct
{
  OrderPair *pairs; /* two for each slice of the largest track so far */
  size_t n_pairs;
  SliceRun run;
} Scratch;

typedef struct
{
  TraceBuilder *builder;
  SliceSurvey *survey;
  Trace *trace;
  const uint32_t *track_map;
  const int64_t *shift_ns;

  uint64_t *order;  /* builder's slices in their final order */
  uint32_t *tracks; /* tracks of the trace that have slices, the largest first */
  size_t n_tracks;
  uint64_t **n_in_lane; /* by track of the trace; NULL if all are in one lane */
  Scratch *scratch;     /* by thread */
  atomic_bool failed;
} Layout;

/* ---- by track ---- */

/* Sets the tracks' ranges, and replaces the number of slices of each track in each part by where these begin. */
static void
place_tracks (const Layout *layout)
{
  SliceSurvey *survey = layout->survey;
  TrackColumn *tracks = &layout->trace->tracks;
  uint64_t sum = 0;

  for (size_t t = 0; t < survey->n_tracks; t++)
    if (layout->track_map[t] != TRACE_NONE)
      tracks->at[layout->track_map[t]].n_slices = survey->tracks[t].n;
  for (size_t t = 0; t < tracks->n; t++)
    {
      tracks->at[t].first_slice = sum;
      sum += tracks->at[t].n_slices;
    }
  for (size_t t = 0; t < survey->n_tracks; t++)
    {
      uint64_t begin = survey->tracks[t].n > 0 ? tracks->at[layout->track_map[t]].first_slice : 0;

      for (size_t part = 0; part < survey->n_parts; part++)
        {
          uint64_t *n_in_part = &survey->n_in_parts[part * survey->n_tracks + t];
          uint64_t n = *n_in_part;

          *n_in_part = begin;
          begin += n;
        }
    }
}

/* Keeps the order of the file within a track. */
static void
group_part (void *user_data, size_t part, unsigned thread G_GNUC_UNUSED)
{
  const Layout *layout = user_data;
  const SliceInput *slices = layout->builder->slices.at;
  uint64_t *next = layout->survey->n_in_parts + part * layout->survey->n_tracks;
  size_t end = slice_survey_part_begin (layout->survey, part + 1);

  for (size_t i = slice_survey_part_begin (layout->survey, part); i < end; i++)
    layout->order[next[slices[i].track]++] = i;
}

static bool
find_tracks (Layout *layout)
{
  const TrackColumn *tracks = &layout->trace->tracks;
  OrderPair *by_size = malloc (2 * tracks->n * sizeof *by_size + 1);

  layout->tracks = malloc (tracks->n * sizeof *layout->tracks + 1);
  if (by_size != NULL && layout->tracks != NULL)
    {
      for (size_t t = 0; t < tracks->n; t++)
        if (tracks->at[t].n_slices > 0)
          by_size[layout->n_tracks++] = (OrderPair){ UINT64_MAX - tracks->at[t].n_slices, t };
      radix_order (by_size, by_size + tracks->n, layout->n_tracks);
      for (size_t i = 0; i < layout->n_tracks; i++)
        layout->tracks[i] = (uint32_t) by_size[i].item;
    }
  free (by_size);
  return by_size != NULL && layout->tracks != NULL;
}

/* ---- within a track ---- */

static void
free_pairs (Scratch *scratch)
{
  large_memory_release (scratch->pairs, scratch->n_pairs * sizeof *scratch->pairs);
  scratch->pairs = NULL;
  scratch->n_pairs = 0;
}

static OrderPair *
scratch_pairs (Scratch *scratch, size_t n)
{
  if (n > scratch->n_pairs)
    {
      free_pairs (scratch);
      scratch->pairs = large_memory_grow (NULL, 0, n * sizeof *scratch->pairs);
      scratch->n_pairs = scratch->pairs != NULL ? n : 0;
    }
  return scratch->pairs;
}

/* Reads the times of slices. Returns whether they are in order. */
static bool
get_times (const SliceInput *slices, const uint64_t *order, size_t n, int64_t *start_ns, int64_t *dur_ns)
{
  bool in_order = true;

  for (size_t i = 0; i < n; i++)
    {
      const SliceInput *slice = &slices[order[i]];

      __builtin_prefetch (&slices[order[i + AHEAD < n ? i + AHEAD : i]]);
      start_ns[i] = slice->start_ns;
      dur_ns[i] = slice->dur_ns;
      in_order = in_order
                 && (i == 0 || start_ns[i] > start_ns[i - 1]
                     || (start_ns[i] == start_ns[i - 1] && dur_ns[i] <= dur_ns[i - 1]));
    }
  return in_order;
}

/* Orders by start, and longer first where starts are equal. pairs has room for 2 n. */
static void
order_slices (const SliceInput *slices, uint64_t *order, size_t n, OrderPair *pairs)
{
  OrderPair *scratch = pairs + n;

  /* The sign bit is flipped so that the unsigned order is the order of the times. */
  for (size_t i = 0; i < n; i++)
    pairs[i] = (OrderPair){ (uint64_t) slices[order[i]].start_ns ^ UINT64_C (1) << 63, order[i] };
  radix_order (pairs, scratch, n);
  for (size_t first = 0, last; first < n; first = last)
    {
      for (last = first + 1; last < n && pairs[last].key == pairs[first].key; last++)
        ;
      if (last - first == 1)
        continue;
      for (size_t i = first; i < last; i++)
        pairs[i].key = UINT64_MAX - (uint64_t) slices[pairs[i].item].dur_ns;
      radix_order (pairs + first, scratch, last - first);
    }
  for (size_t i = 0; i < n; i++)
    order[i] = pairs[i].item;
}

/* Groups slices by lane, keeping their order within each lane. */
static void
group_by_lane (uint64_t *order,
               const uint16_t *lane,
               size_t n,
               const uint64_t *n_in_lane,
               uint32_t n_lanes,
               uint64_t *scratch)
{
  uint64_t next[LANE_MAX], sum = 0;

  for (uint32_t l = 0; l < n_lanes; l++)
    {
      next[l] = sum;
      sum += n_in_lane[l];
    }
  for (size_t i = 0; i < n; i++)
    scratch[next[lane[i]]++] = order[i];
  memcpy (order, scratch, n * sizeof *order);
}

static bool
lay_out_track (Layout *layout, uint32_t t, Scratch *scratch)
{
  TraceTrack *track = &layout->trace->tracks.at[t];
  const SliceInput *slices = layout->builder->slices.at;
  uint64_t *order = layout->order + track->first_slice, n_in_lane[LANE_MAX];
  size_t n = (size_t) track->n_slices;
  OrderPair *pairs = scratch_pairs (scratch, 2 * n);

  if (pairs == NULL)
    return false;
  /* The memory of the pairs, not needed now, holds two columns of times and one of lanes; slices reuse the
   * first column. */
  int64_t *start_ns = (int64_t *) (void *) pairs, *dur_ns = start_ns + n;
  uint16_t *lane = (uint16_t *) (void *) (dur_ns + n);
  if (!get_times (slices, order, n, start_ns, dur_ns))
    {
      order_slices (slices, order, n, pairs);
      get_times (slices, order, n, start_ns, dur_ns);
    }
  LaneSummary lanes = lane_assign (start_ns, dur_ns, n, lane, n_in_lane);

  track->n_rows = lanes.n_lanes;
  track->n_overlaps = lanes.n_partial_overlaps;
  if (lanes.n_lanes == 1)
    return true;
  group_by_lane (order, lane, n, n_in_lane, lanes.n_lanes, (uint64_t *) (void *) pairs);
  layout->n_in_lane[t] = malloc (lanes.n_lanes * sizeof (uint64_t));
  if (layout->n_in_lane[t] == NULL)
    return false;
  memcpy (layout->n_in_lane[t], n_in_lane, lanes.n_lanes * sizeof (uint64_t));
  return true;
}

static void
lay_out (void *user_data, size_t task, unsigned thread)
{
  Layout *layout = user_data;

  if (!atomic_load_explicit (&layout->failed, memory_order_relaxed)
      && !lay_out_track (layout, layout->tracks[task], &layout->scratch[thread]))
    atomic_store (&layout->failed, true);
}

static bool
make_rows (Layout *layout)
{
  Trace *trace = layout->trace;

  for (uint32_t t = 0; t < trace->tracks.n; t++)
    {
      TraceTrack *track = &trace->tracks.at[t];
      int32_t source = track->rank == TRACE_NONE ? -1 : (int32_t) track->rank;
      uint64_t sum = track->first_slice;

      if (track->n_slices == 0)
        continue;
      track->first_row = (uint32_t) trace->rows.n;
      for (uint32_t lane = 0; lane < track->n_rows; lane++)
        {
          uint64_t n = track->n_rows == 1 ? track->n_slices : layout->n_in_lane[t][lane];
          TraceRow row = { .first_slice = sum, .n_slices = n, .track = t, .lane = lane };

          if (!row_column_push (&trace->rows, row))
            return false;
          sum += n;
        }
      health_table_add (&trace->health, HEALTH_SLICE_OVERLAP, track->n_overlaps, source, HEALTH_NO_OFFSET);
      health_table_add (&trace->health, HEALTH_LANES_FULL, track->n_rows == LANE_MAX, source,
                        HEALTH_NO_OFFSET);
    }
  return true;
}

/* ---- into the file ---- */

/* Returns the track of the i-th slice. */
static uint32_t
track_of (const Trace *trace, uint64_t i)
{
  uint32_t low = 0, high = (uint32_t) trace->tracks.n;

  /* The last track that begins at or before it; earlier tracks that begin there too have no slices. */
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;

      if (trace->tracks.at[middle].first_slice <= i)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
fill_run (const Layout *layout, SliceRun *run, uint64_t first)
{
  const SliceInput *slices = layout->builder->slices.at;
  const uint64_t *order = layout->order + first;
  uint32_t t = track_of (layout->trace, first);

  for (size_t i = 0; i < run->n; t++)
    {
      const TraceTrack *track = &layout->trace->tracks.at[t];
      int64_t shift_ns = track->rank == TRACE_NONE ? 0 : layout->shift_ns[track->rank];
      uint64_t end = track->first_slice + track->n_slices - first;

      for (; i < run->n && i < end; i++)
        {
          const SliceInput *slice = &slices[order[i]];

          __builtin_prefetch (&slices[order[i + AHEAD < run->n ? i + AHEAD : i]]);
          run->start_ns[i] = slice->start_ns + shift_ns;
          run->dur_ns[i] = slice->dur_ns;
          run->correlation[i] = slice->correlation;
          run->args[i] = slice->args;
          run->name[i] = slice->name;
          run->category[i] = slice->category;
          run->track[i] = t;
          run->kind[i] = (uint8_t) slice->kind;
          run->flags[i] = (uint8_t) slice->flags;
        }
    }
}

static void
make_run (void *user_data, size_t task, unsigned thread)
{
  Layout *layout = user_data;
  SliceRun *run = &layout->scratch[thread].run;
  uint64_t first = task * SLICE_RUN_MAX;

  if (run->start_ns == NULL && !slice_run_init (run, SLICE_RUN_MAX))
    {
      atomic_store (&layout->failed, true);
      return;
    }
  run->n = MIN (SLICE_RUN_MAX, layout->survey->n_slices - first);
  fill_run (layout, run, first);
}

static void
take_run (void *user_data, size_t task G_GNUC_UNUSED, unsigned thread)
{
  Layout *layout = user_data;

  if (!atomic_load (&layout->failed))
    slice_columns_add (layout->builder->writer, &layout->scratch[thread].run);
}

/* ---- all of it ---- */

static size_t
order_bytes (const SliceSurvey *survey)
{
  return survey->n_slices * sizeof (uint64_t) + 1;
}

static void
layout_clear (Layout *layout, unsigned n_threads)
{
  for (size_t t = 0; t < layout->trace->tracks.n && layout->n_in_lane != NULL; t++)
    free (layout->n_in_lane[t]);
  for (unsigned i = 0; i < n_threads && layout->scratch != NULL; i++)
    {
      free_pairs (&layout->scratch[i]);
      slice_run_clear (&layout->scratch[i].run);
    }
  large_memory_release (layout->order, order_bytes (layout->survey));
  free (layout->tracks);
  free (layout->n_in_lane);
  free (layout->scratch);
}

bool
slice_layout (TraceBuilder *builder,
              SliceSurvey *survey,
              Trace *trace,
              const uint32_t *track_map,
              const int64_t *shift_ns,
              unsigned n_threads)
{
  size_t n = survey->n_slices, n_runs = n / SLICE_RUN_MAX + (n % SLICE_RUN_MAX != 0);
  Layout layout = {
    .builder = builder,
    .survey = survey,
    .trace = trace,
    .track_map = track_map,
    .shift_ns = shift_ns,
    .order = large_memory_grow (NULL, 0, order_bytes (survey)),
    .n_in_lane = calloc (trace->tracks.n + 1, sizeof *layout.n_in_lane),
    .scratch = calloc (n_threads, sizeof *layout.scratch),
  };
  bool ok = layout.order != NULL && layout.n_in_lane != NULL && layout.scratch != NULL;

  slice_columns_begin (builder->writer, n);
  if (ok)
    {
      place_tracks (&layout);
      parallel_run (n_threads, survey->n_parts, group_part, &layout);
      ok = find_tracks (&layout);
    }
  if (ok)
    {
      parallel_run (n_threads, layout.n_tracks, lay_out, &layout);
      for (unsigned i = 0; i < n_threads; i++)
        free_pairs (&layout.scratch[i]);
      ok = !atomic_load (&layout.failed) && make_rows (&layout);
    }
  if (ok)
    {
      parallel_run_in_order (n_threads, n_runs, make_run, take_run, &layout);
      ok = !atomic_load (&layout.failed);
    }
  if (ok)
    slice_columns_end (builder->writer);
  layout_clear (&layout, n_threads);
  return ok;
}
