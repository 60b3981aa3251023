/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/training_run.h"

#include "tests/gen/prng.h"
#include "tests/gen/run_noise.h"
#include "tests/gen/step_program.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define MEGABYTE INT64_C (1048576)

/* Parameters, gradients and optimizer state of the model stay allocated. */
#define RESIDENT_BYTES (INT64_C (7340) * MEGABYTE)
#define FIRST_ADDRESS  INT64_C (0x7f2e40000000)
#define BUFFER_SPACING (INT64_C (4096) * MEGABYTE)

/* Elements of the gradient buckets, and the rate at which two ranks reduce bfloat16. */
#define LAYER_ELEMENTS      INT64_C (50335744)
#define HEAD_ELEMENTS       INT64_C (65536000)
#define REDUCE_BYTES_PER_US INT64_C (45000)

#define LOADER_NS        INT64_C (950000)
#define SLOW_LOADER_NS   INT64_C (40000000)
#define SLOW_LOADER_ODDS 40

/* H100 reports times in steps of 32 ns. */
#define DEVICE_CLOCK_NS 32

/* Numbers of the pseudo random streams that are not those of a rank. */
#define INJECTED_STREAM UINT64_C (0x10000)
#define NOISE_STREAM    UINT64_C (0x20000)

#define MAX_OPEN       24
#define MAX_RANGES     (MAX_LAYERS + 16)
#define MAX_REDUCTIONS (MAX_LAYERS + 2)

/* A node of a program that has begun and not ended. */
typedef struct
{
  NodeKind kind;
  size_t at;           /* in host_ops or frames */
  int64_t external_id; /* of operators and annotations, else 0 */
  int64_t tail_ns;     /* host time between the end of the last child and its own end */
} OpenNode;

/* An annotation whose extent on the device is known only when its collectives have ended. */
typedef struct
{
  size_t host_op;
  size_t first, end; /* device operations launched inside */
} PendingRange;

/* An all reduce that waits for the other ranks. */
typedef struct
{
  size_t device_op; /* in the record */
  int64_t ready_ns; /* launched, gradients computed */
  int64_t elements;
} PendingReduction;

/* What differs between the runs of a program. */
typedef struct
{
  int layer; /* n_layers for the head, -1 for everything else */
  HostThread thread;
  int64_t first_grad;          /* sequence number of slot 0 */
  int64_t collective_elements; /* of the bucket */
  int64_t wait_ns;             /* for waits that have none of their own */
} Scope;

/* One rank. Without a record it only keeps time. */
typedef struct
{
  Prng prng;
  Prng injected_prng;      /* of what is injected, which must not move the numbers of the rest */
  Pace pace;               /* of the step */
  int64_t speed_permille;  /* device time, 1000 is nominal: no two GPUs are equally fast */
  int64_t slower_permille; /* that WORK_SLOWER takes longer */
  RecordedStep *record;    /* borrowed; NULL on the ranks that are not recorded */
  bool python_frames;

  int64_t host_ns;
  int64_t stream_free_ns[N_STREAMS];
  int64_t allocated_bytes;
  int64_t last_external_id, last_correlation, last_python_id;
  int64_t last_event_correlation;

  OpenNode open[MAX_OPEN];
  size_t n_open;
  size_t innermost_frame;
  PendingRange ranges[MAX_RANGES];
  size_t n_ranges;
  PendingReduction reductions[MAX_REDUCTIONS];
  size_t n_reductions;
} Rank;

struct _TrainingRun
{
  TrainingConfig config;
  Prng prng; /* what all ranks share: the storage behind the data loaders */
  RunNoise noise;
  int n_steps;
  Rank ranks[]; /* world_size */
};

static void
require (bool ok)
{
  if (ok)
    return;
  fputs ("make_trace: out of memory\n", stderr);
  exit (EXIT_FAILURE);
}

static int64_t
max_ns (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

static void
spend (Rank *rank, int64_t typical_ns)
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

  spend (rank, annotation ? 2200 : 5200);
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
      require (host_op_column_push (&rank->record->host_ops, op));
      if (annotation)
        {
          assert (rank->n_ranges < MAX_RANGES);
          rank->ranges[rank->n_ranges++] =
            (PendingRange){ .host_op = open.at, .first = rank->record->device_ops.n };
        }
    }
  open_node (rank, open);
  spend (rank, annotation ? 900 : 2600);
}

