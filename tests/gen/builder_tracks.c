/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/builder_tracks.h"

#include "tests/gen/kineto_ids.h"

#include <string.h>

static uint32_t
text_id (BuilderTracks *tracks, const char *text)
{
  return trace_builder_string (tracks->builder, text, strlen (text));
}

static uint32_t
number_id (BuilderTracks *tracks, int64_t number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  return text_id (tracks, text);
}

static void
init_place (BuilderTracks *tracks, unsigned place, int64_t pid, int64_t tid)
{
  BuilderPlace *p = &tracks->places[place];

  p->flow_place = trace_builder_add_place (tracks->builder);
  p->pid = number_id (tracks, pid);
  p->tid = number_id (tracks, tid);
  p->thread = TRACE_NONE;
  p->last_row = TRACE_NONE;
  for (int i = 0; i < N_TRACK_KINDS; i++)
    p->tracks[i] = TRACE_NONE;
}

static uint32_t
add_process (BuilderTracks *tracks, unsigned place)
{
  uint32_t process = trace_builder_add_track (tracks->builder, TRACK_PROCESS, TRACE_NONE);

  trace_builder_track (tracks->builder, process)->pid = tracks->places[place].pid;
  return process;
}

void
builder_tracks_init (BuilderTracks *tracks, TraceBuilder *builder, int rank)
{
  *tracks = (BuilderTracks){ .builder = builder, .rank = rank };
  for (HostThread thread = 0; thread < N_HOST_THREADS; thread++)
    init_place (tracks, thread, kineto_process_id (rank), kineto_thread_id (rank, thread));
  init_place (tracks, BUILDER_PLACE_OVERHEAD, KINETO_OVERHEAD_PID, KINETO_OVERHEAD_TID);
  for (Stream stream = 0; stream <= STREAM_NONE; stream++)
    init_place (tracks, BUILDER_PLACE_STREAM + stream, kineto_device (rank), kineto_stream (stream));

  tracks->process = add_process (tracks, THREAD_MAIN);
  tracks->overhead_process = add_process (tracks, BUILDER_PLACE_OVERHEAD);
  tracks->device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  trace_builder_track (builder, tracks->device)->device = (int32_t) kineto_device (rank);
  trace_builder_track (builder, tracks->device)->sort_index = kineto_device (rank);
}

uint32_t
builder_tracks_place (const BuilderTracks *tracks, unsigned place)
{
  return tracks->places[place].flow_place;
}

static uint32_t
add_track (BuilderTracks *tracks, const BuilderPlace *place, TrackKind kind, uint32_t parent)
{
  uint32_t track = trace_builder_add_track (tracks->builder, kind, parent);
  TraceTrack *t = trace_builder_track (tracks->builder, track);

  t->pid = place->pid;
  t->tid = place->tid;
  return track;
}

uint32_t
builder_tracks_thread (BuilderTracks *tracks, unsigned place)
{
  BuilderPlace *p = &tracks->places[place];
  uint32_t process = place == BUILDER_PLACE_OVERHEAD ? tracks->overhead_process : tracks->process;

  if (p->thread == TRACE_NONE)
    p->thread = add_track (tracks, p, TRACK_THREAD, process);
  return p->thread;
}

uint32_t
builder_tracks_band (BuilderTracks *tracks, unsigned place, TrackKind kind)
{
  BuilderPlace *p = &tracks->places[place];

  if (p->tracks[kind] == TRACE_NONE)
    {
      p->tracks[kind] = add_track (tracks, p, kind, builder_tracks_thread (tracks, place));
      trace_builder_add_place_track (tracks->builder, p->flow_place, p->tracks[kind]);
    }
  return p->tracks[kind];
}

uint32_t
builder_tracks_row (BuilderTracks *tracks, Stream stream, TrackKind kind)
{
  BuilderPlace *p = &tracks->places[BUILDER_PLACE_STREAM + stream];

  if (p->tracks[kind] == TRACE_NONE)
    {
      p->tracks[kind] = add_track (tracks, p, kind, tracks->device);
      TraceTrack *row = trace_builder_track (tracks->builder, p->tracks[kind]);
      row->device = (int32_t) kineto_device (tracks->rank);
      row->stream = kineto_stream (stream);
      row->sort_index = row->stream;
      trace_builder_add_place_track (tracks->builder, p->flow_place, p->tracks[kind]);
    }
  p->last_row = p->tracks[kind];
  return p->last_row;
}

static void
name_track (BuilderTracks *tracks, uint32_t track, const char *name, int64_t sort_index)
{
  if (track == TRACE_NONE)
    return;
  trace_builder_track (tracks->builder, track)->name = text_id (tracks, name);
  trace_builder_track (tracks->builder, track)->sort_index = sort_index;
}

void
builder_tracks_finish (BuilderTracks *tracks)
{
  int rank = tracks->rank;

  name_track (tracks, tracks->process, "python3", kineto_process_id (rank));
  for (HostThread thread = 0; thread < N_HOST_THREADS; thread++)
    {
      int64_t id = kineto_thread_id (rank, thread);
      g_autofree char *name =
        g_strdup_printf ("thread %" G_GINT64_FORMAT " (%s)", id, kineto_thread_command (thread));

      name_track (tracks, tracks->places[thread].thread, name, id);
    }
  name_track (tracks, tracks->places[BUILDER_PLACE_OVERHEAD].thread, "CUPTI Overhead", KINETO_OVERHEAD_TID);
  for (Stream stream = 0; stream <= STREAM_NONE; stream++)
    {
      int64_t id = stream == STREAM_NONE ? kineto_device (rank) : kineto_stream (stream);
      g_autofree char *name =
        g_strdup_printf ("%s %" G_GINT64_FORMAT, stream == STREAM_NONE ? "Device" : "stream", id);

      name_track (tracks, tracks->places[BUILDER_PLACE_STREAM + stream].last_row, name,
                  kineto_stream (stream));
    }
}
