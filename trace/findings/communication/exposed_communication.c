/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>

#include "trace/findings/communication/exposed_gain.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

/* Finds the name whose kernels are exposed for the longest time. Returns its share of all that is exposed, or a negative
 * number when memory runs out. */
static double
most_exposed (const FindingFacts *facts, const CommunicationFacts *communication, uint32_t *ret_name)
{
  double *of_name = calloc ((size_t) trace_n_strings (facts->trace) + 1, sizeof *of_name), total = 0,
         most = 0;

  if (of_name == NULL)
    return -1;
  for (size_t i = 0; i < communication->kernels.n; i++)
    {
      const CommunicationKernel *kernel = &communication->kernels.at[i];
      uint32_t name = slice_name (facts->slices, kernel->slice);

      total += (double) kernel->exposed_ns;
      of_name[name] += (double) kernel->exposed_ns;
      if (of_name[name] > most)
        {
          most = of_name[name];
          *ret_name = name;
        }
    }
  free (of_name);
  return total > 0 ? most / total : 0;
}

/* The exposed time of a step, waiting included, as look_gain_ns () would give it. */
static double
exposed_ns (const FindingFacts *facts, const CommunicationFacts *communication)
{
  double total_ns = 0;

  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    total_ns += (double) interval_union_intersection_length (
      &communication->exposed[i], &facts->step_time[trace_device (facts->trace, i)->rank]);
  return total_ns / (double) facts->n_device_steps;
}

static RuleState
judge (FindingLook *look, ExposedGain *gain)
{
  const FindingFacts *facts = look->facts;
  const CommunicationFacts *communication = gain->communication;
  char exposed[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], waiting[DURATION_TEXT_MAX];
  char percent[PERCENT_TEXT_MAX], most[PERCENT_TEXT_MAX];
  double total_ns = exposed_ns (facts, communication), waiting_ns, share;
  uint32_t name = 0;

  for (size_t i = 0; i < communication->kernels.n; i++)
    {
      const CommunicationKernel *kernel = &communication->kernels.at[i];
      int64_t begin_ns = kernel->begin_ns + kernel->wait_ns;

      if (kernel->exposed_ns <= 0 || begin_ns >= kernel->end_ns)
        continue;
      exposed_gain_add (gain, look, kernel->device, begin_ns, kernel->end_ns);
      look_place (look, trace_device (facts->trace, kernel->device)->rank, begin_ns, kernel->end_ns,
                  kernel->slice);
    }
  exposed_gain_take (gain, look);
  if (total_ns / facts->step_ns <= look_threshold (look, SHARE) / 100)
    return look_is_clear (look);
  share = most_exposed (facts, communication, &name);
  if (share < 0)
    return look_is_stopped (look);
  g_autofree char *name_text = look_name (look, name);
  waiting_ns = total_ns - look_gain_ns (look);
  duration_text (total_ns, exposed);
  look_step (look, step);
  percent_text (total_ns / facts->step_ns, percent);
  percent_text (share, most);
  if (waiting_ns < 0.01 * total_ns)
    return look_is_found (
      look,
      look_tr (look, N_ ("Communication that no computation covers takes %s of %s (%s); %s of it is %s.")),
      exposed, step, percent, most, name_text);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "Communication that no computation covers takes %s of %s (%s); %s of it is %s. For %s of that time GPUs wait for ranks that come later, which overlap would not end.")),
    exposed, step, percent, most, name_text, duration_text (waiting_ns, waiting));
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

const FindingRule rule_exposed_communication = {
  .id = "exposed_communication",
  .title = N_ ("Exposed communication"),
  .method = N_ (
    "Time in which kernels of a collective library ran on a GPU and no compute kernel did. The gain is that time without waiting for other ranks, as far as their traces are in the profile: an upper bound, since what needs the result must wait for it."),
  .advice = { N_ (
                "Overlap gradients with the backward pass: DistributedDataParallel does, with bucket_cap_mb and static_graph to tune; FSDP with backward_prefetch=BACKWARD_PRE and forward_prefetch=True."),
              N_ (
                "Start your own collectives early with async_op=True, and call wait () where the result is needed."),
              N_ (
                "Send less: gradient accumulation with no_sync (), bf16 gradients (a communication hook such as bf16_compress_hook), sharding within a node (HYBRID_SHARD).") },
  .thresholds = { [SHARE] = { "share_percent", 10, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
