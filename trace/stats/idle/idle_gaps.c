/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle/idle_gaps.h"

#include <stdlib.h>

#include "trace/index/occupied.h"
#include "trace/stats/activity_walk.h"
#include "trace/stats/distribution.h"
#include "trace/stats/idle/gap_walk.h"
#include "trace/stats/idle/recorded_begin.h"

COLUMN_IMPLEMENT (IdleGapColumn, idle_gap_column)

int64_t
idle_gap_length_ns (const IdleGap *gap)
{
  uint64_t length_ns = time_distance (gap->begin_ns, gap->end_ns);

  return length_ns > INT64_MAX ? INT64_MAX : (int64_t) length_ns;
}

int
idle_gap_compare (const void *a, const void *b)
{
  const IdleGap *x = a, *y = b;
  int64_t x_ns = idle_gap_length_ns (x), y_ns = idle_gap_length_ns (y);

  if (x_ns != y_ns)
    return x_ns > y_ns ? -1 : 1;
  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->device < y->device ? -1 : x->device > y->device;
}

/* Keeps the longest gaps in a heap; the one to remove first is on top. */
static bool
keep_if_long (IdleGapTally *tally, const IdleGap *gap)
{
  IdleGapColumn *kept = &tally->gaps.longest;
  size_t i;

  if (kept->n < tally->n_longest)
    {
      if (!idle_gap_column_push (kept, *gap))
        return false;
      for (i = kept->n - 1; i > 0 && idle_gap_compare (&kept->at[(i - 1) / 2], gap) < 0; i = (i - 1) / 2)
        kept->at[i] = kept->at[(i - 1) / 2];
      kept->at[i] = *gap;
      return true;
    }
  if (kept->n == 0 || idle_gap_compare (&kept->at[0], gap) < 0)
    return true;
  for (i = 0;;)
    {
      size_t last = 2 * i + 1;

      if (last + 1 < kept->n && idle_gap_compare (&kept->at[last], &kept->at[last + 1]) < 0)
        last++;
      if (last >= kept->n || idle_gap_compare (&kept->at[last], gap) < 0)
        break;
      kept->at[i] = kept->at[last];
      i = last;
    }
  kept->at[i] = *gap;
  return true;
}

/* Returns whether more of the gap is before a time than behind it. */
static bool
lies_before (const IdleGap *gap, int64_t time_ns)
{
  int64_t cut_ns = CLAMP (time_ns, gap->begin_ns, gap->end_ns);

  return time_distance (gap->begin_ns, cut_ns) > time_distance (cut_ns, gap->end_ns);
}

void
idle_gap_find_launch (LaunchFinder *launches, const int64_t *recorded_begins_ns, IdleGap *gap)
{
  uint32_t rank = trace_device (launches->trace, gap->device)->rank;

  gap->launch = gap->next == SLICE_NONE ? SLICE_NONE : launch_finder_of (launches, gap->next);
  gap->is_unrecorded = lies_before (gap, recorded_begins_ns[rank]);
  gap->is_host_bound = gap->launch != SLICE_NONE && !gap->is_unrecorded
                       && slice_start_ns (trace_slices (launches->trace), gap->launch) >= gap->begin_ns;
  gap->host = SLICE_NONE;
  gap->host_ns = 0;
}

bool
idle_gap_find_host (HostWatch *watch, IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (watch->trace);

  if (gap->launch == SLICE_NONE)
    return true;
  if (!host_watch_find (watch, gap->launch, gap->begin_ns, gap->end_ns, &gap->host))
    return false;
  if (gap->host != SLICE_NONE)
    {
      int64_t start_ns = slice_start_ns (slices, gap->host);
      int64_t until_ns = occupied_until (start_ns, slice_dur_ns (slices, gap->host));

      gap->host_ns = MIN (until_ns, gap->end_ns) - MAX (start_ns, gap->begin_ns);
    }
  return true;
}

bool
idle_gap_complete (HostWatch *watch, IdleGap *gap)
{
  if (gap->is_host_bound)
    return true;
  host_watch_rewind (watch);
  return idle_gap_find_host (watch, gap);
}

bool
idle_gap_tally_init (IdleGapTally *tally, const Trace *trace, uint32_t n_longest)
{
  size_t n_names = trace_n_strings (trace) + (size_t) 1;

  *tally = (IdleGapTally){
    .trace = trace,
    .gaps.host_name = TRACE_NONE,
    .n_longest = n_longest,
    .ns_of_name = calloc (n_names, sizeof *tally->ns_of_name),
    .count_of_name = calloc (n_names, sizeof *tally->count_of_name),
  };
  return tally->ns_of_name != NULL && tally->count_of_name != NULL;
}

void
idle_gap_tally_clear (IdleGapTally *tally)
{
  idle_gaps_clear (&tally->gaps);
  free (tally->ns_of_name);
  free (tally->count_of_name);
}

bool
idle_gap_tally_add (IdleGapTally *tally, const IdleGap *gap)
{
  IdleGaps *gaps = &tally->gaps;
  int64_t length_ns = idle_gap_length_ns (gap);

  gaps->n_gaps++;
  gaps->total_ns = add_saturated (gaps->total_ns, length_ns);
  if (gap->is_host_bound)
    {
      gaps->n_host_bound++;
      gaps->host_bound_ns = add_saturated (gaps->host_bound_ns, length_ns);
      if (gap->host != SLICE_NONE)
        {
          uint32_t name = slice_name (trace_slices (tally->trace), gap->host);
          gaps->host_known_ns = add_saturated (gaps->host_known_ns, gap->host_ns);
          tally->ns_of_name[name] = add_saturated (tally->ns_of_name[name], gap->host_ns);
          tally->count_of_name[name]++;
        }
    }
  else if (gap->launch != SLICE_NONE && !gap->is_unrecorded)
    gaps->queued_ns = add_saturated (gaps->queued_ns, length_ns);
  return keep_if_long (tally, gap);
}