static void
open_frame (Rank *rank, const ProgramNode *node, int32_t number)
{
  OpenNode open = { .kind = NODE_FRAME, .tail_ns = 700 };
  int64_t id = ++rank->last_python_id;

  spend (rank, 1600);
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
      require (python_frame_column_push (frames, frame));
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

  spend (rank, node.tail_ns);
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

  spend (rank, 900);
  rank->allocated_bytes += bytes;
  if (rank->record == NULL)
    return;

  event =
    (MemoryEvent){ .at_ns = rank->host_ns,
                   .thread = scope->thread,
                   .bytes = bytes,
                   .address = FIRST_ADDRESS + (layer * MAX_LAYER_BUFFERS + node->buffer) * BUFFER_SPACING,
                   .total_allocated_bytes = rank->allocated_bytes };
  require (memory_event_column_push (&rank->record->memory, event));
}

/* The call has begun at the host's time and takes its usual time; the caller may let it last
 * longer. */
static CudaCall
begin_call (Rank *rank, CallId id, HostThread thread)
{
  CudaCall call = { .call = id, .thread = thread, .correlation = ++rank->last_correlation };

  spend (rank, 700);
  call.begin_ns = rank->host_ns;
  call.external_id = innermost_external_id (rank);
  spend (rank, cuda_calls[id].duration_ns);
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
    require (cuda_call_column_push (&rank->record->calls, *call));
}

static void
record_device_op (Rank *rank, DeviceOp op, const CudaCall *call)
{
  if (rank->record == NULL)
    return;
  op.correlation = call->correlation;
  op.external_id = call->external_id;
  require (device_op_column_push (&rank->record->device_ops, op));
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
        spend (rank, node->wait_ns);
      else
        rank->host_ns += prng_jitter (&rank->prng, scope->wait_ns, 25);
      break;
    }
}

static void
run_program (Rank *rank, const Program *program, const Scope *scope)
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

static void
open_annotation (Rank *rank, const char *name, int32_t number)
{
  ProgramNode node = { .kind = NODE_ANNOTATION, .name = name };

  open_host_op (rank, &node, number, &(Scope){ .thread = THREAD_MAIN });
}

static void
open_plain_frame (Rank *rank, const char *name)
{
  ProgramNode node = { .kind = NODE_FRAME, .name = name };

  if (rank->python_frames)
    open_frame (rank, &node, NO_NUMBER);
}

static void
close_plain_frame (Rank *rank)
{
  if (rank->python_frames)
    close_node (rank);
}

static void
run_forward (Rank *rank, int n_layers, int64_t first_grad)
{
  Scope scope = { .layer = -1, .thread = THREAD_MAIN, .first_grad = first_grad };

  open_annotation (rank, "## forward ##", NO_NUMBER);
  open_plain_frame (rank, "torch/nn/parallel/distributed.py(1631): forward");
  open_plain_frame (rank, "model.py(139): forward");
  run_program (rank, &embed_tokens, &scope);
  run_program (rank, &rotary_graph, &scope);
  for (int i = 0; i < n_layers; i++)
    {
      scope.layer = i;
      scope.first_grad = first_grad + 1 + (int64_t) i * N_LAYER_GRADS;
      run_program (rank, &layer_forward, &scope);
    }
  scope.layer = n_layers;
  scope.first_grad = first_grad + (int64_t) n_layers * N_LAYER_GRADS;
  run_program (rank, &head_forward, &scope);
  close_plain_frame (rank);
  close_plain_frame (rank);
  close_node (rank);
}

static void
run_backward_program (Rank *rank, const Program *program, const Scope *scope, bool distributed)
{
  run_program (rank, program, scope);
  if (distributed)
    run_program (rank, &reduce_bucket, scope);
}

static void
run_backward (Rank *rank, int n_layers, int64_t first_grad, bool distributed)
{
  Scope scope = { .layer = n_layers,
                  .thread = THREAD_AUTOGRAD,
                  .first_grad = first_grad + (int64_t) n_layers * N_LAYER_GRADS,
                  .collective_elements = HEAD_ELEMENTS };

  open_annotation (rank, "## backward ##", NO_NUMBER);
  open_plain_frame (rank, "torch/_tensor.py(592): backward");
  open_plain_frame (rank, "torch/autograd/graph.py(825): _engine_run_backward");
  spend (rank, 60000); /* the autograd thread wakes up */

  run_backward_program (rank, &head_backward, &scope, distributed);
  scope.collective_elements = LAYER_ELEMENTS;
  for (int i = n_layers - 1; i >= 0; i--)
    {
      scope.layer = i;
      scope.first_grad = first_grad + 1 + (int64_t) i * N_LAYER_GRADS;
      run_backward_program (rank, &layer_backward, &scope, distributed);
    }
  scope.layer = -1;
  scope.first_grad = first_grad;
  scope.collective_elements = HEAD_ELEMENTS;
  run_backward_program (rank, &embedding_backward, &scope, distributed);
}

