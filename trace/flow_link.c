/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/flow_link.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/radix_order.h"

/* The call that each (rank, correlation) stands for: open addressing. */
typedef struct
{
  uint64_t call; /* SLICE_NONE: free */
  int64_t correlation;
  uint32_t rank;
  bool launches;  /* the call's name says so */
  bool is_linked; /* something ran for it */
} Call;

typedef struct
{
  Call *slots;
  size_t n_slots;
} CallMap;

typedef struct
{
  TraceBuilder *builder;
  Trace *trace;
  const uint32_t *track_map, *rank_map;
  const int64_t *shift_ns;
  CallMap calls;
  uint8_t *launch_name; /* by string id: 0 not looked at, 1 no, 2 yes */
} Link;

static uint32_t
rank_of (const Trace *trace, uint64_t slice)
{
  return trace->tracks.at[trace->slices.track[slice]].rank;
}

static Call *
call_slot (const CallMap *map, uint32_t rank, int64_t correlation)
{
  const uint64_t parts[] = { rank, (uint64_t) correlation };
  size_t i = (size_t) XXH3_64bits (parts, sizeof parts) & (map->n_slots - 1);

  while (map->slots[i].call != SLICE_NONE
         && (map->slots[i].correlation != correlation || map->slots[i].rank != rank))
    i = (i + 1) & (map->n_slots - 1);
  return &map->slots[i];
}

static bool
name_launches (Link *link, uint32_t name)
{
  static const char *const words[] = { "launch", "memcpy", "memset", "runfunction" };

  if (link->launch_name[name] == 0)
    {
      size_t length;
      const char *text = trace_string (link->trace, name, &length);
      bool launches = false;

      for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
        {
          size_t n = strlen (words[w]);
          for (size_t i = 0; i + n <= length && !launches; i++)
            launches = g_ascii_strncasecmp (text + i, words[w], n) == 0;
        }
      link->launch_name[name] = launches ? 2 : 1;
    }
  return link->launch_name[name] == 2;
}

static bool
collect_calls (Link *link)
{
  const SliceColumns *slices = &link->trace->slices;
  size_t n = 0, n_slots = 64;

  for (uint64_t i = 0; i < slices->n; i++)
    n += slices->kind[i] == SLICE_CALL && slices->correlation[i] != 0;
  while (n_slots < n * 2)
    n_slots *= 2;

  link->calls.n_slots = n_slots;
  link->calls.slots = malloc (n_slots * sizeof *link->calls.slots);
  link->launch_name = calloc (trace_n_strings (link->trace), 1);
  if (link->calls.slots == NULL || link->launch_name == NULL)
    return false;
  for (size_t i = 0; i < n_slots; i++)
    link->calls.slots[i].call = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      if (slices->kind[i] != SLICE_CALL || slices->correlation[i] == 0)
        continue;
      uint32_t rank = rank_of (link->trace, i);
      Call *call = call_slot (&link->calls, rank, slices->correlation[i]);
      bool launches = name_launches (link, slices->name[i]);

      if (call->call != SLICE_NONE)
        health_table_add (&link->trace->health, HEALTH_CORRELATION_SHARED, 1, (int32_t) rank,
                          HEALTH_NO_OFFSET);
      if (call->call == SLICE_NONE || (launches && !call->launches)
          || (launches == call->launches && slices->start_ns[i] < slices->start_ns[call->call]))
        *call = (Call){ i, slices->correlation[i], rank, launches, false };
    }
  return true;
}

static bool
link_runs (Link *link)
{
  Trace *trace = link->trace;
  const SliceColumns *slices = &trace->slices;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      SliceKind kind = (SliceKind) slices->kind[i];
      bool is_run = slice_kind_is_run (kind);

      if ((!is_run && kind != SLICE_SYNC) || slices->correlation[i] == 0)
        continue;
      uint32_t rank = rank_of (trace, i);
      Call *call = call_slot (&link->calls, rank, slices->correlation[i]);
      if (call->call == SLICE_NONE)
        {
          if (is_run)
            health_table_add (&trace->health, HEALTH_RUN_WITHOUT_LAUNCH, 1, (int32_t) rank, HEALTH_NO_OFFSET);
          continue;
        }
      call->is_linked = true;
      if (is_run && slices->start_ns[i] < slices->start_ns[call->call])
        health_table_add (&trace->health, HEALTH_RUN_BEFORE_LAUNCH, 1, (int32_t) rank, HEALTH_NO_OFFSET);
      if (!flow_column_push (&trace->flows, (TraceFlow){
                                              .from = call->call,
                                              .to = i,
                                              .kind = is_run ? FLOW_LAUNCH : FLOW_SYNC,
                                            }))
        return false;
    }
  return true;
}

