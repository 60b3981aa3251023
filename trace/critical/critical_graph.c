/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/critical/critical_graph.h"

#include <stdlib.h>

#include "trace/container/large_memory.h"

COLUMN_IMPLEMENT_LARGE (CriticalEdgeColumn, critical_edge_column)

/* ---- the order of nodes ---- */

enum
{
  RANK_DEVICE_END,
  RANK_HOST_END,
  RANK_HOST_BEGIN,
  RANK_DEVICE_BEGIN,
};

/* Orders nodes of one time; durations take 62 bits. */
static uint64_t
rank_key (uint64_t rank, uint64_t low)
{
  return rank << 62 | low;
}

/* Returns the key of a node among those of its time. */
static uint64_t
key_of (const CriticalItems *items, uint64_t item_of)
{
  const CriticalItem *item = &items->items.at[item_of / 2];
  uint64_t dur_ns = (uint64_t) (item->end_ns - item->start_ns);
  bool is_host = item->role == CRITICAL_OF_HOST;

  if (item_of % 2 == 1)
    return rank_key (is_host ? RANK_HOST_END : RANK_DEVICE_END, 0);
  return is_host ? rank_key (RANK_HOST_BEGIN, (UINT64_C (1) << 62) - 1 - dur_ns)
                 : rank_key (RANK_DEVICE_BEGIN, dur_ns);
}

/* Returns the number of pairs: one for each node, and one for both nodes of an item without length. The key of a pair is
 * its time; the item is as in CriticalGraph.item_of. */
static size_t
list_nodes (const CriticalItems *items, OrderPair *pairs)
{
  size_t n = 0;

  for (uint32_t i = 0; i < items->items.n; i++)
    {
      const CriticalItem *item = &items->items.at[i];

      pairs[n++] = (OrderPair){ critical_time_key (item->start_ns), 2 * (uint64_t) i };
      if (item->end_ns > item->start_ns)
        pairs[n++] = (OrderPair){ critical_time_key (item->end_ns), 2 * (uint64_t) i + 1 };
    }
  return n;
}

/* Orders nodes of one time; equal ones keep their order. */
static void
order_of_a_time (const CriticalItems *items, OrderPair *pairs, size_t n, OrderPair *scratch)
{
  for (size_t i = 0; i < n; i++)
    pairs[i].key = key_of (items, pairs[i].item);
  radix_order (pairs, scratch, n);
}

static void
add_node (CriticalGraph *graph, uint32_t item_of)
{
  (item_of % 2 == 1 ? graph->end_of : graph->begin_of)[item_of / 2] = graph->n_nodes;
  graph->item_of[graph->n_nodes++] = item_of;
}

static bool
order_nodes (CriticalGraph *graph, const CriticalItems *items)
{
  size_t n_items = items->items.n, n;
  OrderPair *pairs = large_memory_new (2 * n_items * sizeof *pairs);
  OrderPair *scratch = large_memory_new (2 * n_items * sizeof *scratch);
  bool ok = pairs != NULL && scratch != NULL;

  if (ok)
    {
      n = list_nodes (items, pairs);
      radix_order (pairs, scratch, n);
      for (size_t first = 0, end; first < n; first = end)
        {
          for (end = first + 1; end < n && pairs[end].key == pairs[first].key;)
            end++;
          if (end - first > 1)
            order_of_a_time (items, pairs + first, end - first, scratch);
        }
      for (size_t i = 0; i < n; i++)
        {
          const CriticalItem *item = &items->items.at[pairs[i].item / 2];

          add_node (graph, (uint32_t) pairs[i].item);
          if (item->end_ns == item->start_ns)
            add_node (graph, (uint32_t) pairs[i].item + 1);
        }
    }
  free (pairs);
  free (scratch);
  return ok;
}

/* ---- edges ---- */

typedef struct
{
  uint32_t last; /* node; CRITICAL_NONE at first */
  uint32_t top;  /* the item that began last of those that are open, if that one is */
  uint32_t
    tail; /* while it yields: node at which another thread ended its work, since last; or CRITICAL_NONE */
  uint32_t n_annotations, n_busy, n_waiting, n_loading; /* open items; busy: operators and calls */
  bool is_yielding;                                     /* it is one of those in yielding */
  bool is_linked; /* while it yields: a node of a working thread follows last */
} ThreadState;

typedef struct
{
  uint32_t last; /* the item that ended last */
} StreamState;

/* What ended last on a device, and what ended last on any other of its streams. */
typedef struct
{
  uint32_t last, other;
} DeviceState;

