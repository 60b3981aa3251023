/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/rank_repeats.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/radix_order.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/slice_name_kind.h"
#include "trace/stats/step/nested_slices.h"

#define ASK_EVERY 65536

/* Bits for the slices around a slice. */
enum
{
  BELOW_MODULE = 1 << 0,
  BELOW_REPEATED = 1 << 1,
};

/* Asks at every ASK_EVERY-th item of a loop. */
static bool
goes_on (const RankRepeats *ranks, uint64_t i)
{
  return i % ASK_EVERY != 0 || ranks->should_continue == NULL || ranks->should_continue (ranks->user_data);
}

RepeatedSlices *
rank_repeats_group (RankRepeats *ranks, uint32_t group)
{
  ranks->n_looks++;
  return &ranks->groups[group];
}

static RepeatedSlices *
group_of (RankRepeats *ranks, uint64_t slice)
{
  uint32_t group = ranks->names->group_of[slice_name (trace_slices (ranks->trace), slice)];

  return group != TRACE_NONE ? rank_repeats_group (ranks, group) : NULL;
}

static void
add_slice (RankRepeats *ranks, RepeatedSlices *group, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (ranks->trace);
  Interval interval = { slice_start_ns (slices, slice), slice_end_ns (slices, slice) };

  if (!interval_column_push (&group->slices, interval))
    ranks->is_memory_out = true;
}

/* ---- which groups the rank has, and on which threads ---- */

static bool
note_track (RankRepeats *ranks, uint32_t t)
{
  const SliceColumns *slices = trace_slices (ranks->trace);
  const TraceTrack *track = trace_track (ranks->trace, t);

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (!goes_on (ranks, i))
        return false;

      RepeatedSlices *group = group_of (ranks, i);
      if (group == NULL || group->is_out || !repeated_names_has_kind ((SliceKind) slices->kind[i]))
        continue;
      if (group->rank != track->rank)
        {
          ranks->seen[ranks->n_seen++] = (uint32_t) (group - ranks->groups);
          group->rank = track->rank;
          group->thread = track->parent;
        }
      else if (group->thread != track->parent)
        group->is_out = true;
    }
  return true;
}

static uint32_t
thread_place (const RankRepeats *ranks, uint32_t thread)
{
  return MIN (thread, trace_n_tracks (ranks->trace));
}

/* Marks the threads that have slices of groups which are not out. */
static void
mark_threads (RankRepeats *ranks)
{
  for (size_t i = ranks->first; i < ranks->behind; i++)
    ranks->has_candidate[thread_place (ranks, trace_track (ranks->trace, ranks->tracks[i])->parent)] = 0;
  for (uint32_t i = 0; i < ranks->n_seen; i++)
    {
      const RepeatedSlices *group = rank_repeats_group (ranks, ranks->seen[i]);

      if (!group->is_out && group->repeats->kind != REPEATS_GRAPH_LAUNCH)
        ranks->has_candidate[thread_place (ranks, group->thread)] = 1;
    }
}

/* ---- the slices ---- */

static uint8_t
visit (uint64_t slice, uint8_t above, void *visit_data)
{
  RankRepeats *ranks = visit_data;
  const SliceColumns *slices = trace_slices (ranks->trace);
  uint32_t name = slice_name (slices, slice);
  RepeatedSlices *group = group_of (ranks, slice);
  size_t length;
  const char *text;

  if (group != NULL && !group->is_out && group->repeats->kind != REPEATS_GRAPH_LAUNCH)
    {
      RepeatKind kind = group->repeats->kind;
      bool is_named = kind == REPEATS_ANNOTATION || kind == REPEATS_MODULE;

      if ((above & BELOW_MODULE) || (!is_named && (above & BELOW_REPEATED)))
        group->is_out = true;
      else
        add_slice (ranks, group, slice);
    }

  uint8_t marks =
    group != NULL || ranks->names->counts[name] > trace_n_ranks (ranks->trace) ? BELOW_REPEATED : 0;
  if (slices->kind[slice] == SLICE_PYTHON && ranks->names->has_modules)
    {
      text = trace_string (ranks->trace, name, &length);
      marks |= slice_name_is_module (text, length) ? BELOW_MODULE : 0;
    }
  return marks;
}

/* Python frames are around annotations, and annotations are around operators. */
static int
compare_bands (const Trace *trace, uint32_t a, uint32_t b)
{
  static const uint8_t places[N_TRACK_KINDS] = {
    [TRACK_PYTHON] = 1, [TRACK_ANNOTATIONS] = 2, [TRACK_OPERATORS] = 3
  };

  return places[trace_track (trace, a)->kind] - places[trace_track (trace, b)->kind];
}

