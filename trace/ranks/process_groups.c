/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/process_groups.h"

#include <stdlib.h>

#include "trace/classify/class_of_names.h"
#include "trace/container/heap.h"
#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/arg_finder.h"
#include "trace/model/job_tables.h"
#include "trace/stats/device/lane_sweep.h"
#include "trace/stats/distribution.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/stats/slice_argument.h"

COLUMN_IMPLEMENT (GroupRankColumn, group_rank_column)
COLUMN_IMPLEMENT (ProcessGroupColumn, process_group_column)

enum
{
  TOLD_NAME,
  TOLD_MEMBERS,
  TOLD_DESCRIPTION,
  TOLD_SIZE,
  TOLD_COLLECTIVE,
  N_TOLD
};

static const char *const told_keys[N_TOLD] = { "Process Group Name", "Process Group Ranks", "Process Group Description",
                                               "Group size", "Collective name" };

typedef struct
{
  uint32_t name, members; /* ids of ProcessGroups.texts */
} Identity;

/* Of a group on one device. */
typedef struct
{
  bool is_used;
  int64_t until_ns;         /* end of its communication so far */
  int64_t longest_begin_ns; /* of rank.longest */
  GroupRank rank;
} GroupSums;

COLUMN_DEFINE (GroupSumsColumn, group_sums_column, GroupSums)
COLUMN_IMPLEMENT (GroupSumsColumn, group_sums_column)

/* Where a stretch of communication begins or ends: what the device computes in it is not known before the walk is there. */
typedef struct
{
  int64_t time_ns;
  uint32_t group;
  bool is_end;
} CoverEdge;

COLUMN_DEFINE (CoverEdgeColumn, cover_edge_column, CoverEdge)
COLUMN_IMPLEMENT (CoverEdgeColumn, cover_edge_column)

typedef struct
{
  uint64_t slice;
  uint32_t group;
} SliceGroup;

COLUMN_DEFINE (SliceGroupColumn, slice_group_column, SliceGroup)
COLUMN_IMPLEMENT (SliceGroupColumn, slice_group_column)

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  ClassOfNames classes;
  ArgFinder finder;
  CollectiveReader reader;
  StringTable *identities;   /* the bytes of an Identity; ids are index of the group + 1 */
  U8Column is_collective;    /* by group: a kernel of it is no send and no receive */
  GroupSumsColumn sums;      /* by group; these three are of the current device */
  SweepCover compute;
  CoverEdgeColumn edges; /* a heap: the earliest first */
  SliceGroupColumn slices;   /* of all devices */
  ProcessGroups *groups;
} Search;

/* ---- which group ---- */

/* Appends a group, or completes what earlier kernels did not say about it. */
static bool
take_group (Search *search, uint32_t group, const ProcessGroup *told, bool is_collective)
{
  ProcessGroups *groups = search->groups;

  if (group == groups->groups.n
      && (!process_group_column_push (&groups->groups, *told) || !u8_column_push (&search->is_collective, 0)))
    return false;
  ProcessGroup *known = &groups->groups.at[group];

  if (known->description == STRING_EMPTY)
    known->description = told->description;
  known->size = MAX (known->size, told->size);
  if (is_collective)
    search->is_collective.at[group] = 1;
  return true;
}

static bool
read_group (Search *search, uint64_t slice, uint32_t *ret_group)
{
  uint32_t *texts[N_TOLD] = { 0 };
  ProcessGroup told = { 0 };
  bool ok = true, is_collective = true;
  unsigned key;
  Arg arg;

  texts[TOLD_NAME] = &told.name;
  texts[TOLD_MEMBERS] = &told.members;
  texts[TOLD_DESCRIPTION] = &told.description;
  if (arg_finder_begin (&search->finder, trace_slices (search->scope->trace)->args[slice]))
    while (ok && arg_finder_next (&search->finder, &key, &arg))
      {
        if (texts[key] != NULL)
          ok = string_table_intern (search->groups->texts, arg.text, arg.length, texts[key]);
        else if (key == TOLD_COLLECTIVE)
          is_collective = !collective_is_send (arg.text, arg.length) && !collective_is_receive (arg.text, arg.length);
        else if (!argument_whole (&arg, &told.size))
          told.size = 0;
      }
  if (!ok || search->finder.iter.ran_out)
    return false;

  Identity identity = { told.name, told.members };
  uint32_t id;

  if (!string_table_intern (search->identities, (const char *) &identity, sizeof identity, &id))
    return false;
  *ret_group = id - 1;
  return take_group (search, *ret_group, &told, is_collective);
}