/* ---- the file's own flow events ---- */

/* The last slice of a row that begins at or before a time; n_slices if none. */
static uint64_t
last_begun (const SliceColumns *slices, const TraceRow *row, int64_t time_ns)
{
  uint64_t low = 0, high = row->n_slices;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      if (slices->start_ns[row->first_slice + middle] <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low == 0 ? row->n_slices : low - 1;
}

/* Whether slice a suits a point better than b, both being around it: one of the preferred kind that begins at
 * that very time, else the innermost. */
static bool
suits_better (const SliceColumns *slices, const FlowPoint *point, int64_t time_ns, uint64_t a, uint64_t b)
{
  bool prefers = point->prefer != SLICE_OTHER;
  bool a_exact = prefers && slices->kind[a] == point->prefer && slices->start_ns[a] == time_ns;
  bool b_exact = prefers && slices->kind[b] == point->prefer && slices->start_ns[b] == time_ns;

  if (a_exact != b_exact)
    return a_exact;
  if (slices->start_ns[a] != slices->start_ns[b])
    return slices->start_ns[a] > slices->start_ns[b];
  return slices->dur_ns[a] < slices->dur_ns[b];
}

static uint64_t
slice_around (const Link *link,
              const FlowPoint *point,
              const TraceTrack *track,
              int64_t time_ns,
              uint64_t best)
{
  const SliceColumns *slices = &link->trace->slices;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      const TraceRow *row = &link->trace->rows.at[r];
      uint64_t i = last_begun (slices, row, time_ns);
      uint64_t slice = row->first_slice + i;

      /* The end itself counts: writers put the end of an arrow on the end of what it points at. */
      if (i == row->n_slices || time_ns - slices->start_ns[slice] > slices->dur_ns[slice])
        continue;
      if (best == SLICE_NONE || suits_better (slices, point, time_ns, slice, best))
        best = slice;
    }
  return best;
}

static uint64_t
slice_after (const Link *link, const TraceTrack *track, int64_t time_ns, uint64_t best)
{
  const SliceColumns *slices = &link->trace->slices;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      const TraceRow *row = &link->trace->rows.at[r];
      uint64_t i = last_begun (slices, row, time_ns - 1);
      uint64_t slice = row->first_slice + (i == row->n_slices ? 0 : i + 1);

      if (slice < row->first_slice + row->n_slices
          && (best == SLICE_NONE || slices->start_ns[slice] < slices->start_ns[best]))
        best = slice;
    }
  return best;
}

static uint64_t
bind_point (const Link *link, const FlowPoint *point)
{
  const FlowPlace *place = &link->builder->places.at[point->place];
  int64_t time_ns = point->time_ns + link->shift_ns[link->rank_map[place->rank]];
  uint64_t slice = SLICE_NONE;

  for (int pass = point->next_slice ? 0 : 1; pass < 2 && slice == SLICE_NONE; pass++)
    for (int i = 0; i < FLOW_POINT_TRACKS && place->tracks[i] != TRACE_NONE; i++)
      {
        uint32_t t = link->track_map[place->tracks[i]];

        if (t == TRACE_NONE)
          continue;
        if (pass == 0)
          slice = slice_after (link, &link->trace->tracks.at[t], time_ns, slice);
        else
          slice = slice_around (link, point, &link->trace->tracks.at[t], time_ns, slice);
      }
  return slice;
}

/* points[order[first..last)] share a key and are in order of time. */
static bool
link_chain (Link *link, const OrderPair *order, size_t first, size_t last)
{
  const FlowPoint *points = link->builder->flow_points.at;
  uint64_t from = SLICE_NONE;
  uint64_t n_unmatched = 0;
  bool begun = false, used = false;

  for (size_t i = first; i < last; i++)
    {
      const FlowPoint *point = &points[order[i].item];
      uint64_t slice = bind_point (link, point);

      if (point->phase != FLOW_POINT_START)
        {
          if (!begun || from == SLICE_NONE || slice == SLICE_NONE)
            n_unmatched++;
          else if (from != slice
                   && !flow_column_push (&link->trace->flows,
                                         (TraceFlow){ from, slice, FLOW_OF_FILE, point->category }))
            return false;
          used = true;
        }
      if (point->phase != FLOW_POINT_END)
        {
          n_unmatched += begun && !used;
          from = slice;
          begun = true;
          used = false;
        }
    }
  n_unmatched += begun && !used;

  /* PyTorch writes an end on every call that launched nothing; that is no defect of the file. */
  if (!points[order[first].item].is_launch)
    health_table_add (&link->trace->health, HEALTH_FLOW_UNMATCHED, n_unmatched, -1, HEALTH_NO_OFFSET);
  return true;
}

