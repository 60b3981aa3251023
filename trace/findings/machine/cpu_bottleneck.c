/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"
#include "trace/findings/machine/bottleneck.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  GPU,
  OTHER,
  PATIENCE
};

static RuleState
judge (FindingLook *look, const MachineGrid *grid)
{
  char share[PERCENT_TEXT_MAX], gpu[ROUNDED_TEXT_MAX], other[ROUNDED_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  Bottleneck found;

  if (!bottleneck_find (&found, look, grid, MACHINE_CPU, look_threshold (look, GPU),
                        look_threshold (look, OTHER), look_threshold (look, SHARE) / 100))
    return look_is_stopped (look);
  if (found.n_gpus == 0)
    return look_is_without (
      look, N_ ("The profile has no long enough samples of the utilization of GPUs and of processors."));
  if (found.n_held == 0)
    return look_is_clear (look);
  return look_is_found_as (
    look, FINDING_HIGH,
    look_tr (
      look,
      N_ (
        "%s of %s GPUs are used for less than %s %% while the processors of their node are used for more than %s %%: the worst of them in %s of its samples.")),
    grouped_text (found.n_held, n_text), grouped_text (found.n_gpus, all_text),
    rounded_text (look_threshold (look, GPU), gpu), rounded_text (look_threshold (look, OTHER), other),
    percent_text (found.worst_share, share));
}

static RuleState
look (FindingLook *look)
{
  MachineGrid grid;
  bool ok =
    machine_grid_init (&grid, look, 1u << MACHINE_GPU | 1u << MACHINE_CPU, look_threshold (look, PATIENCE));
  RuleState state = ok ? judge (look, &grid) : look_is_stopped (look);

  machine_grid_clear (&grid);
  return state;
}

const FindingRule rule_cpu_bottleneck = {
  .id = "cpu_bottleneck",
  .title = N_ ("Processors hold up the GPU"),
  .method = N_ (
    "Samples of half a second in which a GPU is hardly used while the processors of its node, on average, are busy. The first samples are left out. This is CPUBottleneck of SageMaker Debugger."),
  .advice = { N_ (
                "Move decoding and augmentation to the GPU (DALI, torchvision.transforms.v2 on CUDA tensors), or store the data decoded."),
              N_ (
                "Do not let libraries start more threads than there are cores: torch.set_num_threads (), OMP_NUM_THREADS, cv2.setNumThreads (0) in workers."),
              N_ ("Use an instance with more processors for each GPU.") },
  .thresholds = { [SHARE] = { "share_percent", 50, 100, N_ ("Share of samples (%)") },
                  [GPU] = { "gpu_percent", 10, 100, N_ ("GPU is idle below (%)") },
                  [OTHER] = { "cpu_percent", 90, 100, N_ ("Processors are busy above (%)") },
                  [PATIENCE] = { "patience_s", 50, 1e6, N_ ("Time to leave out at the begin (s)") } },
  .look = look,
};