/* ---- one device ---- */

/* Returns how much of the time before time_ns the device computes, once all compute kernels that begin earlier have been
 * added: only the last piece of their union can reach beyond. */
static int64_t
computed_before (const SweepCover *compute, int64_t time_ns)
{
  return compute->length_ns - (compute->until_ns > time_ns ? compute->until_ns - time_ns : 0);
}

static bool
comes_before (const CoverEdge *a, const CoverEdge *b)
{
  return a->time_ns < b->time_ns;
}

HEAP_DEFINE (cover_edges, CoverEdge, comes_before)

static bool
push_edge (Search *search, CoverEdge edge)
{
  CoverEdgeColumn *edges = &search->edges;

  if (!cover_edge_column_push (edges, edge))
    return false;
  size_t i = edges->n - 1;
  for (; i > 0 && comes_before (&edge, &edges->at[(i - 1) / 2]); i = (i - 1) / 2)
    edges->at[i] = edges->at[(i - 1) / 2];
  edges->at[i] = edge;
  return true;
}

/* Takes what the device computes from the exposed time of the stretches that begin or end by time_ns. */
static void
pass_edges (Search *search, int64_t time_ns)
{
  CoverEdgeColumn *edges = &search->edges;

  while (edges->n > 0 && edges->at[0].time_ns <= time_ns)
    {
      CoverEdge edge = edges->at[0];
      int64_t computed_ns = computed_before (&search->compute, edge.time_ns);

      search->sums.at[edge.group].rank.exposed_ns += edge.is_end ? -computed_ns : computed_ns;
      edges->at[0] = edges->at[--edges->n];
      cover_edges_sink (edges->at, edges->n, 0);
    }
}

/* Of equally long kernels the first counts, of those that begin together the one that comes first in the file. */
static bool
is_longest (const GroupSums *sums, const SweptSlice *swept)
{
  int64_t length_ns = swept->end_ns - swept->begin_ns;

  if (sums->rank.longest == SLICE_NONE || length_ns != sums->rank.longest_ns)
    return sums->rank.longest == SLICE_NONE || length_ns > sums->rank.longest_ns;
  return swept->begin_ns == sums->longest_begin_ns && swept->slice < sums->rank.longest;
}

static bool
add_stretch (Search *search, GroupSums *sums, uint32_t group, const SweptSlice *swept)
{
  int64_t begin_ns = MAX (swept->begin_ns, sums->until_ns), end_ns = swept->end_ns;

  if (end_ns <= begin_ns)
    return true;
  sums->rank.communication_ns += end_ns - begin_ns;
  sums->rank.exposed_ns += end_ns - begin_ns;
  sums->until_ns = end_ns;
  return push_edge (search, (CoverEdge){ begin_ns, group, false })
         && push_edge (search, (CoverEdge){ end_ns, group, true });
}

static bool
add_communication (Search *search, const SweptSlice *swept, uint32_t group)
{
  const Trace *trace = search->scope->trace;
  CollectiveFacts facts;

  while (search->sums.n <= group)
    if (!group_sums_column_push (&search->sums,
                                 (GroupSums){ .until_ns = INT64_MIN, .rank = { .longest = SLICE_NONE } }))
      return false;
  GroupSums *sums = &search->sums.at[group];
  GroupRank *rank = &sums->rank;

  sums->is_used = true;
  if (!add_stretch (search, sums, group, swept))
    return false;
  if (!stats_scope_holds_start (search->scope, slice_start_ns (trace_slices (trace), swept->slice)))
    return true;
  if (!collective_read (&search->reader, trace, swept->slice, &facts))
    return false;
  if (is_longest (sums, swept))
    {
      rank->longest_ns = swept->end_ns - swept->begin_ns;
      rank->longest = swept->slice;
      sums->longest_begin_ns = swept->begin_ns;
    }
  rank->n_kernels++;
  rank->n_told += facts.has_bytes;
  rank->bytes = add_saturated (rank->bytes, facts.bytes);
  return true;
}

