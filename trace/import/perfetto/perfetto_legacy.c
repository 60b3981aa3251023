/* SPDX-License-Identifier: Apache-2.0
 *
 * TrackEvents with a LegacyEvent: those of Chrome, and traces that were converted from JSON. Their phases are those of the
 * Chrome trace format. */

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/import/perfetto/perfetto_track_event.h"
#include "trace/import/tracks/item_index.h"

typedef struct
{
  uint64_t phase;
  bool has_duration, has_id, is_local, has_bind_id, has_pid, has_tid, has_scope;
  int64_t duration_us;
  uint64_t id, bind_id, scope;
  uint32_t id_scope; /* string */
  uint32_t name;     /* string */
  int32_t pid, tid;
} Legacy;

static bool
read_legacy (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span, Legacy *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Legacy){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    switch (field.number)
      {
      case LEGACY_NAME_IID:
        ret->name = perfetto_interned_text (import, packet, INTERNED_EVENT_NAMES, field.value);
        break;
      case LEGACY_PHASE:
        ret->phase = field.value;
        break;
      case LEGACY_DURATION_US:
        ret->has_duration = true;
        ret->duration_us = (int64_t) field.value;
        break;
      case LEGACY_LOCAL_ID:
        ret->is_local = true;
        ret->has_id = true;
        ret->id = field.value;
        break;
      case LEGACY_UNSCOPED_ID:
      case LEGACY_GLOBAL_ID:
        ret->has_id = true;
        ret->id = field.value;
        break;
      case LEGACY_ID_SCOPE:
        if (field.wire == PROTOBUF_BYTES)
          ret->id_scope = perfetto_string (import, &field);
        break;
      case LEGACY_BIND_ID:
        ret->has_bind_id = true;
        ret->bind_id = field.value;
        break;
      case LEGACY_INSTANT_SCOPE:
        ret->scope = field.value;
        break;
      case LEGACY_PID:
        ret->has_pid = true;
        ret->pid = (int32_t) field.value;
        break;
      case LEGACY_TID:
        ret->has_tid = true;
        ret->tid = (int32_t) field.value;
        break;
      default:
        break;
      }
  return state == PROTOBUF_END;
}

/* Returns the track of the thread that the event is on, which may be another than that of its sequence. */
static uint32_t
thread_track (PerfettoImport *import,
              const PerfettoPacket *packet,
              const PerfettoEvent *event,
              const Legacy *legacy)
{
  uint32_t track = perfetto_event_track (import, packet, event);
  const PerfettoTrack *of = perfetto_track (&import->tracks, track);

  if (!legacy->has_pid && !legacy->has_tid)
    return track;
  return perfetto_tracks_of_thread (&import->tracks, legacy->has_pid ? legacy->pid : of->pid,
                                    legacy->has_tid ? legacy->tid : of->tid);
}

/* Events of one id and category, or scope, are one row; local ids are those of a process. */
static uint32_t
async_track (PerfettoImport *import,
             const PerfettoPacket *packet,
             const PerfettoEvent *event,
             const Legacy *legacy)
{
  uint32_t thread = thread_track (import, packet, event, legacy);
  const PerfettoTrack *of = perfetto_track (&import->tracks, thread);
  uint32_t scope = legacy->id_scope != STRING_EMPTY ? legacy->id_scope : event->category;
  uint64_t id = item_hash_mix (legacy->id, scope);

  if (!legacy->has_id)
    return thread;
  id = item_hash_mix (id, legacy->is_local && of->has_pid ? (uint64_t) (uint32_t) of->pid + 1 : 0);
  return perfetto_tracks_of_id (&import->tracks, id, of->has_pid, of->pid);
}

static void
add_flow (PerfettoImport *import, uint32_t track, int64_t time_ns, uint32_t slice, uint64_t id, bool ends)
{
  perfetto_flows_add (
    &import->flows,
    &(PerfettoFlowPoint){ .id = id, .time_ns = time_ns, .track = track, .slice = slice, .ends = ends });
}

bool
perfetto_read_legacy (PerfettoImport *import,
                      const PerfettoPacket *packet,
                      const PerfettoEvent *legacy_event,
                      int64_t time_ns,
                      HealthId *ret_why)
{
  static const char scopes[] = { 't', 'g', 'p', 't' };
  PerfettoEvent event = *legacy_event;
  Legacy legacy;
  uint32_t track, slice = PERFETTO_NO_SLICE;
  int64_t dur_ns = 0;

  *ret_why = HEALTH_PERFETTO_PACKET_DAMAGED;
  if (!read_legacy (import, packet, event.legacy, &legacy))
    return false;
  if (event.name == STRING_EMPTY)
    event.name = legacy.name;
  track = thread_track (import, packet, &event, &legacy);
  switch (legacy.phase)
    {
    case 'B':
      slice = perfetto_event_begin (import, packet, &event, track, time_ns, -1);
      break;
    case 'E':
      slice = perfetto_event_end (import, packet, &event, track, time_ns);
      break;
    case 'X':
      *ret_why = HEALTH_EVENT_DURATION_INVALID;
      if (__builtin_mul_overflow (legacy.duration_us, INT64_C (1000), &dur_ns) || dur_ns > TRACE_TIME_MAX_NS)
        return false;
      if (!legacy.has_duration)
        perfetto_note (import, HEALTH_EVENT_DURATION_MISSING, packet);
      else if (dur_ns < 0)
        perfetto_note (import, HEALTH_EVENT_DURATION_NEGATIVE, packet);
      slice = perfetto_event_begin (import, packet, &event, track, time_ns, MAX (dur_ns, 0));
      break;
    case 'i':
    case 'I':
    case 'R':
      perfetto_event_instant (import, packet, &event, track, time_ns,
                              legacy.scope < sizeof scopes ? scopes[legacy.scope] : 't');
      break;
    case 'b':
    case 'S':
      track = async_track (import, packet, &event, &legacy);
      slice = perfetto_event_begin (import, packet, &event, track, time_ns, -1);
      break;
    case 'e':
    case 'F':
      track = async_track (import, packet, &event, &legacy);
      slice = perfetto_event_end (import, packet, &event, track, time_ns);
      break;
    case 'n':
      track = async_track (import, packet, &event, &legacy);
      perfetto_event_instant (import, packet, &event, track, time_ns, 't');
      break;
    case 's':
    case 't':
    case 'f':
      add_flow (import, track, time_ns, slice,
                item_hash_mix (legacy.has_bind_id ? legacy.bind_id : legacy.id, 1), legacy.phase == 'f');
      return true;
    case 0:
      *ret_why = HEALTH_EVENT_PHASE_MISSING;
      return false;
    default:
      perfetto_note_not_shown (import, packet);
      return true;
    }
  if (event.n_flows > 0 || event.has_wait)
    perfetto_event_flows (import, packet, &event, track, time_ns, slice);
  if (legacy.has_bind_id)
    add_flow (import, track, time_ns, slice, item_hash_mix (legacy.bind_id, 2), false);
  return true;
}
