/* SPDX-License-Identifier: Apache-2.0
 *
 * A rank beside the median rank: what it did longer than that one before a collective of both (METRICS 20). */

#pragma once

#include "trace/ranks/job_waits.h"

typedef struct
{
  uint32_t rank, median; /* indices of trace_rank (); two ranks */
  GapPart cause;
  int64_t excess_ns; /* time of the cause of rank, less that of median; may be <= 0 */
  uint64_t slice;    /* the collective of rank */
  uint64_t step;     /* of rank, in the step table; UINT64_MAX if the collective is in no step */
  int64_t begin_ns,
    end_ns; /* where to look: the host's span of that step and the collective, or without a step what lies
                               between the two collectives, and the collective; by the profile's own times */
} RankPair;

/* Compare a straggler, one of job->stragglers, at the collective at which its cause weighed most. Returns false if none has
 * one before it. The median rank is the one whose time of the cause is the median of all that are in the collective; if that
 * is the rank itself, the nearest other. O(collectives + ranks log ranks + log steps). */
bool rank_pair_of_straggler (const JobStragglers *job, const Straggler *straggler, RankPair *ret_pair);

/* Compares a rank at the collective of a step at which it was latest, for the cause with the largest excess. step is an index
 * of the step table of job's scope, of any rank: that of the same number, or of the same index where there is no number, is
 * meant. rank may be TRACE_NONE: then the one that was latest in that step. Returns false if there is none. O(waits of all
 * collectives x log). */
bool rank_pair_in_step (const JobStragglers *job, uint32_t rank, uint64_t step, RankPair *ret_pair);
