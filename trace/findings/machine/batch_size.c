/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/findings/machine/machine_grid.h"
#include "trace/text/marked_text.h"

enum
{
  CPU,
  GPU,
  MEMORY,
  PATIENCE
};

static RuleState
judge (FindingLook *look, const MachineGrid *grid)
{
  uint32_t n_gpus = 0, n_low = 0;
  char cpu_text[ROUNDED_TEXT_MAX], gpu_text[ROUNDED_TEXT_MAX], memory_text[ROUNDED_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  double most_cpu = 0, most_gpu = 0, most_memory = 0;

  for (size_t i = 0; i < grid->series.n; i++)
    {
      const MachineSeries *gpu = &grid->series.at[i], *memory, *cpu;
      double gpu_p95, memory_p95, cpu_p95;

      if (gpu->kind != MACHINE_GPU || gpu->n < MACHINE_BUCKETS_MIN)
        continue;
      memory = machine_grid_find (grid, MACHINE_GPU_MEMORY, gpu->node, gpu->device);
      cpu = machine_grid_find (grid, MACHINE_CPU, gpu->node, -1);
      if (memory == NULL || cpu == NULL || memory->n == 0 || cpu->n == 0)
        continue;
      n_gpus++;
      gpu_p95 = machine_grid_percentile (grid, gpu, 95);
      memory_p95 = machine_grid_percentile (grid, memory, 95);
      cpu_p95 = machine_grid_percentile (grid, cpu, 95);
      if (gpu_p95 < 0 || memory_p95 < 0 || cpu_p95 < 0)
        return look_is_stopped (look);
      if (gpu_p95 >= look_threshold (look, GPU) || memory_p95 >= look_threshold (look, MEMORY)
          || cpu_p95 >= look_threshold (look, CPU))
        continue;
      n_low++;
      most_cpu = MAX (most_cpu, cpu_p95);
      most_gpu = MAX (most_gpu, gpu_p95);
      most_memory = MAX (most_memory, memory_p95);
      look_place (look, gpu->rank, grid->begin_ns, grid->begin_ns + grid->n_buckets * grid->bucket_ns,
                  SLICE_NONE);
    }
  if (n_gpus == 0)
    return look_is_without (
      look,
      N_ ("The profile has no long enough samples of the utilization of processors, GPUs and GPU memory."));
  if (n_low == 0)
    return look_is_clear (look);
  return look_is_found_as (
    look, FINDING_MEDIUM,
    look_tr (
      look,
      N_ (
        "%s of %s GPUs have room for larger batches: in 95 %% of the samples they are used for at most %s %%, their memory for %s %%, and the processors for %s %%.")),
    grouped_text (n_low, n_text), grouped_text (n_gpus, all_text), rounded_text (most_gpu, gpu_text),
    rounded_text (most_memory, memory_text), rounded_text (most_cpu, cpu_text));
}

static RuleState
look (FindingLook *look)
{
  MachineGrid grid;
  bool ok = machine_grid_init (&grid, look, 1u << MACHINE_GPU | 1u << MACHINE_GPU_MEMORY | 1u << MACHINE_CPU,
                               look_threshold (look, PATIENCE));
  RuleState state = ok ? judge (look, &grid) : look_is_stopped (look);

  machine_grid_clear (&grid);
  return state;
}

const FindingRule rule_batch_size = {
  .id = "batch_size",
  .title = N_ ("Batches too small"),
  .method = N_ (
    "The 95th percentiles of samples of half a second of the utilization of each GPU, of its memory, and of the processors of its node are all below their thresholds. The first samples are left out. This is BatchSize of SageMaker Debugger."),
  .advice = { N_ ("Try a larger batch_size, and scale the learning rate with it."),
              N_ (
                "Where the batch cannot grow, use a smaller instance, or let several jobs share the GPU.") },
  .thresholds = { [CPU] = { "cpu_percent", 70, 100, N_ ("Processors, 95th percentile (%)") },
                  [GPU] = { "gpu_percent", 70, 100, N_ ("GPU, 95th percentile (%)") },
                  [MEMORY] = { "gpu_memory_percent", 70, 100, N_ ("GPU memory, 95th percentile (%)") },
                  [PATIENCE] = { "patience_s", 50, 1e6, N_ ("Time to leave out at the begin (s)") } },
  .look = look,
};
