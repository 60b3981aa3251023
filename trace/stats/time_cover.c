/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/time_cover.h"

#include <glib.h>
#include <stdlib.h>

void
time_cover_clear (TimeCover *cover)
{
  interval_union_clear (&cover->set);
  free (cover->before_ns);
  cover->before_ns = NULL;
}

bool
time_cover_finish (TimeCover *cover)
{
  int64_t sum_ns = 0;

  interval_union_merge (&cover->set);
  cover->before_ns = malloc ((cover->set.intervals.n + 1) * sizeof *cover->before_ns);
  if (cover->before_ns == NULL)
    return false;
  for (size_t i = 0; i < cover->set.intervals.n; i++)
    {
      cover->before_ns[i] = sum_ns;
      sum_ns += cover->set.intervals.at[i].end_ns - cover->set.intervals.at[i].begin_ns;
    }
  cover->before_ns[cover->set.intervals.n] = sum_ns;
  return true;
}

static int64_t
covered_before (const TimeCover *cover, int64_t time_ns)
{
  const IntervalColumn *intervals = &cover->set.intervals;
  size_t low = 0, high = intervals->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (intervals->at[middle].begin_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return 0;
  const Interval *last = &intervals->at[low - 1];
  return cover->before_ns[low - 1] + MIN (time_ns, last->end_ns) - last->begin_ns;
}

int64_t
time_cover_within (const TimeCover *cover, Interval window)
{
  return window.end_ns > window.begin_ns
           ? covered_before (cover, window.end_ns) - covered_before (cover, window.begin_ns)
           : 0;
}
