/* SPDX-License-Identifier: Apache-2.0
 *
 * TrackEvents: slices, instants, counters, arrows. */

#pragma once

#include "trace/import/perfetto/perfetto_import.h"

/* Events with more annotations are read twice. */
#define PERFETTO_ANNOTATIONS_MAX 24

/* The fields of an event that are needed before the others can be read. */
typedef struct
{
  ProtobufSpan span; /* all of it */
  uint32_t type;
  bool has_track, has_integer, has_double, has_packed_flows, has_extras;
  bool has_delta, has_absolute;
  uint64_t track_uuid;
  int64_t integer; /* of a counter */
  double number;
  int64_t delta_us, absolute_us;
  uint32_t name, category; /* strings; the category as it is shown */
  SliceKind kind;
  uint64_t flow;        /* the first one that is not packed */
  uint32_t flow_number; /* its field */
  unsigned n_flows;     /* fields of flows */
  bool has_submission, has_wait;
  uint64_t submission; /* id of the event of a render stage */
  ProtobufSpan gpu;    /* its GpuCorrelation */

  bool has_legacy;
  ProtobufSpan legacy;

  unsigned n_annotations;
  ProtobufSpan annotations[PERFETTO_ANNOTATIONS_MAX]; /* the first of them */
} PerfettoEvent;

/* Reads the event of a packet. Returns whether it was taken; if not, *ret_why says why it is skipped. */
bool perfetto_read_track_event (PerfettoImport *import,
                                const PerfettoPacket *packet,
                                ProtobufSpan span,
                                HealthId *ret_why);

/* Returns the track of an event that is on no thread of its own. */
uint32_t
perfetto_event_track (PerfettoImport *import, const PerfettoPacket *packet, const PerfettoEvent *event);

/* Writes the arguments of an event. */
uint64_t perfetto_event_args (PerfettoImport *import,
                              const PerfettoPacket *packet,
                              const PerfettoEvent *event,
                              int64_t *ret_correlation);

/* Adds the event's ends of arrows. */
void perfetto_event_flows (PerfettoImport *import,
                           const PerfettoPacket *packet,
                           const PerfettoEvent *event,
                           uint32_t track,
                           int64_t time_ns,
                           uint32_t slice);

/* Begins a slice of the event, ends one, or adds an instant; what they return is the index of a slice. */
uint32_t perfetto_event_begin (PerfettoImport *import,
                               const PerfettoPacket *packet,
                               const PerfettoEvent *event,
                               uint32_t track,
                               int64_t time_ns,
                               int64_t dur_ns); /* -1 if it has not ended */
uint32_t perfetto_event_end (PerfettoImport *import,
                             const PerfettoPacket *packet,
                             const PerfettoEvent *event,
                             uint32_t track,
                             int64_t time_ns);
void perfetto_event_instant (PerfettoImport *import,
                             const PerfettoPacket *packet,
                             const PerfettoEvent *event,
                             uint32_t track,
                             int64_t time_ns,
                             char scope);

/* Takes an event of an old writer, which has a phase of the Chrome trace format instead of a type. Returns false if it was
 * skipped. */
bool perfetto_read_legacy (PerfettoImport *import,
                           const PerfettoPacket *packet,
                           const PerfettoEvent *event,
                           int64_t time_ns,
                           HealthId *ret_why);