typedef struct
{
  CriticalGraph *graph;
  CriticalItems *items;
  const CriticalWaits *waits;
  ThreadState *threads;
  StreamState *streams;
  DeviceState *devices; /* by stream: that of its device, which is at device_of */
  uint32_t *device_of;  /* by stream: index of the first stream of its device */
  uint32_t *below;      /* by item of the host: the one that was open and began before it */
  uint8_t *is_closed;   /* by item of the host */
  bool is_any_connected;
  uint32_t yielding[CRITICAL_YIELDING_MAX]; /* threads */
  uint32_t n_yielding, n_working;           /* threads */
  uint32_t last_working;                    /* the last node of a thread that works; CRITICAL_NONE at first */
} Weaving;

/* Edges to the node that is being added come one after another. */
static bool
add_edge (Weaving *weaving, uint32_t from, int64_t weight_ns, uint32_t item, CriticalClass klass, bool is_own)
{
  CriticalEdge edge = { weight_ns, from, item, (uint8_t) klass, is_own };

  return critical_edge_column_push (&weaving->graph->edges, edge);
}

static int64_t
time_between_ns (const Weaving *weaving, uint32_t from, uint32_t to)
{
  return critical_graph_time_ns (weaving->graph, weaving->items, to)
         - critical_graph_time_ns (weaving->graph, weaving->items, from);
}

/* Adds the edges from the last node of a thread to this one, and from those of the threads that it has waited for. */
static bool
follow_thread (Weaving *weaving, ThreadState *thread, uint32_t node, uint32_t item)
{
  uint32_t last = thread->last, top = thread->top, tail = thread->tail, inner = CRITICAL_NONE;
  bool has_yielded = thread->is_yielding && weaving->n_working > 0;
  bool counts = top != CRITICAL_NONE && thread->n_waiting == 0 && !has_yielded;

  thread->last = node;
  thread->tail = CRITICAL_NONE;
  thread->is_linked = false;
  if (last == CRITICAL_NONE)
    return true;
  if (has_yielded && weaving->last_working > last && weaving->last_working != tail)
    inner = weaving->last_working;
  return add_edge (weaving, last, counts ? time_between_ns (weaving, last, node) : 0,
                   top != CRITICAL_NONE ? top : item, thread->n_loading > 0 ? CRITICAL_LOADER : CRITICAL_HOST,
                   counts)
         && (tail == CRITICAL_NONE || add_edge (weaving, tail, 0, item, CRITICAL_HOST, false))
         && (inner == CRITICAL_NONE || add_edge (weaving, inner, 0, item, CRITICAL_HOST, false));
}

/* ---- threads that wait for others ---- */

static void
note_yielding (Weaving *weaving, uint32_t place)
{
  ThreadState *thread = &weaving->threads[place];
  bool yields = thread->n_annotations > 0 && thread->n_busy == 0 && thread->n_loading == 0;

  if (yields && !thread->is_yielding && weaving->n_yielding < CRITICAL_YIELDING_MAX)
    {
      weaving->yielding[weaving->n_yielding++] = place;
      thread->is_yielding = true;
    }
  if (yields || !thread->is_yielding)
    return;
  thread->is_yielding = false;
  for (uint32_t i = 0; i < weaving->n_yielding; i++)
    if (weaving->yielding[i] == place)
      weaving->yielding[i] = weaving->yielding[--weaving->n_yielding];
}

/* Leads the thread through a node of another that works: begins or ends if that begins or ends to. */
static bool
yield_to (Weaving *weaving, ThreadState *thread, uint32_t node, bool begins, bool ends)
{
  uint32_t last = thread->last, top = thread->top;
  bool is_first = begins && weaving->n_working == 0, is_last = ends && weaving->n_working == 1;

  if (begins || !thread->is_linked)
    {
      if (!add_edge (weaving, last, is_first ? time_between_ns (weaving, last, node) : 0, top, CRITICAL_HOST,
                     is_first))
        return false;
      thread->is_linked = true;
    }
  if (is_first)
    thread->last = node;
  if (!ends)
    return true;
  if (!add_edge (weaving, thread->tail != CRITICAL_NONE ? thread->tail : last, 0, top, CRITICAL_HOST, false))
    return false;
  thread->tail = is_last ? CRITICAL_NONE : node;
  if (is_last)
    {
      thread->last = node;
      thread->is_linked = false;
    }
  return true;
}

/* Behind a node of a thread of which n_busy operators and calls had been open. */
static bool
note_work (Weaving *weaving, uint32_t place, uint32_t node, uint32_t n_busy)
{
  bool was_working = n_busy > 0, is_working = weaving->threads[place].n_busy > 0;
  bool begins = !was_working && is_working, ends = was_working && !is_working;

  if (is_working)
    note_yielding (weaving, place);
  if (was_working || is_working)
    {
      for (uint32_t i = 0; i < weaving->n_yielding; i++)
        if (!yield_to (weaving, &weaving->threads[weaving->yielding[i]], node, begins, ends))
          return false;
      weaving->last_working = node;
    }
  weaving->n_working += begins;
  weaving->n_working -= ends;
  note_yielding (weaving, place);
  return true;
}

