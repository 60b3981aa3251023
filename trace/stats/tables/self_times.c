/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/self_times.h"

#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/model/slice_find.h"
#include "trace/stats/distribution.h"

/* The slices of one lane that may matter, and for each the slice of the table that it is or is inside. */
typedef struct
{
  uint64_t first, end;
  U64Column owners; /* for [first, end); SLICE_NONE: inside none */
} LaneOwners;

typedef struct
{
  const StatsScope *scope;
  const SliceColumns *slices;
  const SliceKeys *keys;
  const SliceGroups *groups;
  StopCheck check;
  int64_t *children_ns;
  uint64_t n_keys;

  LaneOwners above, lane; /* the current lane, and the one above it */
  int64_t until_ns;       /* end of the last slice that counts in lanes above; children begin before it */
} Nesting;

static uint32_t
key_of (const Nesting *nesting, uint64_t slice)
{
  uint32_t name = slice_name (nesting->slices, slice);

  return nesting->groups->key_of_name == NULL ? name : nesting->groups->key_of_name[name];
}

static bool
is_member (const Nesting *nesting, uint64_t i)
{
  const SliceColumns *slices = nesting->slices;

  return nesting->keys->has_kind[slices->kind[i]] && !(slices->flags[i] & SLICE_UNFINISHED)
         && (nesting->groups->key_of_name == NULL || key_of (nesting, i) < nesting->n_keys);
}

static bool
covers (const SliceColumns *slices, uint64_t outer, uint64_t inner)
{
  return slice_start_ns (slices, outer) <= slice_start_ns (slices, inner)
         && slice_end_ns (slices, outer) >= slice_end_ns (slices, inner);
}

/* Does the same by searching, if the lane above does not cover the slice but one above that may. */
static uint64_t
owner_by_search (const Nesting *nesting, const TraceTrack *track, uint32_t lane, uint64_t slice)
{
  const Trace *trace = nesting->scope->trace;

  while (lane-- > 0)
    {
      const TraceRow *row = trace_row (trace, track->first_row + lane);
      uint64_t behind = slice_find_from (nesting->slices, row, slice_start_ns (nesting->slices, slice) + 1);

      if (behind == row->first_slice || !covers (nesting->slices, behind - 1, slice))
        continue;
      if (is_member (nesting, behind - 1))
        return behind - 1;
      slice = behind - 1;
    }
  return SLICE_NONE;
}

static void
add_child (Nesting *nesting, uint64_t owner, uint64_t child)
{
  uint32_t key = key_of (nesting, owner);

  if (key < nesting->n_keys
      && stats_scope_holds_start (nesting->scope, slice_start_ns (nesting->slices, owner)))
    nesting->children_ns[key] =
      add_saturated (nesting->children_ns[key], slice_dur_ns (nesting->slices, child));
}

/* The slices of a lane that begin, or may be open, while something above counts. */
static bool
lane_range (Nesting *nesting, const TraceRow *row)
{
  LaneOwners *lane = &nesting->lane;

  if (!stats_scope_slices_of_row (nesting->scope, row, &lane->first, &lane->end))
    return false;
  if (!nesting->scope->is_whole && nesting->until_ns > nesting->scope->end_ns)
    lane->end = MAX (slice_find_from (nesting->slices, row, nesting->until_ns), lane->first);
  lane->owners.n = 0;
  return u64_column_reserve (&lane->owners, (size_t) (lane->end - lane->first));
}

static bool
walk_lane (Nesting *nesting, const TraceTrack *track, uint32_t number)
{
  const SliceColumns *slices = nesting->slices;
  const LaneOwners *above = &nesting->above;
  LaneOwners *lane = &nesting->lane;
  uint64_t outer = above->first; /* the last slice of the lane above that begins no later */
  int64_t until_ns = nesting->until_ns;

  /* Times that are compared with those of many slices. */
  bool has_outer = outer < above->end;
  int64_t outer_start_ns = has_outer ? slice_start_ns (slices, outer) : INT64_MAX;
  int64_t outer_end_ns = has_outer ? slice_end_ns (slices, outer) : INT64_MIN;
  int64_t next_ns = outer + 1 < above->end ? slice_start_ns (slices, outer + 1) : INT64_MAX;

  for (uint64_t i = lane->first; i < lane->end; i++)
    {
      int64_t start_ns = slice_start_ns (slices, i), end_ns = slice_end_ns (slices, i);
      uint64_t owner = SLICE_NONE;
      bool is_in_table = is_member (nesting, i);

      if (!stop_check_next (&nesting->check))
        return false;
      while (outer + 1 < above->end && next_ns <= start_ns)
        {
          outer++;
          outer_start_ns = next_ns;
          outer_end_ns = slice_end_ns (slices, outer);
          next_ns = outer + 1 < above->end ? slice_start_ns (slices, outer + 1) : INT64_MAX;
        }
      if (number > 0)
        owner = has_outer && outer_start_ns <= start_ns && outer_end_ns >= end_ns
                  ? above->owners.at[outer - above->first]
                  : owner_by_search (nesting, track, number, i);
      if (is_in_table && owner != SLICE_NONE)
        add_child (nesting, owner, i);
      if (is_in_table && stats_scope_holds_start (nesting->scope, start_ns))
        until_ns = MAX (until_ns, end_ns);
      lane->owners.at[lane->owners.n++] = is_in_table ? i : owner;
    }
  nesting->until_ns = until_ns;
  return true;
}

static bool
holds_a_member (const Nesting *nesting, const TraceTrack *track)
{
  for (uint32_t lane = 0; lane < track->n_rows; lane++)
    {
      const TraceRow *row = trace_row (nesting->scope->trace, track->first_row + lane);
      uint64_t first, end;

      /* If memory ran out, the walk will notice. */
      if (!stats_scope_slices_of_row (nesting->scope, row, &first, &end))
        return true;
      if (slice_keys_hold (nesting->keys, nesting->slices, first, end))
        return true;
    }
  return false;
}

static bool
walk_track (Nesting *nesting, const TraceTrack *track)
{
  nesting->until_ns = nesting->scope->end_ns;
  nesting->above.first = nesting->above.end = 0;
  for (uint32_t lane = 0; lane < track->n_rows; lane++)
    {
      const TraceRow *row = trace_row (nesting->scope->trace, track->first_row + lane);
      LaneOwners above;

      if (!lane_range (nesting, row) || !walk_lane (nesting, track, lane))
        return false;
      above = nesting->lane;
      nesting->lane = nesting->above;
      nesting->above = above;
    }
  return true;
}

bool
self_times_children (const StatsScope *scope,
                     const SliceKeys *keys,
                     const SliceGroups *groups,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     int64_t *children_ns,
                     uint64_t n_keys)
{
  Nesting nesting = {
    .scope = scope,
    .slices = trace_slices (scope->trace),
    .keys = keys,
    .groups = groups,
    .check = { should_continue, user_data, 0 },
    .children_ns = children_ns,
    .n_keys = n_keys,
  };
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (stats_scope_holds_track (scope, track) && holds_a_member (&nesting, track))
        ok = walk_track (&nesting, track);
    }
  u64_column_clear (&nesting.above.owners);
  u64_column_clear (&nesting.lane.owners);
  return ok;
}
