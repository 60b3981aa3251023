/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle_causes.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"
#include "trace/stats/gap_walk.h"
#include "trace/stats/host_word.h"
#include "trace/stats/profiler_time.h"
#include "trace/stats/rank_arrival.h"
#include "trace/stats/stream_wait.h"

COLUMN_IMPLEMENT (CausedGapColumn, caused_gap_column)

static const struct
{
  const char *word;
  IdleClass klass;
} causes[N_IDLE_CAUSES] = {
  [IDLE_PROFILER] = { "profiler", IDLE_CLASS_HOST_BOUND },
  [IDLE_LOADER] = { "dataloader", IDLE_CLASS_HOST_BOUND },
  [IDLE_SYNC_CALL] = { "sync_call", IDLE_CLASS_HOST_BOUND },
  [IDLE_ALLOCATION] = { "allocation", IDLE_CLASS_HOST_BOUND },
  [IDLE_CALL] = { "call", IDLE_CLASS_HOST_BOUND },
  [IDLE_OPERATOR] = { "operator", IDLE_CLASS_HOST_BOUND },
  [IDLE_PYTHON] = { "python", IDLE_CLASS_HOST_BOUND },
  [IDLE_ANNOTATION] = { "annotation", IDLE_CLASS_HOST_BOUND },
  [IDLE_HOST_UNKNOWN] = { "nothing_known", IDLE_CLASS_HOST_BOUND },
  [IDLE_SYNC] = { "sync", IDLE_CLASS_SYNC },
  [IDLE_STREAM_WAIT] = { "stream_wait", IDLE_CLASS_DEPENDENCY },
  [IDLE_COLLECTIVE] = { "collective", IDLE_CLASS_DEPENDENCY },
  [IDLE_LAUNCH_OVERHEAD] = { "launch_overhead", IDLE_CLASS_LAUNCH_OVERHEAD },
  [IDLE_NO_NEXT] = { "nothing_follows", IDLE_CLASS_UNKNOWN },
  [IDLE_NO_LAUNCH] = { "launch_not_known", IDLE_CLASS_UNKNOWN },
  [IDLE_QUEUED] = { "queued", IDLE_CLASS_UNKNOWN },
};

IdleClass
idle_class_of (IdleCause cause)
{
  return causes[cause].klass;
}

const char *
idle_cause_word (IdleCause cause)
{
  return causes[cause].word;
}

const char *
idle_class_word (IdleClass klass)
{
  static const char *const words[N_IDLE_CLASSES] = { "host_bound", "sync", "dependency", "launch_overhead",
                                                     "unknown" };

  return words[klass];
}

/* What a scope's gaps are looked at with. */
typedef struct
{
  const StatsScope *scope;
  bool (*is_wanted) (void *user_data);
  void *user_data;
  HostWatch watch;
  LaunchFinder launches;
  IdleGapTally tally;
  HostWords words;
  TimeCover *profiler; /* by rank */
  RankArrivals arrivals;
  IntervalUnion seen; /* what is already accounted for of it */
  uint32_t n_longest;
  IdleCauses found;
} Search;

/* ---- what the launching thread did ---- */

/* The order of IdleCause is that of priority: an instant counts for the first that is going on. */
static IdleCause
cause_of_slice (Search *search, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  HostWord word = host_words_of (&search->words, slice_name (slices, slice));

  if (word == HOST_LOADER)
    return IDLE_LOADER;
  switch (slices->kind[slice])
    {
    case SLICE_CALL:
      return word == HOST_SYNC ? IDLE_SYNC_CALL : word == HOST_ALLOCATION ? IDLE_ALLOCATION : IDLE_CALL;
    case SLICE_PYTHON:
      return IDLE_PYTHON;
    case SLICE_ANNOTATION:
      return IDLE_ANNOTATION;
    default:
      return IDLE_OPERATOR;
    }
}

