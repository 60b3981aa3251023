/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/critical/critical_path.h"

#include <stdlib.h>
#include <string.h>

#include "trace/critical/critical_graph.h"

COLUMN_IMPLEMENT (CriticalPieceColumn, critical_piece_column)

#define NO_EDGE SIZE_MAX

struct CriticalWeb
{
  StatsScope scope;
  CriticalItems items;
  CriticalWaits waits;
  CriticalGraph graph;
  int64_t
    *longest_through_ns; /* by item: length of the longest path that has its own time; -1: it has no edges */
  uint8_t *is_on_path;   /* by item */
  OrderPairColumn by_slice; /* key: slice, item; ascending */
  OrderPairColumn
    on_host; /* pieces on threads; key: the thread, item: begin_ns; ascending threads, descending times */
};

/* ---- longest paths ---- */

/* Sets the length of the longest path to each node, and its last edge. Returns false if it must end. */
static bool
measure_to (const CriticalGraph *graph, StopCheck *check, int64_t *ret_to_ns, size_t *ret_edges)
{
  for (uint32_t node = 0; node < graph->n_nodes; node++)
    {
      int64_t longest_ns = 0;
      size_t longest = NO_EDGE;

      if (!stop_check_next (check))
        return false;
      for (size_t i = graph->first_edge[node]; i < graph->first_edge[node + 1]; i++)
        {
          const CriticalEdge *edge = &graph->edges.at[i];
          int64_t to_ns = ret_to_ns[edge->from] + edge->weight_ns;

          if (to_ns > longest_ns || longest == NO_EDGE)
            {
              longest_ns = to_ns;
              longest = i;
            }
        }
      ret_to_ns[node] = longest_ns;
      ret_edges[node] = longest;
    }
  return true;
}

/* Sets the length of the longest path from each node on. Returns false if it must end. */
static bool
measure_from (const CriticalGraph *graph, StopCheck *check, int64_t *ret_from_ns)
{
  memset (ret_from_ns, 0, graph->n_nodes * sizeof *ret_from_ns);
  for (uint32_t node = graph->n_nodes; node-- > 0;)
    {
      if (!stop_check_next (check))
        return false;
      for (size_t i = graph->first_edge[node]; i < graph->first_edge[node + 1]; i++)
        {
          const CriticalEdge *edge = &graph->edges.at[i];

          ret_from_ns[edge->from] = MAX (ret_from_ns[edge->from], edge->weight_ns + ret_from_ns[node]);
        }
    }
  return true;
}

/* Returns the first node with the longest path to it; CRITICAL_NONE in an empty graph. */
static uint32_t
last_node (const CriticalGraph *graph, const int64_t *to_ns)
{
  uint32_t last = CRITICAL_NONE;

  for (uint32_t node = 0; node < graph->n_nodes; node++)
    if (last == CRITICAL_NONE || to_ns[node] > to_ns[last])
      last = node;
  return last;
}

/* ---- the path ---- */

static bool
add_piece (CriticalPath *path, uint32_t node, const CriticalEdge *edge)
{
  CriticalWeb *web = path->web;
  const CriticalItem *item = &web->items.items.at[edge->item];
  int64_t end_ns = critical_graph_time_ns (&web->graph, &web->items, node);
  CriticalPiece piece = {
    .begin_ns = end_ns - edge->weight_ns,
    .end_ns = end_ns,
    .slice = item->slice,
    .klass = (CriticalClass) edge->klass,
  };

  if (edge->weight_ns == 0)
    return true;
  path->total_ns[edge->klass] += edge->weight_ns;
  path->n_pieces[edge->klass]++;
  if (edge->is_own)
    web->is_on_path[edge->item] = true;
  if (item->role == CRITICAL_OF_HOST
      && !order_pair_column_push (&web->on_host,
                                  (OrderPair){ item->place, critical_time_key (piece.begin_ns) }))
    return false;
  return critical_piece_column_push (&path->pieces, piece);
}

/* Adds the pieces from the last one to the first, and turns them round. */
static bool
follow_back (CriticalPath *path, const int64_t *to_ns, const size_t *edges)
{
  const CriticalGraph *graph = &path->web->graph;
  uint32_t node = last_node (graph, to_ns);

  path->length_ns = node == CRITICAL_NONE ? 0 : to_ns[node];
  while (node != CRITICAL_NONE && edges[node] != NO_EDGE)
    {
      const CriticalEdge *edge = &graph->edges.at[edges[node]];

      if (!stop_check_next (&path->web->items.check) || !add_piece (path, node, edge))
        return false;
      node = edge->from;
    }
  for (size_t i = 0, j = path->pieces.n; i + 1 < j; i++)
    {
      CriticalPiece piece = path->pieces.at[--j];

      path->pieces.at[j] = path->pieces.at[i];
      path->pieces.at[i] = piece;
    }
  return true;
}

