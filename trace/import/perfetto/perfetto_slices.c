/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_slices.h"

#include <stdlib.h>

#include "trace/container/radix_order.h"

COLUMN_IMPLEMENT (PerfettoOpenSliceColumn, perfetto_open_slice_column)
COLUMN_IMPLEMENT (PerfettoEdgeColumn, perfetto_edge_column)
COLUMN_IMPLEMENT (PerfettoEndArgsColumn, perfetto_end_args_column)

/* So many slices outwards an end looks for its name. */
#define NAMES_MAX 64

void
perfetto_slices_clear (PerfettoSlices *slices)
{
  perfetto_open_slice_column_clear (&slices->open);
  perfetto_edge_column_clear (&slices->edges);
  perfetto_end_args_column_clear (&slices->end_args);
}

static SliceInput *
slice_at (const PerfettoSlices *slices, uint32_t index)
{
  size_t n;

  return trace_builder_rank_slices (slices->builder, &n) + index;
}

static size_t
count_slices (const PerfettoSlices *slices)
{
  size_t n;

  trace_builder_rank_slices (slices->builder, &n);
  return n;
}

/* Returns the index of the slice; PERFETTO_NO_SLICE if memory has run out. */
static uint32_t
add (PerfettoSlices *slices, const SliceInput *slice)
{
  size_t n = count_slices (slices);

  if (n >= PERFETTO_NO_SLICE)
    trace_builder_set_failed (slices->builder);
  else
    trace_builder_add_slice (slices->builder, slice);
  return trace_builder_failed (slices->builder) ? PERFETTO_NO_SLICE : (uint32_t) n;
}

/* ---- open slices ---- */

static void
push_open (PerfettoSlices *slices, uint64_t *top, uint32_t slice, int64_t offset)
{
  const PerfettoOpenSlice open = { slice, *top, offset };

  if (slices->free_open > 0)
    {
      uint64_t place = slices->free_open;

      slices->free_open = slices->open.at[place - 1].below;
      slices->open.at[place - 1] = open;
      *top = place;
    }
  else if (perfetto_open_slice_column_push (&slices->open, open))
    *top = slices->open.n;
  else
    trace_builder_set_failed (slices->builder);
}

/* Takes the slice that an end of that name ends, wherever it is among the open ones. */
static uint32_t
take_open (PerfettoSlices *slices, uint64_t *top, uint32_t name)
{
  uint64_t *link = top;

  for (int i = 0; i<NAMES_MAX && * link> 0; i++)
    {
      uint64_t place = *link;
      PerfettoOpenSlice *open = &slices->open.at[place - 1];
      uint32_t slice = open->slice;

      if (name == STRING_EMPTY || slice_at (slices, slice)->name == name
          || slice_at (slices, slice)->name == STRING_EMPTY)
        {
          *link = open->below;
          open->below = slices->free_open;
          slices->free_open = place;
          return slice;
        }
      link = &open->below;
    }
  return PERFETTO_NO_SLICE;
}

/* ---- as events come ---- */

/* A step back in time while no slice is open begins another run of slices, which needs no other order: profilers write one
 * kind of calls of a thread after another, each call with its own times. */
static bool
is_in_order (PerfettoTrack *track, int64_t time_ns)
{
  if (track->has_events && time_ns < track->last_ns && (track->open > 0 || track->has_stray_end))
    track->is_disordered = true;
  track->has_events = true;
  track->last_ns = time_ns;
  return !track->is_disordered;
}

static void
push_edge (PerfettoSlices *slices, const PerfettoEdge *edge)
{
  if (!perfetto_edge_column_push (&slices->edges, *edge))
    trace_builder_set_failed (slices->builder);
}

uint32_t
perfetto_slices_begin (PerfettoSlices *slices, uint32_t track, SliceInput *slice, int64_t offset)
{
  PerfettoTrack *of = perfetto_track (slices->tracks, track);

  slices->n_events++;
  slice->track = track;
  slice->flags = SLICE_UNFINISHED;
  uint32_t index = add (slices, slice);
  if (index == PERFETTO_NO_SLICE)
    return index;
  if (is_in_order (of, slice->start_ns))
    push_open (slices, &of->open, index, offset);
  else
    push_edge (slices, &(PerfettoEdge){
                         .time_ns = slice->start_ns,
                         .offset = offset,
                         .order = 2 * (uint64_t) index + 1,
                         .track = track,
                         .slice = index,
                       });
  return index;
}

