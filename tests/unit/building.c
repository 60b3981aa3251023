/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/building.h"

#include <string.h>
#include <glib.h>

uint32_t
building_intern (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

uint32_t
building_begin_rank (TraceBuilder *builder, int64_t number)
{
  uint32_t rank = trace_builder_begin_rank (builder, "rank.json");

  trace_builder_set_rank_number (builder, number);
  return rank;
}

uint32_t
building_add_device (TraceBuilder *builder, int32_t number)
{
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);

  trace_builder_track (builder, device)->device = number;
  return device;
}

uint32_t
building_add_stream (TraceBuilder *builder, uint32_t device, TrackKind kind, int64_t number)
{
  uint32_t stream = trace_builder_add_track (builder, kind, device);

  trace_builder_track (builder, stream)->device = trace_builder_track (builder, device)->device;
  trace_builder_track (builder, stream)->stream = number;
  return stream;
}

BuildingTracks
building_add_tracks (TraceBuilder *builder)
{
  BuildingTracks tracks;

  tracks.process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  tracks.thread = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  tracks.annotations = trace_builder_add_track (builder, TRACK_ANNOTATIONS, tracks.thread);
  tracks.operators = trace_builder_add_track (builder, TRACK_OPERATORS, tracks.thread);
  tracks.calls = trace_builder_add_track (builder, TRACK_CALLS, tracks.thread);
  tracks.profiler = trace_builder_add_track (builder, TRACK_PROFILER, tracks.thread);
  tracks.device = building_add_device (builder, 0);
  tracks.stream = building_add_stream (builder, tracks.device, TRACK_STREAM, 7);
  tracks.sync = building_add_stream (builder, tracks.device, TRACK_SYNC, 7);
  return tracks;
}

void
building_add_slice (TraceBuilder *builder,
                    uint32_t track,
                    SliceKind kind,
                    const char *name,
                    int64_t start_ns,
                    int64_t dur_ns,
                    int64_t correlation)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = building_intern (builder, name),
                                      .kind = kind,
                                      .start_ns = start_ns,
                                      .dur_ns = dur_ns,
                                      .correlation = correlation,
                                      .args = ARGS_NONE,
                                    });
}

/* ---- what holds for every profile ---- */

int64_t
building_occupied_until (const SliceColumns *slices, uint64_t i)
{
  return slices->start_ns[i] + MAX (slices->dur_ns[i], 1);
}

static void
check_rows (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t next_slice = 0;
  uint32_t next_row = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      g_assert_true ((track->kind == TRACK_NODE) == (track->parent == TRACE_NONE));
      g_assert_true (track->parent == TRACE_NONE || track->parent < t);
      if (track->n_slices == 0)
        continue;
      g_assert_cmpuint (track->first_slice, ==, next_slice);
      g_assert_cmpuint (track->first_row, ==, next_row);
      for (uint32_t r = 0; r < track->n_rows; r++, next_row++)
        {
          const TraceRow *row = trace_row (trace, next_row);

          g_assert_cmpuint (row->track, ==, t);
          g_assert_cmpuint (row->lane, ==, r);
          g_assert_cmpuint (row->first_slice, ==, next_slice);
          g_assert_cmpuint (row->n_slices, >, 0);
          for (uint64_t i = next_slice; i < next_slice + row->n_slices; i++)
            {
              g_assert_cmpuint (slices->track[i], ==, t);
              g_assert_cmpint (slices->dur_ns[i], >=, 0);
              if (i > next_slice)
                g_assert_cmpint (slices->start_ns[i], >=, building_occupied_until (slices, i - 1));
            }
          next_slice += row->n_slices;
        }
      g_assert_cmpuint (next_slice, ==, track->first_slice + track->n_slices);
    }
  g_assert_cmpuint (next_slice, ==, slices->n);
  g_assert_cmpuint (next_row, ==, trace_n_rows (trace));
}