/* Returns false if it must end. */
static bool
note_slack (CriticalWeb *web, const int64_t *to_ns, const int64_t *from_ns)
{
  const CriticalGraph *graph = &web->graph;

  for (size_t i = 0; i < web->items.items.n; i++)
    web->longest_through_ns[i] = -1;
  for (uint32_t node = 0; node < graph->n_nodes; node++)
    {
      if (!stop_check_next (&web->items.check))
        return false;
      for (size_t i = graph->first_edge[node]; i < graph->first_edge[node + 1]; i++)
        {
          const CriticalEdge *edge = &graph->edges.at[i];
          int64_t *longest_ns = &web->longest_through_ns[edge->item];

          if (edge->is_own)
            *longest_ns = MAX (*longest_ns, to_ns[edge->from] + edge->weight_ns + from_ns[node]);
        }
    }
  return true;
}

static bool
measure (CriticalPath *path)
{
  CriticalWeb *web = path->web;
  size_t n = web->graph.n_nodes + (size_t) 1;
  int64_t *to_ns = malloc (n * sizeof *to_ns), *from_ns = malloc (n * sizeof *from_ns);
  size_t *edges = malloc (n * sizeof *edges);
  bool ok = to_ns != NULL && from_ns != NULL && edges != NULL;

  ok = ok && measure_to (&web->graph, &web->items.check, to_ns, edges)
       && measure_from (&web->graph, &web->items.check, from_ns) && note_slack (web, to_ns, from_ns)
       && follow_back (path, to_ns, edges);
  free (to_ns);
  free (from_ns);
  free (edges);
  return ok;
}

/* ---- slices ---- */

static bool
index_slices (CriticalWeb *web)
{
  size_t n = web->items.items.n;
  OrderPairColumn scratch = { 0 };
  bool ok = stop_check_ask (&web->items.check) && order_pair_column_reserve (&web->by_slice, n)
            && order_pair_column_reserve (&scratch, n);

  for (size_t i = 0; ok && i < n; i++)
    web->by_slice.at[i] = (OrderPair){ web->items.items.at[i].slice, i };
  if (ok)
    {
      web->by_slice.n = n;
      radix_order (web->by_slice.at, scratch.at, n);
    }
  order_pair_column_clear (&scratch);
  return ok;
}

/* Puts the pieces of each thread together, which were added from the last one to the first. */
static bool
order_threads (CriticalWeb *web)
{
  OrderPairColumn scratch = { 0 };
  bool ok = order_pair_column_reserve (&scratch, web->on_host.n + 1);

  if (ok)
    radix_order (web->on_host.at, scratch.at, web->on_host.n);
  order_pair_column_clear (&scratch);
  return ok;
}

/* Returns CRITICAL_NONE for a slice that is not in the graph. */
static uint32_t
item_of (const CriticalPath *path, uint64_t slice)
{
  const OrderPairColumn *by_slice = &path->web->by_slice;
  size_t low = 0, high = by_slice->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (by_slice->at[middle].key < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low < by_slice->n && by_slice->at[low].key == slice ? (uint32_t) by_slice->at[low].item
                                                             : CRITICAL_NONE;
}

static bool
takes_part (const CriticalPath *path, uint32_t item)
{
  return item != CRITICAL_NONE && path->web->longest_through_ns[item] >= 0;
}

bool
critical_path_holds (const CriticalPath *path, uint64_t slice)
{
  uint32_t item = item_of (path, slice);

  return item != CRITICAL_NONE && path->web->is_on_path[item];
}

bool
critical_path_passes_within (const CriticalPath *path, uint64_t slice)
{
  const CriticalWeb *web = path->web;
  const OrderPairColumn *on_host = &web->on_host;
  uint32_t item = item_of (path, slice);
  size_t low = 0, high = on_host->n;

  if (item == CRITICAL_NONE)
    return false;
  const CriticalItem *of = &web->items.items.at[item];
  if (of->role != CRITICAL_OF_HOST)
    return web->is_on_path[item];
  /* The last piece of the thread that begins before the item ends. */
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const OrderPair *piece = &on_host->at[middle];

      if (piece->key < of->place
          || (piece->key == of->place && piece->item >= critical_time_key (of->end_ns)))
        low = middle + 1;
      else
        high = middle;
    }
  return low < on_host->n && on_host->at[low].key == of->place
         && on_host->at[low].item >= critical_time_key (of->start_ns);
}

bool
critical_path_waits_for (const CriticalPath *path, uint64_t slice, uint64_t *ret_work)
{
  const CriticalItemColumn *items = &path->web->items.items;
  uint32_t item = item_of (path, slice), last = CRITICAL_NONE;

  if (item == CRITICAL_NONE || !items->at[item].is_waiting)
    return false;
  for (uint32_t i = items->at[item].first_wait; i < items->at[item].first_wait + items->at[item].n_waits; i++)
    {
      uint32_t work = (uint32_t) path->web->waits.pairs.at[i].item;

      if (last == CRITICAL_NONE || items->at[work].end_ns > items->at[last].end_ns)
        last = work;
    }
  if (last == CRITICAL_NONE)
    return false;
  *ret_work = items->at[last].slice;
  return true;
}