/* Runs a program that the run without the injection does not have. */
static void
run_injected_program (Rank *rank, const Program *program, const Scope *scope)
{
  Prng kept = rank->prng;

  rank->prng = rank->injected_prng;
  run_program (rank, program, scope);
  rank->injected_prng = rank->prng;
  rank->prng = kept;
}

/* The parts of a step up to and including the backward pass: on each rank by itself. */
static void
begin_step (Rank *rank, const TrainingConfig *config, int index, int64_t loader_ns)
{
  int64_t n_grads = (int64_t) config->n_layers * N_LAYER_GRADS + N_STEP_GRADS;
  Scope scope = { .layer = -1, .thread = THREAD_MAIN, .wait_ns = loader_ns };
  int64_t overhead_ns;

  rank->n_ranges = 0;
  rank->n_reductions = 0;
  rank->innermost_frame = NO_FRAME;

  /* CUPTI needs a new buffer every few steps. */
  overhead_ns = index % 4 == 0 ? prng_jitter (&rank->prng, 380000, 400) : 0;
  if (overhead_ns > 0 && rank->record != NULL)
    require (
      overhead_column_push (&rank->record->overheads,
                            (Overhead){ .name = index % 8 == 0 ? "Activity Buffer Request" : "Buffer Flush",
                                        .begin_ns = rank->host_ns,
                                        .end_ns = rank->host_ns + overhead_ns }));
  rank->host_ns += overhead_ns;

  open_annotation (rank, "ProfilerStep#", config->first_step_number + index);
  open_plain_frame (rank, "train.py(137): train_step");
  run_program (rank, &load_batch, &scope);
  run_program (rank, &copy_batch, &scope);
  if (config->injection.added_memcpy)
    run_injected_program (rank, &copy_mask, &scope);
  run_forward (rank, config->n_layers, index * n_grads);
  run_program (rank, &loss_item, &scope);
  run_backward (rank, config->n_layers, index * n_grads, config->world_size > 1);
}

/* Lets the collectives of the step wait for the end of the backward pass, whose work is the last queued so far. */
static void
delay_reductions (Rank *rank)
{
  for (size_t i = 0; i < rank->n_reductions; i++)
    rank->reductions[i].ready_ns =
      max_ns (rank->reductions[i].ready_ns, rank->stream_free_ns[STREAM_COMPUTE] + 1500);
}

/* Lets the collectives of the step meet. A ring is as late as its last member. */
static void
meet (TrainingRun *run)
{
  int world_size = run->config.world_size;

  if (run->config.injection.removed_overlap)
    for (int r = 0; r < world_size; r++)
      delay_reductions (&run->ranks[r]);
  for (size_t i = 0; i < run->ranks[0].n_reductions; i++)
    {
      int64_t elements = run->ranks[0].reductions[i].elements;
      int64_t transfer_ns = elements * 2 * 1000 / REDUCE_BYTES_PER_US;
      int64_t all_started_ns = 0;
      int64_t begin_ns[MAX_WORLD_SIZE];

      for (int r = 0; r < world_size; r++)
        {
          Rank *rank = &run->ranks[r];

          begin_ns[r] = max_ns (rank->reductions[i].ready_ns, rank->stream_free_ns[STREAM_COLLECTIVE] + 1200);
          all_started_ns = max_ns (all_started_ns, begin_ns[r]);
        }
      transfer_ns = prng_jitter (&run->prng, transfer_ns, 30);
      for (int r = 0; r < world_size; r++)
        {
          Rank *rank = &run->ranks[r];
          int64_t end_ns = all_started_ns + transfer_ns + (int64_t) prng_below (&rank->prng, 1800);

          rank->stream_free_ns[STREAM_COLLECTIVE] = end_ns;
          if (rank->record != NULL)
            {
              DeviceOp *op = &rank->record->device_ops.at[rank->reductions[i].device_op];

              op->begin_ns = begin_ns[r];
              op->end_ns = end_ns;
            }
        }
    }
}

static void
end_step (Rank *rank, const TrainingConfig *config)
{
  Scope main_scope = { .layer = -1, .thread = THREAD_MAIN };
  Scope autograd_scope = { .layer = -1, .thread = THREAD_AUTOGRAD };

  if (config->world_size > 1)
    run_program (rank, &wait_buckets, &autograd_scope);
  spend (rank, 25000); /* back to the main thread */
  close_plain_frame (rank);
  close_plain_frame (rank);
  close_node (rank);

  open_annotation (rank, "## optimizer ##", NO_NUMBER);
  run_program (rank, &clip_gradients, &main_scope);
  run_program (rank, &optimizer_step, &main_scope);
  run_program (rank, &zero_gradients, &main_scope);
  close_node (rank);
  run_program (rank, &synchronize, &main_scope);
  run_program (rank, &log_step, &main_scope);
  close_plain_frame (rank);
  close_node (rank);
  spend (rank, 18000); /* Profiler.step () between two annotations */
}

