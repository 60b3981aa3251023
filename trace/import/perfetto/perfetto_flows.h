/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrows between slices: events that have a flow id in common, in order of time. A flow may be ended, so that its id
 * can be used again. Flows between calls and what they launched on a device are launches. */

#pragma once

#include "trace/import/perfetto/perfetto_slices.h"

typedef struct
{
  uint64_t id;
  int64_t time_ns;
  uint32_t track; /* index of PerfettoTracks; TRACE_NONE for a slice that is placed */
  uint32_t slice; /* or PERFETTO_NO_SLICE */
  bool ends;      /* terminates the flow */
} PerfettoFlowPoint;

COLUMN_DEFINE_LARGE (PerfettoFlowPointColumn, perfetto_flow_point_column, PerfettoFlowPoint)

/* A slice that waited for an event of a render stage. */
typedef struct
{
  uint64_t event_id;
  uint32_t slice;
} PerfettoWait;

COLUMN_DEFINE (PerfettoWaitColumn, perfetto_wait_column, PerfettoWait)

/* The slice of an event of a render stage. */
typedef struct
{
  uint64_t event_id;
  uint32_t slice;
} PerfettoStageEvent;

COLUMN_DEFINE (PerfettoStageEventColumn, perfetto_stage_event_column, PerfettoStageEvent)

/* An event of a render stage that a call submitted with others. */
typedef struct
{
  uint64_t event_id, first; /* first: the one that the call's correlation is that of */
} PerfettoSubmission;

COLUMN_DEFINE (PerfettoSubmissionColumn, perfetto_submission_column, PerfettoSubmission)

typedef struct
{
  PerfettoSlices *slices;
  PerfettoFlowPointColumn points;
  PerfettoWaitColumn waits;
  PerfettoStageEventColumn events;
  PerfettoSubmissionColumn submissions;
  bool has_submissions; /* calls say which events of render stages they submitted */
} PerfettoFlows;

void perfetto_flows_clear (PerfettoFlows *flows);

void perfetto_flows_add (PerfettoFlows *flows, const PerfettoFlowPoint *point);
void perfetto_flows_add_wait (PerfettoFlows *flows, uint64_t event_id, uint32_t slice);

void perfetto_flows_add_event (PerfettoFlows *flows, uint64_t event_id, uint32_t slice);

/* Notes that a call which submitted the event `first` submitted this one, too. */
void perfetto_flows_add_submission (PerfettoFlows *flows, uint64_t event_id, uint64_t first);

/* Returns the correlation id of a call that submitted the event of a render stage. 0 would mean none. */
int64_t perfetto_flows_correlation (uint64_t event_id);

/* Gives the arrows to the builder. Call it after perfetto_slices_finish (). */
void perfetto_flows_finish (PerfettoFlows *flows);
