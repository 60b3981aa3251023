/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/tracks/import_tracks.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/tracks/item_index.h"

/* The bands below a host thread; index into Place.bands. */
enum
{
  BAND_ANNOTATIONS,
  BAND_OPERATORS,
  BAND_CALLS,
  BAND_PYTHON,
  BAND_PROFILER,
  N_BANDS
};

static const struct
{
  uint8_t band;
  TrackKind track;
} band_of_kind[N_SLICE_KINDS] = {
  [SLICE_OTHER] = { BAND_OPERATORS, TRACK_OPERATORS },
  [SLICE_OPERATOR] = { BAND_OPERATORS, TRACK_OPERATORS },
  [SLICE_ANNOTATION] = { BAND_ANNOTATIONS, TRACK_ANNOTATIONS },
  [SLICE_PYTHON] = { BAND_PYTHON, TRACK_PYTHON },
  [SLICE_CALL] = { BAND_CALLS, TRACK_CALLS },
  [SLICE_OVERHEAD] = { BAND_PROFILER, TRACK_PROFILER },
  [SLICE_COUNTER_RANGE] = { BAND_PROFILER, TRACK_PROFILER },
  [SLICE_PROFILER_SPAN] = { BAND_PROFILER, TRACK_PROFILER },
};

typedef struct
{
  uint32_t pid, tid; /* string ids */
  uint32_t process;  /* index of ImportTracks.processes */
  uint32_t flow_place;
  uint32_t thread; /* track, or TRACE_NONE while it is empty */
  uint32_t bands[N_BANDS];
  uint32_t name;
  int64_t sort_index;
  uint32_t device_track; /* the last device track with slices of the place */
} Place;

typedef struct
{
  uint32_t pid;
  uint32_t track; /* or TRACE_NONE while it is empty */
  uint32_t name, labels;
  int64_t sort_index;
} Process;

/* Any other track, with the values that identify it among others of its kind. */
typedef struct
{
  TrackKind kind;
  uint64_t a, b;
  uint32_t track;
} KeyedTrack;

COLUMN_DEFINE (PlaceColumn, place_column, Place)
COLUMN_DEFINE (ProcessColumn, process_column, Process)
COLUMN_DEFINE (KeyedTrackColumn, keyed_track_column, KeyedTrack)
COLUMN_IMPLEMENT (PlaceColumn, place_column)
COLUMN_IMPLEMENT (ProcessColumn, process_column)
COLUMN_IMPLEMENT (KeyedTrackColumn, keyed_track_column)

struct ImportTracks
{
  TraceBuilder *builder;
  uint32_t rank; /* of the builder */
  PlaceColumn places;
  ProcessColumn processes;
  KeyedTrackColumn keyed;
  ItemIndex place_index, process_index, keyed_index;
};

static uint64_t
hash_of_place (const void *places, uint32_t item)
{
  const Place *place = (const Place *) places + item;

  return item_hash_mix (place->pid, place->tid);
}

static uint64_t
hash_of_process (const void *processes, uint32_t item)
{
  return item_hash_mix (((const Process *) processes)[item].pid, 1);
}

static uint64_t
hash_of_keyed (const void *keyed_tracks, uint32_t item)
{
  const KeyedTrack *keyed = (const KeyedTrack *) keyed_tracks + item;

  return item_hash_mix (item_hash_mix (keyed->a, keyed->b), keyed->kind);
}

ImportTracks *
import_tracks_new (TraceBuilder *builder)
{
  ImportTracks *tracks = calloc (1, sizeof *tracks);

  if (tracks == NULL)
    return NULL;
  tracks->builder = builder;
  tracks->rank = trace_builder_current_rank (builder);
  if (!item_index_init (&tracks->place_index) || !item_index_init (&tracks->process_index)
      || !item_index_init (&tracks->keyed_index))
    {
      import_tracks_free (tracks);
      return NULL;
    }
  return tracks;
}

void
import_tracks_free (ImportTracks *tracks)
{
  if (tracks == NULL)
    return;
  place_column_clear (&tracks->places);
  process_column_clear (&tracks->processes);
  keyed_track_column_clear (&tracks->keyed);
  item_index_clear (&tracks->place_index);
  item_index_clear (&tracks->process_index);
  item_index_clear (&tracks->keyed_index);
  free (tracks);
}

