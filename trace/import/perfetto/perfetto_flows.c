/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_flows.h"

#include <stdlib.h>

#include "trace/container/large_memory.h"
#include "trace/container/radix_order.h"

COLUMN_IMPLEMENT_LARGE (PerfettoFlowPointColumn, perfetto_flow_point_column)
COLUMN_IMPLEMENT (PerfettoWaitColumn, perfetto_wait_column)
COLUMN_IMPLEMENT (PerfettoStageEventColumn, perfetto_stage_event_column)
COLUMN_IMPLEMENT (PerfettoSubmissionColumn, perfetto_submission_column)

typedef struct
{
  PerfettoFlows *flows;
  TraceBuilder *builder;
  PerfettoTracks *tracks;
  SliceInput *slices;
  size_t n_slices;
  U32Column place_of_row; /* by track of the builder: its place, + 1 */
  uint64_t next_key;
  bool has_correlations;
  IdMap call_of_correlation; /* slice, by correlation id; set once has_correlations is */
} Writer;

void
perfetto_flows_clear (PerfettoFlows *flows)
{
  perfetto_flow_point_column_clear (&flows->points);
  perfetto_wait_column_clear (&flows->waits);
  perfetto_stage_event_column_clear (&flows->events);
  perfetto_submission_column_clear (&flows->submissions);
}

void
perfetto_flows_add (PerfettoFlows *flows, const PerfettoFlowPoint *point)
{
  trace_builder_event_counts (flows->slices->builder)->flows++;
  if (!perfetto_flow_point_column_push (&flows->points, *point))
    trace_builder_set_failed (flows->slices->builder);
}

void
perfetto_flows_add_wait (PerfettoFlows *flows, uint64_t event_id, uint32_t slice)
{
  trace_builder_event_counts (flows->slices->builder)->flows++;
  if (!perfetto_wait_column_push (&flows->waits, (PerfettoWait){ event_id, slice }))
    trace_builder_set_failed (flows->slices->builder);
}

void
perfetto_flows_add_event (PerfettoFlows *flows, uint64_t event_id, uint32_t slice)
{
  if (!perfetto_stage_event_column_push (&flows->events, (PerfettoStageEvent){ event_id, slice }))
    trace_builder_set_failed (flows->slices->builder);
}

void
perfetto_flows_add_submission (PerfettoFlows *flows, uint64_t event_id, uint64_t first)
{
  if (!perfetto_submission_column_push (&flows->submissions, (PerfettoSubmission){ event_id, first }))
    trace_builder_set_failed (flows->slices->builder);
}

int64_t
perfetto_flows_correlation (uint64_t event_id)
{
  return event_id == UINT64_MAX ? INT64_MIN : (int64_t) (event_id + 1);
}

/* ---- into the builder ---- */

static uint32_t
place_of_row (Writer *writer, uint32_t row)
{
  U32Column *places = &writer->place_of_row;

  if (row >= places->n)
    return TRACE_NONE;
  if (places->at[row] == 0)
    {
      uint32_t place = trace_builder_add_place (writer->builder);

      trace_builder_add_place_track (writer->builder, place, row);
      places->at[row] = place + 1;
    }
  return places->at[row] - 1;
}

static bool
has_slice (const Writer *writer, const PerfettoFlowPoint *point)
{
  return point->slice < writer->n_slices;
}

/* Where a point is bound to a slice: at the begin of its own, if it is known, else around its time on its track. */
static FlowPoint
point_of (Writer *writer, const PerfettoFlowPoint *point)
{
  FlowPoint out = { .time_ns = point->time_ns };

  if (has_slice (writer, point))
    {
      const SliceInput *slice = &writer->slices[point->slice];

      out.place = place_of_row (writer, slice->track);
      out.time_ns = slice->start_ns;
      out.prefer = slice->kind;
      out.category = slice->category;
    }
  else
    {
      out.place = perfetto_tracks_thread_place (writer->tracks, point->track);
      if (out.place == TRACE_NONE)
        out.place = place_of_row (writer, perfetto_tracks_row (writer->tracks, point->track, SLICE_OTHER));
    }
  return out;
}

