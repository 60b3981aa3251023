/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/links/flow_index.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "trace/container/radix_order.h"
#include "trace/model/slice_find.h"

/* Ends are summed up by so many, then these by so many, and so on. */
#define FAN_OUT 16

/* Connections between two looks at whether they are wanted. */
#define FLOWS_AT_ONCE 16384

typedef struct
{
  int64_t least_ns, most_ns;
} Extent;

typedef struct
{
  FlowIndex seen;
  atomic_int n_references;
  FlowGroup *groups;
  int64_t *times_ns; /* from, to, heads of all */
  Extent *extents;
} Index;

/* ---- extents ---- */

/* Of all levels over n ends. */
static uint64_t
n_extents (uint64_t n)
{
  uint64_t total = 0;

  while (n > 1)
    {
      n = (n + FAN_OUT - 1) / FAN_OUT;
      total += n;
    }
  return total;
}

static Extent
join (Extent a, Extent b)
{
  return (Extent){ MIN (a.least_ns, b.least_ns), MAX (a.most_ns, b.most_ns) };
}

static void
make_extents (const int64_t *to_ns, uint64_t n, Extent *extents)
{
  const Extent *below = NULL;

  while (n > 1)
    {
      uint64_t n_blocks = (n + FAN_OUT - 1) / FAN_OUT;

      for (uint64_t block = 0; block < n_blocks; block++)
        {
          Extent extent = { INT64_MAX, INT64_MIN };

          for (uint64_t i = block * FAN_OUT; i < MIN ((block + 1) * FAN_OUT, n); i++)
            extent = join (extent, below != NULL ? below[i] : (Extent){ to_ns[i], to_ns[i] });
          extents[block] = extent;
        }
      below = extents;
      extents += n_blocks;
      n = n_blocks;
    }
}

void
flow_group_extent (const FlowGroup *group,
                   uint64_t first,
                   uint64_t last,
                   int64_t *ret_least_ns,
                   int64_t *ret_most_ns)
{
  const Extent *level = NULL, *next = group->extents;
  uint64_t n = group->n;
  Extent extent = { INT64_MAX, INT64_MIN };

  /* On each level what sticks out of whole blocks at both sides. */
  while (first < last)
    {
      for (; first < last && first % FAN_OUT != 0; first++)
        extent =
          join (extent, level != NULL ? level[first] : (Extent){ group->to_ns[first], group->to_ns[first] });
      for (; first < last && last % FAN_OUT != 0; last--)
        extent = join (extent, level != NULL ? level[last - 1]
                                             : (Extent){ group->to_ns[last - 1], group->to_ns[last - 1] });
      level = next;
      n = (n + FAN_OUT - 1) / FAN_OUT;
      next += n;
      first /= FAN_OUT;
      last /= FAN_OUT;
    }
  *ret_least_ns = extent.least_ns;
  *ret_most_ns = extent.most_ns;
}

/* ---- the index ---- */

static uint64_t
time_key (int64_t time_ns)
{
  return (uint64_t) time_ns ^ UINT64_C (1) << 63;
}

/* By group, then by a time. of_end: by where they end. */
static void
order_flows (const Trace *trace, const uint64_t *keys, bool of_end, OrderPair *order, uint64_t n)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < n; i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      order[i] = (OrderPair){ time_key (slice_start_ns (slices, of_end ? flow.to : flow.from)), i };
    }
  radix_order (order, order + n, n);
  for (uint64_t i = 0; i < n; i++)
    order[i].key = keys[order[i].item];
  radix_order (order, order + n, n);
}

