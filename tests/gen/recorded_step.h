/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that happened on one rank in one training step, before it becomes text.
 *
 * Times are absolute (Unix epoch) nanoseconds. Strings are static. Lists are in the order of the
 * events' begins on the host; device_ops are in the order of their launches, so that correlations
 * ascend in both calls and device_ops. */

#pragma once

#include "tests/gen/cuda_call.h"
#include "tests/gen/device_work.h"
#include "trace/container/column.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum
{
  THREAD_MAIN,
  THREAD_AUTOGRAD,
  N_HOST_THREADS
} HostThread;

typedef enum
{
  STREAM_COMPUTE,
  STREAM_COLLECTIVE,
  N_STREAMS,
  STREAM_NONE = N_STREAMS /* context-wide records */
} Stream;

#define NO_NUMBER   (-1)
#define NO_SEQUENCE (-1)
#define NO_FRAME    SIZE_MAX

/* An operator (cpu_op) or a record_function range (user_annotation). */
typedef struct
{
  const char *name;
  int32_t number;     /* appended to name, or NO_NUMBER */
  const char *inputs; /* JSON members of the recorded shapes, or NULL */
  int64_t begin_ns, end_ns;
  int64_t external_id;
  int64_t sequence;            /* of autograd, or NO_SEQUENCE */
  int64_t flow_id;             /* forward-backward arrow; 0: none */
  int64_t collective_elements; /* > 0: a record of a collective with that many */
  size_t frame;                /* innermost open Python frame, an index into frames, or NO_FRAME */
  HostThread thread;
  bool annotation;
  bool backward;
  bool outermost; /* no operator around it */
} HostOp;

typedef struct
{
  const char *name;
  int32_t number; /* of an nn.Module, appended to name; or NO_NUMBER */
  int64_t begin_ns, end_ns;
  int64_t id, parent_id;
  size_t parent; /* index into frames, or NO_FRAME: a frame of the whole run */
} PythonFrame;

typedef struct
{
  int64_t at_ns;
  HostThread thread;
  int64_t bytes; /* negative: freed */
  int64_t address;
  int64_t total_allocated_bytes;
} MemoryEvent;

typedef struct
{
  CallId call;
  HostThread thread;
  int64_t begin_ns, end_ns;
  int64_t correlation;
  int64_t external_id; /* 0: none */
} CudaCall;

typedef enum
{
  SYNC_NONE,
  SYNC_STREAM,
  SYNC_STREAM_WAIT_EVENT,
  SYNC_CONTEXT
} SyncKind;

/* A kernel, copy or fill, or the record of a synchronisation. */
typedef struct
{
  WorkId work; /* when sync is SYNC_NONE */
  SyncKind sync;
  Stream stream;
  int64_t begin_ns, end_ns;
  int64_t correlation;
  int64_t external_id;
  int64_t collective_elements; /* all reduces */
  int64_t event_correlation;   /* SYNC_STREAM_WAIT_EVENT: of the cudaEventRecord waited for */
  int32_t graph_node;          /* > 0: launched by a graph */
} DeviceOp;

/* What an annotation covered on one stream. */
typedef struct
{
  const char *name;
  int32_t number;
  int64_t begin_ns, end_ns;
  int64_t external_id;
  Stream stream;
} DeviceRange;

/* Time the profiler itself took. */
typedef struct
{
  const char *name;
  int64_t begin_ns, end_ns;
} Overhead;

COLUMN_DEFINE (HostOpColumn, host_op_column, HostOp)
COLUMN_DEFINE (PythonFrameColumn, python_frame_column, PythonFrame)
COLUMN_DEFINE (MemoryEventColumn, memory_event_column, MemoryEvent)
COLUMN_DEFINE (CudaCallColumn, cuda_call_column, CudaCall)
COLUMN_DEFINE (DeviceOpColumn, device_op_column, DeviceOp)
COLUMN_DEFINE (DeviceRangeColumn, device_range_column, DeviceRange)
COLUMN_DEFINE (OverheadColumn, overhead_column, Overhead)

/* All zero is an empty record. */
typedef struct
{
  HostOpColumn host_ops;
  PythonFrameColumn frames;
  MemoryEventColumn memory;
  CudaCallColumn calls;
  DeviceOpColumn device_ops;
  DeviceRangeColumn ranges;
  OverheadColumn overheads;
} RecordedStep;

/* Empties the record but keeps its memory for the next step. */
void recorded_step_reset (RecordedStep *record);

void recorded_step_clear (RecordedStep *record);

/* Events of the record in a trace, arrows included. O(operators). */
int64_t recorded_step_n_events (const RecordedStep *record);
