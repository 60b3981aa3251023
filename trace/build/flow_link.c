/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/flow_link.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/build/flow_chain.h"
#include "trace/build/flow_order.h"
#include "trace/container/id_map.h"
#include "trace/container/large_memory.h"
#include "trace/container/parallel.h"

/* One rank's part of the profile. Arrows do not leave it. */
typedef struct
{
  uint32_t rank; /* of the trace */
  /* [first, last) of the rank's tracks, which are contiguous, as its slices are; and of its points, among
   * which there may be points of other ranks. */
  uint32_t first_track, last_track;
  size_t first_point, last_point;

  IdMap calls;              /* by correlation */
  FlowColumn flows;         /* by correlation; in the end all arrows, in order */
  FlowChains launch_arrows; /* the file's own, used where correlations link nothing */
  FlowChains other_arrows;
  uint64_t n_shared, n_without_launch, n_before_launch;
} RankLink;

typedef struct
{
  TraceBuilder *builder;
  Trace *trace;
  const uint32_t *track_map, *rank_map;
  const int64_t *shift_ns;
  RankLink *ranks;         /* of the trace, by number */
  uint64_t *n_begun[2];    /* by row, for other arrows and for launches: see FlowBind */
  uint8_t **name_launches; /* by thread, by string id: 0 unknown, 1 no, 2 yes */
  atomic_bool failed;
} Link;

/* ---- launches ---- */

/* The value of a call in the id map: its slice and these flags. */
#define CALL_LAUNCHES  UINT64_C (1) /* its name says that it launches */
#define CALL_IS_LINKED UINT64_C (2) /* an activity is linked to it */
#define CALL_SHIFT     2

static bool
contains_launch_word (const char *text, size_t length)
{
  static const char *const words[] = { "launch", "memcpy", "memset", "runfunction" };

  for (size_t w = 0; w < G_N_ELEMENTS (words); w++)
    {
      size_t n = strlen (words[w]);

      for (size_t i = 0; i + n <= length; i++)
        if (g_ascii_strncasecmp (text + i, words[w], n) == 0)
          return true;
    }
  return false;
}

static uint64_t
launches_flag (const Link *link, uint32_t name, unsigned thread)
{
  uint8_t *known = &link->name_launches[thread][name];

  if (*known == 0)
    {
      size_t length;
      const char *text = trace_string (link->trace, name, &length);

      *known = contains_launch_word (text, length) ? 2 : 1;
    }
  return *known == 2 ? CALL_LAUNCHES : 0;
}

static bool
reserve_calls (const Link *link, RankLink *rank)
{
  const uint8_t *kind = link->trace->slices.kind;
  size_t n = 0;

  for (uint32_t t = rank->first_track; t < rank->last_track; t++)
    {
      const TraceTrack *track = &link->trace->tracks.at[t];

      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        n += kind[i] == SLICE_CALL;
    }
  return id_map_reserve (&rank->calls, n);
}

static bool
collect_calls (const Link *link, RankLink *rank, unsigned thread)
{
  const SliceColumns *slices = &link->trace->slices;

  if (!reserve_calls (link, rank))
    return false;

  for (uint32_t t = rank->first_track; t < rank->last_track; t++)
    {
      const TraceTrack *track = &link->trace->tracks.at[t];

      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        {
          if (slices->kind[i] != SLICE_CALL || slices->correlation[i] == 0)
            continue;
          uint64_t flags = launches_flag (link, slices->name[i], thread), call = i << CALL_SHIFT | flags;
          uint64_t *known = id_map_add (&rank->calls, (uint64_t) slices->correlation[i], call);

          if (known == NULL)
            return false;
          if (*known == call)
            continue;
          rank->n_shared++;
          uint64_t known_flags = *known & CALL_LAUNCHES;
          if (flags > known_flags
              || (flags == known_flags && slices->start_ns[i] < slices->start_ns[*known >> CALL_SHIFT]))
            *known = call;
        }
    }
  return true;
}

