/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/program_rank.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define MEGABYTE       INT64_C (1048576)
#define FIRST_ADDRESS  INT64_C (0x7f2e40000000)
#define BUFFER_SPACING (INT64_C (4096) * MEGABYTE)

/* H100 reports times in steps of 32 ns. */
#define DEVICE_CLOCK_NS 32

void
program_rank_require (bool ok)
{
  if (ok)
    return;
  fputs ("make_trace: out of memory\n", stderr);
  exit (EXIT_FAILURE);
}

void
program_rank_spend (Rank *rank, int64_t typical_ns)
{
  rank->host_ns += prng_jitter (&rank->prng, typical_ns * rank->pace.host / PACE_NOMINAL, 300);
}

static int64_t
innermost_external_id (const Rank *rank)
{
  for (size_t i = rank->n_open; i > 0; i--)
    if (rank->open[i - 1].external_id != 0)
      return rank->open[i - 1].external_id;
  return 0;
}

static bool
is_outermost (const Rank *rank)
{
  for (size_t i = 0; i < rank->n_open; i++)
    if (rank->open[i].kind == NODE_OP)
      return false;
  return true;
}

static void
open_node (Rank *rank, OpenNode node)
{
  assert (rank->n_open < MAX_OPEN);
  rank->open[rank->n_open++] = node;
}

static void
open_host_op (Rank *rank, const ProgramNode *node, int32_t number, const Scope *scope)
{
  bool annotation = node->kind == NODE_ANNOTATION;
  OpenNode open = { .kind = node->kind, .external_id = ++rank->last_external_id, .tail_ns = 1400 };
  int64_t grad = scope->first_grad + node->grad;
  bool recorded = !annotation && node->grad != NO_GRAD;

  program_rank_spend (rank, annotation ? 2200 : 5200);
  if (rank->record != NULL)
    {
      HostOp op = {
        .name = node->name,
        .number = number,
        .inputs = node->inputs,
        .begin_ns = rank->host_ns,
        .external_id = open.external_id,
        .sequence = recorded ? grad : NO_SEQUENCE,
        .flow_id = recorded ? grad + 1 : 0,
        .collective_elements = node->collective ? scope->collective_elements : 0,
        .frame = scope->thread == THREAD_MAIN ? rank->innermost_frame : NO_FRAME,
        .thread = scope->thread,
        .annotation = annotation,
        .backward = node->backward,
        .outermost = is_outermost (rank),
      };

      open.at = rank->record->host_ops.n;
      program_rank_require (host_op_column_push (&rank->record->host_ops, op));
      if (annotation)
        {
          assert (rank->n_ranges < MAX_RANGES);
          rank->ranges[rank->n_ranges++] =
            (PendingRange){ .host_op = open.at, .first = rank->record->device_ops.n };
        }
    }
  open_node (rank, open);
  program_rank_spend (rank, annotation ? 900 : 2600);
}

static void
open_frame (Rank *rank, const ProgramNode *node, int32_t number)
{
  OpenNode open = { .kind = NODE_FRAME, .tail_ns = 700 };
  int64_t id = ++rank->last_python_id;

  program_rank_spend (rank, 1600);
  if (rank->record != NULL)
    {
      PythonFrameColumn *frames = &rank->record->frames;
      size_t parent = rank->innermost_frame;
      PythonFrame frame = { .name = node->name,
                            .number = number,
                            .begin_ns = rank->host_ns,
                            .id = id,
                            .parent_id = parent == NO_FRAME ? PYTHON_ID_MAIN : frames->at[parent].id,
                            .parent = parent };

      open.at = frames->n;
      program_rank_require (python_frame_column_push (frames, frame));
      rank->innermost_frame = open.at;
    }
  open_node (rank, open);
}

static void
close_range (Rank *rank, size_t host_op)
{
  for (size_t i = rank->n_ranges; i > 0; i--)
    if (rank->ranges[i - 1].host_op == host_op)
      {
        rank->ranges[i - 1].end = rank->record->device_ops.n;
        return;
      }
}

static void
close_node (Rank *rank)
{
  OpenNode node = rank->open[--rank->n_open];

  program_rank_spend (rank, node.tail_ns);
  if (rank->record == NULL)
    return;

  if (node.kind == NODE_FRAME)
    {
      PythonFrame *frame = &rank->record->frames.at[node.at];

      frame->end_ns = rank->host_ns;
      rank->innermost_frame = frame->parent;
    }
  else
    {
      rank->record->host_ops.at[node.at].end_ns = rank->host_ns;
      if (node.kind == NODE_ANNOTATION)
        close_range (rank, node.at);
    }
}

