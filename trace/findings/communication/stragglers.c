/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>

#include "trace/findings/communication/exposed_gain.h"
#include "trace/findings/finding_rules.h"
#include "trace/ranks/stragglers.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

static const char *const causes[N_GAP_PARTS] = {
  [GAP_COMPUTE] = N_ ("its kernels take longer"),
  [GAP_COLLECTIVE] = N_ ("it communicates longer with other ranks"),
  [GAP_MEMCPY] = N_ ("its copies take longer"),
  [GAP_LOADER] = N_ ("it waits longer for its data loader"),
  [GAP_HOST] = N_ ("its GPU waits longer for its host"),
};

/* How a rank is late. */
enum
{
  IN_TIME,
  LATE_AFTER_OTHERS, /* because it waited for another late rank */
  LATE_BY_ITSELF
};

static uint8_t
lateness_of (const FindingFacts *facts, const uint8_t *lateness, const CollectiveWait *part)
{
  return lateness[trace_device (facts->trace, part->device)->rank];
}

/* Adds what the parts of a collective waited for a late rank alone: from the time when all others were there. */
static void
add_collective (FindingLook *look,
                ExposedGain *gain,
                const CollectiveWait *parts,
                uint64_t n,
                const uint8_t *lateness)
{
  const FindingFacts *facts = look->facts;
  const CollectiveWait *last = &parts[n - 1];
  int64_t others_ns = INT64_MIN, start_ns = slice_start_ns (facts->slices, last->slice);
  uint8_t usual = LATE_BY_ITSELF;

  /* Among late ranks alone those wait that are not late by themselves. */
  for (uint64_t i = 0; i < n; i++)
    usual = MIN (usual, lateness_of (facts, lateness, &parts[i]));
  if (lateness_of (facts, lateness, last) <= usual)
    return;
  for (uint64_t i = 0; i < n; i++)
    if (lateness_of (facts, lateness, &parts[i]) <= usual)
      others_ns = MAX (others_ns, parts[i].begin_ns);
  if (others_ns >= last->begin_ns)
    return;
  look_place (look, trace_device (facts->trace, last->device)->rank, start_ns - (last->begin_ns - others_ns),
              start_ns, last->slice);
  for (uint64_t i = 0; i < n; i++)
    if (lateness_of (facts, lateness, &parts[i]) <= usual
        && stats_scope_holds_device (facts->scope, parts[i].device))
      {
        start_ns = slice_start_ns (facts->slices, parts[i].slice);
        exposed_gain_add (gain, look, parts[i].device, start_ns + others_ns - parts[i].begin_ns,
                          start_ns + parts[i].wait_ns);
      }
}

static RuleState
say (FindingLook *look, const StragglerColumn *late, size_t n_late)
{
  const FindingFacts *facts = look->facts;
  const Straggler *first = &late->at[0];
  char lateness[DURATION_TEXT_MAX], time[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], late_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  long long rank = (long long) trace_rank (facts->trace, first->rank)->number;

  if (n_late == 1)
    return look_is_found (
      look,
      look_tr (
        look,
        N_ (
          "Rank %lld comes late to its collectives in %s of %s steps, by %s, because %s: the others wait for it for %s of %s (%s).")),
      rank, grouped_text (first->n_late, late_text), grouped_text (first->n_steps, all_text),
      duration_text ((double) first->lateness_ns, lateness), look_tr (look, causes[first->cause]),
      duration_text (look_gain_ns (look), time), look_step (look, step),
      percent_text (look_gain_share (look), percent));
  return look_is_found (
    look,
    look_tr (
      look,
      N_ (
        "%s ranks come late to their collectives, most of all rank %lld: in %s of %s steps, by %s, because %s. The others wait for them for %s of %s (%s).")),
    grouped_text (n_late, n_text), rank, grouped_text (first->n_late, late_text),
    grouped_text (first->n_steps, all_text), duration_text ((double) first->lateness_ns, lateness),
    look_tr (look, causes[first->cause]), duration_text (look_gain_ns (look), time), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

static RuleState
judge (FindingLook *look, ExposedGain *gain, const JobWaits *job, const Stragglers *found, uint8_t *lateness)
{
  const CollectiveWaits *waits = &job->waits;
  const StragglerColumn *late = &found->stragglers;
  size_t n_late = 0;

  if (found->n_steps < STRAGGLER_MIN_STEPS)
    return look_is_without (look, N_ ("Fewer than five steps have collectives of several ranks."));
  /* Those with a cause of their own come first. */
  while (n_late < late->n && late->at[n_late].cause != GAP_COLLECTIVE)
    n_late++;
  if (n_late == 0)
    n_late = late->n;
  for (size_t i = 0; i < late->n; i++)
    lateness[late->at[i].rank] = i < n_late ? LATE_BY_ITSELF : LATE_AFTER_OTHERS;
  for (size_t i = 0; n_late > 0 && i < waits->skews.n; i++)
    add_collective (look, gain, &waits->waits.at[waits->skews.at[i].first_wait], waits->skews.at[i].n_waits,
                    lateness);
  exposed_gain_take (gain, look);
  if (n_late == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);
  return say (look, late, n_late);
}

static RuleState
find (FindingLook *look, ExposedGain *gain)
{
  FindingFacts *facts = look->facts;
  const JobWaits *job = finding_facts_job (facts);
  uint8_t *lateness = calloc ((size_t) trace_n_ranks (facts->trace) + 1, 1);
  CollectiveGaps gaps = { 0 };
  Stragglers found = { 0 };
  RuleState state;

  if (job != NULL && job->waits.skews.n == 0)
    state = look_is_without (look, N_ ("The profile has no collectives of two or more of its ranks."));
  else if (job == NULL || lateness == NULL
           || !collective_gaps_init (&gaps, facts->scope, &job->waits, facts->check.should_continue,
                                     facts->check.user_data)
           || !stragglers_init (&found, facts->scope, &job->waits, &gaps, facts->check.should_continue,
                                facts->check.user_data))
    state = look_is_stopped (look);
  else
    state = judge (look, gain, job, &found, lateness);
  stragglers_clear (&found);
  collective_gaps_clear (&gaps);
  free (lateness);
  return state;
}

static RuleState
look (FindingLook *look)
{
  ExposedGain gain;
  RuleState state;

  if (exposed_gain_init (&gain, look, &state))
    state = find (look, &gain);
  exposed_gain_clear (&gain);
  return state;
}

const FindingRule rule_stragglers = {
  .id = "stragglers",
  .title = N_ ("Ranks that others wait for"),
  .method = N_ (
    "Ranks that begin their collectives late in most steps, more often than by chance, after clocks have been corrected by the ends of collectives. The cause is the part of their time before that exceeds the median rank's most. The gain is the time of the others from when all of them had come until the late rank came: an upper bound."),
  .advice = { N_ (
                "Open the evidence: it begins where the others were ready, on the timeline of the late rank."),
              N_ (
                "Always the same machine: compare its clocks and temperatures (nvidia-smi -q -d CLOCK,PERFORMANCE), its PCIe link and other load, and take it out of the job."),
              N_ (
                "Uneven work: give ranks batches of equal cost (bucket sequences by length), balance pipeline stages and experts, and spread data loading.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .works_on_job = true,
  .look = look,
};
