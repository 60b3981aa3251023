/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds on another thread the slices with the name of the selected one and all connections by time, and
 * holds whether these are shown. Main thread only.
 *
 * Signal "changed" (RelationChange mask): a result has arrived, or something is shown or hidden. */

#pragma once

#include <glib-object.h>

#include "trace/stats/name_series.h"
#include "widgets/state/view_state.h"
#include "widgets/timeline/links/collective_links.h"
#include "widgets/timeline/links/flow_index.h"
#include "widgets/timeline/links/sequence_pairs.h"
#include "widgets/timeline/view/flow_fan.h"

#define TIMELINE_TYPE_RELATIONS (slice_relations_get_type ())
G_DECLARE_FINAL_TYPE (SliceRelations, slice_relations, TIMELINE, RELATIONS, GObject)

typedef enum
{
  RELATIONS_CHANGED_SERIES = 1 << 0,
  RELATIONS_CHANGED_FLOWS = 1 << 1,
  RELATIONS_CHANGED_DIMMING = 1 << 2,
  RELATIONS_CHANGED_PAIRS = 1 << 3,
  RELATIONS_CHANGED_SCOPED = 1 << 4, /* the slices of the series that are in scope */
  RELATIONS_CHANGED_COLLECTIVES = 1 << 5,
} RelationChange;

/* Takes no reference to state, which must outlive it. */
SliceRelations *slice_relations_new (ViewState *state);

/* Returns the series of the selected slice; NULL if none is selected or while it is unknown. */
const NameSeries *slice_relations_series (SliceRelations *relations);

/* Returns those of them that are in the window's scope. Sets *ret_is_whole, and returns all, if the scope is the whole
 * profile or the selected slice is not in it. Returns NULL in the same cases as above. */
const NameSeries *slice_relations_series_in_scope (SliceRelations *relations, bool *ret_is_whole);

/* Selects the next (by = 1) or previous (-1) slice in time with the name and the kind of the selected one, on all rows in
 * scope, and moves the view if the slice is outside. If the series is still being computed, this happens when it arrives.
 * Returns false if there is no such slice. */
bool slice_relations_walk_name (SliceRelations *relations, int by);

/* Dims everything except the slices of that name. */
bool slice_relations_dims_others (SliceRelations *relations);
void slice_relations_set_dims_others (SliceRelations *relations, bool dims_others);

/* Returns the pairs, which are computed after the first selection of a slice; NULL while they are unknown. */
const SequencePairs *slice_relations_pairs (SliceRelations *relations);

/* Returns the collectives of several ranks, which are computed after the first selection of a communication kernel; NULL
 * while they are unknown. is_awaited () returns whether that is being done. */
const CollectiveLinks *slice_relations_collectives (SliceRelations *relations);
bool slice_relations_awaits_collectives (SliceRelations *relations);

/* Returns the fans of the slices looked at last. */
FlowFans *slice_relations_fans (SliceRelations *relations);

/* Shows all connections in view. The index is NULL while they are hidden or unknown. */
bool slice_relations_shows_flows (SliceRelations *relations);
void slice_relations_set_shows_flows (SliceRelations *relations, bool shows_flows);
const FlowIndex *slice_relations_flows (SliceRelations *relations);
