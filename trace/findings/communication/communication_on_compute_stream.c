/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/communication/exposed_gain.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

static RuleState
judge (FindingLook *look, ExposedGain *gain)
{
  const CommunicationFacts *communication = gain->communication;
  char time[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  size_t n = 0;

  for (size_t i = 0; i < communication->kernels.n; i++)
    {
      const CommunicationKernel *kernel = &communication->kernels.at[i];

      if (kernel->track != communication->compute_stream[kernel->device])
        continue;
      n++;
      exposed_gain_add (gain, look, kernel->device, kernel->begin_ns + kernel->wait_ns, kernel->end_ns);
      look_slice (look, kernel->slice);
    }
  exposed_gain_take (gain, look);
  if (!look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "%s of %s communication kernels run on the stream that computes, so nothing can overlap them: %s of %s (%s).")),
    grouped_text (n, n_text), grouped_text (communication->kernels.n, all_text),
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

const FindingRule rule_communication_on_compute_stream = {
  .id = "communication_on_compute_stream",
  .title = N_ ("Communication on the compute stream"),
  .method = N_ (
    "Communication kernels on the stream with most compute time of their GPU: work of one stream runs one after the other. The gain is the part of them that no other stream covers, without waiting for other ranks as far as their traces are in the profile: an upper bound."),
  .advice = { N_ (
                "Pass async_op=True to collectives of torch.distributed: they then run on a stream of their own, and work.wait () makes the compute stream wait where the result is needed."),
              N_ (
                "Issue your own collectives within torch.cuda.stream (side_stream), with wait_stream () on both sides."),
              N_ (
                "Where the next kernel needs the result, as in tensor parallel layers, split the work in chunks, so that one is sent while the next is computed.") },
  .thresholds = { [SHARE] = { "share_percent", 3, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