static void
finish_slice (PerfettoSlices *slices, uint32_t index, int64_t end_ns, uint64_t args)
{
  SliceInput *slice = slice_at (slices, index);

  slice->dur_ns = end_ns - slice->start_ns;
  slice->flags = SLICE_PAIRED;
  if (args != ARGS_NONE
      && !perfetto_end_args_column_push (&slices->end_args, (PerfettoEndArgs){ args, index }))
    trace_builder_set_failed (slices->builder);
}

uint32_t
perfetto_slices_end (PerfettoSlices *slices, uint32_t track, const PerfettoEnd *end)
{
  PerfettoTrack *of = perfetto_track (slices->tracks, track);
  slices->n_events++;
  uint32_t index =
    is_in_order (of, end->time_ns) ? take_open (slices, &of->open, end->name) : PERFETTO_NO_SLICE;

  if (index != PERFETTO_NO_SLICE)
    {
      finish_slice (slices, index, end->time_ns, end->args);
      return index;
    }
  of->has_stray_end = true;
  push_edge (slices, &(PerfettoEdge){
                       .time_ns = end->time_ns,
                       .offset = end->offset,
                       .order = 2 * (uint64_t) count_slices (slices),
                       .args = end->args,
                       .track = track,
                       .slice = PERFETTO_NO_SLICE,
                       .name = end->name,
                     });
  return PERFETTO_NO_SLICE;
}

uint32_t
perfetto_slices_add (PerfettoSlices *slices, uint32_t track, SliceInput *slice)
{
  slices->n_events++;
  if (track != TRACE_NONE)
    slice->track = track;
  trace_builder_event_counts (slices->builder)->slices++;
  return add (slices, slice);
}

/* ---- at the end ---- */

/* Adds the edges of slices that were matched before their track turned out to be in disorder. */
static void
reopen_slices (PerfettoSlices *slices)
{
  size_t n = count_slices (slices), n_late = slices->edges.n;
  uint8_t *is_edge = NULL; /* slices that have their edge already */
  bool has_disorder = false;

  for (size_t i = 0; i < slices->tracks->at.n && !has_disorder; i++)
    has_disorder = slices->tracks->at.at[i].is_disordered;
  if (!has_disorder)
    return;
  is_edge = calloc (n / 8 + 1, 1);
  if (is_edge == NULL)
    {
      trace_builder_set_failed (slices->builder);
      return;
    }
  for (size_t i = 0; i < n_late; i++)
    if (slices->edges.at[i].slice != PERFETTO_NO_SLICE)
      is_edge[slices->edges.at[i].slice / 8] |= (uint8_t) (1 << slices->edges.at[i].slice % 8);
  for (size_t i = 0; i < n && !trace_builder_failed (slices->builder); i++)
    {
      SliceInput *slice = slice_at (slices, (uint32_t) i);
      bool is_paired = slice->flags & SLICE_PAIRED;

      if (slice->track & PERFETTO_SLICE_PLACED || !(slice->flags & (SLICE_PAIRED | SLICE_UNFINISHED))
          || !slices->tracks->at.at[slice->track].is_disordered || is_edge[i / 8] & 1 << i % 8)
        continue;
      PerfettoEdge edge = {
        .time_ns = slice->start_ns,
        .offset = HEALTH_NO_OFFSET,
        .order = 2 * (uint64_t) i + 1,
        .args = ARGS_NONE,
        .track = slice->track,
        .slice = (uint32_t) i,
      };
      push_edge (slices, &edge);
      if (is_paired)
        {
          edge.time_ns += slice->dur_ns;
          edge.order++;
          edge.slice = PERFETTO_NO_SLICE;
          push_edge (slices, &edge);
        }
      slice->flags = SLICE_UNFINISHED;
      slice->dur_ns = 0;
    }
  free (is_edge);
}

/* Gives the arguments of ends of tracks in disorder to their edges. */
static void
return_end_args (PerfettoSlices *slices)
{
  size_t n_kept = 0;

  for (size_t i = 0; i < slices->end_args.n; i++)
    {
      PerfettoEndArgs args = slices->end_args.at[i];
      const SliceInput *slice = slice_at (slices, args.slice);
      PerfettoEdge edge = {
        .time_ns = slice->start_ns + slice->dur_ns,
        .offset = HEALTH_NO_OFFSET,
        .order = 2 * (uint64_t) args.slice + 2,
        .args = args.args,
        .track = slice->track,
        .slice = PERFETTO_NO_SLICE,
      };

      if (!slices->tracks->at.at[slice->track].is_disordered)
        {
          slices->end_args.at[n_kept++] = args;
          continue;
        }
      /* The slice is open again, and this edge ends it. */
      SliceInput *open = slice_at (slices, args.slice);
      open->flags = SLICE_UNFINISHED;
      open->dur_ns = 0;
      push_edge (slices, &edge);
    }
  slices->end_args.n = n_kept;
}

