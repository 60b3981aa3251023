/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/missing_counterparts.h"

#include <stdlib.h>
#include <string.h>

#include "trace/compare/places/slice_walk.h"
#include "trace/container/id_map.h"
#include "trace/container/stop_check.h"
#include "trace/stats/launch/launch_finder.h"

/* A cell is a name and kind in one step on one rank of the other side: the number of its slices there, and of those met
 * on this side so far. */
#define N_THERE(cell) ((uint32_t) (cell))
#define N_MET(cell)   ((uint32_t) ((cell) >> 32))
#define KIND_BITS     4
#define GROUP_BITS    28

G_STATIC_ASSERT (N_SLICE_KINDS <= 1 << KIND_BITS);

typedef struct
{
  const Counterparts *counterparts;
  StopCheck check;
  IdMap cells;
  bool has_cells;
  PeerSide from, to;
  uint32_t n_there; /* strings of the other side */
  uint16_t *there;  /* by what names stand for there (place_of ()): the kinds of the slices in its steps */
  uint16_t *met;    /* by string id of this side: the kinds of which a slice has a counterpart */
  MissingCounterparts *ret;
} Search;

/* Names of steps have the last place. */
static uint32_t
place_of (const Search *search, uint32_t name)
{
  return MIN (name, search->n_there);
}

static uint64_t
cell_id (const Search *search, uint32_t name, uint8_t kind, uint32_t rank, uint32_t sample)
{
  uint64_t group = rank * search->counterparts->to->steps.n + sample;

  return ((uint64_t) name << KIND_BITS | kind) << GROUP_BITS | group;
}

static bool
count_there (Search *search, uint32_t name, uint8_t kind, uint32_t rank, uint32_t sample)
{
  uint64_t *cell;

  search->there[place_of (search, name)] |= (uint16_t) (1 << kind);
  if (!search->has_cells)
    return true;
  cell = id_map_add (&search->cells, cell_id (search, name, kind, rank, sample), 0);
  if (cell == NULL)
    return false;
  *cell += N_THERE (*cell) < UINT32_MAX;
  if (search->cells.n > MISSING_CELLS_MAX)
    {
      search->has_cells = false;
      id_map_clear (&search->cells);
    }
  return true;
}

/* Returns whether a slice of this side has a counterpart; slices come in order of time. */
static bool
meets (Search *search, uint32_t name, uint8_t kind, uint32_t rank, uint32_t sample)
{
  uint64_t *cell;

  if (name == TRACE_NONE || !(search->there[place_of (search, name)] >> kind & 1))
    return false;
  if (!search->has_cells)
    return true;
  cell = id_map_find (&search->cells, cell_id (search, name, kind, rank, sample));
  if (cell == NULL || N_MET (*cell) >= N_THERE (*cell))
    return false;
  *cell += UINT64_C (1) << 32;
  return true;
}