/* The profiler's own time within the gap, in which nothing else counts. */
static bool
see_profiler (Search *search, const CausedGap *caused, uint32_t rank)
{
  const IntervalColumn *all = &search->profiler[rank].set.intervals;
  const IdleGap *gap = &caused->gap;
  size_t low = 0, high = all->n;
  bool ok = true;

  while (caused->profiler_ns > 0 && low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (all->at[middle].end_ns <= gap->begin_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (size_t i = low; caused->profiler_ns > 0 && i < all->n && all->at[i].begin_ns < gap->end_ns && ok; i++)
    ok = interval_union_add (&search->seen, MAX (all->at[i].begin_ns, gap->begin_ns),
                             MIN (all->at[i].end_ns, gap->end_ns));
  interval_union_merge (&search->seen);
  return ok;
}

/* What the launching thread did, which the watch has seen, for the largest part of the gap; of equal parts the first. */
static bool
find_host_cause (Search *search, CausedGap *caused, uint32_t rank)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  const IdleGap *gap = &caused->gap;
  int64_t before_ns, most_ns = caused->profiler_ns;
  uint32_t is_there = 0;

  search->seen.intervals.n = 0;
  if (!see_profiler (search, caused, rank))
    return false;
  before_ns = interval_union_length (&search->seen);
  for (size_t i = 0; i < search->watch.seen.n; i++)
    is_there |= 1u << cause_of_slice (search, search->watch.seen.at[i].slice);
  caused->cause = most_ns > 0 ? IDLE_PROFILER : IDLE_HOST_UNKNOWN;
  for (IdleCause cause = IDLE_LOADER; cause < IDLE_HOST_UNKNOWN; cause++)
    {
      if (!(is_there & 1u << cause))
        continue;
      for (size_t i = 0; i < search->watch.seen.n; i++)
        {
          uint64_t slice = search->watch.seen.at[i].slice;

          if (cause_of_slice (search, slice) == cause
              && !interval_union_add (&search->seen, MAX (slice_start_ns (slices, slice), gap->begin_ns),
                                      MIN (slice_end_ns (slices, slice), gap->end_ns)))
            return false;
        }
      interval_union_merge (&search->seen);
      int64_t all_ns = interval_union_length (&search->seen);
      if (all_ns - before_ns > most_ns)
        {
          caused->cause = cause;
          most_ns = all_ns - before_ns;
        }
      before_ns = all_ns;
    }
  if (gap->end_ns - gap->begin_ns - before_ns > most_ns)
    caused->cause = IDLE_HOST_UNKNOWN;
  return true;
}

/* The longest call that blocked the thread when the gap began and is to blame for it; SLICE_NONE: there is none. */
static uint64_t
find_sync (Search *search, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  int64_t launch_ns = slice_start_ns (slices, gap->launch);
  uint64_t longest = SLICE_NONE;

  for (size_t i = 0; i < search->watch.seen.n; i++)
    {
      uint64_t slice = search->watch.seen.at[i].slice;

      if (slices->kind[slice] == SLICE_CALL && slice_start_ns (slices, slice) < gap->begin_ns
          && host_words_of (&search->words, slice_name (slices, slice)) == HOST_SYNC
          && (longest == SLICE_NONE || slice_dur_ns (slices, slice) > slice_dur_ns (slices, longest)))
        longest = slice;
    }
  return longest != SLICE_NONE && slice_dur_ns (slices, longest) >= launch_ns - gap->begin_ns ? longest
                                                                                              : SLICE_NONE;
}

static bool
blame_host (Search *search, CausedGap *caused, uint32_t rank)
{
  IdleGap *gap = &caused->gap;
  uint64_t sync;

  sync = find_sync (search, gap);
  if (sync == SLICE_NONE)
    return find_host_cause (search, caused, rank);
  caused->cause = IDLE_SYNC;
  gap->host = sync;
  gap->host_ns = MIN (slice_end_ns (trace_slices (search->scope->trace), sync), gap->end_ns) - gap->begin_ns;
  return true;
}

/* ---- work that had been launched ---- */

static IdleCause
cause_of_queued (Search *search, const IdleGap *gap, uint64_t previous, uint32_t rank)
{
  const Trace *trace = search->scope->trace;

  if (previous != SLICE_NONE && trace_track_of (trace, previous) != trace_track_of (trace, gap->next)
      && stream_wait_precedes (trace, &search->words, gap->launch))
    return IDLE_STREAM_WAIT;
  if (idle_gap_length_ns (gap) < search->found.short_ns)
    return IDLE_LAUNCH_OVERHEAD;
  return rank_arrivals_within (&search->arrivals, gap->next, rank, gap->begin_ns, gap->end_ns)
           ? IDLE_COLLECTIVE
           : IDLE_QUEUED;
}

/* ---- gaps ---- */

static bool
find_cause (Search *search, CausedGap *caused, uint64_t previous)
{
  IdleGap *gap = &caused->gap;
  uint32_t rank = trace_device (search->scope->trace, gap->device)->rank;

  if (!idle_gap_fill (&search->watch, &search->launches, gap) || !idle_gap_tally_add (&search->tally, gap))
    return false;
  caused->profiler_ns = time_cover_within (&search->profiler[rank], (Interval){ gap->begin_ns, gap->end_ns });
  if (gap->next == SLICE_NONE)
    caused->cause = IDLE_NO_NEXT;
  else if (gap->launch == SLICE_NONE)
    caused->cause = IDLE_NO_LAUNCH;
  else if (gap->is_host_bound)
    return blame_host (search, caused, rank);
  else
    caused->cause = cause_of_queued (search, gap, previous, rank);
  return true;
}

static void
add_to (IdleSum *sum, const CausedGap *caused)
{
  sum->n_gaps++;
  sum->total_ns = add_saturated (sum->total_ns, idle_gap_length_ns (&caused->gap));
  sum->profiler_ns = add_saturated (sum->profiler_ns, caused->profiler_ns);
}

/* In its place among the longest, which are few. */
static bool
keep_if_long (Search *search, const CausedGap *caused)
{
  CausedGapColumn *kept = &search->found.longest;
  size_t place = kept->n;

  while (place > 0 && idle_gap_compare (&caused->gap, &kept->at[place - 1].gap) < 0)
    place--;
  if (place >= search->n_longest)
    return true;
  if (kept->n < search->n_longest && !caused_gap_column_push (kept, *caused))
    return false;
  memmove (kept->at + place + 1, kept->at + place, (kept->n - 1 - place) * sizeof *kept->at);
  kept->at[place] = *caused;
  return true;
}

static bool
search_device (Search *search, uint32_t device)
{
  DeviceGap gap;
  GapWalk walk;
  bool ok = gap_walk_init (&walk, search->scope, device, search->is_wanted, search->user_data);

  host_watch_rewind (&search->watch);
  while (ok && gap_walk_next (&walk, &gap))
    {
      CausedGap caused = {
        .gap = { .device = device, .begin_ns = gap.begin_ns, .end_ns = gap.end_ns, .next = gap.next },
      };

      ok = find_cause (search, &caused, gap.previous) && keep_if_long (search, &caused);
      if (search->found.causes[caused.cause].n_gaps == 0
          || idle_gap_compare (&caused.gap, &search->found.longest_of[caused.cause]) < 0)
        search->found.longest_of[caused.cause] = caused.gap;
      add_to (&search->found.all, &caused);
      add_to (&search->found.causes[caused.cause], &caused);
    }
  ok = ok && !walk.is_given_up;
  gap_walk_clear (&walk);
  return ok;
}

static void
search_clear (Search *search)
{
  host_watch_clear (&search->watch);
  launch_finder_clear (&search->launches);
  idle_gap_tally_clear (&search->tally);
  host_words_clear (&search->words);
  for (uint32_t i = 0; search->profiler != NULL && i < trace_n_ranks (search->scope->trace); i++)
    time_cover_clear (&search->profiler[i]);
  free (search->profiler);
  rank_arrivals_clear (&search->arrivals);
  interval_union_clear (&search->seen);
}

bool
idle_causes_compute (const StatsScope *scope,
                     int64_t short_ns,
                     uint32_t n_longest,
                     bool (*is_wanted) (void *user_data),
                     void *user_data,
                     IdleCauses *ret_causes)
{
  const Trace *trace = scope->trace;
  Search search = {
    .scope = scope,
    .is_wanted = is_wanted,
    .user_data = user_data,
    .profiler = calloc (trace_n_ranks (trace) + (size_t) 1, sizeof *search.profiler),
    .n_longest = n_longest,
    .found = { .short_ns = short_ns, .device_time_ns = stats_scope_device_time_ns (scope) },
  };
  bool ok = search.profiler != NULL;

  ok = host_watch_init (&search.watch, trace, scope->steps) && ok;
  ok = launch_finder_init (&search.launches, trace) && ok;
  ok = idle_gap_tally_init (&search.tally, trace, 1) && ok;
  ok = host_words_init (&search.words, trace) && ok;
  ok = ok && profiler_time_compute (scope, is_wanted, user_data, search.profiler)
       && rank_arrivals_init (&search.arrivals, scope, is_wanted, user_data);
  for (uint32_t device = 0; ok && device < trace_n_devices (trace); device++)
    if (stats_scope_holds_device (scope, device))
      ok = search_device (&search, device);
  if (ok)
    search.found.gaps = idle_gap_tally_finish (&search.tally);
  search_clear (&search);
  if (!ok)
    idle_causes_clear (&search.found);
  *ret_causes = search.found;
  return ok;
}

void
idle_causes_clear (IdleCauses *found)
{
  caused_gap_column_clear (&found->longest);
  idle_gaps_clear (&found->gaps);
  *found = (IdleCauses){ 0 };
}

IdleSum
idle_causes_of_class (const IdleCauses *found, IdleClass klass)
{
  IdleSum sum = { 0 };

  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    if (causes[cause].klass == klass)
      {
        sum.n_gaps += found->causes[cause].n_gaps;
        sum.total_ns = add_saturated (sum.total_ns, found->causes[cause].total_ns);
        sum.profiler_ns = add_saturated (sum.profiler_ns, found->causes[cause].profiler_ns);
      }
  return sum;
}
