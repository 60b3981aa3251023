/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks in a sentence. */

#pragma once

#include <glib.h>

#include "trace/compare/side/compare_steps.h"

typedef bool (*RankPredicate) (const CompareSteps *steps, uint32_t rank);

/* Returns "rank 3" or "ranks 0 to 3, 6": runs of numbers that follow one another, and after several of them the number of
 * the other ranks. The ranks are those that is_listed () picks, or all of the trace if steps is NULL. Transfer full
 * (g_free ()). O(ranks). */
char *rank_list_text (const Trace *trace, const CompareSteps *steps, RankPredicate is_listed);
