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

/* Puts a place where there is none. */
static void
put (ViewHistory *history, int i, const ViewPlace *place)
{
  history->places[i] = *place;
  rank_choice_ref (place->ranks);
}

static void
forget (ViewHistory *history, int first, int end)
{
  for (int i = first; i < end; i++)
    rank_choice_unref (history->places[i].ranks);
}

ViewHistory *
view_history_new (const ViewPlace *place)
{
  ViewHistory *history = g_new0 (ViewHistory, 1);

  put (history, 0, place);
  history->n = 1;
  return history;
}

void
view_history_free (ViewHistory *history)
{
  forget (history, 0, history->n);
  g_free (history);
}

static bool
is_same_place (const ViewPlace *a, const ViewPlace *b)
{
  return a->begin_ns == b->begin_ns && a->end_ns == b->end_ns && rank_choice_equal (a->ranks, b->ranks);
}

static void
append (ViewHistory *history, const ViewPlace *place)
{
  forget (history, history->current + 1, history->n);
  if (history->current + 1 == VIEW_HISTORY_MAX)
    {
      forget (history, 0, 1);
      memmove (history->places, history->places + 1, (VIEW_HISTORY_MAX - 1) * sizeof *history->places);
      history->current--;
    }
  history->current++;
  put (history, history->current, place);
  history->n = history->current + 1;
  history->is_passing = true;
}

/* A move that ended where it began was none. */
static void
merge_with_the_one_before (ViewHistory *history)
{
  ViewPlace *current = &history->places[history->current];

  if (history->current == 0 || !is_same_place (current - 1, current))
    return;
  forget (history, history->current - 1, history->current);
  current[-1] = *current;
  history->current--;
  history->n--;
  history->is_passing = false;
}

void
view_history_visit (ViewHistory *history, const ViewPlace *place, int64_t now_us)
{
  ViewPlace *current = &history->places[history->current];

  if (is_same_place (current, place))
    {
      current->slice = place->slice;
      return;
    }
  if (history->is_passing && now_us - history->visited_us < VIEW_HISTORY_REST_US
      && rank_choice_equal (current->ranks, place->ranks))
    {
      current->begin_ns = place->begin_ns;
      current->end_ns = place->end_ns;
      current->slice = place->slice;
    }
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
