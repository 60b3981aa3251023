/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranks that the timeline shows. */

#include "trace/ranks/slow_ranks.h"
#include "widgets/state/view_state_private.h"

const RankChoice *
view_state_ranks (ViewState *state)
{
  return state->ranks;
}

bool
view_state_ranks_are_of_scope (ViewState *state)
{
  return state->scope.rank != TRACE_NONE || state->scope.device != TRACE_NONE;
}

guint
view_state_take_ranks (ViewState *state, const RankChoice *ranks)
{
  const RankChoice *before = state->ranks;

  if (rank_choice_equal (before, ranks))
    return 0;
  state->ranks = rank_choice_ref (ranks);
  rank_choice_unref (before);
  return VIEW_CHANGED_RANKS;
}

void
view_state_set_ranks (ViewState *state, const RankChoice *ranks)
{
  guint changes = view_state_take_ranks (state, ranks);

  if (changes != 0)
    view_state_emit_changed (state, changes);
}

void
view_state_show_ranks (ViewState *state, const RankChoice *ranks, int64_t begin_ns, int64_t end_ns)
{
  guint changes = view_state_take_ranks (state, ranks);

  if (view_state_place_span (state, begin_ns, end_ns - begin_ns))
    changes |= VIEW_CHANGED_SPAN;
  if (changes != 0)
    view_state_emit_changed (state, changes);
}

guint
view_state_take_rank (ViewState *state, uint32_t rank)
{
  const RankChoice *more;
  guint changes;

  if (rank_choice_has (state->ranks, rank))
    return 0;
  more = rank_choice_with (state->ranks, rank);
  changes = view_state_take_ranks (state, more);
  rank_choice_unref (more);
  return changes;
}

/* ---- ready choices ---- */

static bool
mark_one_per_node (const Trace *trace, bool *is_chosen)
{
  bool any = false;
  g_autofree bool *has_one = g_new0 (bool, (size_t) trace_n_tracks (trace) + 1);

  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      uint32_t node = trace_rank (trace, r)->node;

      is_chosen[r] = node < trace_n_tracks (trace) && !has_one[node];
      if (is_chosen[r])
        any = has_one[node] = true;
    }
  return any;
}

static bool
mark_slowest (ViewState *state, uint64_t step, bool *is_chosen)
{
  uint32_t slowest[READY_RANKS_SLOWEST];
  uint32_t n =
    slow_ranks_find (state->profile->trace, state->profile->steps, step, slowest, G_N_ELEMENTS (slowest));

  for (uint32_t i = 0; i < n; i++)
    is_chosen[slowest[i]] = true;
  return n > 0;
}

bool
view_state_can_choose_ranks (ViewState *state, ReadyRanks ready)
{
  if (trace_n_ranks (state->profile->trace) < 2 || view_state_ranks_are_of_scope (state))
    return false;
  return ready == RANKS_ALL || ready == RANKS_ONE_PER_NODE || view_state_current_step (state) != UINT64_MAX;
}

bool
view_state_choose_ranks (ViewState *state, ReadyRanks ready)
{
  const Trace *trace = state->profile->trace;
  g_autofree bool *is_chosen = NULL;
  bool ok = true;

  if (!view_state_can_choose_ranks (state, ready))
    return false;
  is_chosen = g_new0 (bool, (size_t) trace_n_ranks (trace) + 1);
  if (ready == RANKS_ONE_PER_NODE)
    ok = mark_one_per_node (trace, is_chosen);
  else if (ready == RANKS_SLOWEST_IN_STEP)
    ok = mark_slowest (state, view_state_current_step (state), is_chosen);
  else if (ready == RANKS_SLOWEST)
    ok = mark_slowest (state, SLOW_RANKS_ALL_STEPS, is_chosen);
  if (!ok)
    return false;

  const RankChoice *choice = rank_choice_new (is_chosen, trace_n_ranks (trace), NULL);
  view_state_set_ranks (state, choice);
  rank_choice_unref (choice);
  return true;
}
