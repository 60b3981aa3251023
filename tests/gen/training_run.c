/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/training_run.h"

#include "tests/gen/program_rank.h"

#include <stdlib.h>

/* Parameters, gradients and optimizer state of the model stay allocated. */
#define RESIDENT_BYTES (INT64_C (7340) << 20)

/* Elements of the gradient buckets, and the rate at which two ranks reduce bfloat16. */
#define LAYER_ELEMENTS      INT64_C (50335744)
#define HEAD_ELEMENTS       INT64_C (65536000)
#define REDUCE_BYTES_PER_US INT64_C (45000)

#define LOADER_NS        INT64_C (950000)
#define SLOW_LOADER_NS   INT64_C (40000000)
#define SLOW_LOADER_ODDS 40

/* Numbers of the pseudo random streams that are not those of a rank. */
#define INJECTED_STREAM UINT64_C (0x10000)
#define NOISE_STREAM    UINT64_C (0x20000)
struct _TrainingRun
{
  TrainingConfig config;
  Prng prng; /* what all ranks share: the storage behind the data loaders */
  RunNoise noise;
  int n_steps;
  Rank ranks[]; /* world_size */
};

static void
run_forward (Rank *rank, int n_layers, int64_t first_grad)
{
  Scope scope = { .layer = -1, .thread = THREAD_MAIN, .first_grad = first_grad };

  program_rank_open_annotation (rank, "## forward ##", NO_NUMBER);
  program_rank_open_frame (rank, "torch/nn/parallel/distributed.py(1631): forward");
  program_rank_open_frame (rank, "model.py(139): forward");
  program_rank_run (rank, &embed_tokens, &scope);
  program_rank_run (rank, &rotary_graph, &scope);
  for (int i = 0; i < n_layers; i++)
    {
      scope.layer = i;
      scope.first_grad = first_grad + 1 + (int64_t) i * N_LAYER_GRADS;
      program_rank_run (rank, &layer_forward, &scope);
    }
  scope.layer = n_layers;
  scope.first_grad = first_grad + (int64_t) n_layers * N_LAYER_GRADS;
  program_rank_run (rank, &head_forward, &scope);
  program_rank_close_frame (rank);
  program_rank_close_frame (rank);
  program_rank_close_annotation (rank);
}

static void
run_backward_program (Rank *rank, const Program *program, const Scope *scope, bool distributed)
{
  program_rank_run (rank, program, scope);
  if (distributed)
    program_rank_run (rank, &reduce_bucket, scope);
}

static void
run_backward (Rank *rank, int n_layers, int64_t first_grad, bool distributed)
{
  Scope scope = { .layer = n_layers,
                  .thread = THREAD_AUTOGRAD,
                  .first_grad = first_grad + (int64_t) n_layers * N_LAYER_GRADS,
                  .collective_elements = HEAD_ELEMENTS };

  program_rank_open_annotation (rank, "## backward ##", NO_NUMBER);
  program_rank_open_frame (rank, "torch/_tensor.py(592): backward");
  program_rank_open_frame (rank, "torch/autograd/graph.py(825): _engine_run_backward");
  program_rank_spend (rank, 60000); /* the autograd thread wakes up */

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
  program_rank_run (rank, program, scope);
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
    program_rank_require (
      overhead_column_push (&rank->record->overheads,
                            (Overhead){ .name = index % 8 == 0 ? "Activity Buffer Request" : "Buffer Flush",
                                        .begin_ns = rank->host_ns,
                                        .end_ns = rank->host_ns + overhead_ns }));
  rank->host_ns += overhead_ns;

  program_rank_open_annotation (rank, "ProfilerStep#", config->first_step_number + index);
  program_rank_open_frame (rank, "train.py(137): train_step");
  program_rank_run (rank, &load_batch, &scope);
  program_rank_run (rank, &copy_batch, &scope);
  if (config->injection.added_memcpy)
    run_injected_program (rank, &copy_mask, &scope);
  run_forward (rank, config->n_layers, index * n_grads);
  program_rank_run (rank, &loss_item, &scope);
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
    program_rank_run (rank, &wait_buckets, &autograd_scope);
  program_rank_spend (rank, 25000); /* back to the main thread */
  program_rank_close_frame (rank);
  program_rank_close_frame (rank);
  program_rank_close_annotation (rank);

  program_rank_open_annotation (rank, "## optimizer ##", NO_NUMBER);
  program_rank_run (rank, &clip_gradients, &main_scope);
  program_rank_run (rank, &optimizer_step, &main_scope);
  program_rank_run (rank, &zero_gradients, &main_scope);
  program_rank_close_annotation (rank);
  program_rank_run (rank, &synchronize, &main_scope);
  program_rank_run (rank, &log_step, &main_scope);
  program_rank_close_frame (rank);
  program_rank_close_annotation (rank);
  program_rank_spend (rank, 18000); /* Profiler.step () between two annotations */
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
          program_rank_require (device_range_column_push (&record->ranges, ranges[s]));
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

  program_rank_require (run != NULL);
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
