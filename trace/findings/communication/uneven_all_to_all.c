/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/communication/exposed_gain.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  UNEVEN
};

typedef struct
{
  size_t n, n_uneven;
  double worst;        /* the largest part over the mean one */
  uint32_t worst_rank; /* that has it */
} Uneven;

/* The largest of an all-to-all's parts over their mean, by their bytes where all are known, else by their transfers. */
static double
unevenness (const FindingFacts *facts,
            const CommunicationFacts *communication,
            const CollectiveWait *parts,
            uint64_t n,
            double *ret_mean_transfer_ns,
            uint64_t *ret_largest)
{
  double bytes = 0, most_bytes = 0, transfer_ns = 0, most_transfer_ns = 0;
  uint64_t largest = 0, longest = 0;
  bool is_told = true;

  for (uint64_t i = 0; i < n; i++)
    {
      const CommunicationKernel *kernel = communication_facts_find (communication, parts[i].slice);
      double own_ns = (double) (slice_dur_ns (facts->slices, parts[i].slice) - parts[i].wait_ns);
      double own_bytes = kernel != NULL && kernel->has_bytes ? (double) kernel->bytes : 0;

      is_told = is_told && own_bytes > 0;
      bytes += own_bytes;
      transfer_ns += own_ns;
      if (own_bytes > most_bytes)
        {
          most_bytes = own_bytes;
          largest = i;
        }
      if (own_ns > most_transfer_ns)
        {
          most_transfer_ns = own_ns;
          longest = i;
        }
    }
  *ret_mean_transfer_ns = transfer_ns / (double) n;
  *ret_largest = is_told ? largest : longest;
  if (is_told)
    return most_bytes * (double) n / bytes;
  return transfer_ns > 0 ? most_transfer_ns * (double) n / transfer_ns : 1;
}

static void
add_instance (FindingLook *look, ExposedGain *gain, const CollectiveWait *parts, uint64_t n, Uneven *uneven)
{
  const FindingFacts *facts = look->facts;
  double mean_ns, ratio;
  uint64_t largest;

  ratio = unevenness (facts, gain->communication, parts, n, &mean_ns, &largest);
  uneven->n++;
  if (ratio < look_threshold (look, UNEVEN))
    return;
  uneven->n_uneven++;
  if (ratio > uneven->worst)
    {
      uneven->worst = ratio;
      uneven->worst_rank = trace_device (facts->trace, parts[largest].device)->rank;
    }
  look_slice (look, parts[largest].slice);
  for (uint64_t i = 0; i < n; i++)
    {
      int64_t end_ns = slice_end_ns (facts->slices, parts[i].slice);
      double more_ns = (double) (slice_dur_ns (facts->slices, parts[i].slice) - parts[i].wait_ns) - mean_ns;

      if (more_ns > 0 && stats_scope_holds_device (facts->scope, parts[i].device))
        exposed_gain_add (gain, look, parts[i].device, end_ns - (int64_t) more_ns, end_ns);
    }
}

static RuleState
judge (FindingLook *look, ExposedGain *gain)
{
  const CollectiveWaits *waits = &finding_facts_job (look->facts)->waits;
  const FindingFacts *facts = look->facts;
  char time[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  char ratio[G_ASCII_DTOSTR_BUF_SIZE];
  Uneven uneven = { 0 };

  for (size_t i = 0; i < waits->skews.n; i++)
    {
      const CollectiveSkew *skew = &waits->skews.at[i];
      const CommunicationKernel *first =
        communication_facts_find (gain->communication, waits->waits.at[skew->first_wait].slice);

      if (first != NULL && first->is_named
          && (first->kind == COLLECTIVE_ALL_TO_ALL || first->kind == COLLECTIVE_ALL_TO_ALL_V))
        add_instance (look, gain, &waits->waits.at[skew->first_wait], skew->n_waits, &uneven);
    }
  if (uneven.n == 0)
    return look_is_without (
      look, waits->skews.n > 0
              ? N_ ("The kernels of its collectives do not say which of them are all-to-alls, or none is one.")
              : N_ ("The profile has no all-to-all of two or more of its ranks: it needs the traces of all of them."));
  exposed_gain_take (gain, look);
  if (uneven.n_uneven == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "%s of %s all-to-alls are uneven: the largest part, that of rank %lld, is %s times the mean one. What is above the mean costs %s of %s (%s).")),
    grouped_text (uneven.n_uneven, n_text), grouped_text (uneven.n, all_text),
    (long long) trace_rank (facts->trace, uneven.worst_rank)->number,
    g_ascii_formatd (ratio, sizeof ratio, "%.2f", uneven.worst), duration_text (look_gain_ns (look), time),
    look_step (look, step), percent_text (look_gain_share (look), percent));
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

const FindingRule rule_uneven_all_to_all = {
  .id = "uneven_all_to_all",
  .title = N_ ("Uneven all-to-all"),
  .method = N_ (
    "All-to-alls of several ranks in which the largest part exceeds the mean one, by the sizes of their messages or, where these are not known, by their times without waiting. The gain is the exposed time of each part beyond the mean time: an upper bound."),
  .advice = { N_ (
                "Mixture of experts: balance the router with an auxiliary loss or expert bias, and set a capacity factor."),
              N_ (
                "Embedding tables: shard large ones by rows or columns, and place them by their traffic (TorchRec's EmbeddingShardingPlanner)."),
              N_ ("Sequences: pack or bucket samples by length, so that all ranks send as many tokens.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") },
                  [UNEVEN] = { "largest_over_mean", 1.2, 1e6, N_ ("Largest part over the mean part") } },
  .look = look,
};
