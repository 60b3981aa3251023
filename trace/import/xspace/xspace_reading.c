/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_reading.h"

#include <inttypes.h>
#include <stdio.h>

/* Lines that count from 1970 do so from a later time than this; others from the begin of the recording. */
#define ABSOLUTE_NS INT64_C (100000000000000000)

/* The cores of a chip have planes of their own, with lines of the same ids. */
#define CORE_STREAMS 1000

/* ---- rows ---- */

static uint32_t
track_of (XSpaceReading *line, SliceKind kind)
{
  XSpaceImport *import = line->import;

  if (line->tracks[kind] == TRACE_NONE)
    {
      line->tracks[kind] =
        import_tracks_row (import->tracks, &(ImportRow){
                                             .form = line->is_device ? ROW_DEVICE : ROW_HOST,
                                             .kind = kind,
                                             .place = line->place,
                                             .a = line->plane->number,
                                             .b = line->stream,
                                           });
      if (line->is_device)
        import_tracks_set_device_track (import->tracks, line->place, line->tracks[kind]);
    }
  return line->tracks[kind];
}

void
xspace_reading_add_slice (XSpaceReading *line, SliceInput *slice)
{
  EventCounts *events = trace_builder_event_counts (line->import->builder);

  slice->track = track_of (line, slice->kind);
  trace_builder_add_slice (line->import->builder, slice);
  events->total++;
  events->slices++;
}

void
xspace_reading_add_instant (XSpaceReading *line, const SliceInput *slice)
{
  XSpaceImport *import = line->import;
  EventCounts *events = trace_builder_event_counts (import->builder);

  if (line->thread == TRACE_NONE)
    line->thread =
      import_tracks_row (import->tracks, &(ImportRow){ .form = ROW_THREAD, .place = line->place });
  trace_builder_add_instant (import->builder, &(TraceInstant){
                                                .track = line->thread,
                                                .name = slice->name,
                                                .category = slice->category,
                                                .scope = 't',
                                                .time_ns = slice->start_ns,
                                                .args = slice->args,
                                              });
  events->total++;
  events->instants++;
}

/* Producers and consumers of one type and id belong together. */
static void
add_flow_point (XSpaceReading *line, const SliceInput *slice, FlowPointPhase phase, int64_t type, uint64_t id)
{
  XSpaceImport *import = line->import;

  trace_builder_add_flow_point (import->builder,
                                &(FlowPoint){
                                  .key = id ^ (uint64_t) type * UINT64_C (0x9e3779b97f4a7c15),
                                  .category = import->flow_category,
                                  .place = import_tracks_flow_place (import->tracks, line->place),
                                  .time_ns = slice->start_ns,
                                  .phase = phase,
                                  .prefer = slice->kind,
                                });
  /* An end of an arrow is an event of its own in other formats. */
  trace_builder_event_counts (import->builder)->total++;
  trace_builder_event_counts (import->builder)->flows++;
}

void
xspace_reading_add_flows (XSpaceReading *line, const SliceInput *slice, const XSpaceFacts *facts)
{
  if (facts->has_consumer)
    add_flow_point (line, slice, FLOW_POINT_END, facts->consumer_type, facts->consumer);
  if (facts->has_producer)
    add_flow_point (line, slice, FLOW_POINT_START, facts->producer_type, facts->producer);
}

bool
xspace_reading_skip (XSpaceReading *line, HealthId id, int64_t offset)
{
  trace_builder_event_counts (line->import->builder)->skipped++;
  trace_builder_add_health (line->import->builder, id, 1, offset);
  return false;
}

/* ---- lines ---- */

static uint32_t
number_text (TraceBuilder *builder, int64_t number)
{
  char text[24];
  int length = snprintf (text, sizeof text, "%" PRId64, number);

  return trace_builder_string (builder, text, (size_t) length);
}

/* "/device:TPU:0 SparseCore 1": what follows the number of the device. */
static XSpaceText
core_of_plane (const XSpacePlane *plane)
{
  const char *name = xspace_text (plane, plane->name);
  const char *space = memchr (name, ' ', plane->name.length);
  size_t n_before = space != NULL ? (size_t) (space + 1 - name) : 0;

  if (space == NULL || plane->word == XSPACE_PLANE_OTHER)
    return (XSpaceText){ 0 };
  return (XSpaceText){ plane->name.at + n_before, plane->name.length - n_before };
}

static int64_t
streams_of_core (const XSpacePlane *plane, XSpaceText core)
{
  int64_t number = 0;

  for (size_t i = 0; i < core.length; i++)
    if (g_ascii_isdigit (xspace_text (plane, core)[i]) && number < 1000)
      number = 10 * number + (xspace_text (plane, core)[i] - '0');
  return core.length > 0 ? CORE_STREAMS * (number + 1) : 0;
}

static void
name_line (XSpaceReading *line, XSpaceText core)
{
  XSpaceImport *import = line->import;
  XSpaceText text = line->line->display.length > 0 ? line->line->display : line->line->name;
  g_autoptr (GString) name = g_string_new_len (xspace_text (line->plane, core), (gssize) core.length);

  if (core.length > 0 && text.length > 0)
    g_string_append_c (name, ' ');
  g_string_append_len (name, xspace_text (line->plane, text), (gssize) text.length);
  if (name->len > 0)
    import_tracks_describe (import->tracks,
                            &(ImportDescription){
                              .kind = DESCRIBES_THREAD_NAME,
                              .place = line->place,
                              .text = trace_builder_string (import->builder, name->str, name->len),
                            });
}

/* Planes of a host that have one name are kept apart; those of a device are one, which has its number once. */
static uint32_t
pid_of_plane (XSpaceImport *import, const XSpacePlane *plane)
{
  g_autoptr (GString) name = g_string_new_len (xspace_text (plane, plane->name), (gssize) plane->name.length);

  if (plane->nth > 0 && plane->word == XSPACE_PLANE_OTHER)
    g_string_append_printf (name, " (%" PRIu32 ")", plane->nth + 1);
  return trace_builder_string (import->builder, name->str, name->len);
}

void
xspace_reading_begin (XSpaceReading *line)
{
  XSpaceImport *import = line->import;
  const XSpacePlane *plane = line->plane;
  XSpaceText core = core_of_plane (plane);

  line->pid = pid_of_plane (import, plane);
  line->is_device =
    plane->word == XSPACE_PLANE_GPU || plane->word == XSPACE_PLANE_TPU || plane->word == XSPACE_PLANE_DEVICE;
  line->word = xspace_line_word (plane->word, xspace_text (plane, line->line->name), line->line->name.length);
  line->stream = line->line->id;
  if (core.length > 0
      && __builtin_add_overflow (line->line->id, streams_of_core (plane, core), &line->stream))
    line->stream = line->line->id;
  line->place =
    import_tracks_place (import->tracks, line->pid, number_text (import->builder, line->line->id));
  line->thread = TRACE_NONE;
  for (int i = 0; i < N_SLICE_KINDS; i++)
    line->tracks[i] = TRACE_NONE;
  name_line (line, core);
  line->is_absolute = line->line->begin_ns >= ABSOLUTE_NS;
  line->begin_ns = line->line->begin_ns - (line->is_absolute && import->has_start ? import->start_ns : 0);
  import->has_absolute = import->has_absolute || line->is_absolute;
}
