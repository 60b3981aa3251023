/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/collective_walk.h"

#include <glib/gi18n-lib.h>

static bool
find_link (TimelineScene *scene, CollectiveLink *ret_link)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (scene));

  return selection->kind == SELECTED_SLICE
         && collective_links_find (slice_relations_collectives (timeline_scene_relations (scene)),
                                   selection->slice, ret_link);
}

static bool
is_shown (uint64_t slice, void *user_data)
{
  return track_tree_row_of_slice (timeline_scene_view (user_data)->tree, slice) != UINT32_MAX;
}

/* Selecting a part of a rank that was not chosen adds the rank. */
static bool
can_be_shown (TimelineScene *scene, uint64_t slice)
{
  ViewState *state = timeline_scene_state (scene);
  const Trace *trace = view_state_profile (state)->trace;

  return is_shown (slice, scene)
         || !rank_choice_has (view_state_ranks (state),
                              trace_track (trace, trace_track_of (trace, slice))->rank);
}

/* The time in view stays the same if the slice is in it, so that parts can be compared. */
static void
show (TimelineScene *scene, uint64_t slice)
{
  ViewState *state = timeline_scene_state (scene);
  const SliceColumns *slices = trace_slices (view_state_profile (state)->trace);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  if (slice_start_ns (slices, slice) >= end_ns || slice_end_ns (slices, slice) < begin_ns)
    timeline_scene_go_to_slice (scene, slice);
  else
    view_state_select_slice (state, slice);
}

/* Returns SLICE_NONE if there is none. */
static uint64_t
next_part (TimelineScene *scene, int by)
{
  CollectiveLink link;

  return find_link (scene, &link) ? collective_link_walk (&link, by, is_shown, scene) : SLICE_NONE;
}

bool
collective_walk (TimelineScene *scene, int by)
{
  uint64_t slice = next_part (scene, by);

  if (slice == SLICE_NONE)
    return false;
  show (scene, slice);
  return true;
}

bool
collective_walk_to_last (TimelineScene *scene)
{
  CollectiveLink link;

  if (!find_link (scene, &link) || !can_be_shown (scene, collective_link_last (&link)->slice))
    return false;
  show (scene, collective_link_last (&link)->slice);
  return true;
}

static const char *
refusal_of_selection (TimelineScene *scene, CollectiveLink *ret_link)
{
  if (find_link (scene, ret_link))
    return NULL;
  return slice_relations_awaits_collectives (timeline_scene_relations (scene))
           ? _ ("The parts of other ranks are still being looked for")
           : _ ("The selection is not part of a collective of several ranks");
}

const char *
collective_walk_refusal (TimelineScene *scene)
{
  CollectiveLink link;
  const char *refusal = refusal_of_selection (scene, &link);

  if (refusal != NULL)
    return refusal;
  return next_part (scene, 1) != SLICE_NONE ? NULL : _ ("No other rank of the collective is shown");
}

const char *
collective_walk_to_last_refusal (TimelineScene *scene)
{
  CollectiveLink link;
  const char *refusal = refusal_of_selection (scene, &link);

  if (refusal != NULL)
    return refusal;
  return can_be_shown (scene, collective_link_last (&link)->slice)
           ? NULL
           : _ ("The rank that came last is not shown");
}
