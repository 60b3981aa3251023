/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be the steps of a profile in which none were found: names of the host that repeat regularly, the most likely
 * ones first, each with the pattern that makes its slices the steps (step_table_new () of trace/derive/step.h).
 *
 * A group of names (trace/stats/step/repeated_names.h) is proposed when on every rank that has it
 *
 *   - there are at least STEP_PROPOSAL_COUNT_MIN slices, all on one thread, none of which overlap;
 *   - the intervals from begin to begin are regular: their median absolute deviation is at most a third of their
 *     median; and of the time that they take together, at most a quarter lies in intervals longer than three medians,
 *     the longest one left out of both, as a warm-up or a checkpoint may be as long as it likes. (What comes in bursts,
 *     such as the 21 layers of a model in every iteration, is therefore not regular.)
 *   - it is no part of something else: no slice lies in a module ("nn.Module: NAME"), and around an operator or
 *     another Python frame lies nothing that repeats;
 *   - at least half of its slices launch something, if the rank has launches: an annotation on any thread of the rank, what
 *     else there is on its own thread. On a rank without launches no Python frame but a module is proposed, because
 *     threads that wait repeat as well;
 *   - it covers enough of the period. Cover is the median duration as a share of the median interval. An annotation was
 *     written to be found and may cover little, a graph launch too; a module has to cover a tenth, an operator or another
 *     Python frame half;
 *   - from its first begin to its last end it takes at least a quarter of the profile, or is an annotation.
 *
 * Order: those that cover at least half of the period; then by kind, annotations, operators, modules, Python frames,
 * graph launches; then annotations that have "step", "iter" or "batch" in their name; then by total
 * duration, descending; then by name. The steps are the slices themselves, so what runs between them is in no step. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  char *name; /* exact, valid UTF-8, "N" in the place of a running number: "train_batch/N" */
  char *
    shown; /* for people: "Optimizer.step" of "Optimizer.step#SGD.step", where no other proposal is called so */
  char *pattern;  /* finds exactly count steps */
  uint64_t count; /* of all ranks */
  double cover;   /* 0 to 1, of the rank where it is least */
} StepProposal;

typedef struct
{
  StepProposal *proposals; /* the best first */
  uint32_t n;
} StepProposals;

#define STEP_PROPOSALS_MAX 5

/* Whether a profile has at most n slices, n flows and n texts: they bound the time that step_proposals_find () takes.
 * With a million it takes about 10 ms. O(1). */
bool step_proposals_cost_at_most (const Trace *trace, uint64_t n);

/* At most STEP_PROPOSALS_MAX. Meant for profiles without steps: it does not look whether there are any.
 * is_wanted (user_data) is asked now and then on the calling thread, and may be NULL. False: out of memory, or not wanted
 * any more; *ret_proposals is empty then. Takes O(slices of the host x log lanes + launches) time; call it from a worker
 * thread. */
bool step_proposals_find (const Trace *trace,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          StepProposals *ret_proposals);
void step_proposals_clear (StepProposals *proposals);
