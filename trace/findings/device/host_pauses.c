/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device/host_pauses.h"

#include <stdlib.h>

#include "trace/findings/device/names_found.h"
#include "trace/findings/device_idle.h"

static const TrackKind bands[] = { TRACK_ANNOTATIONS, TRACK_OPERATORS, TRACK_PYTHON };

/* Returns whether a merged union holds all of a span. O(log intervals). */
static bool
is_within (const IntervalColumn *outer, int64_t begin_ns, int64_t end_ns)
{
  size_t low = 0, high = outer->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (outer->at[middle].begin_ns <= begin_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && end_ns <= outer->at[low - 1].end_ns;
}

static bool
look_at_band (FindingLook *look,
              TrackKind kind,
              const uint8_t *names,
              IntervalUnion *of_rank,
              HostPauses *pauses)
{
  FindingFacts *facts = look->facts;
  FactsWalk walk = facts_walk_begin (facts, kind);
  uint64_t slice;
  uint32_t row = 0; /* walk.row is behind the row, so at least 1 */
  size_t n_above = 0;
  int64_t until_ns = INT64_MIN;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns, end_ns;
      uint32_t rank;

      if (names[slice_name (facts->slices, slice)] == 0)
        continue;
      begin_ns = slice_start_ns (facts->slices, slice);
      end_ns = slice_end_ns (facts->slices, slice);
      rank = trace_track (facts->trace, walk.track)->rank;
      if (!finding_facts_holds (facts, rank, begin_ns, end_ns))
        continue;
      if (walk.row != row)
        {
          row = walk.row;
          until_ns = INT64_MIN;
          interval_union_merge (&of_rank[rank]);
          n_above = of_rank[rank].intervals.n;
        }
      /* Those of the rows above are the first n_above and merged; this row's follow them. */
      if (end_ns <= until_ns
          || is_within (&(IntervalColumn){ .at = of_rank[rank].intervals.at, .n = n_above }, begin_ns,
                        end_ns))
        continue;
      until_ns = end_ns;
      if (!interval_union_add (&of_rank[rank], begin_ns, end_ns))
        return false;
      pauses->n++;
      pauses->total_ns += end_ns - begin_ns;
      if (pauses->worst == SLICE_NONE || end_ns - begin_ns > slice_dur_ns (facts->slices, pauses->worst))
        pauses->worst = slice;
      look_slice (look, slice);
    }
  return !facts->has_failed;
}

bool
host_pauses_gain (FindingLook *look, bool (*is) (const char *name, size_t length), HostPauses *ret_pauses)
{
  FindingFacts *facts = look->facts;
  uint32_t n_ranks = trace_n_ranks (facts->trace);
  uint64_t n_names;
  uint8_t *names = names_found_new (facts->trace, is, &n_names);
  IntervalUnion *of_rank = calloc ((size_t) n_ranks + 1, sizeof *of_rank);
  bool ok = names != NULL && of_rank != NULL;

  *ret_pauses = (HostPauses){ .is_named = ok && n_names > 0, .worst = SLICE_NONE };
  for (size_t i = 0; ok && n_names > 0 && i < G_N_ELEMENTS (bands); i++)
    {
      ok = look_at_band (look, bands[i], names, of_rank, ret_pauses);
      for (uint32_t rank = 0; rank < n_ranks; rank++)
        interval_union_merge (&of_rank[rank]);
    }
  for (uint32_t rank = 0; of_rank != NULL && rank < n_ranks; rank++)
    {
      const IntervalColumn *all = &of_rank[rank].intervals;

      for (size_t i = 0; ok && i < all->n; i++)
        device_idle_gain_of_rank (look, rank, all->at[i].begin_ns, all->at[i].end_ns);
      interval_union_clear (&of_rank[rank]);
    }
  free (of_rank);
  free (names);
  return ok;
}
