/* SPDX-License-Identifier: Apache-2.0
 *
 * The spans at which a view came to rest, and the ranks that it showed there, for going back and forward. The caller passes
 * the time; no clock is read.
 *
 * A view that moves again within VIEW_HISTORY_REST_US was not at rest. So ten notches of a wheel, a drag
 * or a held key are one move, which begins where the view rested before. One owner thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "widgets/state/rank_choice.h"

#define VIEW_HISTORY_REST_US INT64_C (400000)

/* The oldest places beyond this number are forgotten. */
#define VIEW_HISTORY_MAX 200

typedef struct
{
  int64_t begin_ns, end_ns;
  uint64_t slice;          /* the slice selected there; SLICE_NONE */
  const RankChoice *ranks; /* those shown */
} ViewPlace;

typedef struct ViewHistory ViewHistory;

/* Starts at that place, at rest. */
ViewHistory *view_history_new (const ViewPlace *place);
void view_history_free (ViewHistory *history);

/* Records that the view is there now. A different span, or other ranks, are a new place and remove all places forward of
 * the previous one; for the same place only the selection is updated. Other ranks are never part of a move of the span.
 * Takes a reference to the ranks. now_us must not decrease. */
void view_history_visit (ViewHistory *history, const ViewPlace *place, int64_t now_us);

/* Moves that many places back (by < 0) or forward and returns the place, at rest. Its ranks are borrowed until the next call. Returns false and does
 * nothing if there is no such place. */
bool view_history_go (ViewHistory *history, int by, ViewPlace *ret_place);
bool view_history_can_go (const ViewHistory *history, int by);