static bool
link_run (const Link *link, RankLink *rank, uint64_t run, bool is_sync)
{
  const SliceColumns *slices = &link->trace->slices;
  uint64_t *call = id_map_find (&rank->calls, (uint64_t) slices->correlation[run]);

  if (call == NULL)
    {
      rank->n_without_launch += !is_sync;
      return true;
    }
  *call |= CALL_IS_LINKED;
  rank->n_before_launch += !is_sync && slices->start_ns[run] < slices->start_ns[*call >> CALL_SHIFT];
  return flow_column_push (
    &rank->flows,
    (TraceFlow){ .from = *call >> CALL_SHIFT, .to = run, .kind = is_sync ? FLOW_SYNC : FLOW_LAUNCH });
}

static bool
link_runs (const Link *link, RankLink *rank)
{
  const SliceColumns *slices = &link->trace->slices;

  for (uint32_t t = rank->first_track; t < rank->last_track; t++)
    {
      const TraceTrack *track = &link->trace->tracks.at[t];

      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        {
          bool is_sync = slices->kind[i] == SLICE_SYNC;

          if ((is_sync || slice_kind_is_run ((SliceKind) slices->kind[i])) && slices->correlation[i] != 0
              && !link_run (link, rank, i, is_sync))
            return false;
        }
    }
  return true;
}

static bool
link_calls (const Link *link, RankLink *rank, unsigned thread)
{
  if (link->name_launches[thread] == NULL)
    link->name_launches[thread] = calloc ((size_t) trace_n_strings (link->trace) + 1, 1);
  return link->name_launches[thread] != NULL && collect_calls (link, rank, thread) && link_runs (link, rank);
}

/* ---- the file's own arrows ---- */

/* Returns whether a launch arrow repeats a link that correlation ids have made already. It does, unless the
 * activities of its call have no such ids. */
static bool
is_said_already (const IdMap *calls, const FlowPoint *point)
{
  const uint64_t *call = id_map_find (calls, point->key);

  return call != NULL && *call & CALL_IS_LINKED;
}

static bool
begins_within (const SliceColumns *slices, uint64_t slice, uint64_t other)
{
  return slices->start_ns[slice] > slices->start_ns[other]
         || (slices->start_ns[slice] == slices->start_ns[other]
             && slices->dur_ns[slice] <= slices->dur_ns[other]);
}

/* Every operator around a launch may have an arrow to the activity. The innermost launched it; the arrows of the others
 * stay arrows of the file, so that an activity has one launch. So do arrows to what a correlation id links. */
static bool
keep_innermost_launches (const Link *link, const RankLink *rank, FlowColumn *flows)
{
  const SliceColumns *slices = &link->trace->slices;
  IdMap launches = { 0 }; /* by activity: the flow */
  bool ok = true;

  for (size_t i = 0; i < flows->n && ok; i++)
    {
      TraceFlow *flow = &flows->at[i];
      int64_t correlation = slices->correlation[flow->to];

      if (flow->kind != FLOW_LAUNCH)
        continue;
      if (correlation != 0 && id_map_find (&rank->calls, (uint64_t) correlation) != NULL)
        {
          flow->kind = FLOW_OF_FILE;
          continue;
        }
      uint64_t *known = id_map_add (&launches, flow->to, i);
      ok = known != NULL;
      if (!ok || *known == i)
        continue;
      bool is_inner = begins_within (slices, flow->from, flows->at[*known].from);
      flows->at[is_inner ? *known : i].kind = FLOW_OF_FILE;
      if (is_inner)
        *known = i;
    }
  id_map_clear (&launches);
  return ok;
}