bool
idle_gap_tally_join (IdleGapTally *tally, const IdleGapTally *other)
{
  IdleGaps *gaps = &tally->gaps;
  bool ok = true;

  gaps->n_gaps += other->gaps.n_gaps;
  gaps->total_ns = add_saturated (gaps->total_ns, other->gaps.total_ns);
  gaps->n_host_bound += other->gaps.n_host_bound;
  gaps->host_bound_ns = add_saturated (gaps->host_bound_ns, other->gaps.host_bound_ns);
  gaps->queued_ns = add_saturated (gaps->queued_ns, other->gaps.queued_ns);
  gaps->host_known_ns = add_saturated (gaps->host_known_ns, other->gaps.host_known_ns);
  for (uint32_t name = 0; name < trace_n_strings (tally->trace); name++)
    {
      tally->ns_of_name[name] = add_saturated (tally->ns_of_name[name], other->ns_of_name[name]);
      tally->count_of_name[name] += other->count_of_name[name];
    }
  for (size_t i = 0; i < other->gaps.longest.n && ok; i++)
    ok = keep_if_long (tally, &other->gaps.longest.at[i]);
  return ok;
}

IdleGaps
idle_gap_tally_finish (IdleGapTally *tally)
{
  IdleGaps gaps = tally->gaps;

  for (uint32_t name = 0; name < trace_n_strings (tally->trace); name++)
    if (tally->ns_of_name[name] > gaps.host_name_ns)
      {
        gaps.host_name = name;
        gaps.host_name_ns = tally->ns_of_name[name];
        gaps.host_name_gaps = tally->count_of_name[name];
      }
  if (gaps.longest.n > 0)
    qsort (gaps.longest.at, gaps.longest.n, sizeof *gaps.longest.at, idle_gap_compare);
  tally->gaps = (IdleGaps){ .host_name = TRACE_NONE };
  return gaps;
}

static bool
add_device (IdleGapTally *tally,
            HostWatch *watch,
            LaunchFinder *launches,
            const int64_t *recorded_begins_ns,
            const StatsScope *scope,
            uint32_t device)
{
  DeviceGap found;
  GapWalk walk;
  bool ok = gap_walk_init (&walk, scope, device, NULL, NULL);

  host_watch_rewind (watch);
  while (ok && gap_walk_next (&walk, &found))
    {
      IdleGap gap = {
        .device = device,
        .begin_ns = found.begin_ns,
        .end_ns = found.end_ns,
        .next = found.next,
      };

      idle_gap_find_launch (launches, recorded_begins_ns, &gap);
      ok = (!gap.is_host_bound || idle_gap_find_host (watch, &gap)) && idle_gap_tally_add (tally, &gap);
    }
  gap_walk_clear (&walk);
  return ok;
}

bool
idle_gaps_compute (const StatsScope *scope, uint32_t n_longest, IdleGaps *ret_gaps)
{
  IdleGapTally tally;
  LaunchFinder launches;
  HostWatch watch;
  int64_t *recorded_begins_ns = recorded_begins_new (scope->trace);
  bool ok = idle_gap_tally_init (&tally, scope->trace, n_longest) && recorded_begins_ns != NULL;

  ok = host_watch_init (&watch, scope->trace, scope->steps) && ok;
  ok = launch_finder_init (&launches, scope->trace) && ok;
  for (uint32_t device = 0; ok && device < trace_n_devices (scope->trace); device++)
    if (stats_scope_holds_device (scope, device))
      ok = add_device (&tally, &watch, &launches, recorded_begins_ns, scope, device);
  for (size_t i = 0; i < tally.gaps.longest.n && ok; i++)
    ok = idle_gap_complete (&watch, &tally.gaps.longest.at[i]);
  *ret_gaps = ok ? idle_gap_tally_finish (&tally) : (IdleGaps){ .host_name = TRACE_NONE };
  idle_gap_tally_clear (&tally);
  launch_finder_clear (&launches);
  host_watch_clear (&watch);
  free (recorded_begins_ns);
  return ok;
}

void
idle_gaps_clear (IdleGaps *gaps)
{
  idle_gap_column_clear (&gaps->longest);
  *gaps = (IdleGaps){ .host_name = TRACE_NONE };
}

bool
idle_gap_explain (const Trace *trace,
                  const StepTable *steps,
                  uint32_t device,
                  int64_t begin_ns,
                  int64_t end_ns,
                  IdleGap *ret_gap)
{
  const SliceColumns *slices = trace_slices (trace);
  IdleGap gap = { .device = device, .begin_ns = begin_ns, .end_ns = end_ns };
  ActivityWalk walk = { 0 };
  LaunchFinder launches;
  HostWatch watch;
  int64_t *recorded_begins_ns = recorded_begins_new (trace);
  bool ok = host_watch_init (&watch, trace, steps) && recorded_begins_ns != NULL;

  ok = launch_finder_init (&launches, trace) && ok && activity_walk_init (&walk, trace, device, end_ns);
  if (ok)
    {
      do
        gap.next = activity_walk_next (&walk);
      while (gap.next != SLICE_NONE && slice_start_ns (slices, gap.next) < end_ns);
      idle_gap_find_launch (&launches, recorded_begins_ns, &gap);
      ok = idle_gap_find_host (&watch, &gap);
    }
  activity_walk_clear (&walk);
  host_watch_clear (&watch);
  launch_finder_clear (&launches);
  free (recorded_begins_ns);
  *ret_gap = gap;
  return ok;
}
