/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/communication/exposed_gain.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  SMALL,
  COUNT
};

static bool
is_small (const CommunicationKernel *kernel, double small_bytes)
{
  return kernel->is_named && kernel->has_bytes && (double) kernel->bytes < small_bytes
         && kernel->kind < COLLECTIVE_SEND && kernel->group_size != 1;
}

static RuleState
judge (FindingLook *look, ExposedGain *gain)
{
  const CommunicationKernelColumn *kernels = &gain->communication->kernels;
  const FindingFacts *facts = look->facts;
  double small_bytes = look_threshold (look, SMALL) * 1024, of_step;
  char time[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char count[ROUNDED_TEXT_MAX], small[ROUNDED_TEXT_MAX];
  size_t n = 0, n_told = 0;

  for (size_t i = 0; i < kernels->n; i++)
    {
      const CommunicationKernel *kernel = &kernels->at[i];

      n_told += kernel->is_named && kernel->has_bytes;
      if (!is_small (kernel, small_bytes))
        continue;
      n++;
      /* Waiting for other ranks is not a matter of size. */
      exposed_gain_add (gain, look, kernel->device, kernel->begin_ns + kernel->wait_ns, kernel->end_ns);
      look_slice (look, kernel->slice);
    }
  if (n_told == 0)
    return look_is_without (look,
                            N_ ("The file does not say how large the messages of the collectives are."));
  exposed_gain_take (gain, look);
  of_step = (double) n / (double) facts->n_device_steps;
  if (of_step < look_threshold (look, COUNT) || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "A GPU takes part in %s collectives of less than %s KiB in each step; their latency alone costs up to %s of %s (%s).")),
    rounded_text (of_step, count), rounded_text (look_threshold (look, SMALL), small),
    duration_text (look_gain_ns (look), time), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

static RuleState
look (FindingLook *look)
{
  ExposedGain gain;
  RuleState state;

  if (exposed_gain_init (&gain, look, &state))
    state = judge (look, &gain);
  exposed_gain_clear (&gain);
  return state;
}

const FindingRule rule_small_collectives = {
  .id = "small_collectives",
  .title = N_ ("Many small collectives"),
  .method = N_ (
    "Collectives whose message is small, in each step of a GPU. The gain is their time that no computation covers, without waiting for other ranks as far as their traces are in the profile: an upper bound, because a few large ones in their place take time, too."),
  .advice = { N_ (
                "Let the framework join tensors: DistributedDataParallel with a larger bucket_cap_mb, FSDP units of whole blocks instead of single layers."),
              N_ (
                "Join your own: torch.distributed.all_reduce_coalesced (), or one flat buffer for many tensors."),
              N_ ("Reduce metrics and losses once in N steps, and together.") },
  .thresholds = { [SHARE] = { "share_percent", 2, 100, N_ ("Share of the step (%)") },
                  [SMALL] = { "small_kib", 256, 1e6, N_ ("Messages are small below (KiB)") },
                  [COUNT] = { "per_step", 20, 1e6, N_ ("Small collectives of a step") } },
  .look = look,
};