static bool
make_groups (Index *index, const Trace *trace, const OrderPair *order, uint64_t n)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n_groups = 0, n_all_extents = 0;
  int64_t *from_ns = index->times_ns, *to_ns = from_ns + n, *heads_ns = to_ns + n;

  for (uint64_t i = 0; i < n; i++)
    {
      TraceFlow flow = trace_flow (trace, order[i].item);

      from_ns[i] = slice_start_ns (slices, flow.from);
      to_ns[i] = slice_start_ns (slices, flow.to);
      n_groups += i == 0 || order[i].key != order[i - 1].key;
    }
  index->groups = calloc (n_groups + 1, sizeof *index->groups);
  if (index->groups == NULL || n_groups > UINT32_MAX)
    return false;

  uint64_t first = 0;
  for (uint64_t g = 0, end; g < n_groups; g++, first = end)
    {
      for (end = first + 1; end < n && order[end].key == order[first].key; end++)
        ;
      index->groups[g] = (FlowGroup){
        .from_lane = (uint32_t) (order[first].key >> 32),
        .to_lane = (uint32_t) order[first].key,
        .n = end - first,
        .from_ns = from_ns + first,
        .to_ns = to_ns + first,
        .heads_ns = heads_ns + first,
      };
      n_all_extents += n_extents (end - first);
    }

  index->extents = calloc (n_all_extents + 1, sizeof *index->extents);
  if (index->extents == NULL)
    return false;
  Extent *extents = index->extents;
  for (uint64_t g = 0; g < n_groups; g++)
    {
      FlowGroup *group = &index->groups[g];

      group->extents = extents;
      make_extents (group->to_ns, group->n, extents);
      extents += n_extents (group->n);
    }
  index->seen = (FlowIndex){ .n_groups = (uint32_t) n_groups, .groups = index->groups, .n_flows = n };
  return true;
}

/* keys[i]: the rows that a connection is between. False: it is not wanted any more. */
static bool
key_flows (const Trace *trace,
           uint64_t *keys,
           uint64_t n,
           bool (*should_continue) (void *user_data),
           void *user_data)
{
  for (uint64_t i = 0; i < n; i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (i % FLOWS_AT_ONCE == 0 && should_continue != NULL && !should_continue (user_data))
        return false;
      keys[i] = (uint64_t) slice_find_row (trace, flow.from) << 32 | slice_find_row (trace, flow.to);
    }
  return true;
}

static bool
fill (Index *index, const Trace *trace, bool (*should_continue) (void *user_data), void *user_data)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = trace_n_flows (trace);
  OrderPair *order = calloc (2 * n + 1, sizeof *order);
  uint64_t *keys = calloc (n + 1, sizeof *keys);
  bool ok;

  index->times_ns = calloc (3 * n + 1, sizeof *index->times_ns);
  ok = order != NULL && keys != NULL && index->times_ns != NULL
       && key_flows (trace, keys, n, should_continue, user_data);
  if (ok)
    {
      order_flows (trace, keys, true, order, n);
      for (uint64_t i = 0; i < n; i++)
        index->times_ns[2 * n + i] = slice_start_ns (slices, trace_flow (trace, order[i].item).to);
      ok = should_continue == NULL || should_continue (user_data);
    }
  if (ok)
    {
      order_flows (trace, keys, false, order, n);
      ok = make_groups (index, trace, order, n);
    }
  free (order);
  free (keys);
  return ok;
}

const FlowIndex *
flow_index_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data)
{
  Index *index = calloc (1, sizeof *index);

  if (index == NULL)
    return NULL;
  atomic_init (&index->n_references, 1);
  if (fill (index, trace, should_continue, user_data))
    return &index->seen;
  flow_index_unref (&index->seen);
  return NULL;
}

/* What a caller sees is the first member. */
static Index *
whole (const FlowIndex *seen)
{
  return (Index *) (void *) (uintptr_t) seen;
}

const FlowIndex *
flow_index_ref (const FlowIndex *seen)
{
  atomic_fetch_add_explicit (&whole (seen)->n_references, 1, memory_order_relaxed);
  return seen;
}

void
flow_index_unref (const FlowIndex *seen)
{
  Index *index = whole (seen);

  if (atomic_fetch_sub_explicit (&index->n_references, 1, memory_order_acq_rel) > 1)
    return;
  free (index->groups);
  free (index->times_ns);
  free (index->extents);
  free (index);
}
