/* SPDX-License-Identifier: Apache-2.0
 *
 * Proposes steps for a profile in which none were found: names of host slices that repeat regularly, the most likely
 * first, each with the pattern that makes its slices the steps (step_table_new () of trace/derive/step.h).
 *
 * A group of names (trace/stats/step/repeated_names.h) is proposed if all of these hold on every rank that has it:
 *
 *   - There are at least REPEATS_COUNT_MIN slices, all on one thread, and none overlap.
 *   - The intervals from begin to begin are regular. Their median absolute deviation is at most a third of their
 *     median, and at most a quarter of their total time is in intervals longer than three medians. The longest interval
 *     is left out of the latter, because a warm-up or a checkpoint may take any time. So bursts, such as the 21 layers
 *     of a model in every iteration, are not regular.
 *   - It is not a part of something else: no slice is inside a module ("nn.Module: NAME"), and no operator or Python
 *     frame other than a module is inside a slice that repeats.
 *   - If the rank has launches, at least half of the slices launch something: annotations on any thread of the rank,
 *     all others on their own thread. On a rank without launches the only Python frames proposed are modules, because
 *     threads that wait repeat as well.
 *   - It covers enough of the period. The cover is the median duration as a share of the median interval. A module must
 *     cover a tenth, an operator or another Python frame half. Annotations and graph launches may cover little.
 *   - From its first begin to its last end it spans at least a quarter of the profile, or it is an annotation.
 *
 * Order: groups that cover at least half of the period come first; then by kind: annotations, operators, modules,
 * Python frames, graph launches; then annotations with "step", "iter" or "batch" in their names; then by total
 * duration, descending; then by name. The slices themselves are the steps, so work between them belongs to no step. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  char *name; /* exact, valid UTF-8, with "N" in place of a running number: "train_batch/N" */
  /* The name for people: "Optimizer.step" for "Optimizer.step#SGD.step", unless another proposal would be shown so. */
  char *shown;
  char *pattern;  /* matches exactly count steps */
  uint64_t count; /* number of slices over all ranks */
  double cover;   /* 0 to 1, the least of all ranks */
} StepProposal;

typedef struct
{
  StepProposal *proposals; /* the most likely first */
  uint32_t n;
} StepProposals;

#define STEP_PROPOSALS_MAX 5

/* Returns whether a profile has at most n slices, n flows and n texts, which bound the time of step_proposals_find ():
 * about 10 ms for a million. O(1). */
bool step_proposals_cost_at_most (const Trace *trace, uint64_t n);

/* Finds at most STEP_PROPOSALS_MAX proposals. Meant for profiles without steps; it does not check whether there are
 * any. should_continue (user_data) is called regularly on the calling thread and may be NULL. Returns false when it
 * returns false or memory runs out; then *ret_proposals is empty. Takes O(slices of the host x log lanes + launches)
 * time; call it from a worker thread. */
bool step_proposals_find (const Trace *trace,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          StepProposals *ret_proposals);
void step_proposals_clear (StepProposals *proposals);
