/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/collective_waits.h"

#include <stdlib.h>

#include <glib.h>

#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"

COLUMN_IMPLEMENT (CollectiveWaitColumn, collective_wait_column)
COLUMN_IMPLEMENT (CollectiveSkewColumn, collective_skew_column)

static int
compare_waits (const void *a, const void *b)
{
  const CollectiveWait *x = a, *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static int
compare_skews (const void *a, const void *b)
{
  const CollectiveSkew *x = a, *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->first_wait < y->first_wait ? -1 : x->first_wait > y->first_wait;
}

/* Adds the collective of the given parts, which are of one instance. */
static bool
add_instance (CollectiveWaits *waits,
              const Trace *trace,
              const RankClocks *clocks,
              const CollectivePart *parts,
              size_t n)
{
  const SliceColumns *slices = trace_slices (trace);
  CollectiveSkew skew = { .first_wait = waits->waits.n, .n_waits = n, .is_certain = true };
  int64_t first_end_ns = INT64_MAX;
  uint32_t frame = UINT32_MAX;

  if (!collective_wait_column_reserve (&waits->waits, n))
    return false;
  CollectiveWait *added = waits->waits.at + waits->waits.n;
  skew.begin_ns = skew.transfer_ns = INT64_MAX;
  skew.end_ns = INT64_MIN;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t rank = trace_device (trace, parts[i].device)->rank;
      int64_t dur_ns = slice_dur_ns (slices, parts[i].slice);
      int64_t begin_ns = clock_fit_correct_ns (&clocks->fit, rank, parts[i].start_ns);
      int64_t end_ns = clock_fit_correct_ns (&clocks->fit, rank, parts[i].start_ns + dur_ns);

      added[i] = (CollectiveWait){ .slice = parts[i].slice, .device = parts[i].device, .begin_ns = begin_ns };
      skew.begin_ns = MIN (skew.begin_ns, begin_ns);
      skew.end_ns = MAX (skew.end_ns, end_ns);
      first_end_ns = MIN (first_end_ns, end_ns);
      skew.transfer_ns = MIN (skew.transfer_ns, dur_ns);
      skew.is_certain = skew.is_certain && rank_clocks_is_certain (clocks, rank)
                        && (i == 0 || clocks->fit.ranks[rank].frame == frame);
      frame = clocks->fit.ranks[rank].frame;
    }
  qsort (added, n, sizeof *added, compare_waits);
  for (size_t i = 0; i < n; i++)
    added[i].wait_ns =
      MIN (added[n - 1].begin_ns - added[i].begin_ns, slice_dur_ns (slices, added[i].slice));
  skew.start_skew_ns = added[n - 1].begin_ns - skew.begin_ns;
  skew.end_skew_ns = skew.end_ns - first_end_ns;
  waits->waits.n += n;
  return collective_skew_column_push (&waits->skews, skew);
}

static bool
is_in_window (const StatsScope *scope, const CollectivePart *first)
{
  return first->start_ns >= scope->begin_ns && first->start_ns < scope->end_ns;
}

bool
collective_waits_init (CollectiveWaits *waits,
                       const StatsScope *scope,
                       const CollectiveInstances *instances,
                       const RankClocks *clocks,
                       bool (*should_continue) (void *user_data),
                       void *user_data)
{
  const CollectivePart *parts = instances->parts.at;
  StopCheck check = { should_continue, user_data, 0 };

  *waits = (CollectiveWaits){ 0 };
  for (size_t first = 0, end; first < instances->parts.n; first = end)
    {
      for (end = first + 1; end < instances->parts.n && parts[end].identity == parts[first].identity
                            && parts[end].nth == parts[first].nth;)
        end++;
      if (!stop_check_next (&check))
        return false;
      /* Parts ascend by their begin. */
      if (end - first > 1 && is_in_window (scope, &parts[first])
          && !add_instance (waits, scope->trace, clocks, parts + first, end - first))
        return false;
    }
  return stoppable_order (waits->skews.at, waits->skews.n, sizeof *waits->skews.at, compare_skews,
                          should_continue, user_data);
}

void
collective_waits_clear (CollectiveWaits *waits)
{
  collective_skew_column_clear (&waits->skews);
  collective_wait_column_clear (&waits->waits);
}
