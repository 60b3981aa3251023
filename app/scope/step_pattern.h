/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be chosen as the steps of a profile, and what a choice would find. For workers: everything here blocks
 * for O(slices). */

#pragma once

#include "widgets/state/profile.h"

typedef struct
{
  char *name;    /* exact */
  char *shown;   /* for people, valid UTF-8 */
  char *pattern; /* finds exactly this name, or this name with any number in the place of its digits */
  uint64_t count;
} StepCandidate;

/* Annotations that repeat, the most frequent first, at most n_max; names that differ only in one number count as one.
 * StepCandidate, owned. Empty when memory ran out. */
GPtrArray *step_candidates (const Profile *profile, guint n_max);

/* How many steps a pattern finds on how many ranks. TRACE_ERROR as of step_table_new (). */
bool step_pattern_count (const Trace *trace,
                         const char *pattern,
                         uint64_t *ret_n_steps,
                         uint32_t *ret_n_ranks,
                         GError **error);