/* Kernels come in order of their begin. */
static bool
add_slice (Search *search, const SweptSlice *swept)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  uint32_t group;

  switch (class_of_name (&search->classes, slice_name (slices, swept->slice)))
    {
    case KERNEL_COMPUTE:
      pass_edges (search, swept->begin_ns);
      sweep_cover_add (&search->compute, swept->begin_ns, swept->end_ns);
      return true;
    case KERNEL_COMMUNICATION:
      return read_group (search, swept->slice, &group) && add_communication (search, swept, group)
             && slice_group_column_push (&search->slices, (SliceGroup){ swept->slice, group });
    default:
      return true;
    }
}

static bool
walk_device (Search *search, uint32_t device)
{
  const Trace *trace = search->scope->trace;
  uint32_t parent = trace_device (trace, device)->track;
  LaneSweep sweep;
  SweptSlice swept;
  bool ok = true;

  lane_sweep_init (&sweep, search->scope);
  sweep.has_kind[SLICE_KERNEL] = 1;
  for (uint32_t t = parent + 1; ok && t < trace_n_tracks (trace) && trace_track (trace, t)->parent == parent; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM && track_set_holds (search->scope->tracks, t))
      ok = lane_sweep_add (&sweep, trace_track (trace, t), 0);
  lane_sweep_begin (&sweep);
  while (ok && lane_sweep_next (&sweep, &swept))
    ok = stop_check_next (&search->check) && add_slice (search, &swept);
  lane_sweep_clear (&sweep);
  pass_edges (search, INT64_MAX);
  return ok;
}

static bool
add_device (Search *search, uint32_t device)
{
  uint32_t rank = trace_device (search->scope->trace, device)->rank;
  int64_t *compute_ns = &search->groups->compute_ns[rank];

  search->sums.n = 0;
  search->compute = SWEEP_COVER_NONE;
  if (!walk_device (search, device))
    return false;
  *compute_ns = add_saturated (*compute_ns, search->compute.length_ns);
  for (uint32_t group = 0; group < search->sums.n; group++)
    {
      GroupSums *sums = &search->sums.at[group];

      sums->rank.group = group;
      sums->rank.rank = rank;
      if (sums->is_used && !group_rank_column_push (&search->groups->ranks, sums->rank))
        return false;
    }
  return true;
}

/* ---- all devices ---- */

