/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of which a critical path is the longest path (METRICS 21, after HTA's critical_path_analysis.py).
 *
 * Nodes are the begins and ends of items in order of time. At one time these come one after another: ends of device work,
 * ends on the host, begins on the host (of two, the longer item first), begins of device work (the shorter first). An
 * item without length begins and ends at once. An edge whose begin is not before its end in this order does not exist.
 *
 *   from -> to                               weight                              class
 *   node -> next node of the thread          time between them if an item is     of the item that began last: host, or
 *                                            open and none of the open ones      dataloader if any open one loads data
 *                                            is waiting, else 0; also 0
 *                                            while the thread yields
 *   begin -> end of device work              its duration                        compute, communication, memcpy
 *   begin of call -> begin of its work       time between them if all below      launch
 *                                            ended before the call, else 0
 *   end of previous work of the stream       time between them if no wait below  gap
 *     -> begin of work                       ended later, there is no launch
 *                                            edge with a weight, and it is
 *                                            shorter than CRITICAL_GAP_NS,
 *                                            else 0
 *   end of work -> begin of work that        0
 *     waits for it
 *   end of work -> end of call that waits    0
 *     for it
 *
 * The previous work of a stream is what ended last. Threads that neither launch device work nor wait for it have no edges
 * unless all threads are such.
 *
 * A thread works while it has an operator or an API call open. Another yields while it has only annotations open, of which
 * none loads data, and any thread works: so the main thread of PyTorch waits for the threads of autograd, of which nothing
 * in a trace tells. Instead of one edge between two nodes of such a thread there are these, in order of time:
 *
 *   from -> to                                                 weight
 *   node of the thread, or end of the last period              time between them, of its annotation
 *     -> begin of a period in which others work
 *   that begin -> other begins of work in the period           0
 *   node of the thread, if others work already                 0
 *     -> next node of one that works
 *   that begin or node -> first end of work in the period      0
 *     -> each next one
 *   end of the last period -> node of the thread               time between them, of its annotation
 *   node of the thread, if others still work; the last end     0
 *     of work; the last node of one that works
 *     -> node of the thread
 *
 * At most CRITICAL_YIELDING_MAX threads yield at a time: others count as if they did not. */

#pragma once

#include "trace/critical/critical_waits.h"

/* A longer gap has another reason than the device, which needs 10 us, or 1 ms between collectives. */
#define CRITICAL_GAP_NS INT64_C (1500000)

/* Bounds the edges: a node has at most two for each. */
#define CRITICAL_YIELDING_MAX 8

typedef struct
{
  int64_t weight_ns; /* 0 or the time between the nodes */
  uint32_t from;     /* node */
  uint32_t item;     /* whose time it is: also set where the weight is 0 */
  uint8_t klass;     /* CriticalClass */
  bool is_own;       /* the time of the item itself, not of a launch or a gap before it */
} CriticalEdge;

COLUMN_DEFINE_LARGE (CriticalEdgeColumn, critical_edge_column, CriticalEdge)

typedef struct
{
  uint32_t n_nodes;
  uint32_t *item_of;           /* by node: twice the item, + 1 for its end */
  uint32_t *begin_of, *end_of; /* by item: its nodes */
  size_t *first_edge;          /* by node, and one more: its edges, which end there */
  CriticalEdgeColumn edges;
} CriticalGraph;

/* Returns the time of a node. */
static inline int64_t
critical_graph_time_ns (const CriticalGraph *graph, const CriticalItems *items, uint32_t node)
{
  const CriticalItem *item = &items->items.at[graph->item_of[node] / 2];

  return graph->item_of[node] % 2 == 1 ? item->end_ns : item->start_ns;
}

/* Returns false when memory runs out or should_continue of the items returns false; call clear () in either case.
 * O(n) for n items and waits. */
bool critical_graph_init (CriticalGraph *graph, CriticalItems *items, const CriticalWaits *waits);
void critical_graph_clear (CriticalGraph *graph);