static bool
walk_thread (RankRepeats *ranks, const uint32_t *tracks, size_t n)
{
  uint32_t bands[3];
  size_t n_bands = 0;

  for (size_t i = 0; i < n; i++)
    {
      TrackKind kind = trace_track (ranks->trace, tracks[i])->kind;
      size_t place = n_bands;

      if ((kind != TRACK_PYTHON && kind != TRACK_ANNOTATIONS && kind != TRACK_OPERATORS)
          || n_bands == G_N_ELEMENTS (bands))
        continue;
      for (; place > 0 && compare_bands (ranks->trace, bands[place - 1], tracks[i]) > 0; place--)
        bands[place] = bands[place - 1];
      bands[place] = tracks[i];
      n_bands++;
    }
  return nested_slices_walk (&(NestedSlices){
    .trace = ranks->trace,
    .tracks = bands,
    .n_tracks = n_bands,
    .visit = visit,
    .visit_data = ranks,
    .should_continue = ranks->should_continue,
    .user_data = ranks->user_data,
  });
}

/* Graph launches are on a track of their own and inside everything else. */
static bool
add_graph_launches (RankRepeats *ranks, uint32_t t)
{
  const TraceTrack *track = trace_track (ranks->trace, t);

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (!goes_on (ranks, i))
        return false;

      RepeatedSlices *group = group_of (ranks, i);
      if (group != NULL && !group->is_out && group->repeats->kind == REPEATS_GRAPH_LAUNCH)
        add_slice (ranks, group, i);
    }
  return true;
}

static int
compare_begins (const void *a, const void *b)
{
  const Interval *x = a, *y = b;

  return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

/* The slices of several lanes are rarely out of order. */
static bool
order_by_begin (const RankRepeats *ranks, IntervalColumn *slices)
{
  for (size_t i = 1; i < slices->n; i++)
    if (slices->at[i].begin_ns < slices->at[i - 1].begin_ns)
      return stoppable_order (slices->at, slices->n, sizeof *slices->at, compare_begins,
                              ranks->should_continue, ranks->user_data);
  return true;
}

/* ---- ranks ---- */

static bool
collect_tracks (RankRepeats *ranks)
{
  const Trace *trace = ranks->trace;
  uint32_t n = trace_n_tracks (trace);
  OrderPair *pairs = malloc (2 * ((size_t) n + 1) * sizeof *pairs);
  size_t n_pairs = 0;

  ranks->tracks = malloc (((size_t) n + 1) * sizeof *ranks->tracks);
  for (uint32_t t = 0; pairs != NULL && t < n; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->n_slices > 0 && track->rank < trace_n_ranks (trace)
          && (track->kind == TRACK_ASYNC
              || (track->kind >= TRACK_ANNOTATIONS && track->kind <= TRACK_PROFILER)))
        pairs[n_pairs++] = (OrderPair){ (uint64_t) track->rank << 32 | track->parent, t };
    }
  if (n_pairs > 0)
    radix_order (pairs, pairs + n + 1, n_pairs);
  for (size_t i = 0; ranks->tracks != NULL && i < n_pairs; i++)
    ranks->tracks[i] = (uint32_t) pairs[i].item;
  ranks->n_tracks = n_pairs;
  bool ok = pairs != NULL && ranks->tracks != NULL;
  free (pairs);
  return ok;
}

bool
rank_repeats_init (const Trace *trace,
                   const RepeatedNames *names,
                   bool (*should_continue) (void *user_data),
                   void *user_data,
                   RankRepeats *ret_ranks)
{
  RankRepeats *ranks = ret_ranks;

  *ranks = (RankRepeats){
    .trace = trace, .names = names, .should_continue = should_continue, .user_data = user_data
  };
  ranks->groups = calloc ((size_t) names->n + 1, sizeof *ranks->groups);
  ranks->seen = malloc (((size_t) names->n + 1) * sizeof *ranks->seen);
  ranks->has_candidate = malloc ((size_t) trace_n_tracks (trace) + 1);
  for (uint32_t g = 0; ranks->groups != NULL && g < names->n; g++)
    ranks->groups[g] =
      (RepeatedSlices){ .repeats = &names->groups[g], .rank = TRACE_NONE, .thread = TRACE_NONE };
  return collect_tracks (ranks) && ranks->groups != NULL && ranks->seen != NULL
         && ranks->has_candidate != NULL;
}

static void
launches_clear (RankLaunches *launches)
{
  free (launches->call_ns);
  free (launches->threads);
  *launches = (RankLaunches){ 0 };
}

void
rank_repeats_clear (RankRepeats *ranks)
{
  for (uint32_t g = 0; ranks->groups != NULL && g < ranks->names->n; g++)
    interval_column_clear (&ranks->groups[g].slices);
  launches_clear (&ranks->launches);
  free (ranks->groups);
  free (ranks->seen);
  free (ranks->has_candidate);
  free (ranks->tracks);
  *ranks = (RankRepeats){ 0 };
}