/* Links the arrows of launches, or all others. */
static bool
link_arrows (const Link *link, const RankLink *rank, bool of_launches, FlowChains *chains)
{
  const FlowPoint *points = link->builder->flow_points.at;
  const FlowPlace *places = link->builder->places.at;
  FlowBind bind = {
    .builder = link->builder,
    .trace = link->trace,
    .track_map = link->track_map,
    .shift_ns = link->shift_ns[rank->rank],
    .n_begun = link->n_begun[of_launches],
  };
  size_t n_bytes = (rank->last_point - rank->first_point) * 2 * sizeof (OrderPair) + 1;
  OrderPair *wanted = large_memory_grow (NULL, 0, n_bytes);
  size_t n = 0;

  if (wanted == NULL)
    return false;
  for (size_t i = rank->first_point; i < rank->last_point; i++)
    if (points[i].is_launch == of_launches && link->rank_map[places[points[i].place].rank] == rank->rank
        && !(of_launches && is_said_already (&rank->calls, &points[i])))
      wanted[n++].item = i;
  bool ok = flow_chains_link (chains, &bind, wanted, n);
  large_memory_release (wanted, n_bytes);
  return ok && (!of_launches || keep_innermost_launches (link, rank, &chains->flows))
         && flow_order (&chains->flows);
}

/* ---- ranks ---- */

static bool
merge_all (RankLink *rank)
{
  return flow_merge (&rank->launch_arrows.flows, &rank->other_arrows.flows)
         && flow_merge (&rank->flows, &rank->launch_arrows.flows);
}

/* The work on each rank; at most two of these run at the same time. */
typedef enum
{
  LINK_CALLS,
  LINK_OTHER_ARROWS,
  LINK_LAUNCH_ARROWS, /* from here on, calls are linked */
  ORDER_FLOWS,
  MERGE_ALL, /* everything that is linked and in order */
} Job;

typedef struct
{
  Link *link;
  const Job *jobs; /* each runs for all ranks */
} Jobs;

static void
do_job (void *user_data, size_t task, unsigned thread)
{
  Jobs *jobs = user_data;
  Link *link = jobs->link;
  RankLink *rank = &link->ranks[task % link->trace->ranks.n];
  bool ok = false;

  switch (jobs->jobs[task / link->trace->ranks.n])
    {
    case LINK_CALLS:
      ok = link_calls (link, rank, thread);
      break;
    case LINK_OTHER_ARROWS:
      ok = link_arrows (link, rank, false, &rank->other_arrows);
      break;
    case LINK_LAUNCH_ARROWS:
      ok = link_arrows (link, rank, true, &rank->launch_arrows);
      id_map_clear (&rank->calls);
      break;
    case ORDER_FLOWS:
      ok = flow_order (&rank->flows);
      break;
    case MERGE_ALL:
      ok = merge_all (rank);
      break;
    }
  if (!ok)
    atomic_store (&link->failed, true);
}

static bool
do_jobs (Link *link, unsigned n_threads, const Job *jobs, size_t n_jobs)
{
  Jobs all = { .link = link, .jobs = jobs };

  parallel_run (n_threads, link->trace->ranks.n * n_jobs, do_job, &all);
  return !atomic_load (&link->failed);
}

static void
find_parts (Link *link)
{
  const TrackColumn *tracks = &link->trace->tracks;
  const FlowPointColumn *points = &link->builder->flow_points;

  for (uint32_t r = 0; r < link->trace->ranks.n; r++)
    link->ranks[r].rank = r;
  for (uint32_t t = 0; t < tracks->n; t++)
    if (tracks->at[t].rank != TRACE_NONE)
      {
        RankLink *rank = &link->ranks[tracks->at[t].rank];

        if (rank->last_track == 0)
          rank->first_track = t;
        rank->last_track = t + 1;
      }
  for (size_t i = 0; i < points->n; i++)
    {
      RankLink *rank = &link->ranks[link->rank_map[link->builder->places.at[points->at[i].place].rank]];

      if (rank->last_point == 0)
        rank->first_point = i;
      rank->last_point = i + 1;
    }
}

