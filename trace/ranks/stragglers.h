/* SPDX-License-Identifier: Apache-2.0
 *
 * Which ranks of a job the others wait for, and why (METRICS 20).
 *
 * The lateness of a rank at a collective is how much later than the median rank it begins. Its lateness in a step is the
 * largest one at the step's collectives: a sum would count a delay again in each group of ranks that it reaches. In a step a rank is late if its lateness exceeds that of the median rank by more than 1 % of
 * the step and by more than three standard deviations of the ranks, estimated by their median absolute deviation. A
 * straggler is late in at least STRAGGLER_SHARE of the steps, and in more of them than a rank would be by chance if each late
 * rank of each step were drawn by lot: with a probability of less than 1 % for the whole job (binomial test, Bonferroni).
 * So a healthy job names nobody.
 *
 * Its cause is the part of its time before those collectives (collective_gaps.h) that exceeds that of the median rank most,
 * summed over the steps in which it was late. */

#pragma once

#include "trace/ranks/collective_gaps.h"
#include "trace/ranks/collective_waits.h"

#define STRAGGLER_SHARE        0.6
#define STRAGGLER_PROBABILITY  0.01
#define STRAGGLER_STEP_SHARE   0.01
#define STRAGGLER_DEVIATIONS   3.0
#define STRAGGLER_MIN_STEPS    5 /* with fewer nothing is said */

typedef struct
{
  uint32_t rank; /* index of trace_rank () */
  uint64_t n_steps, n_late; /* steps with collectives of the rank, and those in which it was late */
  int64_t lateness_ns;      /* median over the steps in which it was late */
  int64_t step_ns;          /* the median length of these steps */
  double probability;       /* of being late so often by chance */

  GapPart cause;
  int64_t excess_ns[N_GAP_PARTS]; /* of each part over the median rank, summed; may be negative */

  int64_t largest_ns; /* excess of the cause at one collective */
  /* The collective with the largest excess of the cause: indices of CollectiveWaits.waits for the rank and for the rank
   * with the median excess there, UINT64_MAX if no collective has one before it. */
  uint64_t wait, median_wait;
} Straggler;

COLUMN_DEFINE (StragglerColumn, straggler_column, Straggler)

/* How late a rank was in a step. */
typedef struct
{
  uint32_t rank;  /* index of trace_rank () */
  int64_t number; /* of the step, or its index where it has none */
  int64_t lateness_ns;
} StepLateness;

COLUMN_DEFINE (StepLatenessColumn, step_lateness_column, StepLateness)

typedef struct
{
  StepLatenessColumn lateness; /* by rank, then in the order of the steps */
  StragglerColumn stragglers; /* those with a cause of their own first; then descending by n_late x lateness_ns */
  uint64_t n_steps;           /* with collectives of at least two ranks; all steps have an equal number on all ranks */
} Stragglers;

/* scope gives the profile and its steps. Without steps each collective counts as a step, whose length is the time since the
 * one before it of the same ranks. All arguments are borrowed during the call. should_continue (user_data) may be NULL.
 * Returns false when it returns false or memory runs out; call stragglers_clear () in either case. O(collectives x ranks of
 * each x log). */
bool stragglers_init (Stragglers *stragglers,
                      const StatsScope *scope,
                      const CollectiveWaits *waits,
                      const CollectiveGaps *gaps,
                      bool (*should_continue) (void *user_data),
                      void *user_data);
void stragglers_clear (Stragglers *stragglers);