/* Arrows of launches say again what correlation ids have said, but for calls whose runs have no such ids. */
static bool
is_said_already (const Link *link, const FlowPoint *point)
{
  uint32_t rank = link->rank_map[link->builder->places.at[point->place].rank];
  const Call *call = call_slot (&link->calls, rank, (int64_t) point->key);

  return point->is_launch && call->call != SLICE_NONE && call->is_linked;
}

/* Points of different ranks, and launches and other arrows, do not share a chain. */
static uint64_t
chain_key (const Link *link, const FlowPoint *point)
{
  uint64_t rank = link->rank_map[link->builder->places.at[point->place].rank];
  const uint64_t parts[] = { rank, point->is_launch, point->key };

  return XXH3_64bits (parts, sizeof parts);
}

static bool
link_file_flows (Link *link)
{
  const FlowPointColumn *points = &link->builder->flow_points;
  OrderPair *order = malloc (points->n * 2 * sizeof *order + 1);
  size_t n = 0;
  bool ok = order != NULL;

  if (!ok)
    return false;
  for (size_t i = 0; i < points->n; i++)
    if (!is_said_already (link, &points->at[i]))
      {
        const FlowPoint *point = &points->at[i];
        order[n++] = (OrderPair){ (uint64_t) point->time_ns ^ UINT64_C (1) << 63, i };
      }
  radix_order (order, order + n, n);
  /* A start comes before the ends of the same time. */
  for (size_t first = 0, last; first < n; first = last)
    {
      for (last = first + 1; last < n && order[last].key == order[first].key; last++)
        ;
      for (size_t i = first; i < last; i++)
        order[i].key = points->at[order[i].item].phase;
      radix_order (order + first, order + n, last - first);
    }
  for (size_t i = 0; i < n; i++)
    order[i].key = chain_key (link, &points->at[order[i].item]);
  radix_order (order, order + n, n);

  for (size_t first = 0, last; first < n && ok; first = last)
    {
      for (last = first + 1; last < n && order[last].key == order[first].key; last++)
        ;
      ok = link_chain (link, order, first, last);
    }
  free (order);
  return ok;
}

bool
flow_order_into (const TraceFlow *flows, size_t n, uint64_t *ret_into)
{
  OrderPair *order = malloc (n * 2 * sizeof *order + 1);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    order[i] = (OrderPair){ flows[i].to, i };
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    ret_into[i] = order[i].item;
  free (order);
  return true;
}

/* Flows ascending by (from, to), and the permutation of them ascending by (to, from). */
static bool
order_flows (Trace *trace)
{
  size_t n = trace->flows.n;
  OrderPair *order = malloc (n * 2 * sizeof *order + 1);
  TraceFlow *sorted = malloc (n * sizeof *sorted + 1);
  bool ok = order != NULL && sorted != NULL && u64_column_reserve (&trace->flows_into, n);

  if (ok)
    {
      for (size_t i = 0; i < n; i++)
        order[i] = (OrderPair){ trace->flows.at[i].to, i };
      radix_order (order, order + n, n);
      for (size_t i = 0; i < n; i++)
        order[i].key = trace->flows.at[order[i].item].from;
      radix_order (order, order + n, n);
      for (size_t i = 0; i < n; i++)
        sorted[i] = trace->flows.at[order[i].item];
      for (size_t i = 0; i < n; i++)
        trace->flows.at[i] = sorted[i];
      trace->flows_into.n = n;
    }
  free (order);
  free (sorted);
  return ok && flow_order_into (trace->flows.at, n, trace->flows_into.at);
}

bool
flow_link (TraceBuilder *builder,
           Trace *trace,
           const uint32_t *track_map,
           const uint32_t *rank_map,
           const int64_t *shift_ns)
{
  Link link = {
    .builder = builder,
    .trace = trace,
    .track_map = track_map,
    .rank_map = rank_map,
    .shift_ns = shift_ns,
  };
  bool ok = collect_calls (&link) && link_runs (&link) && link_file_flows (&link) && order_flows (trace);

  free (link.calls.slots);
  free (link.launch_name);
  return ok;
}
