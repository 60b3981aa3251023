/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_tracks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/perfetto/perfetto_device_track.h"
#include "trace/import/tracks/item_index.h"

COLUMN_IMPLEMENT (PerfettoTrackColumn, perfetto_track_column)
COLUMN_IMPLEMENT (PerfettoCounterColumn, perfetto_counter_column)

static void
forget_rows (PerfettoTrack *track)
{
  memset (track->row_kinds, N_SLICE_KINDS, sizeof track->row_kinds);
}

bool
perfetto_tracks_init (PerfettoTracks *tracks, TraceBuilder *builder)
{
  *tracks = (PerfettoTracks){
    .builder = builder,
    .rows = import_tracks_new (builder),
    .only_device = -1,
  };
  PerfettoTrack first = { 0 };

  forget_rows (&first);
  /* Events without a track belong to this one. */
  return tracks->rows != NULL && id_map_add (&tracks->index_of_uuid, 0, 0) != NULL
         && perfetto_track_column_push (&tracks->at, first);
}

void
perfetto_tracks_clear (PerfettoTracks *tracks)
{
  import_tracks_free (tracks->rows);
  perfetto_track_column_clear (&tracks->at);
  perfetto_counter_column_clear (&tracks->counters);
  id_map_clear (&tracks->index_of_uuid);
  id_map_clear (&tracks->index_of_thread);
  id_map_clear (&tracks->index_of_id);
  id_map_clear (&tracks->host_pids);
}

/* ---- finding ---- */

/* Track numbers from here on are the builder's own, in slices (perfetto_slices.h). */
#define TRACKS_MAX ((size_t) 1 << 31)

static uint32_t
add_track (PerfettoTracks *tracks, IdMap *map, uint64_t key, const PerfettoTrack *track)
{
  uint64_t *index = tracks->at.n < TRACKS_MAX ? id_map_add (map, key, tracks->at.n) : NULL;

  if (index != NULL && *index < tracks->at.n)
    return (uint32_t) *index;
  if (index == NULL || !perfetto_track_column_push (&tracks->at, *track))
    {
      trace_builder_set_failed (tracks->builder);
      return 0;
    }
  PerfettoTrack *added = &tracks->at.at[tracks->at.n - 1];
  added->same_as = (uint32_t) tracks->at.n - 1;
  added->machine = tracks->machine;
  forget_rows (added);
  return added->same_as;
}

/* Returns an id of the machine that is read as one that is its own in the trace. */
static inline uint64_t
key_of (const PerfettoTracks *tracks, uint64_t id)
{
  return tracks->machine == 0 ? id : item_hash_mix (id, tracks->machine);
}

uint64_t
perfetto_tracks_key (const PerfettoTracks *tracks, uint64_t uuid)
{
  return key_of (tracks, uuid);
}

uint32_t
perfetto_tracks_find_uuid (PerfettoTracks *tracks, uint64_t uuid)
{
  uint64_t key = key_of (tracks, uuid);

  if (tracks->last > 0 && tracks->last_uuid == key)
    return tracks->last - 1;

  uint32_t index = add_track (tracks, &tracks->index_of_uuid, key, &(PerfettoTrack){ .uuid = key });
  tracks->last_uuid = key;
  tracks->last = index + 1;
  return index;
}

uint32_t
perfetto_tracks_of_uuid (PerfettoTracks *tracks, uint64_t uuid)
{
  return tracks->at.at[perfetto_tracks_find_uuid (tracks, uuid)].same_as;
}

static uint64_t
key_of_thread (const PerfettoTracks *tracks, int32_t pid, int64_t tid)
{
  return key_of (tracks, (uint64_t) tid ^ (uint64_t) (uint32_t) pid << 32);
}

uint32_t
perfetto_tracks_of_thread (PerfettoTracks *tracks, int32_t pid, int64_t tid)
{
  const PerfettoTrack track = {
    .form = PERFETTO_TRACK_THREAD, .is_described = true, .has_pid = true, .pid = pid, .tid = tid
  };

  return add_track (tracks, &tracks->index_of_thread, key_of_thread (tracks, pid, tid), &track);
}

