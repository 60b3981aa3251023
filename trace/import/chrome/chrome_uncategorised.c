/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_uncategorised.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/chrome/chrome_event_intervals.h"
#include "trace/model/slice_name_kind.h"
#include "trace/text/decimal_time.h"

/* The process that a track belongs to. */
typedef enum
{
  OF_NO_THREAD, /* slices of the track are left alone */
  OF_CPU_FUNCTIONS,
  OF_CUDA_FUNCTIONS,
  OF_OTHER_PROCESS,
  N_ORIGINS
} Origin;

/* The value for a name that was not examined yet. */
#define KIND_UNKNOWN N_SLICE_KINDS

typedef struct
{
  TraceBuilder *builder;
  ImportTracks *tracks;
  const StringTable *strings;
  SliceInput *slices; /* of the rank */
  size_t n_slices;
  uint32_t n_tracks;
  uint8_t *origin_of_track; /* an Origin */
  uint8_t *is_host_name;    /* by string id: a slice of a host thread has the name */
  uint8_t *is_range;        /* by slice: on the device, around the slices that stand for device work */
  size_t n_on_device;       /* slices on the process "CUDA functions" */
  uint8_t *kind_of_name[N_ORIGINS]; /* by string id: a SliceKind, or KIND_UNKNOWN */
  bool is_pytorch, is_rpd;
  bool has_aten_names;
} Naming;

static bool
is_text (const StringTable *strings, uint32_t id, const char *text)
{
  size_t length;
  const char *found = string_table_get (strings, id, &length);

  return length == strlen (text) && memcmp (found, text, length) == 0;
}

/* Slices of kind SLICE_OTHER are on the band of operators of their thread, or on a track of asynchronous ones. */
static Origin
origin_of (const Naming *naming, uint32_t track)
{
  const TraceTrack *of = trace_builder_track (naming->builder, track);

  if (of->kind != TRACK_OPERATORS)
    return OF_NO_THREAD;
  if (is_text (naming->strings, of->pid, "CPU functions"))
    return OF_CPU_FUNCTIONS;
  return is_text (naming->strings, of->pid, "CUDA functions") ? OF_CUDA_FUNCTIONS : OF_OTHER_PROCESS;
}

static bool
naming_init (Naming *naming)
{
  size_t n_names = string_table_count (naming->strings);
  bool ok;

  naming->origin_of_track = malloc ((size_t) naming->n_tracks + 1);
  naming->is_host_name = calloc (n_names + 1, 1);
  ok = naming->origin_of_track != NULL && naming->is_host_name != NULL;
  for (int i = 0; i < N_ORIGINS; i++)
    {
      naming->kind_of_name[i] = malloc (n_names + 1);
      if (naming->kind_of_name[i] != NULL)
        memset (naming->kind_of_name[i], KIND_UNKNOWN, n_names);
      ok = ok && naming->kind_of_name[i] != NULL;
    }
  for (uint32_t t = 0; t < naming->n_tracks && ok; t++)
    naming->origin_of_track[t] = (uint8_t) origin_of (naming, t);
  return ok;
}

static void
naming_clear (Naming *naming)
{
  free (naming->origin_of_track);
  free (naming->is_host_name);
  free (naming->is_range);
  for (int i = 0; i < N_ORIGINS; i++)
    free (naming->kind_of_name[i]);
}

static Origin
origin_of_slice (const Naming *naming, const SliceInput *slice)
{
  return slice->category == STRING_EMPTY && slice->kind == SLICE_OTHER && slice->track < naming->n_tracks
           ? (Origin) naming->origin_of_track[slice->track]
           : OF_NO_THREAD;
}

/* Finds which program wrote the file, from its processes and names. */
static void
find_writer (Naming *naming)
{
  for (size_t i = 0; i < naming->n_slices; i++)
    {
      const SliceInput *slice = &naming->slices[i];
      Origin origin = origin_of_slice (naming, slice);
      size_t length;

      if (origin == OF_NO_THREAD)
        continue;
      naming->is_pytorch = naming->is_pytorch || origin != OF_OTHER_PROCESS;
      naming->n_on_device += origin == OF_CUDA_FUNCTIONS;
      if (origin == OF_CUDA_FUNCTIONS || naming->is_host_name[slice->name])
        continue;
      naming->is_host_name[slice->name] = 1;
      const char *name = string_table_get (naming->strings, slice->name, &length);
      naming->has_aten_names = naming->has_aten_names || slice_name_is_aten (name, length);
    }
  naming->is_pytorch = naming->is_pytorch || naming->has_aten_names;
}

/* Finds the ranges among the intervals of operators. A kernel has a name that no slice of a host thread has. */
static bool
find_ranges (Naming *naming)
{
  size_t *picked = malloc ((naming->n_on_device + 1) * sizeof *picked);
  size_t n_picked = 0;

  naming->is_range = calloc (naming->n_slices + 1, 1);
  if (picked == NULL || naming->is_range == NULL)
    {
      free (picked);
      return false;
    }
  for (size_t i = 0; i < naming->n_slices; i++)
    if (origin_of_slice (naming, &naming->slices[i]) == OF_CUDA_FUNCTIONS
        && naming->is_host_name[naming->slices[i].name])
      picked[n_picked++] = i;
  chrome_event_intervals_find (naming->slices, picked, n_picked, naming->is_range);
  free (picked);
  return true;
}

