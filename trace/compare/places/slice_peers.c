/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/slice_peers.h"

#include <stdlib.h>

#include "trace/compare/side/compare_step_at.h"
#include "trace/container/radix_order.h"
#include "trace/container/stoppable_order.h"

COLUMN_IMPLEMENT (PeerColumn, peer_column)

/* ---- names ---- */

bool
slice_peers_match_kernels (const CompareRows *from,
                           const CompareRows *to,
                           const uint32_t *partner_of,
                           const uint32_t *names,
                           uint32_t *ret_kernels)
{
  uint32_t n_names = trace_n_strings (from->trace), n_names_to = trace_n_strings (to->trace);
  uint8_t *is_taken = calloc (n_names_to + (size_t) 1, 1);

  if (is_taken == NULL)
    return false;
  for (uint64_t row = 0; row < from->rows.n; row++)
    if (partner_of[row] != TRACE_NONE)
      is_taken[to->rows.at[partner_of[row]].text] = 1;
  for (uint32_t name = 0; name < n_names; name++)
    {
      uint32_t same = names != NULL ? names[name] : name;

      ret_kernels[name] = same == TRACE_NONE || is_taken[same] != 0 ? TRACE_NONE : same;
    }
  for (uint64_t row = 0; row < from->rows.n; row++)
    if (partner_of[row] != TRACE_NONE)
      ret_kernels[from->rows.at[row].text] = to->rows.at[partner_of[row]].text;
  free (is_taken);
  return true;
}

/* ---- the slices of a step ---- */

static bool
holds_track (const CompareSteps *steps, const TraceTrack *track)
{
  return track->rank != TRACE_NONE && steps->holds_rank[track->rank]
         && stats_scope_holds_track (&steps->scope, track);
}

/* track is one of the side. */
static uint32_t
sample_on_track (const CompareSteps *steps,
                 const TraceTrack *track,
                 uint64_t slice,
                 uint64_t launch,
                 uint64_t *hint)
{
  const SliceColumns *slices = trace_slices (steps->scope.trace);
  int64_t start_ns = slice_start_ns (slices, slice);

  if (slices->kind[slice] == SLICE_PROFILER_SPAN || (slices->flags[slice] & SLICE_UNFINISHED) != 0)
    return SAMPLE_NONE;
  if (!steps->has_steps)
    return stats_scope_holds_start (&steps->scope, start_ns) ? 0 : SAMPLE_NONE;
  if (track->device < 0)
    return compare_steps_at (steps, track->rank, start_ns, hint);
  if (launch == SLICE_NONE)
    return compare_steps_window_at (steps, track->rank, start_ns);
  return compare_steps_at (steps, track->rank, slice_start_ns (slices, launch), hint);
}

uint32_t
slice_peers_sample_of (const CompareSteps *steps,
                       uint64_t slice,
                       uint64_t launch,
                       uint64_t *hint,
                       uint32_t *ret_rank)
{
  const TraceTrack *track = trace_track (steps->scope.trace, trace_track_of (steps->scope.trace, slice));

  *ret_rank = holds_track (steps, track) ? track->rank : TRACE_NONE;
  return *ret_rank == TRACE_NONE ? SAMPLE_NONE : sample_on_track (steps, track, slice, launch, hint);
}

/* The times within which slices of a sample on a rank start, on the host and on its GPUs. */
static void
reach_of_sample (const CompareSteps *steps,
                 uint32_t rank,
                 uint32_t sample,
                 StatsScope *host,
                 StatsScope *gpus)
{
  *host = *gpus = steps->scope;
  if (!steps->has_steps)
    return;
  *host = *gpus = stats_scope_whole (steps->scope.trace, steps->scope.steps);
  host->is_whole = gpus->is_whole = false;
  host->begin_ns = host->end_ns = gpus->begin_ns = gpus->end_ns = 0;
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1]; i++)
    if (steps->steps[i].sample == sample)
      {
        const CompareStep *step = &steps->steps[i];
        const TraceStep *in_table = step_table_get (steps->scope.steps, steps->first_table_row + i);

        host->begin_ns = step->host_begin_ns;
        host->end_ns = step->host_end_ns;
        gpus->begin_ns = step->begin_ns;
        gpus->end_ns = step->end_ns;
        if (in_table->has_device)
          {
            gpus->begin_ns = MIN (gpus->begin_ns, in_table->device_begin_ns);
            gpus->end_ns = MAX (gpus->end_ns, in_table->device_end_ns);
          }
        /* Work of no length may start at the end of the last. */
        gpus->end_ns += gpus->end_ns < INT64_MAX;
        return;
      }
}

/* ---- their order ---- */

/* Peers of one kind and name. */
typedef struct
{
  Peer *at;
  size_t n;
} Group;

static int
compare_groups (const Peer *a, const Peer *b)
{
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  return a->name < b->name ? -1 : a->name > b->name;
}

/* Takes the peers of like from *first on. */
static Group
take_group (const PeerColumn *peers, const Peer *like, size_t *first)
{
  Group group = { .at = peers->at + *first };

  while (*first + group.n < peers->n && compare_groups (&group.at[group.n], like) == 0)
    group.n++;
  *first += group.n;
  return group;
}

/* Returns a number that orders a name as the name itself does, but is not much larger than the largest id. */
static uint64_t
short_name (uint32_t name, uint32_t largest)
{
  return name == PEER_STEP ? (uint64_t) largest + 1 : name == TRACE_NONE ? (uint64_t) largest + 2 : name;
}