static void
check_flows (const Trace *trace)
{
  uint64_t n = trace_n_flows (trace), n_into = 0, first;

  for (uint64_t i = 0; i < n; i++)
    {
      TraceFlow flow = trace_flow (trace, i), last = trace_flow (trace, i > 0 ? i - 1 : 0);

      g_assert_cmpuint (MAX (flow.from, flow.to), <, trace_slices (trace)->n);
      g_assert_true (last.from < flow.from || (last.from == flow.from && last.to <= flow.to));
    }
  for (uint64_t slice = 0; slice < trace_slices (trace)->n; slice++)
    {
      uint64_t n_from = 0, n_to = 0;

      for (uint64_t i = 0; i < n; i++)
        {
          n_from += trace_flow (trace, i).from == slice;
          n_to += trace_flow (trace, i).to == slice;
        }
      g_assert_cmpuint (trace_flows_from (trace, slice, &first), ==, n_from);
      for (uint64_t i = 0; i < n_from; i++)
        g_assert_cmpuint (trace_flow (trace, first + i).from, ==, slice);
      g_assert_cmpuint (trace_flows_to (trace, slice, &first), ==, n_to);
      for (uint64_t i = 0; i < n_to; i++)
        g_assert_cmpuint (trace_flow_into (trace, first + i).to, ==, slice);
      n_into += n_to;
    }
  g_assert_cmpuint (n_into, ==, n);
}

static void
check_ranks_and_devices (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint32_t r = 1; r < trace_n_ranks (trace); r++)
    g_assert_cmpint (trace_rank (trace, r - 1)->number, <, trace_rank (trace, r)->number);
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    g_assert_cmpint (trace_track (trace, trace_rank (trace, r)->node)->kind, ==, TRACK_NODE);
  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    {
      const TraceDevice *device = trace_device (trace, d), *last = d > 0 ? device - 1 : NULL;
      uint64_t n_activities = 0;

      if (last != NULL)
        g_assert_true (last->rank < device->rank
                       || (last->rank == device->rank && last->number < device->number));
      g_assert_cmpint (trace_track (trace, device->track)->device, ==, device->number);
      g_assert_cmpuint (trace_track (trace, device->track)->rank, ==, device->rank);
      g_assert_cmpuint (trace_track (trace, device->track)->name, ==, device->name);
      for (uint64_t i = 0; i < slices->n; i++)
        n_activities += trace_track (trace, slices->track[i])->parent == device->track
                        && slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]);
      g_assert_cmpuint (n_activities, >, 0);
    }
}

static void
check_span (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t first_ns = INT64_MAX, last_ns = INT64_MIN, begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] != SLICE_PROFILER_SPAN)
      {
        first_ns = MIN (first_ns, slices->start_ns[i]);
        last_ns = MAX (last_ns, slices->start_ns[i] + slices->dur_ns[i]);
      }
  if (first_ns == INT64_MAX)
    g_assert_cmpint (begin_ns, ==, end_ns);
  else
    {
      g_assert_cmpint (first_ns, ==, 0);
      g_assert_cmpint (begin_ns, ==, 0);
      g_assert_cmpint (end_ns, ==, last_ns);
    }
}

Trace *
building_finish (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (trace_builder_failed (builder));
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  check_rows (trace);
  check_flows (trace);
  check_ranks_and_devices (trace);
  check_span (trace);
  return trace;
}

uint64_t
building_slice_named (const Trace *trace, const char *name)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t found = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (trace, slices->name[i], NULL), name) == 0)
      {
        g_assert_cmpuint (found, ==, SLICE_NONE);
        found = i;
      }
  g_assert_cmpuint (found, !=, SLICE_NONE);
  return found;
}

int64_t
building_start_of (const Trace *trace, const char *name)
{
  return trace_slices (trace)->start_ns[building_slice_named (trace, name)];
}

uint64_t
building_health_count (const Trace *trace, HealthId id)
{
  return trace_health (trace)->rows[id].count;
}

void
building_check_flow (const Trace *trace, const char *from, const char *to, FlowKind kind)
{
  uint64_t first, n = trace_flows_from (trace, building_slice_named (trace, from), &first);
  uint64_t n_found = 0;

  for (uint64_t i = first; i < first + n; i++)
    n_found +=
      trace_flow (trace, i).to == building_slice_named (trace, to) && trace_flow (trace, i).kind == kind;
  g_assert_cmpuint (n_found, ==, 1);
}
