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

  if (!bottleneck_find (&found, look, grid, MACHINE_IO_WAIT, look_threshold (look, GPU),
                        look_threshold (look, OTHER), look_threshold (look, SHARE) / 100))
    return look_is_stopped (look);
  if (found.n_gpus == 0)
    return look_is_without (
      look,
      N_ (
        "The profile has no long enough samples of the utilization of GPUs and of the I/O wait of processors."));
  if (found.n_held == 0)
    return look_is_clear (look);
  return look_is_found_as (
    look, FINDING_HIGH,
    look_tr (
      look,
      N_ (
        "%s of %s GPUs are used for less than %s %% while the processors of their node wait for input and output for more than %s %%: the worst of them in %s of its samples.")),
    grouped_text (found.n_held, n_text), grouped_text (found.n_gpus, all_text),
    rounded_text (look_threshold (look, GPU), gpu), rounded_text (look_threshold (look, OTHER), other),
    percent_text (found.worst_share, share));
}

static RuleState
look (FindingLook *look)
{
  MachineGrid grid;
  bool ok = machine_grid_init (&grid, look, 1u << MACHINE_GPU | 1u << MACHINE_IO_WAIT,
                               look_threshold (look, PATIENCE));
  RuleState state = ok ? judge (look, &grid) : look_is_stopped (look);

  machine_grid_clear (&grid);
  return state;
}

const FindingRule rule_io_bottleneck = {
  .id = "io_bottleneck",
  .title = N_ ("Input and output hold up the GPU"),
  .method = N_ (
    "Samples of half a second in which a GPU is hardly used while the processors of its node, on average, wait for disks or the network. The first samples are left out. This is IOBottleneck of SageMaker Debugger."),
  .advice = { N_ (
                "Keep the data on a local disk or in memory, or stream it (fast file mode, FSx for Lustre)."),
              N_ ("Pack many small files into shards: WebDataset, TFRecord, Parquet."),
              N_ ("Read ahead: num_workers and prefetch_factor of the DataLoader.") },
  .thresholds = { [SHARE] = { "share_percent", 50, 100, N_ ("Share of samples (%)") },
                  [GPU] = { "gpu_percent", 10, 100, N_ ("GPU is idle below (%)") },
                  [OTHER] = { "io_wait_percent", 50, 100,
                              N_ ("Processors wait for input and output above (%)") },
                  [PATIENCE] = { "patience_s", 50, 1e6, N_ ("Time to leave out at the begin (s)") } },
  .look = look,
};
