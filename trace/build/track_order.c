/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/track_order.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/string_table.h"

/* The place of each kind among its siblings. */
static const uint8_t kind_place[N_TRACK_KINDS] = {
  [TRACK_NODE] = 0,    [TRACK_PROCESS] = 0,     [TRACK_DEVICE] = 1,    [TRACK_DEVICE_ANNOTATIONS] = 0,
  [TRACK_STREAM] = 1,  [TRACK_SYNC] = 2,        [TRACK_THREAD] = 0,    [TRACK_ASYNC] = 1,
  [TRACK_COUNTER] = 2, [TRACK_ANNOTATIONS] = 0, [TRACK_OPERATORS] = 1, [TRACK_CALLS] = 2,
  [TRACK_PYTHON] = 3,  [TRACK_PROFILER] = 4,
};

typedef struct
{
  const TraceTrack *track;
  uint32_t old_id;     /* builder's id, or UINT32_MAX for a node */
  uint32_t old_parent; /* index in entries of the entry above */
  uint32_t first_child, next_sibling;
} Entry;

static int
compare_siblings (const void *a, const void *b)
{
  const Entry *x = *(const Entry *const *) a, *y = *(const Entry *const *) b;
  const TraceTrack *s = x->track, *t = y->track;

  if (s->rank != t->rank)
    return s->rank < t->rank ? -1 : 1;
  if (kind_place[s->kind] != kind_place[t->kind])
    return kind_place[s->kind] < kind_place[t->kind] ? -1 : 1;
  if (s->sort_index != t->sort_index)
    return s->sort_index < t->sort_index ? -1 : 1;
  if (s->device != t->device)
    return s->device < t->device ? -1 : 1;
  if (s->stream != t->stream)
    return s->stream < t->stream ? -1 : 1;
  return x->old_id < y->old_id ? -1 : x->old_id > y->old_id;
}

static inline Entry
new_entry (const TraceTrack *track, uint32_t old_id)
{
  return (Entry){
    .track = track,
    .old_id = old_id,
    .old_parent = UINT32_MAX,
    .first_child = UINT32_MAX,
    .next_sibling = UINT32_MAX,
  };
}

static void
sort_siblings (const Entry **siblings, size_t n)
{
  size_t n_sorted = 1;

  while (n_sorted < n && compare_siblings (&siblings[n_sorted - 1], &siblings[n_sorted]) <= 0)
    n_sorted++;
  if (n_sorted < n)
    qsort (siblings, n, sizeof *siblings, compare_siblings);
}

static void
mark_used (const TraceBuilder *builder, const SliceSurvey *survey, bool *used)
{
  for (size_t t = 0; t < survey->n_tracks; t++)
    used[t] = survey->tracks[t].n > 0;
  for (size_t i = 0; i < builder->instants.n; i++)
    used[builder->instants.at[i].track] = true;
  for (size_t i = 0; i < builder->samples.n; i++)
    used[builder->samples.at[i].track] = true;
  for (size_t l = 0; l < builder->logs.n; l++)
    for (unsigned t = 0; t < COUNTER_LOG_TRACKS; t++)
      if (builder->logs.at[l].n_samples[t] > 0 && builder->logs.at[l].tracks[t] != TRACE_NONE)
        used[builder->logs.at[l].tracks[t]] = true;
  for (size_t i = builder->tracks.n; i > 0; i--)
    if (used[i - 1] && builder->tracks.at[i - 1].parent != TRACE_NONE)
      used[builder->tracks.at[i - 1].parent] = true;
}

/* Makes one node per name; ranks without one share the node "". */
static bool
make_nodes (TraceBuilder *builder, Trace *trace, const uint32_t *rank_map, TrackColumn *nodes)
{
  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      uint32_t name = builder->ranks.at[r].node_name;
      uint32_t node = 0;

      while (node < nodes->n && nodes->at[node].name != name)
        node++;
      if (node == nodes->n
          && !track_column_push (nodes, (TraceTrack){
                                          .kind = TRACK_NODE,
                                          .parent = TRACE_NONE,
                                          .name = name,
                                          .rank = TRACE_NONE,
                                          .device = -1,
                                          .stream = -1,
                                        }))
        return false;
      trace->ranks.at[rank_map[r]].node = node;
    }
  return true;
}

