/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists names that can be chosen as the steps of a profile, and counts what a pattern finds. Every function here takes
 * O(slices) time; call it from a worker thread. */

#pragma once

#include "widgets/state/profile.h"

typedef struct
{
  char *name;    /* the exact name */
  char *shown;   /* display name, valid UTF-8 */
  char *pattern; /* matches exactly this name, or this name with any number in place of its running number */
  uint64_t count;
} StepCandidate;

/* Returns at most n_max repeating annotations as StepCandidate elements, the most frequent first. Names that differ only
 * in a running number (trace/stats/step/step_name_pattern.h) count as one. Transfer full; empty when memory ran out. */
GPtrArray *step_candidates (const Profile *profile, guint n_max);

/* Counts the steps that a pattern finds, and the ranks that have them. Errors are the TRACE_ERRORs of
 * step_table_new (). */
bool step_pattern_count (const Trace *trace,
                         const char *pattern,
                         uint64_t *ret_n_steps,
                         uint32_t *ret_n_ranks,
                         GError **error);
