/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_pairs.h"

#include <stdlib.h>

#include "trace/container/radix_order.h"

typedef struct
{
  uint64_t key;
  SliceInput slice;
  int64_t offset;
  bool is_end;
} PairEvent;

COLUMN_DEFINE (PairEventColumn, pair_event_column, PairEvent)
COLUMN_IMPLEMENT (PairEventColumn, pair_event_column)

struct ChromePairs
{
  TraceBuilder *builder;
  PairEventColumn events;
};

ChromePairs *
chrome_pairs_new (TraceBuilder *builder)
{
  ChromePairs *pairs = calloc (1, sizeof *pairs);

  if (pairs != NULL)
    pairs->builder = builder;
  return pairs;
}

void
chrome_pairs_free (ChromePairs *pairs)
{
  if (pairs == NULL)
    return;
  pair_event_column_clear (&pairs->events);
  free (pairs);
}

void
chrome_pairs_begin (ChromePairs *pairs, uint64_t key, const SliceInput *slice, int64_t offset)
{
  if (!pair_event_column_push (&pairs->events, (PairEvent){ key, *slice, offset, false }))
    trace_builder_set_failed (pairs->builder);
}

void
chrome_pairs_end (ChromePairs *pairs, uint64_t key, int64_t time_ns, uint64_t args, int64_t offset)
{
  SliceInput end = { .start_ns = time_ns, .args = args };

  if (!pair_event_column_push (&pairs->events, (PairEvent){ key, end, offset, true }))
    trace_builder_set_failed (pairs->builder);
}

static void
join_args (TraceBuilder *builder, SliceInput *begin, uint64_t end_args)
{
  if (end_args == ARGS_NONE)
    return;
  if (begin->args == ARGS_NONE)
    begin->args = end_args;
  else
    begin->args = trace_builder_join_args (builder, begin->args, end_args);
}

/* events[order[first..last)] share a key and are in order of time. open is scratch memory. */
static void
match_key (ChromePairs *pairs, const OrderPair *order, size_t first, size_t last, U64Column *open)
{
  TraceBuilder *builder = pairs->builder;

  open->n = 0;
  for (size_t i = first; i < last; i++)
    {
      const PairEvent *event = &pairs->events.at[order[i].item];

      if (!event->is_end)
        {
          if (!u64_column_push (open, order[i].item))
            trace_builder_set_failed (builder);
        }
      else if (open->n == 0)
        trace_builder_add_health (builder, HEALTH_SLICE_END_WITHOUT_BEGIN, 1, event->offset);
      else
        {
          SliceInput slice = pairs->events.at[open->at[--open->n]].slice;

          slice.dur_ns = event->slice.start_ns - slice.start_ns;
          slice.flags |= SLICE_PAIRED;
          join_args (builder, &slice, event->slice.args);
          trace_builder_add_slice (builder, &slice);
          trace_builder_event_counts (builder)->slices++;
        }
    }
  for (size_t i = 0; i < open->n; i++)
    {
      const PairEvent *event = &pairs->events.at[open->at[i]];
      SliceInput slice = event->slice;

      slice.flags |= SLICE_UNFINISHED;
      trace_builder_add_slice (builder, &slice);
      trace_builder_add_health (builder, HEALTH_SLICE_UNFINISHED, 1, event->offset);
    }
}

void
chrome_pairs_finish (ChromePairs *pairs)
{
  size_t n = pairs->events.n;
  OrderPair *order = malloc (n * 2 * sizeof *order + 1);
  U64Column open = { 0 };

  if (order == NULL)
    {
      trace_builder_set_failed (pairs->builder);
      return;
    }

  /* Sorts by time, then stably by key. The sign bit is flipped so that negative times come first. */
  for (size_t i = 0; i < n; i++)
    order[i] = (OrderPair){ (uint64_t) pairs->events.at[i].slice.start_ns ^ UINT64_C (1) << 63, i };
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    order[i].key = pairs->events.at[order[i].item].key;
  radix_order (order, order + n, n);

  for (size_t first = 0, last; first < n; first = last)
    {
      for (last = first; last < n && order[last].key == order[first].key; last++)
        ;
      match_key (pairs, order, first, last, &open);
    }
  u64_column_clear (&open);
  free (order);
}
