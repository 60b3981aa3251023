/* SPDX-License-Identifier: Apache-2.0
 *
 * A rank and the median rank side by side in the timeline. Main thread. */

#pragma once

#include "trace/ranks/rank_pair.h"
#include "widgets/state/view_state.h"

/* Shows these two ranks alone, in the span of the pair, with a sentence that says what they are: "Rank 4 and rank 2 (median) in
 * step 14: data loader 12.30 ms longer". Going back in the history shows what was shown before. Selects the collective of the
 * pair. pair is of the state's profile, and its step of the profile's step table. */
void shown_pair_show (ViewState *state, const RankPair *pair);
