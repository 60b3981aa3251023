/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_state_private.h"

#include "trace/compare/side/compare_steps.h"

/* Returns TRACE_NONE if none of the ranks that the timeline shows has steps. O(ranks log steps). */
static uint32_t
first_shown_with_steps (ViewState *state)
{
  uint64_t first;

  for (uint32_t r = 0; r < trace_n_ranks (state->profile->trace); r++)
    if (rank_choice_has (state->ranks, r) && profile_steps_of_rank (state->profile, r, &first) > 0)
      return r;
  return TRACE_NONE;
}

uint32_t
view_state_step_rank (ViewState *state)
{
  const Trace *trace = state->profile->trace;
  const ViewScope *scope = &state->scope;
  uint32_t rank = scope->rank;
  uint64_t first;

  if (rank == TRACE_NONE && scope->device != TRACE_NONE)
    rank = trace_device (trace, scope->device)->rank;
  if (rank == TRACE_NONE && state->selection.kind == SELECTED_SLICE)
    rank = trace_track (trace, trace_track_of (trace, state->selection.slice))->rank;
  if (rank == TRACE_NONE && state->selection.kind == SELECTED_GAP)
    rank = trace_device (trace, state->selection.device)->rank;
  if (!view_state_ranks_are_of_scope (state) && !rank_choice_has (state->ranks, rank))
    rank = TRACE_NONE;
  if (rank != TRACE_NONE && profile_steps_of_rank (state->profile, rank, &first) > 0)
    return rank;
  if (state->ranks != NULL && !view_state_ranks_are_of_scope (state))
    {
      uint32_t shown = first_shown_with_steps (state);

      if (shown != TRACE_NONE)
        return shown;
    }
  if (step_table_count (state->profile->steps) > 0 && scope->rank == TRACE_NONE)
    return step_table_get (state->profile->steps, 0)->rank;
  return rank != TRACE_NONE ? rank : 0;
}

uint64_t
view_state_current_step (ViewState *state)
{
  uint32_t rank = view_state_step_rank (state);
  int64_t middle_ns = state->begin_ns + (state->end_ns - state->begin_ns) / 2;
  uint64_t first, n = profile_steps_of_rank (state->profile, rank, &first);
  uint64_t best = UINT64_MAX;
  int64_t best_ns = INT64_MAX;

  for (uint64_t i = first; i < first + n; i++)
    {
      int64_t begin_ns, end_ns;

      profile_step_span (state->profile, i, &begin_ns, &end_ns);
      int64_t distance_ns = middle_ns < begin_ns  ? begin_ns - middle_ns
                            : middle_ns >= end_ns ? middle_ns - end_ns + 1
                                                  : 0;
      if (distance_ns < best_ns)
        {
          best = i;
          best_ns = distance_ns;
        }
    }
  return best;
}

void
view_state_go_to_step (ViewState *state, uint64_t step)
{
  int64_t begin_ns, end_ns;

  g_return_if_fail (step < step_table_count (state->profile->steps));
  profile_step_span (state->profile, step, &begin_ns, &end_ns);
  view_state_set_span (state, begin_ns, end_ns);
}

bool
view_state_walk_steps (ViewState *state, int by)
{
  uint64_t first, n = profile_steps_of_rank (state->profile, view_state_step_rank (state), &first);
  uint64_t current = view_state_current_step (state);
  int64_t begin_ns, end_ns;

  if (n == 0)
    return false;

  /* From a view of many steps the first key press goes to the step in the middle, not past it. */
  profile_step_span (state->profile, current, &begin_ns, &end_ns);
  double length_ns = (double) end_ns - (double) begin_ns;
  bool is_at_step = (double) begin_ns - (double) state->begin_ns <= length_ns
                    && (double) state->end_ns - (double) end_ns <= length_ns;
  if (is_at_step && by > 0 && current + 1 < first + n)
    current++;
  else if (is_at_step && by < 0 && current > first)
    current--;
  view_state_go_to_step (state, current);
  return true;
}

uint64_t
view_state_slowest_step (ViewState *state)
{
  const StepTable *steps = state->profile->steps;
  uint64_t first, n = profile_steps_of_rank (state->profile, view_state_step_rank (state), &first);
  uint64_t slowest = UINT64_MAX;

  for (uint64_t i = first; i < first + n; i++)
    if (!step_table_get (steps, i)->is_truncated
        && (slowest == UINT64_MAX
            || step_table_get (steps, i)->wall_ns >= step_table_get (steps, slowest)->wall_ns))
      slowest = i;
  return slowest;
}

uint64_t
view_state_median_step (ViewState *state)
{
  return compare_median_step (state->profile->trace, state->profile->steps, view_state_step_rank (state));
}