static int
compare_edges (const void *a, const void *b)
{
  const PerfettoEdge *x = a, *y = b;

  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Matches the edges of tracks in disorder; those of other tracks are ends that found no slice. */
static void
match_edges (PerfettoSlices *slices)
{
  PerfettoEdgeColumn *edges = &slices->edges;
  uint64_t top = 0;

  if (edges->n > 1)
    qsort (edges->at, edges->n, sizeof *edges->at, compare_edges);
  for (size_t i = 0; i < edges->n && !trace_builder_failed (slices->builder); i++)
    {
      const PerfettoEdge *edge = &edges->at[i];
      PerfettoTrack *track = perfetto_track (slices->tracks, edge->track);

      if (i == 0 || edge->track != edges->at[i - 1].track)
        top = 0;
      if (edge->slice != PERFETTO_NO_SLICE)
        push_open (slices, &top, edge->slice, edge->offset);
      else
        {
          uint32_t slice = track->is_disordered ? take_open (slices, &top, edge->name) : PERFETTO_NO_SLICE;

          if (slice == PERFETTO_NO_SLICE)
            trace_builder_add_health (slices->builder, HEALTH_SLICE_END_WITHOUT_BEGIN, 1, edge->offset);
          else
            finish_slice (slices, slice, edge->time_ns, edge->args);
        }
    }
}

/* Notes slices without an end, with the places of those that are still known. */
static void
count_slices_by_end (PerfettoSlices *slices)
{
  size_t n;
  const SliceInput *all = trace_builder_rank_slices (slices->builder, &n);
  EventCounts *events = trace_builder_event_counts (slices->builder);
  uint64_t n_unfinished = 0;
  int64_t first = HEALTH_NO_OFFSET;

  for (size_t i = 0; i < n; i++)
    {
      uint8_t flags = all[i].flags;

      events->slices += (flags & SLICE_PAIRED) != 0;
      n_unfinished += (flags & SLICE_UNFINISHED) != 0;
    }
  for (size_t i = 0; i < slices->tracks->at.n && n_unfinished > 0; i++)
    for (uint64_t open = slices->tracks->at.at[i].open; open > 0; open = slices->open.at[open - 1].below)
      if (first < 0 || slices->open.at[open - 1].offset < first)
        first = slices->open.at[open - 1].offset;
  if (n_unfinished > 0)
    trace_builder_add_health (slices->builder, HEALTH_SLICE_UNFINISHED, n_unfinished, first);
}

static void
join_end_args (PerfettoSlices *slices)
{
  for (size_t i = 0; i < slices->end_args.n && !trace_builder_failed (slices->builder); i++)
    {
      SliceInput *slice = slice_at (slices, slices->end_args.at[i].slice);
      uint64_t args = slices->end_args.at[i].args;

      slice->args =
        slice->args == ARGS_NONE ? args : trace_builder_join_args (slices->builder, slice->args, args);
    }
}

static void
place_slices (PerfettoSlices *slices)
{
  size_t n;
  SliceInput *all = trace_builder_rank_slices (slices->builder, &n);

  for (size_t i = 0; i < n; i++)
    {
      SliceInput *slice = &all[i];
      uint32_t row = slice->track & PERFETTO_SLICE_PLACED
                       ? slice->track & ~PERFETTO_SLICE_PLACED
                       : perfetto_tracks_row (slices->tracks, slice->track, slice->kind);

      if (row == TRACE_NONE)
        {
          trace_builder_set_failed (slices->builder);
          row = 0;
        }
      slice->track = row;
    }
}

void
perfetto_slices_finish (PerfettoSlices *slices)
{
  for (size_t i = 0; i < slices->tracks->at.n; i++)
    if (slices->tracks->at.at[i].is_disordered)
      slices->tracks->at.at[i].open = 0;
  return_end_args (slices);
  reopen_slices (slices);
  if (!trace_builder_failed (slices->builder))
    match_edges (slices);
  count_slices_by_end (slices);
  join_end_args (slices);
  place_slices (slices);
}