static void
allocate (Rank *rank, const ProgramNode *node, const Scope *scope)
{
  int64_t bytes = node->megabytes * MEGABYTE;
  int64_t layer = scope->layer < 0 ? 0 : scope->layer + 1;
  MemoryEvent event;

  program_rank_spend (rank, 900);
  rank->allocated_bytes += bytes;
  if (rank->record == NULL)
    return;

  event =
    (MemoryEvent){ .at_ns = rank->host_ns,
                   .thread = scope->thread,
                   .bytes = bytes,
                   .address = FIRST_ADDRESS + (layer * MAX_LAYER_BUFFERS + node->buffer) * BUFFER_SPACING,
                   .total_allocated_bytes = rank->allocated_bytes };
  program_rank_require (memory_event_column_push (&rank->record->memory, event));
}

/* The call has begun at the host's time and takes its usual time; the caller may let it last
 * longer. */
static CudaCall
begin_call (Rank *rank, CallId id, HostThread thread)
{
  CudaCall call = { .call = id, .thread = thread, .correlation = ++rank->last_correlation };

  program_rank_spend (rank, 700);
  call.begin_ns = rank->host_ns;
  call.external_id = innermost_external_id (rank);
  program_rank_spend (rank, cuda_calls[id].duration_ns);
  /* Now and then the driver takes a lock or the scheduler the thread. */
  if (prng_below (&rank->prng, 300) == 0)
    rank->host_ns += 30000 + (int64_t) prng_below (&rank->prng, 90000);
  call.end_ns = rank->host_ns;
  return call;
}

static void
record_call (Rank *rank, const CudaCall *call)
{
  rank->host_ns = call->end_ns;
  if (rank->record != NULL)
    program_rank_require (cuda_call_column_push (&rank->record->calls, *call));
}

static void
record_device_op (Rank *rank, DeviceOp op, const CudaCall *call)
{
  if (rank->record == NULL)
    return;
  op.correlation = call->correlation;
  op.external_id = call->external_id;
  program_rank_require (device_op_column_push (&rank->record->device_ops, op));
}

static int64_t
device_duration (Rank *rank, WorkId work)
{
  int64_t typical_ns = device_works[work].duration_ns * rank->speed_permille / 1000;
  int64_t ns = prng_jitter (&rank->prng, typical_ns * rank->pace.device / PACE_NOMINAL, 15);

  if (work == WORK_SLOWER)
    ns += ns * rank->slower_permille / 1000;
  return (ns / DEVICE_CLOCK_NS + 1) * DEVICE_CLOCK_NS;
}

/* Queues work on the compute stream; it starts at earliest_ns or when the stream is free. */
static void
enqueue (Rank *rank, const CudaCall *call, WorkId work, int64_t earliest_ns, int32_t graph_node)
{
  int64_t *free_ns = &rank->stream_free_ns[STREAM_COMPUTE];
  int64_t gap_ns = DEVICE_CLOCK_NS * (26 + (int64_t) prng_below (&rank->prng, 16));
  DeviceOp op = { .work = work, .stream = STREAM_COMPUTE, .graph_node = graph_node };

  op.begin_ns = max_ns (earliest_ns, *free_ns + gap_ns);
  op.end_ns = op.begin_ns + device_duration (rank, work);
  *free_ns = op.end_ns;
  record_device_op (rank, op, call);
}

static int64_t
arrival_ns (Rank *rank, const CudaCall *call)
{
  return call->begin_ns + cuda_calls[call->call].duration_ns / 2 + prng_jitter (&rank->prng, 2600, 350);
}

static void
launch (Rank *rank, WorkId work, const Scope *scope)
{
  CudaCall call = begin_call (rank, device_works[work].call, scope->thread);
  int64_t earliest_ns = arrival_ns (rank, &call);

  if (work == WORK_ALL_REDUCE)
    {
      /* The collective stream waits for the gradients, which are the last work queued so far. */
      PendingReduction *reduction = &rank->reductions[rank->n_reductions++];

      *reduction = (PendingReduction){
        .device_op = rank->record != NULL ? rank->record->device_ops.n : 0,
        .ready_ns = max_ns (earliest_ns, rank->stream_free_ns[STREAM_COMPUTE] + 1500),
        .elements = scope->collective_elements,
      };
      record_device_op (rank,
                        (DeviceOp){ .work = work,
                                    .stream = STREAM_COLLECTIVE,
                                    .collective_elements = scope->collective_elements },
                        &call);
    }
  else
    enqueue (rank, &call, work, earliest_ns, 0);
  record_call (rank, &call);
}

static void
launch_graph (Rank *rank, const Scope *scope)
{
  CudaCall call = begin_call (rank, CALL_GRAPH_LAUNCH, scope->thread);
  int64_t earliest_ns = arrival_ns (rank, &call);

  for (int32_t i = 0; i < N_GRAPH_WORKS; i++)
    enqueue (rank, &call, graph_works[i], earliest_ns, i + 1);
  record_call (rank, &call);
}

