/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_history.h"

#include <glib.h>
#include <string.h>

struct ViewHistory
{
  ViewPlace places[VIEW_HISTORY_MAX];
  int n, current;
  int64_t visited_us; /* the current one, last */
  bool is_passing;    /* it was not at rest before, and is replaced by what comes soon after */
};

ViewHistory *
view_history_new (const ViewPlace *place)
{
  ViewHistory *history = g_new (ViewHistory, 1);

  *history = (ViewHistory){ .places = { *place }, .n = 1 };
  return history;
}

void
view_history_free (ViewHistory *history)
{
  g_free (history);
}

static bool
is_same_span (const ViewPlace *a, const ViewPlace *b)
{
  return a->begin_ns == b->begin_ns && a->end_ns == b->end_ns;
}

static void
append (ViewHistory *history, const ViewPlace *place)
{
  if (history->current + 1 == VIEW_HISTORY_MAX)
    {
      memmove (history->places, history->places + 1, (VIEW_HISTORY_MAX - 1) * sizeof *history->places);
      history->current--;
    }
  history->current++;
  history->places[history->current] = *place;
  history->n = history->current + 1;
  history->is_passing = true;
}

/* A move that ended where it began was none. */
static void
merge_with_the_one_before (ViewHistory *history)
{
  ViewPlace *current = &history->places[history->current];

  if (history->current == 0 || !is_same_span (current - 1, current))
    return;
  current[-1] = *current;
  history->current--;
  history->n--;
  history->is_passing = false;
}

void
view_history_visit (ViewHistory *history, const ViewPlace *place, int64_t now_us)
{
  ViewPlace *current = &history->places[history->current];

  if (is_same_span (current, place))
    {
      current->slice = place->slice;
      return;
    }
  if (history->is_passing && now_us - history->visited_us < VIEW_HISTORY_REST_US)
    *current = *place;
  else
    append (history, place);
  history->visited_us = now_us;
  merge_with_the_one_before (history);
}

bool
view_history_can_go (const ViewHistory *history, int by)
{
  return by >= -history->current && by < history->n - history->current;
}

bool
view_history_go (ViewHistory *history, int by, ViewPlace *ret_place)
{
  if (!view_history_can_go (history, by))
    return false;
  history->current += by;
  history->is_passing = false;
  *ret_place = history->places[history->current];
  return true;
}