static uint32_t
add_track (ImportTracks *tracks, TrackKind kind, uint32_t parent)
{
  uint32_t before = trace_builder_current_rank (tracks->builder);

  trace_builder_choose_rank (tracks->builder, tracks->rank);
  uint32_t track = trace_builder_add_track (tracks->builder, kind, parent);
  trace_builder_choose_rank (tracks->builder, before);
  return track;
}

static uint32_t
add_flow_place (ImportTracks *tracks)
{
  uint32_t before = trace_builder_current_rank (tracks->builder);

  trace_builder_choose_rank (tracks->builder, tracks->rank);
  uint32_t place = trace_builder_add_place (tracks->builder);
  trace_builder_choose_rank (tracks->builder, before);
  return place;
}

static uint32_t
find_process (ImportTracks *tracks, uint32_t pid)
{
  ItemSearch search = item_index_search (&tracks->process_index, item_hash_mix (pid, 1));
  uint32_t item;

  while (item_search_next (&search, &item))
    if (tracks->processes.at[item].pid == pid)
      return item;
  if (!process_column_push (&tracks->processes, (Process){ .pid = pid, .track = TRACE_NONE })
      || !item_index_add (&tracks->process_index, tracks->processes.at, tracks->processes.n, hash_of_process))
    {
      trace_builder_set_failed (tracks->builder);
      return 0;
    }
  return (uint32_t) tracks->processes.n - 1;
}

uint32_t
import_tracks_place (ImportTracks *tracks, uint32_t pid, uint32_t tid)
{
  ItemSearch search = item_index_search (&tracks->place_index, item_hash_mix (pid, tid));
  uint32_t item;

  while (item_search_next (&search, &item))
    if (tracks->places.at[item].pid == pid && tracks->places.at[item].tid == tid)
      return item;

  Place place = {
    .pid = pid,
    .tid = tid,
    .process = find_process (tracks, pid),
    .flow_place = add_flow_place (tracks),
    .thread = TRACE_NONE,
    .device_track = TRACE_NONE,
  };
  for (int i = 0; i < N_BANDS; i++)
    place.bands[i] = TRACE_NONE;

  if (!place_column_push (&tracks->places, place)
      || !item_index_add (&tracks->place_index, tracks->places.at, tracks->places.n, hash_of_place))
    {
      trace_builder_set_failed (tracks->builder);
      return 0;
    }
  return (uint32_t) tracks->places.n - 1;
}

uint32_t
import_tracks_flow_place (ImportTracks *tracks, uint32_t place)
{
  return place < tracks->places.n ? tracks->places.at[place].flow_place : TRACE_NONE;
}

static uint32_t
process_track (ImportTracks *tracks, uint32_t index)
{
  if (index >= tracks->processes.n)
    return TRACE_NONE;

  Process *process = &tracks->processes.at[index];
  if (process->track == TRACE_NONE)
    {
      process->track = add_track (tracks, TRACK_PROCESS, TRACE_NONE);
      trace_builder_track (tracks->builder, process->track)->pid = process->pid;
    }
  return process->track;
}

static uint32_t
thread_track (ImportTracks *tracks, uint32_t index)
{
  Place *place = &tracks->places.at[index];
  if (place->thread == TRACE_NONE)
    {
      uint32_t parent = process_track (tracks, place->process);
      place->thread = add_track (tracks, TRACK_THREAD, parent);
      TraceTrack *track = trace_builder_track (tracks->builder, place->thread);
      track->pid = place->pid;
      track->tid = place->tid;
    }
  return place->thread;
}

/* Returns the track of that kind and key below parent. Adds it if missing, and then sets *ret_new. */
static uint32_t
keyed_track (ImportTracks *tracks, TrackKind kind, uint64_t a, uint64_t b, uint32_t parent, bool *ret_new)
{
  ItemSearch search = item_index_search (&tracks->keyed_index, item_hash_mix (item_hash_mix (a, b), kind));
  uint32_t item;

  *ret_new = false;
  while (item_search_next (&search, &item))
    {
      const KeyedTrack *keyed = &tracks->keyed.at[item];

      if (keyed->kind == kind && keyed->a == a && keyed->b == b)
        return keyed->track;
    }

  uint32_t track = add_track (tracks, kind, parent);
  if (!keyed_track_column_push (&tracks->keyed, (KeyedTrack){ kind, a, b, track })
      || !item_index_add (&tracks->keyed_index, tracks->keyed.at, tracks->keyed.n, hash_of_keyed))
    {
      trace_builder_set_failed (tracks->builder);
      return track;
    }
  *ret_new = true;
  return track;
}

