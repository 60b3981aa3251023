/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/index/interval_union.h"

#include <stdlib.h>

#include "trace/index/occupied.h"

COLUMN_IMPLEMENT_LARGE (IntervalColumn, interval_column)

static int
compare_intervals (const void *a, const void *b)
{
  const Interval *x = a, *y = b;

  return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

void
interval_union_clear (IntervalUnion *set)
{
  interval_column_clear (&set->intervals);
}

bool
interval_union_add (IntervalUnion *set, int64_t begin_ns, int64_t end_ns)
{
  IntervalColumn *intervals = &set->intervals;

  if (end_ns <= begin_ns)
    return true;

  /* An interval usually follows or overlaps the last one; it then needs no sorting later. */
  if (intervals->n > 0)
    {
      Interval *last = &intervals->at[intervals->n - 1];
      if (begin_ns >= last->begin_ns && begin_ns <= last->end_ns)
        {
          if (end_ns > last->end_ns)
            last->end_ns = end_ns;
          return true;
        }
    }
  return interval_column_push (intervals, (Interval){ begin_ns, end_ns });
}

/* Returns the end of the run of intervals that ascend by begin, starting at the first-th. */
static size_t
run_end (const Interval *at, size_t first, size_t n)
{
  if (first >= n)
    return n;
  size_t last = first + 1;
  while (last < n && at[last - 1].begin_ns <= at[last].begin_ns)
    last++;
  return last;
}

/* Merges every other run with the run behind it. Returns whether that left a single run. */
static bool
merge_runs (const Interval *from, size_t n, Interval *to)
{
  size_t first = 0, last;

  for (; first < n; first = last)
    {
      size_t middle = run_end (from, first, n), i = first, j = middle;

      last = run_end (from, middle, n);
      for (size_t k = first; k < last; k++)
        to[k] = j == last || (i < middle && from[i].begin_ns <= from[j].begin_ns) ? from[i++] : from[j++];
      if (first == 0 && last == n)
        return true;
    }
  return false;
}

/* Sorts by begin. Intervals come stream by stream, each in order, so there are few runs to merge. */
static void
order_intervals (IntervalColumn *intervals)
{
  IntervalColumn other = { 0 };
  bool in_order = false;

  if (!interval_column_reserve (&other, intervals->n))
    {
      qsort (intervals->at, intervals->n, sizeof *intervals->at, compare_intervals);
      return;
    }
  while (!in_order)
    {
      IntervalColumn merged = other;

      in_order = merge_runs (intervals->at, intervals->n, merged.at);
      merged.n = intervals->n;
      other = *intervals;
      *intervals = merged;
    }
  interval_column_clear (&other);
}

void
interval_union_merge (IntervalUnion *set)
{
  IntervalColumn *intervals = &set->intervals;
  size_t n_merged = 0;
  bool in_order = true;

  for (size_t i = 1; i < intervals->n && in_order; i++)
    in_order = intervals->at[i - 1].end_ns < intervals->at[i].begin_ns;
  if (in_order)
    return;

  order_intervals (intervals);
  for (size_t i = 0; i < intervals->n; i++)
    {
      Interval next = intervals->at[i];
      Interval *last = &intervals->at[n_merged == 0 ? 0 : n_merged - 1];

      if (n_merged == 0 || next.begin_ns > last->end_ns)
        intervals->at[n_merged++] = next;
      else if (next.end_ns > last->end_ns)
        last->end_ns = next.end_ns;
    }
  intervals->n = n_merged;
}

/* Nothing overflows within the range of times that a profile can have; sums beyond it stop at INT64_MAX. */
static int64_t
add_length (int64_t length_ns, int64_t begin_ns, int64_t end_ns)
{
  uint64_t sum = (uint64_t) length_ns + time_distance (begin_ns, end_ns);

  return sum < (uint64_t) length_ns || sum > INT64_MAX ? INT64_MAX : (int64_t) sum;
}

int64_t
interval_union_length (const IntervalUnion *set)
{
  int64_t length_ns = 0;

  for (size_t i = 0; i < set->intervals.n; i++)
    length_ns = add_length (length_ns, set->intervals.at[i].begin_ns, set->intervals.at[i].end_ns);
  return length_ns;
}

int64_t
interval_union_intersection_length (const IntervalUnion *a, const IntervalUnion *b)
{
  int64_t length_ns = 0;
  size_t i = 0, j = 0;

  while (i < a->intervals.n && j < b->intervals.n)
    {
      const Interval *x = &a->intervals.at[i], *y = &b->intervals.at[j];
      int64_t begin_ns = x->begin_ns > y->begin_ns ? x->begin_ns : y->begin_ns;
      int64_t end_ns = x->end_ns < y->end_ns ? x->end_ns : y->end_ns;

      if (end_ns > begin_ns)
        length_ns = add_length (length_ns, begin_ns, end_ns);
      if (x->end_ns < y->end_ns)
        i++;
      else
        j++;
    }
  return length_ns;
}

/* Counts in units of 1/n ns, in which every edge is a whole number: edge i is i x span. */
BusyShares
busy_shares_begin (int64_t begin_ns, int64_t end_ns, uint32_t n, double *shares)
{
  BusyShares busy = { .begin_ns = begin_ns, .end_ns = end_ns, .n = n, .shares = shares, .until_ns = begin_ns };

  for (uint32_t i = 0; i < n; i++)
    shares[i] = 0;
  busy.edge = (__int128) end_ns - begin_ns;
  return busy;
}

/* Dividing takes longest, so it is done once for each part, at its end. */
static void
end_part (BusyShares *busy, __int128 at)
{
  __int128 span = (__int128) busy->end_ns - busy->begin_ns;

  busy->shares[busy->at] = (double) busy->covered / (double) span;
  busy->covered = 0;
  busy->at = (uint32_t) (at / span);
  busy->edge = (__int128) (busy->at + 1) * span;
}

void
busy_shares_add (BusyShares *busy, int64_t begin_ns, int64_t end_ns)
{
  int64_t from_ns = begin_ns > busy->until_ns ? begin_ns : busy->until_ns;
  int64_t to_ns = end_ns < busy->end_ns ? end_ns : busy->end_ns;

  if (from_ns >= to_ns || busy->n == 0)
    return;
  busy->until_ns = to_ns;
  for (__int128 at = ((__int128) from_ns - busy->begin_ns) * busy->n, to = ((__int128) to_ns - busy->begin_ns) * busy->n;
       at < to;)
    {
      if (at >= busy->edge)
        end_part (busy, at);
      __int128 stop = to < busy->edge ? to : busy->edge;

      busy->covered += stop - at;
      at = stop;
    }
}

void
busy_shares_finish (BusyShares *busy)
{
  __int128 span = (__int128) busy->end_ns - busy->begin_ns;

  if (span > 0 && busy->at < busy->n)
    busy->shares[busy->at] = (double) busy->covered / (double) span;
}

void
interval_union_busy_shares (const IntervalUnion *set,
                            int64_t begin_ns,
                            int64_t end_ns,
                            uint32_t n,
                            double *shares)
{
  BusyShares busy = busy_shares_begin (begin_ns, end_ns, n, shares);

  for (size_t k = 0; k < set->intervals.n && busy.until_ns < end_ns; k++)
    busy_shares_add (&busy, set->intervals.at[k].begin_ns, set->intervals.at[k].end_ns);
  busy_shares_finish (&busy);
}