/* Annotations appear on each stream from their first to their last operation there. */
static void
resolve_ranges (Rank *rank)
{
  RecordedStep *record = rank->record;

  for (size_t i = 0; i < rank->n_ranges; i++)
    {
      const PendingRange *pending = &rank->ranges[i];
      const HostOp *annotation = &record->host_ops.at[pending->host_op];
      DeviceRange ranges[N_STREAMS];

      for (Stream s = 0; s < N_STREAMS; s++)
        ranges[s] = (DeviceRange){ .name = annotation->name,
                                   .number = annotation->number,
                                   .begin_ns = INT64_MAX,
                                   .external_id = annotation->external_id,
                                   .stream = s };
      for (size_t j = pending->first; j < pending->end; j++)
        {
          const DeviceOp *op = &record->device_ops.at[j];
          DeviceRange *range;

          if (op->sync != SYNC_NONE)
            continue;
          range = &ranges[op->stream];
          if (op->begin_ns < range->begin_ns)
            range->begin_ns = op->begin_ns;
          range->end_ns = max_ns (range->end_ns, op->end_ns);
        }
      for (Stream s = 0; s < N_STREAMS; s++)
        if (ranges[s].end_ns > 0)
          require (device_range_column_push (&record->ranges, ranges[s]));
    }
}

static bool
loader_stalls (TrainingRun *run)
{
  /* Drawn in any case, so that the choice does not change the rest of the run. */
  bool by_chance = prng_below (&run->prng, SLOW_LOADER_ODDS) == 0;

  if (injection_slows_loader (&run->config.injection, run->n_steps))
    return true;
  if (run->config.slow_step == SLOW_STEP_BY_CHANCE)
    return by_chance;
  return run->config.slow_step == run->n_steps;
}

TrainingRun *
training_run_new (const TrainingConfig *config)
{
  size_t n_ranks = (size_t) config->world_size;
  uint64_t noise_seed = config->seed ^ prng_init (config->noise_seed, NOISE_STREAM).state;
  TrainingRun *run = calloc (1, sizeof *run + n_ranks * sizeof run->ranks[0]);

  require (run != NULL);
  run->config = *config;
  run->prng = prng_init (config->has_noise ? noise_seed : config->seed, 0);
  run->noise = run_noise_init (noise_seed);
  for (size_t r = 0; r < n_ranks; r++)
    {
      Rank *rank = &run->ranks[r];

      rank->prng = prng_init (config->seed, r + 1);
      rank->speed_permille = 994 + (int64_t) prng_below (&rank->prng, 24);
      rank->python_frames = config->python_frames;
      rank->host_ns = config->begin_ns + 250000 + (int64_t) prng_below (&rank->prng, 400000);
      rank->allocated_bytes = RESIDENT_BYTES;
      rank->last_python_id = PYTHON_ID_MAIN;
      rank->last_correlation = 2048;
      rank->slower_permille = config->injection.slower_permille;
      rank->injected_prng = prng_init (config->seed, INJECTED_STREAM + r);
      rank->pace = (Pace){ .host = PACE_NOMINAL, .device = PACE_NOMINAL };
      /* From here on the run has numbers of its own; it runs on the same devices. */
      if (config->has_noise)
        rank->prng = prng_init (noise_seed, r + 1);
    }
  return run;
}

void
training_run_free (TrainingRun *run)
{
  free (run);
}

void
training_run_step (TrainingRun *run, RecordedStep *record)
{
  const TrainingConfig *config = &run->config;
  Rank *recorded = &run->ranks[config->rank];
  int64_t loader_ns = prng_jitter (&run->prng, loader_stalls (run) ? SLOW_LOADER_NS : LOADER_NS, 60);

  recorded_step_reset (record);
  recorded->record = record;
  if (config->has_noise)
    {
      Pace pace = run_noise_next (&run->noise);

      for (int r = 0; r < config->world_size; r++)
        run->ranks[r].pace = pace;
    }
  for (int r = 0; r < config->world_size; r++)
    begin_step (&run->ranks[r], config, run->n_steps, loader_ns);
  meet (run);
  for (int r = 0; r < config->world_size; r++)
    end_step (&run->ranks[r], config);
  resolve_ranges (recorded);
  recorded->record = NULL;
  run->n_steps++;
}

int64_t
training_run_now_ns (const TrainingRun *run)
{
  return run->ranks[run->config.rank].host_ns;
}