void
perfetto_tracks_make_thread (PerfettoTracks *tracks, uint32_t track, int32_t pid, int64_t tid)
{
  PerfettoTrack *of = &tracks->at.at[track];

  of->form = PERFETTO_TRACK_THREAD;
  of->has_pid = true;
  of->pid = pid;
  of->tid = tid;
  forget_rows (of);
  /* Events that came before the descriptor stay with the track that they were put on. */
  const uint64_t *index = id_map_add (&tracks->index_of_thread, key_of_thread (tracks, pid, tid), track);
  if (index == NULL)
    trace_builder_set_failed (tracks->builder);
  else if (!of->has_events)
    of->same_as = (uint32_t) *index;
}

uint32_t
perfetto_tracks_of_id (PerfettoTracks *tracks, uint64_t id, bool has_pid, int32_t pid)
{
  const PerfettoTrack track = { .is_described = true, .has_pid = has_pid, .pid = pid };

  return add_track (tracks, &tracks->index_of_id, key_of (tracks, id), &track);
}

PerfettoCounter *
perfetto_tracks_counter (PerfettoTracks *tracks, uint32_t track)
{
  PerfettoTrack *of = &tracks->at.at[track];

  if (of->counter == 0)
    {
      if (!perfetto_counter_column_push (&tracks->counters,
                                         (PerfettoCounter){ .multiplier = 1, .row = TRACE_NONE }))
        {
          trace_builder_set_failed (tracks->builder);
          return NULL;
        }
      of->counter = (uint32_t) tracks->counters.n;
    }
  return &tracks->counters.at[of->counter - 1];
}

/* ---- places ---- */

/* Texts of ids on other machines than the one that recorded begin with the number of the machine. */
static uint32_t
id_text (const PerfettoTracks *tracks, int64_t id)
{
  char text[48];
  int length = tracks->machine == 0
                 ? snprintf (text, sizeof text, "%" PRId64, id)
                 : snprintf (text, sizeof text, "%" PRIu32 ":%" PRId64, tracks->machine, id);

  return trace_builder_string (tracks->builder, text, (size_t) length);
}

uint32_t
perfetto_tracks_process_place (PerfettoTracks *tracks, bool has_pid, int32_t pid)
{
  return import_tracks_place (tracks->rows, has_pid ? id_text (tracks, pid) : STRING_EMPTY, STRING_EMPTY);
}

uint32_t
perfetto_tracks_place_of_thread (PerfettoTracks *tracks, int32_t pid, int64_t tid)
{
  return import_tracks_place (tracks->rows, id_text (tracks, pid), id_text (tracks, tid));
}

uint32_t
perfetto_tracks_thread_place (PerfettoTracks *tracks, uint32_t track)
{
  const PerfettoTrack *of = &tracks->at.at[track];

  tracks->machine = of->machine;
  if (of->form != PERFETTO_TRACK_THREAD)
    return TRACE_NONE;
  return import_tracks_flow_place (tracks->rows, perfetto_tracks_place_of_thread (tracks, of->pid, of->tid));
}

void
perfetto_tracks_name_process (PerfettoTracks *tracks, int32_t pid, uint32_t name)
{
  if (name != STRING_EMPTY)
    import_tracks_describe (tracks->rows, &(ImportDescription){
                                            .kind = DESCRIBES_PROCESS_NAME,
                                            .place = perfetto_tracks_process_place (tracks, true, pid),
                                            .text = name,
                                          });
}

void
perfetto_tracks_name_thread (PerfettoTracks *tracks, int32_t pid, int64_t tid, uint32_t name)
{
  if (name != STRING_EMPTY)
    import_tracks_describe (tracks->rows, &(ImportDescription){
                                            .kind = DESCRIBES_THREAD_NAME,
                                            .place = perfetto_tracks_place_of_thread (tracks, pid, tid),
                                            .text = name,
                                          });
}

/* ---- rows ---- */

/* Parents of parents beyond this are not looked at: descriptors may form a circle. */
#define PARENTS_MAX 16

#define NAME_BYTES_MAX 512

/* What the tracks around a plain track, and itself, say. */
typedef struct
{
  bool has_pid, is_in_thread;
  int32_t pid;
  int64_t tid;
  uint32_t thread; /* index, + 1; 0 if it is not below one */
  uint32_t name;   /* "group / track" */
} Surroundings;

