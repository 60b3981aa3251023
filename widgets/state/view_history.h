/* SPDX-License-Identifier: Apache-2.0
 *
 * The spans at which a view came to rest, to go back and forward among them. Pure: told the time, asks no clock.
 *
 * A view that moves on within VIEW_HISTORY_REST_US was not at rest: ten notches of a wheel, a drag or a held key
 * are one move, which begins where the view rested before. One owner thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define VIEW_HISTORY_REST_US INT64_C (400000)

/* What was left longest ago is forgotten beyond this. */
#define VIEW_HISTORY_MAX 200

typedef struct
{
  int64_t begin_ns, end_ns;
  uint64_t slice; /* that was selected there; SLICE_NONE */
} ViewPlace;

typedef struct ViewHistory ViewHistory;

/* Begins with the place, at rest. */
ViewHistory *view_history_new (const ViewPlace *place);
void view_history_free (ViewHistory *history);

/* The view is there now. Another span is a place of its own, and cuts off what was forward of where it came from;
 * in the same span only the selection becomes another. now_us: never earlier than before. */
void view_history_visit (ViewHistory *history, const ViewPlace *place, int64_t now_us);

/* The place that many places back (by < 0) or forward, where the view is from then on, at rest. False: there is none,
 * and nothing happens. */
bool view_history_go (ViewHistory *history, int by, ViewPlace *ret_place);
bool view_history_can_go (const ViewHistory *history, int by);
