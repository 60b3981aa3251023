/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranks that a timeline shows, as the user chose them. Immutable, reference-counted, one owner thread. In place of a
 * choice NULL stands for all ranks. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct RankChoice RankChoice;

/* Chooses the ranks for which is_chosen[rank] is true; rank is an index of trace_rank (). note is a sentence that says what
 * these ranks are, or NULL. Both are copied. Returns NULL, all ranks, if none are chosen, or all without a note. Transfer full. O(n_ranks). */
const RankChoice *rank_choice_new (const bool *is_chosen, uint32_t n_ranks, const char *note);

/* Returns the choice with one more rank and without its note. Transfer full. */
const RankChoice *rank_choice_with (const RankChoice *choice, uint32_t rank);

/* NULL is allowed. */
const RankChoice *rank_choice_ref (const RankChoice *choice);
void rank_choice_unref (const RankChoice *choice);

/* O(1). */
bool rank_choice_has (const RankChoice *choice, uint32_t rank);

/* The number of ranks of a choice that is not NULL. */
uint32_t rank_choice_n (const RankChoice *choice);

/* Returns NULL if it has none. Borrowed. */
const char *rank_choice_note (const RankChoice *choice);

/* The same ranks, and the same note. O(ranks). */
bool rank_choice_equal (const RankChoice *a, const RankChoice *b);

/* Returns the numbers of the ranks: "0-3, 8, 12", or NULL for all ranks. A range stands for those ranks of the profile whose
 * numbers are in it. The note is not part of it. Transfer full. O(ranks). */
char *rank_choice_to_text (const RankChoice *choice, const Trace *trace);

/* Reads such a text. Returns false, and sets *ret_choice to NULL, if it is not one or names no rank of the profile. Sets
 * *ret_choice to a reference of the caller. O(ranges x log ranks + ranks). */
bool rank_choice_from_text (const Trace *trace, const char *text, const RankChoice **ret_choice);

/* Reads "8" or "0-3". Returns false if text is neither. first <= last. */
bool rank_choice_read_range (const char *text, int64_t *ret_first, int64_t *ret_last);

/* Sets is_chosen of all ranks whose numbers are in [first, last] to true and returns how many there are. O(log ranks + those
 * ranks). */
uint32_t rank_choice_mark_range (const Trace *trace, int64_t first, int64_t last, bool *is_chosen);