static uint32_t
own_name (const PerfettoTrack *track)
{
  return track->name != STRING_EMPTY ? track->name : track->first_name;
}

/* Puts the text before the name that there is. */
static void
prepend_name (const PerfettoTracks *tracks, GString *name, uint32_t string)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (tracks->builder), string, &length);

  if (length == 0 || name->len + length > NAME_BYTES_MAX)
    return;
  if (name->len > 0)
    g_string_prepend (name, " / ");
  g_string_prepend_len (name, text, (gssize) length);
}

static Surroundings
look_around (PerfettoTracks *tracks, uint32_t index)
{
  Surroundings around = { 0 };
  const PerfettoTrack *track = &tracks->at.at[index];
  uint32_t name = own_name (track);
  bool is_alone = true; /* the name is that of the track alone, and need not be made */
  g_autoptr (GString) path = g_string_sized_new (NAME_BYTES_MAX);

  prepend_name (tracks, path, name);
  for (int depth = 0; depth < PARENTS_MAX; depth++)
    {
      if (track->has_pid)
        {
          around.has_pid = true;
          around.pid = track->pid;
          around.is_in_thread = track->form == PERFETTO_TRACK_THREAD;
          around.tid = track->tid;
          around.thread = around.is_in_thread ? track->same_as + 1 : 0;
          break;
        }
      const uint64_t *parent = track->has_parent ? id_map_find (&tracks->index_of_uuid, track->parent) : NULL;
      if (parent == NULL || *parent == index)
        break;
      track = &tracks->at.at[*parent];
      if (track->form == PERFETTO_TRACK_PLAIN && track->name != STRING_EMPTY)
        {
          is_alone = false;
          prepend_name (tracks, path, track->name);
        }
    }
  around.name = is_alone ? name : trace_builder_string (tracks->builder, path->str, path->len);
  return around;
}

/* No machine has more devices. */
#define DEVICES_MAX 1024

static uint64_t
key_of_pid (const PerfettoTrack *track)
{
  return (uint64_t) track->machine << 32 | (uint32_t) track->pid;
}

static void
find_host_pids (PerfettoTracks *tracks)
{
  for (size_t i = 0; i < tracks->at.n; i++)
    {
      const PerfettoTrack *track = &tracks->at.at[i];

      if (track->form == PERFETTO_TRACK_THREAD && track->has_events && !track->has_device_work
          && id_map_add (&tracks->host_pids, key_of_pid (track), 1) == NULL)
        trace_builder_set_failed (tracks->builder);
    }
}

static PerfettoDeviceTrack
device_of (const PerfettoTracks *tracks, const PerfettoTrack *track)
{
  size_t length;
  const char *name = string_table_get (trace_builder_strings (tracks->builder), track->name, &length);
  PerfettoDeviceTrack device = perfetto_device_track (name, length);

  /* Traces that were converted from JSON have devices as processes and streams as threads, as PyTorch writes them. */
  if (track->form == PERFETTO_TRACK_THREAD && device.device < 0 && track->pid >= 0
      && track->pid < DEVICES_MAX && id_map_find (&tracks->host_pids, key_of_pid (track)) == NULL)
    device.device = track->pid;
  if (track->form == PERFETTO_TRACK_THREAD && device.stream < 0)
    device.stream = track->tid;
  return device;
}

void
perfetto_tracks_settle (PerfettoTracks *tracks)
{
  int32_t only = -1;
  bool is_one = true;

  find_host_pids (tracks);
  for (size_t i = 0; i < tracks->at.n; i++)
    if (tracks->at.at[i].has_device_work)
      {
        int32_t device = device_of (tracks, &tracks->at.at[i]).device;

        is_one = is_one && (device < 0 || only < 0 || device == only);
        only = device >= 0 ? device : only;
      }
  tracks->only_device = is_one ? only : -1;
}