/* ---- the host ---- */

static bool
begin_on_host (Weaving *weaving, uint32_t node, uint32_t item)
{
  const CriticalItem *of = &weaving->items->items.at[item];
  ThreadState *thread = &weaving->threads[of->place];
  uint32_t n_busy = thread->n_busy;

  if (!follow_thread (weaving, thread, node, item))
    return false;
  weaving->below[item] = thread->top;
  thread->top = item;
  thread->n_annotations += of->is_annotation;
  thread->n_busy += !of->is_annotation;
  thread->n_waiting += of->is_waiting;
  thread->n_loading += of->klass == CRITICAL_LOADER;
  return note_work (weaving, of->place, node, n_busy);
}

static bool
end_on_host (Weaving *weaving, uint32_t node, uint32_t item)
{
  const CriticalItem *of = &weaving->items->items.at[item];
  ThreadState *thread = &weaving->threads[of->place];
  uint32_t n_busy = thread->n_busy;

  if (!follow_thread (weaving, thread, node, item))
    return false;
  for (uint32_t i = of->first_wait; i < of->first_wait + of->n_waits; i++)
    {
      uint32_t from = weaving->graph->end_of[weaving->waits->pairs.at[i].item];

      if (from < node && !add_edge (weaving, from, 0, item, CRITICAL_HOST, false))
        return false;
    }
  weaving->is_closed[item] = true;
  while (thread->top != CRITICAL_NONE && weaving->is_closed[thread->top])
    thread->top = weaving->below[thread->top];
  thread->n_annotations -= of->is_annotation;
  thread->n_busy -= !of->is_annotation;
  thread->n_waiting -= of->is_waiting;
  thread->n_loading -= of->klass == CRITICAL_LOADER;
  return note_work (weaving, of->place, node, n_busy);
}

/* ---- devices ---- */

/* Returns the work of another stream for which work that follows a call of a stream wait has waited: what ended last, if that
 * was after all else that the work waited for. */
static uint32_t
guessed_wait (const Weaving *weaving, const CriticalItem *of, int64_t else_ns)
{
  const CriticalItem *items = weaving->items->items.at;
  const DeviceState *device = &weaving->devices[weaving->device_of[of->place]];
  uint32_t work = device->last;

  if (work != CRITICAL_NONE && items[work].place == of->place)
    work = device->other;
  return of->follows_stream_wait && work != CRITICAL_NONE && items[work].role == CRITICAL_OF_DEVICE
             && items[work].end_ns > else_ns
           ? work
           : CRITICAL_NONE;
}

static bool
begin_on_device (Weaving *weaving, uint32_t node, uint32_t item)
{
  const CriticalItem *items = weaving->items->items.at, *of = &items[item];
  const CriticalGraph *graph = weaving->graph;
  uint32_t last = weaving->streams[of->place].last;
  bool has_last = last != CRITICAL_NONE,
       has_call = of->call != CRITICAL_NONE && graph->begin_of[of->call] < node;
  int64_t last_ns = has_last ? items[last].end_ns : INT64_MIN;
  int64_t call_ns = has_call ? items[of->call].start_ns : INT64_MIN, wait_ns = INT64_MIN;
  uint32_t guessed = guessed_wait (weaving, of, MAX (last_ns, call_ns));
  bool ok = true;

  for (uint32_t i = of->first_wait; ok && i < of->first_wait + of->n_waits; i++)
    {
      uint32_t work = (uint32_t) weaving->waits->pairs.at[i].item;

      if (graph->end_of[work] >= node)
        continue;
      wait_ns = MAX (wait_ns, items[work].end_ns);
      ok = add_edge (weaving, graph->end_of[work], 0, item, CRITICAL_GAP, false);
    }
  if (guessed != CRITICAL_NONE)
    {
      wait_ns = items[guessed].end_ns;
      ok = ok && add_edge (weaving, graph->end_of[guessed], 0, item, CRITICAL_GAP, false);
    }

  bool is_launch = has_call && MAX (last_ns, wait_ns) < call_ns;
  if (has_call)
    ok = ok
         && add_edge (weaving, graph->begin_of[of->call], is_launch ? of->start_ns - call_ns : 0, of->call,
                      CRITICAL_LAUNCH, false);
  if (has_last && items[last].role == CRITICAL_OF_DEVICE)
    {
      int64_t gap_ns = of->start_ns - last_ns;
      bool is_gap = !is_launch && wait_ns < last_ns && gap_ns < CRITICAL_GAP_NS;

      ok = ok && add_edge (weaving, graph->end_of[last], is_gap ? gap_ns : 0, item, CRITICAL_GAP, false);
    }
  return ok;
}