static bool
take_rank (Trace *trace, RankLink *rank)
{
  int32_t source = (int32_t) rank->rank;

  health_table_add (&trace->health, HEALTH_CORRELATION_SHARED, rank->n_shared, source, HEALTH_NO_OFFSET);
  health_table_add (&trace->health, HEALTH_RUN_WITHOUT_LAUNCH, rank->n_without_launch, source,
                    HEALTH_NO_OFFSET);
  health_table_add (&trace->health, HEALTH_RUN_BEFORE_LAUNCH, rank->n_before_launch, source,
                    HEALTH_NO_OFFSET);
  /* Unmatched launch arrows are not counted: PyTorch writes an end on every call that launched nothing, which
   * is not a defect of the file. */
  health_table_add (&trace->health, HEALTH_FLOW_UNMATCHED, rank->other_arrows.n_unmatched, -1,
                    HEALTH_NO_OFFSET);

  return flow_merge (&trace->flows, &rank->flows);
}

/* Takes the ranks in the order of the tracks, as slices are, so that all flows are in order if those of each
 * rank are. */
static bool
take_ranks (Link *link)
{
  const TrackColumn *tracks = &link->trace->tracks;
  bool ok = true;

  for (uint32_t t = 0; t < tracks->n && ok; t++)
    if (tracks->at[t].rank != TRACE_NONE && link->ranks[tracks->at[t].rank].first_track == t)
      ok = take_rank (link->trace, &link->ranks[tracks->at[t].rank]);
  /* Without a track there are no slices to point at. */
  for (size_t r = 0; r < link->trace->ranks.n && ok; r++)
    if (link->ranks[r].last_track == 0)
      ok = take_rank (link->trace, &link->ranks[r]);
  return ok;
}

static bool
link_init (Link *link, unsigned n_threads)
{
  const Trace *trace = link->trace;

  link->ranks = calloc (trace->ranks.n + 1, sizeof *link->ranks);
  for (size_t i = 0; i < G_N_ELEMENTS (link->n_begun); i++)
    link->n_begun[i] = calloc (trace->rows.n + 1, sizeof *link->n_begun[i]);
  link->name_launches = calloc (n_threads, sizeof *link->name_launches);
  return link->ranks != NULL && link->n_begun[0] != NULL && link->n_begun[1] != NULL
         && link->name_launches != NULL;
}

static void
link_clear (Link *link, unsigned n_threads)
{
  for (size_t r = 0; r < link->trace->ranks.n && link->ranks != NULL; r++)
    {
      id_map_clear (&link->ranks[r].calls);
      flow_column_clear (&link->ranks[r].flows);
      flow_column_clear (&link->ranks[r].launch_arrows.flows);
      flow_column_clear (&link->ranks[r].other_arrows.flows);
    }
  for (unsigned i = 0; i < n_threads && link->name_launches != NULL; i++)
    free (link->name_launches[i]);
  free (link->ranks);
  free (link->n_begun[0]);
  free (link->n_begun[1]);
  free (link->name_launches);
}

bool
flow_link (TraceBuilder *builder,
           Trace *trace,
           const uint32_t *track_map,
           const uint32_t *rank_map,
           const int64_t *shift_ns,
           unsigned n_threads)
{
  Link link = {
    .builder = builder,
    .trace = trace,
    .track_map = track_map,
    .rank_map = rank_map,
    .shift_ns = shift_ns,
  };
  bool ok = link_init (&link, n_threads);

  if (ok)
    {
      find_parts (&link);
      ok = do_jobs (&link, n_threads, (const Job[]){ LINK_CALLS, LINK_OTHER_ARROWS }, 2)
           && do_jobs (&link, n_threads, (const Job[]){ LINK_LAUNCH_ARROWS, ORDER_FLOWS }, 2)
           && do_jobs (&link, n_threads, (const Job[]){ MERGE_ALL }, 1) && take_ranks (&link);
    }
  link_clear (&link, n_threads);
  return ok;
}