static uint32_t
device_track (ImportTracks *tracks, int64_t device)
{
  bool is_new;
  uint32_t id = keyed_track (tracks, TRACK_DEVICE, (uint64_t) device, 0, TRACE_NONE, &is_new);

  if (is_new)
    {
      TraceTrack *track = trace_builder_track (tracks->builder, id);
      track->device = (int32_t) device;
      track->sort_index = device;
    }
  return id;
}

static uint32_t
device_row (ImportTracks *tracks, Place *place, SliceKind kind, int64_t device, int64_t stream)
{
  TrackKind track_kind = kind == SLICE_DEVICE_ANNOTATION ? TRACK_DEVICE_ANNOTATIONS
                         : kind == SLICE_SYNC            ? TRACK_SYNC
                                                         : TRACK_STREAM;
  bool is_new;
  uint32_t parent = device_track (tracks, device);
  uint32_t row = keyed_track (tracks, track_kind, (uint64_t) device, (uint64_t) stream, parent, &is_new);
  if (is_new)
    {
      TraceTrack *track = trace_builder_track (tracks->builder, row);
      track->device = (int32_t) device;
      track->stream = stream;
      track->sort_index = stream;
      track->pid = place->pid;
      track->tid = place->tid;
    }
  trace_builder_add_place_track (tracks->builder, place->flow_place, row);
  return row;
}

static uint32_t
band_track (ImportTracks *tracks, uint32_t index, SliceKind kind)
{
  unsigned band = band_of_kind[kind].band;
  if (tracks->places.at[index].bands[band] == TRACE_NONE)
    {
      uint32_t thread = thread_track (tracks, index);
      Place *place = &tracks->places.at[index];
      uint32_t track = add_track (tracks, band_of_kind[kind].track, thread);
      TraceTrack *t = trace_builder_track (tracks->builder, track);

      t->pid = place->pid;
      t->tid = place->tid;
      place->bands[band] = track;
      trace_builder_add_place_track (tracks->builder, place->flow_place, track);
    }
  return tracks->places.at[index].bands[band];
}

static uint32_t
async_track (ImportTracks *tracks, uint32_t index, uint32_t category, uint32_t name)
{
  bool is_new;

  const Place *place = &tracks->places.at[index];
  uint32_t parent = process_track (tracks, place->process);
  uint32_t track =
    keyed_track (tracks, TRACK_ASYNC, (uint64_t) place->process << 32 | category, name, parent, &is_new);
  if (is_new)
    {
      TraceTrack *t = trace_builder_track (tracks->builder, track);
      t->name = name;
      t->pid = place->pid;
    }
  return track;
}

/* Every series repeats its counter's name; of a longer text, which is hardly a name, only this much is kept. */
#define COUNTER_NAME_BYTES 256

/* Does not cut within a character. */
static size_t
cut_name (const char *text, size_t length)
{
  if (length <= COUNTER_NAME_BYTES)
    return length;
  for (length = COUNTER_NAME_BYTES; length > 0 && ((unsigned char) text[length] & 0xc0) == 0x80; length--)
    ;
  return length;
}

/* "counter series" */
static uint32_t
series_name (TraceBuilder *builder, uint32_t name, uint32_t series)
{
  size_t n_name, n_series;
  const char *name_text = string_table_get (trace_builder_strings (builder), name, &n_name);
  const char *series_text = string_table_get (trace_builder_strings (builder), series, &n_series);

  n_name = cut_name (name_text, n_name);
  char *text = malloc (n_name + n_series + 1);

  if (text == NULL)
    {
      trace_builder_set_failed (builder);
      return name;
    }
  memcpy (text, name_text, n_name);
  text[n_name] = ' ';
  memcpy (text + n_name + 1, series_text, n_series);
  uint32_t id = trace_builder_string (builder, text, n_name + n_series + 1);
  free (text);
  return id;
}

static uint32_t
counter_track (ImportTracks *tracks, uint32_t index, uint32_t name, uint32_t series)
{
  bool is_new;

  const Place *place = &tracks->places.at[index];
  uint32_t parent = process_track (tracks, place->process);
  uint32_t track =
    keyed_track (tracks, TRACK_COUNTER, (uint64_t) place->process << 32 | name, series, parent, &is_new);
  if (is_new)
    {
      TraceTrack *t = trace_builder_track (tracks->builder, track);
      t->name = series_name (tracks->builder, name, series);
      t->pid = place->pid;
    }
  return track;
}