bool
rank_repeats_has_next (const RankRepeats *ranks)
{
  return ranks->behind < ranks->n_tracks;
}

/* Leaves the rank before. */
static void
go_to_next (RankRepeats *ranks)
{
  for (uint32_t i = 0; i < ranks->n_seen; i++)
    interval_column_clear (&rank_repeats_group (ranks, ranks->seen[i])->slices);
  ranks->n_seen = 0;
  ranks->has_launches = false;
  ranks->first = ranks->behind;
  uint32_t rank = trace_track (ranks->trace, ranks->tracks[ranks->first])->rank;
  while (ranks->behind < ranks->n_tracks
         && trace_track (ranks->trace, ranks->tracks[ranks->behind])->rank == rank)
    ranks->behind++;
}

bool
rank_repeats_next (RankRepeats *ranks)
{
  bool ok = true;

  go_to_next (ranks);
  for (size_t i = ranks->first; i < ranks->behind && ok; i++)
    ok = note_track (ranks, ranks->tracks[i]);
  if (ok)
    mark_threads (ranks);
  for (size_t first = ranks->first, last; first < ranks->behind && ok; first = last)
    {
      uint32_t thread = trace_track (ranks->trace, ranks->tracks[first])->parent;
      bool has_candidate = ranks->has_candidate[thread_place (ranks, thread)];

      for (last = first;
           last < ranks->behind && trace_track (ranks->trace, ranks->tracks[last])->parent == thread; last++)
        if (ok && trace_track (ranks->trace, ranks->tracks[last])->kind == TRACK_CALLS)
          ok = add_graph_launches (ranks, ranks->tracks[last]);
      ok = ok && (ranks->should_continue == NULL || ranks->should_continue (ranks->user_data))
           && (!has_candidate || walk_thread (ranks, ranks->tracks + first, last - first));
    }
  for (uint32_t i = 0; i < ranks->n_seen && ok; i++)
    {
      RepeatedSlices *group = rank_repeats_group (ranks, ranks->seen[i]);

      if (!group->is_out)
        ok = order_by_begin (ranks, &group->slices);
    }
  return ok && !ranks->is_memory_out;
}

/* ---- launches ---- */

/* Returns the first flow from that slice or a later one. */
static uint64_t
first_flow_from (const Trace *trace, uint64_t slice)
{
  uint64_t low = 0, high = trace_n_flows (trace);

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      if (trace_flow (trace, middle).from < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Adds the launching calls of a track to *n pairs of time and thread. pairs may be NULL: then it only counts them.
 * Returns false if the search is to end. */
static bool
add_launches (const RankRepeats *ranks, uint32_t t, OrderPair *pairs, size_t *n)
{
  const Trace *trace = ranks->trace;
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, t);
  uint64_t behind = track->first_slice + track->n_slices, before = SLICE_NONE;

  for (uint64_t i = first_flow_from (trace, track->first_slice); i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (flow.from >= behind)
        break;
      if (!goes_on (ranks, i))
        return false;
      if (flow.kind != FLOW_LAUNCH || flow.from == before)
        continue;
      before = flow.from;
      if (pairs != NULL)
        pairs[*n] =
          (OrderPair){ (uint64_t) slice_start_ns (slices, flow.from) ^ UINT64_C (1) << 63, track->parent };
      (*n)++;
    }
  return true;
}

const RankLaunches *
rank_repeats_launches (RankRepeats *ranks)
{
  RankLaunches *launches = &ranks->launches;
  OrderPair *pairs;
  size_t n = 0, n_added = 0;
  bool ok = true;

  if (ranks->has_launches)
    return launches;
  launches_clear (launches);
  for (size_t i = ranks->first; i < ranks->behind && ok; i++)
    ok = add_launches (ranks, ranks->tracks[i], NULL, &n);
  pairs = malloc (2 * (n + 1) * sizeof *pairs);
  launches->call_ns = malloc ((n + 1) * sizeof *launches->call_ns);
  launches->threads = malloc ((n + 1) * sizeof *launches->threads);
  ok = ok && pairs != NULL && launches->call_ns != NULL && launches->threads != NULL;
  for (size_t i = ranks->first; i < ranks->behind && ok; i++)
    ok = add_launches (ranks, ranks->tracks[i], pairs, &n_added);
  if (ok && n > 0)
    radix_order (pairs, pairs + n + 1, n);
  for (size_t i = 0; ok && i < n; i++)
    {
      launches->call_ns[i] = (int64_t) (pairs[i].key ^ UINT64_C (1) << 63);
      launches->threads[i] = (uint32_t) pairs[i].item;
    }
  launches->n = ok ? n : 0;
  free (pairs);
  ranks->has_launches = ok;
  return ok ? launches : NULL;
}
