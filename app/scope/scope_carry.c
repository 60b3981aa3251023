/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/scope_carry.h"

uint32_t
scope_carry_rank (const Trace *from, const Trace *to, uint32_t rank)
{
  for (uint32_t i = 0; rank != TRACE_NONE && i < trace_n_ranks (to); i++)
    if (trace_rank (to, i)->number == trace_rank (from, rank)->number)
      return i;
  return TRACE_NONE;
}

uint32_t
scope_carry_device (const Trace *from, const Trace *to, uint32_t device)
{
  if (device == TRACE_NONE)
    return TRACE_NONE;
  const TraceDevice *wanted = trace_device (from, device);

  for (uint32_t i = 0; i < trace_n_devices (to); i++)
    if (trace_device (to, i)->number == wanted->number
        && trace_device (to, i)->rank == scope_carry_rank (from, to, wanted->rank))
      return i;
  return TRACE_NONE;
}

/* UINT64_MAX: there is no such step. */
static uint64_t
carry_step (const Profile *from, const Profile *to, uint64_t step)
{
  const TraceStep *wanted = step_table_get (from->steps, step);
  uint32_t rank = scope_carry_rank (from->trace, to->trace, wanted->rank);
  uint64_t first, n = rank != TRACE_NONE ? profile_steps_of_rank (to, rank, &first) : 0;

  for (uint64_t i = 0; i < n; i++)
    {
      const TraceStep *candidate = step_table_get (to->steps, first + i);

      if (wanted->has_number ? candidate->has_number && candidate->number == wanted->number
                             : !candidate->has_number && candidate->index == wanted->index)
        return first + i;
    }
  return UINT64_MAX;
}

static bool
carry_steps (const Profile *from, const Profile *to, const ViewScope *scope, ViewScope *carried)
{
  carried->first_step = carry_step (from, to, scope->first_step);
  carried->last_step = carry_step (from, to, scope->last_step);
  return carried->first_step <= carried->last_step && carried->last_step != UINT64_MAX;
}

static bool
carry_area (ViewState *from, ViewState *to)
{
  const ViewSelection *area = view_state_selection (from);
  const Profile *profile = view_state_profile (to);

  if (area->kind != SELECTED_AREA || area->begin_ns >= profile->end_ns || area->end_ns <= profile->begin_ns)
    return false;
  view_state_select_area (to, area->begin_ns, area->end_ns);
  return true;
}

/* Ranks keep their numbers. */
static void
carry_ranks (ViewState *from, ViewState *to)
{
  g_autofree char *text = rank_choice_to_text (view_state_ranks (from), view_state_profile (from)->trace);
  const RankChoice *ranks = NULL;

  if (text == NULL || !rank_choice_from_text (view_state_profile (to)->trace, text, &ranks))
    return;
  view_state_set_ranks (to, ranks);
  rank_choice_unref (ranks);
}

void
scope_carry (ViewState *from, ViewState *to)
{
  const Profile *from_profile = view_state_profile (from), *to_profile = view_state_profile (to);
  const ViewScope *scope = view_state_scope (from);
  ViewScope carried = { .window = scope->window };

  carried.rank = scope_carry_rank (from_profile->trace, to_profile->trace, scope->rank);
  carried.device = scope_carry_device (from_profile->trace, to_profile->trace, scope->device);
  if ((scope->window == SCOPE_STEPS && !carry_steps (from_profile, to_profile, scope, &carried))
      || (scope->window == SCOPE_AREA && !carry_area (from, to)))
    carried.window = SCOPE_WHOLE;
  view_state_set_scope (to, &carried);
  carry_ranks (from, to);
}