static int
compare_ranks (const void *a, const void *b)
{
  const GroupRank *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Makes one of the entries of the devices of a rank, and gives the groups their ranges. */
static void
join_devices (ProcessGroups *groups)
{
  GroupRankColumn *ranks = &groups->ranks;
  size_t n = 0;

  if (ranks->n > 0)
    qsort (ranks->at, ranks->n, sizeof *ranks->at, compare_ranks);
  for (size_t i = 0; i < ranks->n; i++)
    {
      GroupRank *last = n > 0 ? &ranks->at[n - 1] : NULL;
      const GroupRank *next = &ranks->at[i];

      if (last == NULL || compare_ranks (last, next) != 0)
        {
          ProcessGroup *group = &groups->groups.at[next->group];

          if (group->n_ranks++ == 0)
            group->first_rank = (uint32_t) n;
          ranks->at[n++] = *next;
          continue;
        }
      if (next->longest != SLICE_NONE && (last->longest == SLICE_NONE || next->longest_ns > last->longest_ns))
        {
          last->longest = next->longest;
          last->longest_ns = next->longest_ns;
        }
      last->n_kernels += next->n_kernels;
      last->n_told += next->n_told;
      last->bytes = add_saturated (last->bytes, next->bytes);
      last->communication_ns = add_saturated (last->communication_ns, next->communication_ns);
      last->exposed_ns = add_saturated (last->exposed_ns, next->exposed_ns);
    }
  ranks->n = n;
}

static void
say_parallelism (Search *search)
{
  ProcessGroups *groups = search->groups;

  for (size_t i = 0; i < groups->groups.n; i++)
    {
      ProcessGroup *group = &groups->groups.at[i];
      const uint32_t texts[] = { group->description, group->name };

      for (unsigned t = 0; t < G_N_ELEMENTS (texts) && group->parallelism == PARALLELISM_UNKNOWN; t++)
        {
          size_t length;
          const char *text = string_table_get (groups->texts, texts[t], &length);

          group->parallelism = parallelism_of_name (text, length);
        }
      /* Activations go from one stage to the next; no other scheme sends nothing but messages between two ranks. */
      if (group->parallelism == PARALLELISM_UNKNOWN && !search->is_collective.at[i])
        group->parallelism = PARALLELISM_PIPELINE;
    }
}

/* ---- waits ---- */

static int
compare_slices (const void *a, const void *b)
{
  const SliceGroup *x = a, *y = b;

  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* Returns the entry of the rank in the group of a kernel, or NULL if the scope leaves it out. */
static GroupRank *
find_rank (const Search *search, const CollectiveWait *wait)
{
  const GroupRankColumn *ranks = &search->groups->ranks;
  SliceGroup key = { .slice = wait->slice };
  const SliceGroup *found = bsearch (&key, search->slices.at, search->slices.n, sizeof key, compare_slices);

  if (found == NULL)
    return NULL;
  GroupRank rank = { .group = found->group, .rank = trace_device (search->scope->trace, wait->device)->rank };

  return bsearch (&rank, ranks->at, ranks->n, sizeof rank, compare_ranks);
}

static bool
add_waits (Search *search, const CollectiveWaits *waits)
{
  if (!stoppable_order (search->slices.at, search->slices.n, sizeof *search->slices.at, compare_slices,
                        search->check.should_continue, search->check.user_data))
    return false;
  for (size_t i = 0; search->slices.n > 0 && i < waits->skews.n; i++)
    {
      const CollectiveSkew *skew = &waits->skews.at[i];

      for (uint64_t w = 0; w < skew->n_waits; w++)
        {
          const CollectiveWait *wait = &waits->waits.at[skew->first_wait + w];
          GroupRank *rank = find_rank (search, wait);

          if (!stop_check_next (&search->check))
            return false;
          if (rank == NULL)
            continue;
          rank->n_collectives++;
          rank->n_last += w + 1 == skew->n_waits;
          rank->wait_ns = add_saturated (rank->wait_ns, wait->wait_ns);
        }
    }
  return true;
}

bool
process_groups_init (ProcessGroups *groups,
                     const StatsScope *scope,
                     const CollectiveWaits *waits,
                     bool (*should_continue) (void *user_data),
                     void *user_data)
{
  const Trace *trace = scope->trace;
  Search search = { .scope = scope,
                    .check = { should_continue, user_data, 0 },
                    .identities = string_table_new (),
                    .groups = groups };

  *groups = (ProcessGroups){ .texts = string_table_new (),
                             .compute_ns = calloc ((size_t) trace_n_ranks (trace) + 1, sizeof *groups->compute_ns),
                             .has_compute = !trace_is_job (trace) };
  arg_finder_init (&search.finder, trace, told_keys, N_TOLD);
  bool ok = class_of_names_init (&search.classes, trace) && search.identities != NULL && groups->texts != NULL
            && groups->compute_ns != NULL;

  for (uint32_t d = 0; ok && d < trace_n_devices (trace); d++)
    ok = !stats_scope_holds_device (scope, d) || add_device (&search, d);
  if (ok)
    {
      join_devices (groups);
      say_parallelism (&search);
      ok = add_waits (&search, waits);
    }
  class_of_names_clear (&search.classes);
  string_table_free (search.identities);
  arg_finder_clear (&search.finder);
  collective_reader_clear (&search.reader);
  u8_column_clear (&search.is_collective);
  group_sums_column_clear (&search.sums);
  cover_edge_column_clear (&search.edges);
  slice_group_column_clear (&search.slices);
  return ok;
}

void
process_groups_clear (ProcessGroups *groups)
{
  string_table_free (groups->texts);
  process_group_column_clear (&groups->groups);
  group_rank_column_clear (&groups->ranks);
  free (groups->compute_ns);
  *groups = (ProcessGroups){ 0 };
}