/* Orders by kind and name, and leaves the slices of a group as they are. */
static bool
order_by_group (PeerColumn *peers)
{
  OrderPair *pairs = malloc ((2 * peers->n + 1) * sizeof *pairs);
  Peer *ordered = malloc ((peers->n + 1) * sizeof *ordered);
  bool ok = pairs != NULL && ordered != NULL;
  uint32_t largest = 0;

  for (size_t i = 0; i < peers->n && ok; i++)
    if (peers->at[i].name < PEER_STEP)
      largest = MAX (largest, peers->at[i].name);
  unsigned n_bits = 64 - (unsigned) __builtin_clzll ((uint64_t) largest + 2);
  for (size_t i = 0; i < peers->n && ok; i++)
    pairs[i] =
      (OrderPair){ (uint64_t) peers->at[i].kind << n_bits | short_name (peers->at[i].name, largest), i };
  if (ok)
    radix_order (pairs, pairs + peers->n, peers->n);
  for (size_t i = 0; i < peers->n && ok; i++)
    ordered[i] = peers->at[pairs[i].item];
  free (pairs);
  if (!ok)
    {
      free (ordered);
      return false;
    }
  free (peers->at);
  *peers = (PeerColumn){ .at = ordered, .n = peers->n, .cap = peers->n + 1 };
  return true;
}

static int
compare_by_time (const void *a, const void *b)
{
  const Peer *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static int
compare_by_track (const void *a, const void *b)
{
  const Peer *x = a, *y = b;

  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  return compare_by_time (a, b);
}

static bool
order_group (const Group *group, int (*compare) (const void *, const void *), const StopCheck *check)
{
  size_t i = 1;

  /* They are found in this order unless a track has several rows. */
  while (i < group->n && compare (&group->at[i - 1], &group->at[i]) <= 0)
    i++;
  return i >= group->n
         || stoppable_order (group->at, group->n, sizeof *group->at, compare, check->should_continue,
                             check->user_data);
}

bool
slice_peers_order (PeerColumn *peers, StopCheck *check)
{
  if (!stop_check_ask (check) || !order_by_group (peers))
    return false;
  for (size_t i = 0; i < peers->n;)
    {
      Group group = take_group (peers, &peers->at[i], &i);

      if (!stop_check_next (check) || !order_group (&group, compare_by_track, check))
        return false;
    }
  return true;
}

/* ---- collecting ---- */

static bool
collect_row (const PeerSide *side,
             const TraceTrack *track,
             uint32_t row,
             const StatsScope *reach,
             uint32_t sample,
             const Peer *like,
             uint64_t hints[2],
             StopCheck *check,
             PeerColumn *peers)
{
  const Trace *trace = side->steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  uint32_t index = (uint32_t) (track - trace_track (trace, 0));
  uint64_t first, end;

  if (!stats_scope_slices_of_row (reach, trace_row (trace, row), &first, &end))
    return false;
  for (uint64_t i = first; i < end; i++)
    {
      Peer peer = { .slice = i, .track = index, .row = row, .kind = slices->kind[i] };

      if (!stop_check_next (check))
        return false;
      if (like != NULL && peer.kind != like->kind)
        continue;
      peer.name = slice_peers_name_of (side, i);
      if (like != NULL && peer.name != like->name)
        continue;
      uint64_t launch = track->device < 0 ? SLICE_NONE : trace_launch_of_near (trace, i, &hints[0]);
      if (sample_on_track (side->steps, track, i, launch, &hints[1]) != sample)
        continue;
      peer.start_ns = slice_start_ns (slices, i);
      if (!peer_column_push (peers, peer))
        return false;
    }
  return true;
}

bool
slice_peers_collect (const PeerSide *side,
                     uint32_t rank,
                     uint32_t sample,
                     const Peer *like,
                     StopCheck *check,
                     PeerColumn *peers)
{
  const Trace *trace = side->steps->scope.trace;
  StatsScope host, gpus;
  uint64_t hints[2] = { 0, 0 };

  reach_of_sample (side->steps, rank, sample, &host, &gpus);
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank != rank || !holds_track (side->steps, track))
        continue;
      for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
        if (!collect_row (side, track, r, track->device < 0 ? &host : &gpus, sample, like, hints, check,
                          peers))
          return false;
    }
  return slice_peers_order (peers, check);
}

/* ---- meeting ---- */

/* Returns whether the k-th tracks of both have as many; both are ordered by track. */
static bool
have_equal_tracks (const Group *a, const Group *b)
{
  if (a->n != b->n)
    return false;
  for (size_t i = 1; i < a->n; i++)
    if ((a->at[i].track == a->at[i - 1].track) != (b->at[i].track == b->at[i - 1].track))
      return false;
  return true;
}

bool
slice_peers_meet (PeerColumn *a,
                  PeerColumn *b,
                  StopCheck *check,
                  bool (*met) (void *user_data, const Peer *a, const Peer *b),
                  void *user_data)
{
  for (size_t i = 0, k = 0; i < a->n || k < b->n;)
    {
      bool is_of_a = k == b->n || (i < a->n && compare_groups (&a->at[i], &b->at[k]) <= 0);
      const Peer like = is_of_a ? a->at[i] : b->at[k];
      Group mine = take_group (a, &like, &i), others = take_group (b, &like, &k);

      if (!have_equal_tracks (&mine, &others)
          && (!order_group (&mine, compare_by_time, check) || !order_group (&others, compare_by_time, check)))
        return false;
      for (size_t j = 0; j < MAX (mine.n, others.n); j++)
        if (!stop_check_next (check)
            || !met (user_data, j < mine.n ? &mine.at[j] : NULL, j < others.n ? &others.at[j] : NULL))
          return false;
    }
  return true;
}