/* Passes the slices of a rank of one side, and their samples, in order of time. */
static bool
pass_rank (Search *search, uint32_t rank, bool is_from)
{
  const PeerSide *side = is_from ? &search->from : &search->to;
  const CompareSteps *steps = side->steps;
  const Trace *trace = steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  StatsScope reach = stats_scope_whole (trace, steps->scope.steps);
  LaunchFinder launches;
  SliceWalk walk;
  uint64_t hint = 0, slice;
  bool ok = launch_finder_init (&launches, trace);

  reach.is_whole = false;
  reach.begin_ns = steps->first_ns;
  reach.end_ns = steps->last_ns + (steps->last_ns < INT64_MAX);
  if (!steps->has_steps)
    reach = steps->scope;
  slice_walk_init (&walk, trace, NULL, NULL);
  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    for (uint32_t r = 0; trace_track (trace, t)->rank == rank && r < trace_track (trace, t)->n_rows && ok;
         r++)
      {
        uint64_t first, end;

        ok = stats_scope_slices_of_row (&reach, trace_row (trace, trace_track (trace, t)->first_row + r),
                                        &first, &end)
             && slice_walk_add (&walk, first, end);
      }
  slice_walk_begin (&walk);
  while (ok && (slice = slice_walk_next (&walk)) != SLICE_NONE)
    {
      uint8_t kind = slices->kind[slice] < N_SLICE_KINDS ? slices->kind[slice] : (uint8_t) SLICE_OTHER;
      uint64_t launch =
        slice_kind_is_on_device ((SliceKind) kind) ? launch_finder_of (&launches, slice) : SLICE_NONE;
      uint32_t stands_for = slice_peers_name_of (side, slice), name = slice_name (slices, slice), of_slice,
               sample = slice_peers_sample_of (steps, slice, launch, &hint, &of_slice);

      ok = stop_check_next (&search->check);
      if (!ok || sample == SAMPLE_NONE)
        continue;
      if (!is_from)
        {
          ok = count_there (search, stands_for, kind, rank, sample);
          continue;
        }
      if (search->counterparts->sample_to[sample] == SAMPLE_NONE)
        continue;
      if (meets (search, stands_for, kind, search->counterparts->rank_to[rank],
                 search->counterparts->sample_to[sample]))
        search->met[name] |= (uint16_t) (1 << kind);
      else
        {
          search->ret->of_name[name] |= (uint16_t) (1 << kind);
          search->ret->n_missing++;
          if (search->ret->of_slice != NULL)
            search->ret->of_slice[slice / 8] |= (uint8_t) (1 << slice % 8);
        }
    }
  slice_walk_clear (&walk);
  launch_finder_clear (&launches);
  return ok;
}

static bool
pass_all (Search *search)
{
  const Counterparts *counterparts = search->counterparts;
  const Trace *trace = counterparts->from->trace;
  uint32_t n_ranks = trace_n_ranks (trace);

  for (uint32_t rank = 0; rank < n_ranks; rank++)
    if (counterparts->rank_to[rank] != TRACE_NONE && !pass_rank (search, counterparts->rank_to[rank], false))
      return false;
  if (search->has_cells)
    {
      search->ret->of_slice = calloc (trace_slices (trace)->n / 8 + 1, 1);
      if (search->ret->of_slice == NULL)
        return false;
    }
  for (uint32_t rank = 0; rank < n_ranks; rank++)
    if (counterparts->rank_to[rank] != TRACE_NONE && !pass_rank (search, rank, true))
      return false;
  return true;
}

bool
missing_counterparts_compute (const Counterparts *counterparts,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              MissingCounterparts *ret_missing)
{
  size_t n_names = trace_n_strings (counterparts->from->trace) + (size_t) 1;
  const CompareSteps *to = &counterparts->to->steps;
  Search search = {
    .counterparts = counterparts,
    .check = { should_continue, user_data, 0 },
    .from = counterparts_side_from (counterparts),
    .to = counterparts_side_to (counterparts),
    .n_there = trace_n_strings (to->scope.trace),
    .has_cells = to->n * trace_n_ranks (to->scope.trace) < 1 << GROUP_BITS
                 && trace_n_strings (to->scope.trace) < UINT32_MAX,
    .there = calloc (trace_n_strings (to->scope.trace) + (size_t) 1, sizeof *search.there),
    .met = calloc (n_names, sizeof *search.met),
    .ret = ret_missing,
  };
  bool ok;

  *ret_missing = (MissingCounterparts){ .of_name = calloc (n_names, sizeof *ret_missing->of_name) };
  ok = search.there != NULL && search.met != NULL && ret_missing->of_name != NULL && pass_all (&search);
  for (size_t name = 0; name < n_names && ok; name++)
    ret_missing->of_name[name] &= (uint16_t) ~search.met[name];
  id_map_clear (&search.cells);
  free (search.there);
  free (search.met);
  return ok;
}

void
missing_counterparts_clear (MissingCounterparts *missing)
{
  free (missing->of_name);
  free (missing->of_slice);
  *missing = (MissingCounterparts){ 0 };
}
