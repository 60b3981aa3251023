/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device/device_exposed.h"

#include <stdlib.h>

#include "trace/stats/activity_walk.h"

typedef struct
{
  FindingLook *look;
  bool (*is_wanted) (void *data, uint64_t slice);
  void *data;
  IntervalUnion *wanted, *others; /* by device */
  uint32_t track, device, row;    /* of the slice before */
  size_t cursor;                  /* into the wanted time of the device */
} Search;

/* Finds the device of a walk's slice. The cursor is valid while starts ascend, so it begins anew with each track. */
static void
find_device (Search *search, const FactsWalk *walk)
{
  if (walk->track != search->track || walk->row != search->row)
    search->cursor = 0;
  if (walk->track != search->track)
    search->device =
      finding_facts_device (search->look->facts, trace_track (search->look->facts->trace, walk->track));
  search->track = walk->track;
  search->row = walk->row;
}

static bool
add_wanted (Search *search)
{
  FindingFacts *facts = search->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint64_t slice;

  search->track = search->row = TRACE_NONE;
  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      if (!activity_walk_holds (facts->slices, slice) || !search->is_wanted (search->data, slice))
        continue;
      find_device (search, &walk);
      if (search->device != TRACE_NONE
          && !interval_union_add (&search->wanted[search->device], slice_start_ns (facts->slices, slice),
                                  slice_end_ns (facts->slices, slice)))
        return false;
    }
  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    interval_union_merge (&search->wanted[i]);
  return !facts->has_failed;
}

/* Only the others that run at the same time are kept. */
static bool
add_others (Search *search)
{
  FindingFacts *facts = search->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint64_t slice;

  search->track = search->row = TRACE_NONE;
  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns = slice_start_ns (facts->slices, slice), end_ns = slice_end_ns (facts->slices, slice);
      const IntervalColumn *wanted;

      find_device (search, &walk);
      if (search->device == TRACE_NONE)
        continue;
      wanted = &search->wanted[search->device].intervals;
      while (search->cursor < wanted->n && wanted->at[search->cursor].end_ns <= begin_ns)
        search->cursor++;
      if (search->cursor == wanted->n || wanted->at[search->cursor].begin_ns >= end_ns
          || !activity_walk_holds (facts->slices, slice) || search->is_wanted (search->data, slice))
        continue;
      if (!interval_union_add (&search->others[search->device], begin_ns, end_ns))
        return false;
    }
  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    interval_union_merge (&search->others[i]);
  return !facts->has_failed;
}

static void
gain_exposed (Search *search, uint32_t device)
{
  const IntervalColumn *wanted = &search->wanted[device].intervals,
                       *others = &search->others[device].intervals;

  for (size_t i = 0, j = 0; i < wanted->n; i++)
    {
      int64_t at_ns = wanted->at[i].begin_ns;

      while (j < others->n && others->at[j].end_ns <= at_ns)
        j++;
      for (size_t k = j; k < others->n && others->at[k].begin_ns < wanted->at[i].end_ns; k++)
        {
          if (others->at[k].begin_ns > at_ns)
            look_gain (search->look, device, at_ns, others->at[k].begin_ns);
          at_ns = MAX (at_ns, others->at[k].end_ns);
        }
      if (at_ns < wanted->at[i].end_ns)
        look_gain (search->look, device, at_ns, wanted->at[i].end_ns);
    }
}

bool
device_exposed_gain (FindingLook *look, bool (*is_wanted) (void *data, uint64_t slice), void *data)
{
  uint32_t n = trace_n_devices (look->facts->trace);
  Search search = {
    .look = look,
    .is_wanted = is_wanted,
    .data = data,
    .wanted = calloc (n + 1, sizeof *search.wanted),
    .others = calloc (n + 1, sizeof *search.others),
  };
  bool ok = search.wanted != NULL && search.others != NULL && add_wanted (&search) && add_others (&search);

  for (uint32_t i = 0; ok && i < n; i++)
    gain_exposed (&search, i);
  for (uint32_t i = 0; i < n; i++)
    {
      if (search.wanted != NULL)
        interval_union_clear (&search.wanted[i]);
      if (search.others != NULL)
        interval_union_clear (&search.others[i]);
    }
  free (search.wanted);
  free (search.others);
  return ok;
}