static void
put (Writer *writer, FlowPoint *out, FlowPointPhase phase)
{
  out->phase = phase;
  if (out->place != TRACE_NONE)
    trace_builder_add_flow_point (writer->builder, out);
}

/* Returns whether the flow goes from a call to what it launched, which the correlation ids say as well. */
static bool
is_launch (const Writer *writer, const PerfettoFlowPoint *const *chain, size_t n)
{
  const SliceInput *call = n > 1 && has_slice (writer, chain[0]) ? &writer->slices[chain[0]->slice] : NULL;

  if (call == NULL || call->kind != SLICE_CALL || call->correlation == 0)
    return false;
  for (size_t i = 1; i < n; i++)
    if (!has_slice (writer, chain[i]) || !slice_kind_is_run (writer->slices[chain[i]->slice].kind)
        || writer->slices[chain[i]->slice].correlation != call->correlation)
      return false;
  return true;
}

/* Returns whether a call at an end of an arrow has the correlation id. */
static bool
is_of_call (Writer *writer, int64_t correlation)
{
  const PerfettoFlowPointColumn *points = &writer->flows->points;

  for (size_t i = 0; i < points->n && !writer->has_correlations; i++)
    if (has_slice (writer, &points->at[i]))
      {
        const SliceInput *slice = &writer->slices[points->at[i].slice];

        if (slice->kind == SLICE_CALL && slice->correlation != 0
            && id_map_add (&writer->call_of_correlation, (uint64_t) slice->correlation, points->at[i].slice)
                 == NULL)
          trace_builder_set_failed (writer->builder);
      }
  writer->has_correlations = true;
  return id_map_find (&writer->call_of_correlation, (uint64_t) correlation) != NULL;
}

/* The first flow of a slice is its correlation id until here (perfetto_event_args ()). A call may have several, such as
 * one for each kernel, and so may what it launched. */
static void
correlate_chain (Writer *writer, const PerfettoFlowPoint *const *chain, size_t n)
{
  SliceInput *call = n > 1 && has_slice (writer, chain[0]) ? &writer->slices[chain[0]->slice] : NULL;

  if (call == NULL || call->kind != SLICE_CALL)
    return;
  for (size_t i = 1; i < n && !trace_builder_failed (writer->builder); i++)
    {
      SliceInput *run = has_slice (writer, chain[i]) ? &writer->slices[chain[i]->slice] : NULL;

      if (run == NULL || !slice_kind_is_run (run->kind)
          || (call->correlation != 0 && run->correlation == call->correlation)
          || (run->correlation != 0 && is_of_call (writer, run->correlation)))
        continue;
      if (call->correlation == 0)
        call->correlation = (int64_t) chain[0]->id;
      run->correlation = call->correlation;
    }
}

static void
put_chain (Writer *writer, const PerfettoFlowPoint *const *chain, size_t n)
{
  uint64_t key = writer->next_key++;

  correlate_chain (writer, chain, n);
  if (is_launch (writer, chain, n))
    return;
  for (size_t i = 0; i < n && !trace_builder_failed (writer->builder); i++)
    {
      FlowPoint out = point_of (writer, chain[i]);

      out.key = key;
      put (writer, &out, i == 0 ? FLOW_POINT_START : i + 1 < n ? FLOW_POINT_STEP : FLOW_POINT_END);
    }
}

/* Returns the points in order of id, then of time, then as in the file. */
static OrderPair *
order_points (const PerfettoFlowPointColumn *points)
{
  OrderPair *order = large_memory_new (points->n * 2 * sizeof *order + 1);

  if (order == NULL)
    return NULL;
  for (size_t i = 0; i < points->n; i++)
    order[i] = (OrderPair){ (uint64_t) points->at[i].time_ns ^ UINT64_C (1) << 63, i };
  radix_order (order, order + points->n, points->n);
  for (size_t i = 0; i < points->n; i++)
    order[i].key = points->at[order[i].item].id;
  radix_order (order, order + points->n, points->n);
  return order;
}