static bool
end_on_device (Weaving *weaving, uint32_t item)
{
  const CriticalItem *items = weaving->items->items.at, *of = &items[item];
  DeviceState *device = &weaving->devices[weaving->device_of[of->place]];

  weaving->streams[of->place].last = item;
  if (device->last != CRITICAL_NONE && items[device->last].place != of->place)
    device->other = device->last;
  device->last = item;
  return of->role == CRITICAL_OF_OTHERS
         || add_edge (weaving, weaving->graph->begin_of[item], of->end_ns - of->start_ns, item,
                      (CriticalClass) of->klass, true);
}

static bool
weave_node (Weaving *weaving, uint32_t node)
{
  uint32_t item = weaving->graph->item_of[node] / 2;
  const CriticalItem *of = &weaving->items->items.at[item];
  bool is_end = weaving->graph->item_of[node] % 2 == 1;

  if (!stop_check_next (&weaving->items->check))
    return false;
  if (of->role != CRITICAL_OF_HOST)
    return is_end ? end_on_device (weaving, item)
                  : of->role == CRITICAL_OF_OTHERS || begin_on_device (weaving, node, item);
  if (weaving->is_any_connected && !weaving->items->threads.at[of->place].is_connected)
    return true;
  return is_end ? end_on_host (weaving, node, item) : begin_on_host (weaving, node, item);
}

static bool
begin_weaving (Weaving *weaving)
{
  const CriticalThreadColumn *threads = &weaving->items->threads;
  const CriticalStreamColumn *streams = &weaving->items->streams;

  if (weaving->threads == NULL || weaving->streams == NULL || weaving->devices == NULL
      || weaving->device_of == NULL || weaving->below == NULL || weaving->is_closed == NULL)
    return false;
  for (size_t i = 0; i < threads->n; i++)
    {
      weaving->threads[i] =
        (ThreadState){ .last = CRITICAL_NONE, .top = CRITICAL_NONE, .tail = CRITICAL_NONE };
      weaving->is_any_connected = weaving->is_any_connected || threads->at[i].is_connected;
    }
  for (uint32_t i = 0; i < streams->n; i++)
    {
      weaving->streams[i].last = CRITICAL_NONE;
      weaving->devices[i] = (DeviceState){ CRITICAL_NONE, CRITICAL_NONE };
      /* The streams of a device are next to each other. */
      weaving->device_of[i] =
        i > 0 && streams->at[i - 1].device == streams->at[i].device ? weaving->device_of[i - 1] : i;
    }
  return true;
}

static bool
weave (CriticalGraph *graph, CriticalItems *items, const CriticalWaits *waits)
{
  Weaving weaving = {
    .graph = graph,
    .items = items,
    .waits = waits,
    .threads = malloc ((items->threads.n + 1) * sizeof *weaving.threads),
    .streams = malloc ((items->streams.n + 1) * sizeof *weaving.streams),
    .devices = malloc ((items->streams.n + 1) * sizeof *weaving.devices),
    .device_of = malloc ((items->streams.n + 1) * sizeof *weaving.device_of),
    .below = malloc ((items->n_hosts + (size_t) 1) * sizeof *weaving.below),
    .is_closed = calloc (items->n_hosts + (size_t) 1, 1),
    .last_working = CRITICAL_NONE,
  };
  bool ok = begin_weaving (&weaving);

  for (uint32_t node = 0; ok && node < graph->n_nodes; node++)
    {
      graph->first_edge[node] = graph->edges.n;
      ok = weave_node (&weaving, node);
    }
  graph->first_edge[graph->n_nodes] = graph->edges.n;
  free (weaving.threads);
  free (weaving.streams);
  free (weaving.devices);
  free (weaving.device_of);
  free (weaving.below);
  free (weaving.is_closed);
  return ok;
}

bool
critical_graph_init (CriticalGraph *graph, CriticalItems *items, const CriticalWaits *waits)
{
  size_t n = items->items.n;

  *graph = (CriticalGraph){
    .item_of = malloc ((2 * n + 1) * sizeof *graph->item_of),
    .begin_of = malloc ((n + 1) * sizeof *graph->begin_of),
    .end_of = malloc ((n + 1) * sizeof *graph->end_of),
    .first_edge = malloc ((2 * n + 1) * sizeof *graph->first_edge),
  };
  return graph->item_of != NULL && graph->begin_of != NULL && graph->end_of != NULL
         && graph->first_edge != NULL && order_nodes (graph, items) && weave (graph, items, waits);
}

void
critical_graph_clear (CriticalGraph *graph)
{
  free (graph->item_of);
  free (graph->begin_of);
  free (graph->end_of);
  free (graph->first_edge);
  critical_edge_column_clear (&graph->edges);
}