/* Appends the children of entries[parent] behind it, and theirs behind them, without recursion: the columns'
 * own order serves as the queue for breadth, and a stack of pending siblings gives depth first. */
static bool
emit (Trace *trace, Entry *entries, size_t n_nodes, size_t n_entries, uint32_t *new_ids)
{
  U32Column stack = { 0 };
  bool ok = true;

  for (size_t i = n_nodes; i > 0 && ok; i--)
    ok = u32_column_push (&stack, (uint32_t) i - 1);

  const Entry **siblings = malloc ((n_entries + 1) * sizeof *siblings);
  ok = ok && siblings != NULL && track_column_reserve (&trace->tracks, n_entries);
  while (ok && stack.n > 0)
    {
      uint32_t at = stack.at[--stack.n];
      TraceTrack track = *entries[at].track;
      size_t n = 0;

      new_ids[at] = (uint32_t) trace->tracks.n;
      track.parent = entries[at].old_parent == UINT32_MAX ? TRACE_NONE : new_ids[entries[at].old_parent];
      ok = track_column_push (&trace->tracks, track);

      for (uint32_t child = entries[at].first_child; child != UINT32_MAX; child = entries[child].next_sibling)
        siblings[n++] = &entries[child];
      sort_siblings (siblings, n);
      for (; n > 0 && ok; n--)
        ok = u32_column_push (&stack, (uint32_t) (siblings[n - 1] - entries));
    }
  free (siblings);
  u32_column_clear (&stack);
  return ok;
}

static bool
order_entries (TraceBuilder *builder,
               Trace *trace,
               const TrackColumn *nodes,
               const bool *used,
               uint32_t *ret_map)
{
  size_t n_entries = nodes->n + builder->tracks.n;
  Entry *entries = malloc ((n_entries + 1) * sizeof *entries);
  uint32_t *new_ids = malloc ((n_entries + 1) * sizeof *new_ids);
  bool ok = entries != NULL && new_ids != NULL;

  if (ok)
    {
      for (size_t i = 0; i < nodes->n; i++)
        entries[i] = new_entry (&nodes->at[i], UINT32_MAX);
      for (size_t i = 0; i < builder->tracks.n; i++)
        entries[nodes->n + i] = new_entry (&builder->tracks.at[i], (uint32_t) i);
      /* Backwards, so that children are in the order of their ids, which mostly is the one that is wanted. */
      for (size_t i = n_entries; i-- > nodes->n;)
        {
          const TraceTrack *track = entries[i].track;

          if (!used[i - nodes->n])
            continue;
          entries[i].old_parent = track->parent == TRACE_NONE ? trace->ranks.at[track->rank].node
                                                              : (uint32_t) nodes->n + track->parent;
          entries[i].next_sibling = entries[entries[i].old_parent].first_child;
          entries[entries[i].old_parent].first_child = (uint32_t) i;
        }
      ok = emit (trace, entries, nodes->n, n_entries, new_ids);
    }
  if (ok)
    {
      for (size_t i = 0; i < builder->tracks.n; i++)
        ret_map[i] = used[i] ? new_ids[nodes->n + i] : TRACE_NONE;
      for (size_t r = 0; r < trace->ranks.n; r++)
        trace->ranks.at[r].node = new_ids[trace->ranks.at[r].node];
    }
  free (entries);
  free (new_ids);
  return ok;
}

bool
track_order (TraceBuilder *builder,
             const SliceSurvey *survey,
             Trace *trace,
             const uint32_t *rank_map,
             uint32_t *ret_map)
{
  bool *used = calloc (builder->tracks.n + 1, sizeof *used);
  TrackColumn nodes = { 0 };
  bool ok = used != NULL;

  if (ok)
    {
      mark_used (builder, survey, used);
      for (size_t i = 0; i < builder->tracks.n; i++)
        builder->tracks.at[i].rank = rank_map[builder->tracks.at[i].rank];
      ok = make_nodes (builder, trace, rank_map, &nodes)
           && order_entries (builder, trace, &nodes, used, ret_map);
    }
  track_column_clear (&nodes);
  track_column_clear (&builder->tracks);
  free (used);
  return ok;
}