bool
critical_path_slack_ns (const CriticalPath *path, uint64_t slice, int64_t *ret_slack_ns)
{
  uint32_t item = item_of (path, slice);

  if (!takes_part (path, item))
    return false;
  *ret_slack_ns = path->length_ns - path->web->longest_through_ns[item];
  return true;
}

/* Rounds up, so that nothing gets shorter than it may. */
static int64_t
rest_of (int64_t weight_ns, int percent)
{
  return weight_ns - (weight_ns / 100 * percent + weight_ns % 100 * percent / 100);
}

/* is_shorter is by item. */
static bool
measure_shortened (const CriticalPath *path, const uint8_t *is_shorter, int percent, int64_t *ret_length_ns)
{
  const CriticalGraph *graph = &path->web->graph;
  int64_t *to_ns = malloc ((graph->n_nodes + (size_t) 1) * sizeof *to_ns), length_ns = 0;

  if (to_ns == NULL)
    return false;
  for (uint32_t node = 0; node < graph->n_nodes; node++)
    {
      to_ns[node] = 0;
      for (size_t i = graph->first_edge[node]; i < graph->first_edge[node + 1]; i++)
        {
          const CriticalEdge *edge = &graph->edges.at[i];
          bool is_changed = edge->is_own && is_shorter[edge->item];
          int64_t weight_ns = is_changed ? rest_of (edge->weight_ns, percent) : edge->weight_ns;

          to_ns[node] = MAX (to_ns[node], to_ns[edge->from] + weight_ns);
        }
      length_ns = MAX (length_ns, to_ns[node]);
    }
  free (to_ns);
  *ret_length_ns = length_ns;
  return true;
}

bool
critical_path_length_without (const CriticalPath *path, uint64_t slice, int percent, int64_t *ret_length_ns)
{
  uint32_t item = item_of (path, slice);
  uint8_t *is_shorter = takes_part (path, item) ? calloc (path->web->items.items.n, 1) : NULL;

  if (is_shorter == NULL)
    return false;
  is_shorter[item] = true;
  bool ok = measure_shortened (path, is_shorter, percent, ret_length_ns);
  free (is_shorter);
  return ok;
}

bool
critical_path_length_without_name (const CriticalPath *path,
                                   const Trace *trace,
                                   uint32_t name,
                                   int percent,
                                   uint64_t *ret_n,
                                   int64_t *ret_length_ns)
{
  const CriticalItemColumn *items = &path->web->items.items;
  uint8_t *is_shorter = calloc (items->n + 1, 1);
  uint64_t n = 0;

  for (uint32_t i = 0; is_shorter != NULL && i < items->n; i++)
    if (slice_name (trace_slices (trace), items->at[i].slice) == name && takes_part (path, i))
      {
        is_shorter[i] = true;
        n++;
      }
  bool ok = n > 0 && measure_shortened (path, is_shorter, percent, ret_length_ns);
  free (is_shorter);
  *ret_n = n;
  return ok;
}

CriticalPath *
critical_path_new (const StatsScope *scope,
                   uint32_t rank,
                   bool (*should_continue) (void *user_data),
                   void *user_data)
{
  CriticalPath *path = calloc (1, sizeof *path);
  CriticalWeb *web = calloc (1, sizeof *web);

  if (path == NULL || web == NULL)
    {
      free (path);
      free (web);
      return NULL;
    }
  path->rank = rank;
  path->web = web;
  web->scope = *scope;
  bool ok = critical_items_init (&web->items, &web->scope, rank, should_continue, user_data);
  path->has_sync_events = web->items.has_sync_events;
  path->are_waits_guessed = critical_waits_are_guessed (scope->trace, rank);
  path->is_too_large = web->items.is_too_large;
  if (path->is_too_large)
    {
      critical_items_clear (&web->items);
      return path;
    }
  path->n_slices = web->items.items.n;
  web->longest_through_ns = malloc ((web->items.items.n + 1) * sizeof *web->longest_through_ns);
  web->is_on_path = calloc (web->items.items.n + 1, 1);
  ok = ok && web->longest_through_ns != NULL && web->is_on_path != NULL
       && critical_waits_init (&web->waits, &web->items)
       && critical_graph_init (&web->graph, &web->items, &web->waits) && measure (path) && index_slices (web)
       && order_threads (web);
  if (ok)
    return path;
  critical_path_free (path);
  return NULL;
}

void
critical_path_free (CriticalPath *path)
{
  if (path == NULL)
    return;
  critical_piece_column_clear (&path->pieces);
  critical_items_clear (&path->web->items);
  critical_waits_clear (&path->web->waits);
  critical_graph_clear (&path->web->graph);
  order_pair_column_clear (&path->web->by_slice);
  order_pair_column_clear (&path->web->on_host);
  free (path->web->longest_through_ns);
  free (path->web->is_on_path);
  free (path->web);
  free (path);
}