static uint32_t
named_counter_track (ImportTracks *tracks, uint32_t index, uint32_t name)
{
  bool is_new;
  const Place *place = &tracks->places.at[index];
  uint32_t parent = process_track (tracks, place->process);
  /* A process has another index than 2^31 at most, so neither key here is that of a series. */
  uint32_t track =
    keyed_track (tracks, TRACK_COUNTER, UINT64_C (1) << 62 | place->process, name, parent, &is_new);

  if (is_new)
    {
      TraceTrack *t = trace_builder_track (tracks->builder, track);
      t->name = name;
      t->pid = place->pid;
    }
  return track;
}

static uint32_t
device_counter_track (ImportTracks *tracks, int64_t device, uint32_t name)
{
  bool is_new;
  uint32_t parent = device_track (tracks, device);
  uint32_t id =
    keyed_track (tracks, TRACK_COUNTER, UINT64_C (1) << 63 | (uint32_t) device, name, parent, &is_new);

  if (is_new)
    {
      TraceTrack *track = trace_builder_track (tracks->builder, id);
      track->device = (int32_t) device;
      track->name = name;
    }
  return id;
}

static uint32_t
node_counter_track (ImportTracks *tracks, uint32_t name)
{
  bool is_new;
  uint32_t id = keyed_track (tracks, TRACK_COUNTER, UINT64_C (3) << 62, name, TRACE_NONE, &is_new);

  if (is_new)
    trace_builder_track (tracks->builder, id)->name = name;
  return id;
}

uint32_t
import_tracks_row (ImportTracks *tracks, const ImportRow *row)
{
  /* Memory may have run out when the place was made. */
  if (row->place >= tracks->places.n)
    return TRACE_NONE;
  switch (row->form)
    {
    case ROW_HOST:
      return band_track (tracks, row->place, row->kind);
    case ROW_DEVICE:
      return device_row (tracks, &tracks->places.at[row->place], row->kind, row->a, row->b);
    case ROW_ASYNC:
      return async_track (tracks, row->place, (uint32_t) row->a, (uint32_t) row->b);
    case ROW_COUNTER:
      return counter_track (tracks, row->place, (uint32_t) row->a, (uint32_t) row->b);
    case ROW_NAMED_COUNTER:
      return named_counter_track (tracks, row->place, (uint32_t) row->a);
    case ROW_DEVICE_COUNTER:
      return device_counter_track (tracks, row->a, (uint32_t) row->b);
    case ROW_NODE_COUNTER:
      return node_counter_track (tracks, (uint32_t) row->a);
    case ROW_THREAD:
    default:
      return thread_track (tracks, row->place);
    }
}

void
import_tracks_set_device_track (ImportTracks *tracks, uint32_t place, uint32_t track)
{
  if (place < tracks->places.n)
    tracks->places.at[place].device_track = track;
}

void
import_tracks_describe (ImportTracks *tracks, const ImportDescription *description)
{
  if (description->place >= tracks->places.n)
    return;
  Place *place = &tracks->places.at[description->place];
  Process *process = &tracks->processes.at[place->process];

  switch (description->kind)
    {
    case DESCRIBES_PROCESS_NAME:
      process->name = description->text;
      break;
    case DESCRIBES_PROCESS_LABELS:
      process->labels = description->text;
      break;
    case DESCRIBES_PROCESS_ORDER:
      process->sort_index = description->number;
      break;
    case DESCRIBES_THREAD_NAME:
      place->name = description->text;
      break;
    case DESCRIBES_THREAD_ORDER:
      place->sort_index = description->number;
      break;
    case N_DESCRIPTIONS:
      break;
    }
}

void
import_tracks_finish (ImportTracks *tracks)
{
  for (size_t i = 0; i < tracks->processes.n; i++)
    if (tracks->processes.at[i].track != TRACE_NONE)
      {
        TraceTrack *track = trace_builder_track (tracks->builder, tracks->processes.at[i].track);
        track->name = tracks->processes.at[i].name;
        track->sort_index = tracks->processes.at[i].sort_index;
      }
  for (size_t i = 0; i < tracks->places.n; i++)
    {
      const Place *place = &tracks->places.at[i];

      if (place->thread != TRACE_NONE)
        {
          TraceTrack *track = trace_builder_track (tracks->builder, place->thread);
          track->name = place->name;
          track->sort_index = place->sort_index;
        }
      if (place->device_track != TRACE_NONE && place->name != STRING_EMPTY)
        trace_builder_track (tracks->builder, place->device_track)->name = place->name;
    }
}