static void
put_chains (Writer *writer)
{
  const PerfettoFlowPointColumn *points = &writer->flows->points;
  OrderPair *order = order_points (points);
  const PerfettoFlowPoint **chain = large_memory_new (points->n * sizeof *chain + 1);

  if (order == NULL || chain == NULL)
    trace_builder_set_failed (writer->builder);
  else
    for (size_t first = 0, last; first < points->n; first = last)
      {
        size_t n = 0;

        for (last = first; last < points->n && order[last].key == order[first].key; last++)
          {
            chain[n++] = &points->at[order[last].item];
            if (chain[n - 1]->ends)
              {
                last++;
                break;
              }
          }
        put_chain (writer, chain, n);
      }
  free (order);
  free (chain);
}

/* Adds an arrow from each event to the slices that waited for it. */
static void
put_waits (Writer *writer)
{
  const PerfettoWaitColumn *waits = &writer->flows->waits;
  const PerfettoStageEventColumn *events = &writer->flows->events;
  IdMap slice_of_event = { 0 };

  for (size_t i = 0; i < events->n && waits->n > 0; i++)
    if (id_map_add (&slice_of_event, events->at[i].event_id, events->at[i].slice) == NULL)
      trace_builder_set_failed (writer->builder);
  for (size_t i = 0; i < waits->n && !trace_builder_failed (writer->builder); i++)
    {
      const uint64_t *event = id_map_find (&slice_of_event, waits->at[i].event_id);
      const PerfettoFlowPoint from = { .slice = event != NULL ? (uint32_t) *event : PERFETTO_NO_SLICE };
      const PerfettoFlowPoint to = { .slice = waits->at[i].slice };

      if (!has_slice (writer, &from) || !has_slice (writer, &to))
        {
          trace_builder_add_health (writer->builder, HEALTH_FLOW_UNMATCHED, 1, HEALTH_NO_OFFSET);
          continue;
        }
      FlowPoint out = point_of (writer, &from);
      out.key = writer->next_key;
      put (writer, &out, FLOW_POINT_START);
      out = point_of (writer, &to);
      out.key = writer->next_key++;
      put (writer, &out, FLOW_POINT_END);
    }
  id_map_clear (&slice_of_event);
}

/* Where no call says what it submitted, events have no correlation: nothing is missing then. */
static void
correlate_events (Writer *writer)
{
  const PerfettoStageEventColumn *events = &writer->flows->events;
  const PerfettoSubmissionColumn *submissions = &writer->flows->submissions;
  IdMap first_of_event = { 0 };

  for (size_t i = 0; i < submissions->n; i++)
    if (id_map_add (&first_of_event, submissions->at[i].event_id, i) == NULL)
      trace_builder_set_failed (writer->builder);
  for (size_t i = 0; i < events->n && writer->flows->has_submissions; i++)
    if (events->at[i].slice < writer->n_slices)
      {
        const uint64_t *submission = id_map_find (&first_of_event, events->at[i].event_id);

        writer->slices[events->at[i].slice].correlation = perfetto_flows_correlation (
          submission != NULL ? submissions->at[*submission].first : events->at[i].event_id);
      }
  id_map_clear (&first_of_event);
}

void
perfetto_flows_finish (PerfettoFlows *flows)
{
  Writer writer = { .flows = flows, .builder = flows->slices->builder, .tracks = flows->slices->tracks };

  if ((flows->points.n == 0 && flows->waits.n == 0 && flows->events.n == 0)
      || trace_builder_failed (writer.builder))
    return;

  /* Rows that points without a slice need are made before rows are counted. */
  for (size_t i = 0; i < flows->points.n; i++)
    if (flows->points.at[i].slice == PERFETTO_NO_SLICE)
      perfetto_tracks_row (writer.tracks, flows->points.at[i].track, SLICE_OTHER);
  writer.slices = trace_builder_rank_slices (writer.builder, &writer.n_slices);

  size_t n_rows = trace_builder_n_tracks (writer.builder);
  if (u32_column_reserve (&writer.place_of_row, n_rows))
    {
      for (size_t i = 0; i < n_rows; i++)
        writer.place_of_row.at[writer.place_of_row.n++] = 0;
      correlate_events (&writer);
      put_chains (&writer);
      put_waits (&writer);
    }
  else
    trace_builder_set_failed (writer.builder);
  u32_column_clear (&writer.place_of_row);
  id_map_clear (&writer.call_of_correlation);
}