/* Blocks the host until until_ns and leaves a record of it on the device. */
static void
wait_for_device (Rank *rank, CudaCall *call, int64_t until_ns, SyncKind kind, Stream stream)
{
  DeviceOp op = { .sync = kind, .stream = stream };

  call->end_ns = max_ns (call->end_ns, until_ns + prng_jitter (&rank->prng, 5200, 300));
  op.begin_ns = call->begin_ns + 640;
  op.end_ns = call->end_ns - 480;
  record_device_op (rank, op, call);
}

static void
hold_stream (Rank *rank, const CudaCall *call, Stream held)
{
  int64_t begin_ns = call->begin_ns + 416;
  int64_t *free_ns = rank->stream_free_ns;
  DeviceOp op = { .sync = SYNC_STREAM_WAIT_EVENT,
                  .stream = held,
                  .begin_ns = begin_ns,
                  .end_ns = begin_ns + 384,
                  .event_correlation = rank->last_event_correlation };

  /* The collective stream's wait is part of each reduction's ready_ns. */
  if (held == STREAM_COMPUTE)
    free_ns[STREAM_COMPUTE] = max_ns (free_ns[STREAM_COMPUTE], free_ns[STREAM_COLLECTIVE]);
  record_device_op (rank, op, call);
}

static void
plain_call (Rank *rank, const ProgramNode *node, const Scope *scope)
{
  CudaCall call = begin_call (rank, node->call, scope->thread);
  const int64_t *free_ns = rank->stream_free_ns;

  switch (node->call)
    {
    case CALL_STREAM_SYNCHRONIZE:
      wait_for_device (rank, &call, free_ns[STREAM_COMPUTE], SYNC_STREAM, STREAM_COMPUTE);
      break;
    case CALL_DEVICE_SYNCHRONIZE:
      wait_for_device (rank, &call, max_ns (free_ns[STREAM_COMPUTE], free_ns[STREAM_COLLECTIVE]),
                       SYNC_CONTEXT, STREAM_NONE);
      break;
    case CALL_STREAM_WAIT_EVENT:
      hold_stream (rank, &call, node->stream);
      break;
    case CALL_EVENT_RECORD:
      rank->last_event_correlation = call.correlation;
      break;
    default:
      break;
    }
  record_call (rank, &call);
}

static void
run_node (Rank *rank, const ProgramNode *node, const Scope *scope)
{
  int32_t number = node->module_first;

  switch (node->kind)
    {
    case NODE_OP:
    case NODE_ANNOTATION:
      open_host_op (rank, node, NO_NUMBER, scope);
      break;
    case NODE_FRAME:
      if (scope->layer >= 0 && number != NO_NUMBER)
        number += scope->layer * node->module_step;
      if (rank->python_frames)
        open_frame (rank, node, number);
      break;
    case NODE_LAUNCH:
      launch (rank, node->work, scope);
      break;
    case NODE_GRAPH:
      launch_graph (rank, scope);
      break;
    case NODE_CALL:
      plain_call (rank, node, scope);
      break;
    case NODE_ALLOCATE:
      allocate (rank, node, scope);
      break;
    case NODE_WAIT:
      if (node->wait_ns != 0)
        program_rank_spend (rank, node->wait_ns);
      else
        rank->host_ns += prng_jitter (&rank->prng, scope->wait_ns, 25);
      break;
    }
}

void
program_rank_run (Rank *rank, const Program *program, const Scope *scope)
{
  /* Depths of the program's open nodes: those left out (frames) have none, so depth is not n_open.
   */
  uint8_t depths[MAX_OPEN];
  size_t n_before = rank->n_open;

  for (size_t i = 0; i < program->n; i++)
    {
      const ProgramNode *node = &program->nodes[i];

      while (rank->n_open > n_before && depths[rank->n_open - n_before - 1] >= node->depth)
        close_node (rank);

      size_t n_open = rank->n_open;
      run_node (rank, node, scope);
      if (rank->n_open > n_open)
        depths[n_open - n_before] = node->depth;
    }
  while (rank->n_open > n_before)
    close_node (rank);
}

void
program_rank_open_annotation (Rank *rank, const char *name, int32_t number)
{
  ProgramNode node = { .kind = NODE_ANNOTATION, .name = name };

  open_host_op (rank, &node, number, &(Scope){ .thread = THREAD_MAIN });
}

void
program_rank_open_frame (Rank *rank, const char *name)
{
  ProgramNode node = { .kind = NODE_FRAME, .name = name };

  if (rank->python_frames)
    open_frame (rank, &node, NO_NUMBER);
}

void
program_rank_close_frame (Rank *rank)
{
  if (rank->python_frames)
    close_node (rank);
}

void
program_rank_close_annotation (Rank *rank)
{
  close_node (rank);
}