static uint32_t
device_row (PerfettoTracks *tracks, const PerfettoTrack *track, SliceKind kind)
{
  PerfettoDeviceTrack device = device_of (tracks, track);
  const ImportRow row = {
    .form = ROW_DEVICE,
    .kind = kind,
    .place = import_tracks_place (tracks->rows, STRING_EMPTY, track->name),
    .a = device.device >= 0 ? device.device : tracks->only_device,
    .b = device.stream,
  };
  uint32_t name = track->name, result = import_tracks_row (tracks->rows, &row);
  TraceTrack *added = trace_builder_track (tracks->builder, result);

  /* Rows of GPUs are called by their streams. "COMPUTE AGENT [0] STREAM [1] (GPU)" says no more, and is cut in a narrow column
   * where it says it; it stays the row's thread. */
  bool says_more = device.device < 0 || device.stream < 0 || track->form == PERFETTO_TRACK_THREAD;
  if (result != TRACE_NONE && added->name == STRING_EMPTY && says_more)
    added->name = name;
  return result;
}

static uint32_t
async_row (PerfettoTracks *tracks, uint32_t track)
{
  const Surroundings around = look_around (tracks, track);

  return import_tracks_row (tracks->rows,
                            &(ImportRow){
                              .form = ROW_ASYNC,
                              .place = perfetto_tracks_process_place (tracks, around.has_pid, around.pid),
                              .a = around.thread,
                              .b = around.name,
                            });
}

uint32_t
perfetto_tracks_row (PerfettoTracks *tracks, uint32_t track, SliceKind kind)
{
  PerfettoTrack *of = &tracks->at.at[track];
  unsigned i = kind % PERFETTO_ROWS;

  tracks->machine = of->machine;
  if (of->row_kinds[i] != kind)
    {
      of->rows[i] =
        slice_kind_is_on_device (kind) ? device_row (tracks, of, kind)
        : of->form == PERFETTO_TRACK_THREAD
          ? import_tracks_row (tracks->rows,
                               &(ImportRow){
                                 .form = ROW_HOST,
                                 .kind = kind,
                                 .place = perfetto_tracks_place_of_thread (tracks, of->pid, of->tid),
                               })
          : async_row (tracks, track);
      of->row_kinds[i] = (uint8_t) kind;
    }
  return of->rows[i];
}

uint32_t
perfetto_tracks_instant_row (PerfettoTracks *tracks, uint32_t track)
{
  const PerfettoTrack *of = &tracks->at.at[track];

  tracks->machine = of->machine;
  if (of->form != PERFETTO_TRACK_THREAD)
    return perfetto_tracks_row (tracks, track, SLICE_OTHER);
  return import_tracks_row (
    tracks->rows,
    &(ImportRow){ .form = ROW_THREAD, .place = perfetto_tracks_place_of_thread (tracks, of->pid, of->tid) });
}

/* ---- counters ---- */

/* Adds what the name does not tell: the unit, and the thread that is counted for. */
static uint32_t
counter_name (PerfettoTracks *tracks, const Surroundings *around, uint32_t unit)
{
  size_t n_name, n_unit;
  const char *name = string_table_get (trace_builder_strings (tracks->builder), around->name, &n_name);
  const char *unit_text = string_table_get (trace_builder_strings (tracks->builder), unit, &n_unit);

  if (n_unit == 0 && !around->is_in_thread)
    return around->name;
  g_autoptr (GString) text = g_string_new_len (name, (gssize) MIN (n_name, NAME_BYTES_MAX));
  if (n_unit > 0)
    {
      g_string_append (text, " (");
      g_string_append_len (text, unit_text, (gssize) MIN (n_unit, NAME_BYTES_MAX));
      g_string_append_c (text, ')');
    }
  if (around->is_in_thread)
    g_string_append_printf (text, ", thread %" PRId64, around->tid);
  return trace_builder_string (tracks->builder, text->str, text->len);
}

uint32_t
perfetto_tracks_counter_row (PerfettoTracks *tracks, uint32_t track)
{
  PerfettoCounter *counter = perfetto_tracks_counter (tracks, track);

  if (counter == NULL)
    return TRACE_NONE;
  tracks->machine = tracks->at.at[track].machine;
  if (counter->row == TRACE_NONE)
    {
      const Surroundings around = look_around (tracks, track);

      counter->row = import_tracks_row (
        tracks->rows, &(ImportRow){
                        .form = ROW_NAMED_COUNTER,
                        .place = perfetto_tracks_process_place (tracks, around.has_pid, around.pid),
                        .a = counter_name (tracks, &around, counter->unit),
                      });
    }
  return counter->row;
}