static SliceKind
kind_of_rpd_name (const char *name, size_t length)
{
  static const char *const own[] = { "::writeRows", "hcc_activity_callback", "rpdflush" };

  for (size_t i = 0; i < G_N_ELEMENTS (own); i++)
    if (memmem (name, length, own[i], strlen (own[i])) != NULL)
      return SLICE_OVERHEAD;
  return slice_kind_of_host_name (name, length) == SLICE_CALL ? SLICE_CALL : SLICE_ANNOTATION;
}

static SliceKind
look_at_name (const Naming *naming, Origin origin, uint32_t id)
{
  size_t length;
  const char *name = string_table_get (naming->strings, id, &length);
  SliceKind kind;

  if (origin == OF_CUDA_FUNCTIONS)
    {
      kind = slice_kind_of_device_name (name, length);
      if (kind != SLICE_KERNEL)
        return kind;
      /* The interval of a range has the range's name. */
      kind = naming->is_host_name[id] ? look_at_name (naming, OF_CPU_FUNCTIONS, id)
                                      : slice_kind_of_host_name (name, length);
      return kind == SLICE_ANNOTATION ? SLICE_DEVICE_ANNOTATION : SLICE_KERNEL;
    }
  if (naming->is_rpd)
    return kind_of_rpd_name (name, length);
  if (!naming->is_pytorch)
    return slice_name_is_profiler_step (name, length) ? SLICE_ANNOTATION : SLICE_OTHER;
  kind = slice_kind_of_host_name (name, length);
  if (kind != SLICE_OTHER || origin != OF_CPU_FUNCTIONS || slice_name_is_device_work (name, length))
    return kind;
  return !naming->has_aten_names && slice_name_is_bare_operator (name, length) ? SLICE_OPERATOR
                                                                               : SLICE_ANNOTATION;
}

/* Returns the track for slices of that kind beside a track. */
static uint32_t
row_of (const Naming *naming, uint32_t track, SliceKind kind)
{
  const TraceTrack *of = trace_builder_track (naming->builder, track);
  ImportRow row = {
    .form = slice_kind_is_on_device (kind) ? ROW_DEVICE : ROW_HOST,
    .kind = kind,
    .place = import_tracks_place (naming->tracks, of->pid, of->tid),
    .b = -1, /* the exporter names no stream */
  };
  size_t length;
  const char *tid = string_table_get (naming->strings, of->tid, &length);

  if (row.form == ROW_DEVICE && (!decimal_to_integer (tid, length, &row.a) || row.a < 0 || row.a > INT32_MAX))
    row.a = -1;
  return import_tracks_row (naming->tracks, &row);
}

static void
name_slices (Naming *naming)
{
  uint32_t of_track = TRACE_NONE, row = TRACE_NONE; /* of the last slice that was moved */
  SliceKind of_kind = SLICE_OTHER;
  uint64_t n_named = 0;

  for (size_t i = 0; i < naming->n_slices; i++)
    {
      SliceInput *slice = &naming->slices[i];
      Origin origin = origin_of_slice (naming, slice);

      if (origin == OF_NO_THREAD)
        continue;
      uint8_t *known = &naming->kind_of_name[origin][slice->name];
      if (*known == KIND_UNKNOWN)
        *known = (uint8_t) look_at_name (naming, origin, slice->name);
      if (*known == SLICE_OTHER)
        continue;
      slice->kind = (SliceKind) *known;
      if (slice->kind == SLICE_KERNEL && naming->is_range != NULL && naming->is_range[i])
        slice->kind = SLICE_DEVICE_ANNOTATION;
      if (slice->track != of_track || slice->kind != of_kind)
        {
          of_track = slice->track;
          of_kind = slice->kind;
          row = row_of (naming, of_track, of_kind);
        }
      slice->track = row;
      n_named++;
    }
  if (!naming->is_rpd)
    trace_builder_add_health (naming->builder, HEALTH_SLICE_KIND_FROM_NAME, n_named, HEALTH_NO_OFFSET);
}

void
chrome_uncategorised_finish (TraceBuilder *builder, ImportTracks *tracks, bool is_rpd)
{
  Naming naming = {
    .builder = builder,
    .tracks = tracks,
    .is_rpd = is_rpd,
    .strings = trace_builder_strings (builder),
    .n_tracks = trace_builder_n_tracks (builder),
  };

  naming.slices = trace_builder_rank_slices (builder, &naming.n_slices);
  if (trace_builder_failed (builder))
    return;
  bool ok = naming_init (&naming);
  if (ok)
    find_writer (&naming);
  ok = ok && (naming.n_on_device == 0 || find_ranges (&naming));
  if (ok)
    name_slices (&naming);
  else
    trace_builder_set_failed (builder);
  naming_clear (&naming);
}
