/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the median rank to compare a rank with, in the background, and shows both (widgets/state/shown_pair.h). Main thread
 * only. */

#pragma once

#include "widgets/state/view_state.h"

typedef struct MedianRank MedianRank;

/* not_found (user_data) is called if there is no pair to show: the rank has no collective of several ranks in the step after
 * another one of theirs. */
MedianRank *median_rank_new (ViewState *state, void (*not_found) (gpointer user_data), gpointer user_data);
void median_rank_free (MedianRank *median);

/* Compares the rank of the selection, or if there is none, the one that was latest, in the step in view. Returns false, and
 * asks nothing, if there are fewer than two ranks or no steps. A new question replaces one that is not answered yet. */
bool median_rank_ask (MedianRank *median);

/* Drops a question that is not answered yet: what it was about is not shown any more. */
void median_rank_drop (MedianRank *median);
bool median_rank_can_ask (MedianRank *median);
