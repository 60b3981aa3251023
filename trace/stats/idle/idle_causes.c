/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle/idle_causes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/parallel.h"
#include "trace/index/occupied.h"
#include "trace/stats/collective/collective_instance.h"
#include "trace/stats/distribution.h"
#include "trace/stats/host/host_word.h"
#include "trace/stats/host/profiler_time.h"
#include "trace/stats/idle/gap_walk.h"
#include "trace/stats/idle/recorded_begin.h"
#include "trace/stats/idle/stream_wait.h"

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
  [IDLE_NOT_RECORDED] = { "not_recorded", IDLE_CLASS_UNKNOWN },
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

/* A device's window is divided into this many parts, even for one thread, because the result for a damaged profile
 * depends on where the parts begin. */
#define PARTS 16

/* Estimated time per slice of the window, which decides whether threads are worthwhile. */
#define SLICE_NS 20

/* The parameters of a search. */
typedef struct
{
  const StatsScope *scope;
  int64_t short_ns;
  uint32_t n_longest;
  IdleGapFunc take; /* may be NULL */
  void *take_data;
  bool (*should_continue) (void *user_data);
  void *user_data;
  TimeCover *profiler;         /* by rank */
  int64_t *recorded_begins_ns; /* by rank */
  CollectiveInstances collectives;
} Question;

/* The working data and results of one thread. */
typedef struct
{
  const Question *asked;
  HostWatch watch;
  LaunchFinder launches;
  IdleGapTally tally;
  HostWords words;
  size_t profiler_at; /* the first stretch of the profiler's time that may not have ended */
  IntervalUnion seen; /* the time of the current gap that has been counted */
  IdleCauses found;
} Search;

/* ---- what the launching thread did ---- */

/* The order of IdleCause is that of priority: an instant counts for the first cause that applies. */
static IdleCause
cause_of_slice (Search *search, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (search->asked->scope->trace);
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

/* Returns the first stretch of the profiler's own time that ends behind a time. */
static size_t
profiler_from (const TimeCover *profiler, int64_t time_ns)
{
  const IntervalColumn *all = &profiler->set.intervals;
  size_t low = 0, high = all->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (all->at[middle].end_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Gaps of a window come in order of time. */
static int64_t
profiler_within (Search *search, const IdleGap *gap, uint32_t rank)
{
  const TimeCover *profiler = &search->asked->profiler[rank];
  const IntervalColumn *all = &profiler->set.intervals;
  size_t *at = &search->profiler_at;

  while (*at < all->n && all->at[*at].end_ns <= gap->begin_ns)
    ++*at;
  return *at < all->n && all->at[*at].begin_ns < gap->end_ns
           ? time_cover_within (profiler, (Interval){ gap->begin_ns, gap->end_ns })
           : 0;
}

/* Returns the profiler's own time within a stretch of the gap; nothing else counts during it. */
static bool
see_profiler (Search *search, Interval stretch, uint32_t rank)
{
  const IntervalColumn *all = &search->asked->profiler[rank].set.intervals;
  bool ok = true;

  for (size_t i = search->profiler_at; i < all->n && all->at[i].begin_ns < stretch.end_ns && ok; i++)
    ok = interval_union_add (&search->seen, MAX (all->at[i].begin_ns, stretch.begin_ns),
                             MIN (all->at[i].end_ns, stretch.end_ns));
  interval_union_merge (&search->seen);
  return ok;
}

/* Adds all slices of one cause that the watch has seen within a stretch. */
static bool
see_cause (Search *search, Interval stretch, IdleCause cause)
{
  const SliceColumns *slices = trace_slices (search->asked->scope->trace);

  for (size_t i = 0; i < search->watch.seen.n; i++)
    {
      uint64_t slice = search->watch.seen.at[i].slice;

      if (cause_of_slice (search, slice) == cause
          && !interval_union_add (&search->seen, MAX (slice_start_ns (slices, slice), stretch.begin_ns),
                                  MIN (slice_end_ns (slices, slice), stretch.end_ns)))
        return false;
    }
  interval_union_merge (&search->seen);
  return true;
}

typedef struct
{
  IdleCause cause;
  int64_t ns;
} HostPart;

/* Returns the cause that the launching thread's slices, which the watch has seen, give for the largest part of a
 * stretch of the gap; of equal parts the first. */
static bool
largest_part (Search *search, Interval stretch, uint32_t rank, HostPart *ret_part)
{
  int64_t before_ns;
  uint32_t is_there = 0;

  search->seen.intervals.n = 0;
  if (!see_profiler (search, stretch, rank))
    return false;
  before_ns = interval_union_length (&search->seen);
  *ret_part = (HostPart){ before_ns > 0 ? IDLE_PROFILER : IDLE_HOST_UNKNOWN, before_ns };
  for (size_t i = 0; i < search->watch.seen.n; i++)
    is_there |= 1u << cause_of_slice (search, search->watch.seen.at[i].slice);
  for (IdleCause cause = IDLE_LOADER; cause < IDLE_HOST_UNKNOWN; cause++)
    {
      if (!(is_there & 1u << cause))
        continue;
      if (!see_cause (search, stretch, cause))
        return false;
      int64_t all_ns = interval_union_length (&search->seen);
      if (all_ns - before_ns > ret_part->ns)
        *ret_part = (HostPart){ cause, all_ns - before_ns };
      before_ns = all_ns;
    }
  /* The slices seen were clipped to the stretch, which may be longer than int64. */
  uint64_t rest_ns = time_distance (stretch.begin_ns, stretch.end_ns) - (uint64_t) before_ns;
  if (rest_ns > (uint64_t) ret_part->ns)
    *ret_part = (HostPart){ IDLE_HOST_UNKNOWN, (int64_t) MIN (rest_ns, INT64_MAX) };
  return true;
}

/* Returns the API call that blocked the thread when the gap began: of several, the one that lasts longest into the gap,
 * then the longest; SLICE_NONE if there is none. */
static uint64_t
find_sync (Search *search, const IdleGap *gap)
{
  const SliceColumns *slices = trace_slices (search->asked->scope->trace);
  uint64_t last = SLICE_NONE;

  for (size_t i = 0; i < search->watch.seen.n; i++)
    {
      uint64_t slice = search->watch.seen.at[i].slice;

      if (slices->kind[slice] != SLICE_CALL || slice_start_ns (slices, slice) >= gap->begin_ns
          || host_words_of (&search->words, slice_name (slices, slice)) != HOST_SYNC)
        continue;
      if (last == SLICE_NONE || slice_end_ns (slices, slice) > slice_end_ns (slices, last)
          || (slice_end_ns (slices, slice) == slice_end_ns (slices, last)
              && slice_dur_ns (slices, slice) > slice_dur_ns (slices, last)))
        last = slice;
    }
  return last;
}

/* Returns whether the work between a synchronising call and the launch lasted no longer than the call's part of the
 * gap, or was too short to matter. */
static bool
sync_is_to_blame (Search *search, const IdleGap *gap, uint64_t sync, uint32_t rank, bool *ret_is)
{
  const SliceColumns *slices = trace_slices (search->asked->scope->trace);
  Interval after = { slice_end_ns (slices, sync), MIN (slice_start_ns (slices, gap->launch), gap->end_ns) };
  HostPart part = { IDLE_SYNC, 0 };
  bool ok = after.begin_ns >= after.end_ns || largest_part (search, after, rank, &part);

  *ret_is = part.ns <= MAX (after.begin_ns - gap->begin_ns, search->asked->short_ns);
  return ok;
}

static bool
blame_host (Search *search, CausedGap *caused, uint32_t rank)
{
  IdleGap *gap = &caused->gap;
  uint64_t sync = find_sync (search, gap);
  HostPart part = { IDLE_HOST_UNKNOWN, 0 };
  bool is_sync = false;

  if (sync != SLICE_NONE && !sync_is_to_blame (search, gap, sync, rank, &is_sync))
    return false;
  if (!is_sync)
    {
      bool ok = largest_part (search, (Interval){ gap->begin_ns, gap->end_ns }, rank, &part);

      caused->cause = part.cause;
      return ok;
    }
  caused->cause = IDLE_SYNC;
  gap->host = sync;
  gap->host_ns =
    MIN (slice_end_ns (trace_slices (search->asked->scope->trace), sync), gap->end_ns) - gap->begin_ns;
  return true;
}

/* ---- work that had been launched ---- */

static IdleCause
cause_of_queued (Search *search, const IdleGap *gap, uint64_t previous)
{
  const Trace *trace = search->asked->scope->trace;

  if (previous != SLICE_NONE && trace_track_of (trace, previous) != trace_track_of (trace, gap->next)
      && stream_wait_precedes (trace, &search->words, gap->launch))
    return IDLE_STREAM_WAIT;
  if (collective_instances_begin_elsewhere (&search->asked->collectives, gap->next, gap->begin_ns,
                                            gap->end_ns))
    return IDLE_COLLECTIVE;
  return idle_gap_length_ns (gap) < search->asked->short_ns ? IDLE_LAUNCH_OVERHEAD : IDLE_QUEUED;
}

/* ---- gaps ---- */

static bool
find_cause (Search *search, CausedGap *caused, uint64_t previous)
{
  IdleGap *gap = &caused->gap;
  uint32_t rank = trace_device (search->asked->scope->trace, gap->device)->rank;

  idle_gap_find_launch (&search->launches, search->asked->recorded_begins_ns, gap);
  if ((gap->is_host_bound && !idle_gap_find_host (&search->watch, gap))
      || !idle_gap_tally_add (&search->tally, gap))
    return false;
  caused->profiler_ns = profiler_within (search, gap, rank);
  if (gap->next == SLICE_NONE)
    caused->cause = IDLE_NO_NEXT;
  else if (gap->launch == SLICE_NONE)
    caused->cause = IDLE_NO_LAUNCH;
  else if (gap->is_unrecorded)
    caused->cause = IDLE_NOT_RECORDED;
  else if (gap->is_host_bound)
    return blame_host (search, caused, rank);
  else
    caused->cause = cause_of_queued (search, gap, previous);
  return true;
}

static void
add_to (IdleSum *sum, const CausedGap *caused)
{
  sum->n_gaps++;
  sum->total_ns = add_saturated (sum->total_ns, idle_gap_length_ns (&caused->gap));
  sum->profiler_ns = add_saturated (sum->profiler_ns, caused->profiler_ns);
}

/* Inserts the gap among the longest ones, which are few. */
static bool
keep_if_long (Search *search, const CausedGap *caused)
{
  CausedGapColumn *kept = &search->found.longest;
  size_t place = kept->n;

  while (place > 0 && idle_gap_compare (&caused->gap, &kept->at[place - 1].gap) < 0)
    place--;
  if (place >= search->asked->n_longest)
    return true;
  if (kept->n < search->asked->n_longest && !caused_gap_column_push (kept, *caused))
    return false;
  memmove (kept->at + place + 1, kept->at + place, (kept->n - 1 - place) * sizeof *kept->at);
  kept->at[place] = *caused;
  return true;
}

static void
keep_longest_of (Search *search, IdleCause cause, const IdleGap *gap)
{
  IdleGap *longest = &search->found.longest_of[cause];

  if (search->found.causes[cause].n_gaps == 0 || idle_gap_compare (gap, longest) < 0)
    *longest = *gap;
}

static bool
search_window (Search *search, const StatsScope *scope, uint32_t device)
{
  DeviceGap gap;
  GapWalk walk;
  bool ok = gap_walk_init (&walk, scope, device, search->asked->should_continue, search->asked->user_data);

  host_watch_rewind (&search->watch);
  launch_finder_rewind (&search->launches);
  search->profiler_at =
    profiler_from (&search->asked->profiler[trace_device (scope->trace, device)->rank], scope->begin_ns);
  while (ok && gap_walk_next (&walk, &gap))
    {
      CausedGap caused = {
        .gap = { .device = device, .begin_ns = gap.begin_ns, .end_ns = gap.end_ns, .next = gap.next },
      };

      ok = find_cause (search, &caused, gap.previous) && keep_if_long (search, &caused);
      keep_longest_of (search, caused.cause, &caused.gap);
      add_to (&search->found.all, &caused);
      add_to (&search->found.causes[caused.cause], &caused);
      if (search->asked->take != NULL)
        search->asked->take (search->asked->take_data, device, gap.begin_ns, gap.end_ns, caused.cause);
    }
  ok = ok && !walk.is_given_up;
  gap_walk_clear (&walk);
  return ok;
}

/* ---- parts ---- */

typedef struct
{
  const Question *asked;
  Search *searches; /* by thread */
  U32Column devices;
  I64Column cuts; /* PARTS + 1 per device, ascending: a part reaches from one to the next */
  atomic_bool failed;
} Work;

/* If no cut is found, a part is empty and the next one is larger. Returns false when memory runs out. */
static bool
cut_device (Work *work, uint32_t device)
{
  const StatsScope *scope = work->asked->scope;
  uint64_t part_ns =
    scope->end_ns > scope->begin_ns ? time_distance (scope->begin_ns, scope->end_ns) / PARTS : 0;
  int64_t last_ns = scope->begin_ns;

  if (!u32_column_push (&work->devices, device) || !i64_column_reserve (&work->cuts, PARTS + 1))
    return false;
  work->cuts.at[work->cuts.n++] = last_ns;
  for (unsigned i = 1; i < PARTS; i++)
    {
      int64_t time_ns = (int64_t) ((uint64_t) scope->begin_ns + part_ns * i), cut_ns;

      if (gap_walk_cut (scope, device, time_ns, &cut_ns))
        last_ns = MAX (last_ns, cut_ns);
      work->cuts.at[work->cuts.n++] = last_ns;
    }
  work->cuts.at[work->cuts.n++] = scope->end_ns;
  return true;
}

static void
do_part (void *user_data, size_t task, unsigned thread)
{
  Work *work = user_data;
  size_t device = task / PARTS;
  const int64_t *cut_ns = &work->cuts.at[device * (PARTS + 1) + task % PARTS];
  StatsScope part = *work->asked->scope;

  part.begin_ns = cut_ns[0];
  part.end_ns = cut_ns[1];
  if (part.begin_ns < part.end_ns && !atomic_load (&work->failed)
      && !search_window (&work->searches[thread], &part, work->devices.at[device]))
    atomic_store (&work->failed, true);
}

static bool
search_init (Search *search, const Question *asked)
{
  const Trace *trace = asked->scope->trace;
  bool ok;

  *search = (Search){ .asked = asked };
  ok = host_watch_init (&search->watch, trace, asked->scope->steps);
  ok = launch_finder_init (&search->launches, trace) && ok;
  ok = idle_gap_tally_init (&search->tally, trace, 1) && ok;
  return host_words_init (&search->words, trace) && ok;
}

static void
search_clear (Search *search)
{
  host_watch_clear (&search->watch);
  launch_finder_clear (&search->launches);
  idle_gap_tally_clear (&search->tally);
  host_words_clear (&search->words);
  interval_union_clear (&search->seen);
  idle_causes_clear (&search->found);
}

static void
add_sum (IdleSum *sum, const IdleSum *other)
{
  sum->n_gaps += other->n_gaps;
  sum->total_ns = add_saturated (sum->total_ns, other->total_ns);
  sum->profiler_ns = add_saturated (sum->profiler_ns, other->profiler_ns);
}

/* The sum does not depend on which thread found what. */
static bool
join (Search *search, const Search *other)
{
  bool ok = idle_gap_tally_join (&search->tally, &other->tally);

  for (size_t i = 0; i < other->found.longest.n && ok; i++)
    ok = keep_if_long (search, &other->found.longest.at[i]);
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    if (other->found.causes[cause].n_gaps > 0)
      {
        keep_longest_of (search, cause, &other->found.longest_of[cause]);
        add_sum (&search->found.causes[cause], &other->found.causes[cause]);
      }
  add_sum (&search->found.all, &other->found.all);
  return ok;
}

/* Finds what the host did in the listed gaps. */
static bool
complete_kept (Search *search)
{
  IdleGapColumn *longest = &search->tally.gaps.longest;
  bool ok = true;

  for (size_t i = 0; i < search->found.longest.n && ok; i++)
    ok = idle_gap_complete (&search->watch, &search->found.longest.at[i].gap);
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES && ok; cause++)
    if (search->found.causes[cause].n_gaps > 0)
      ok = idle_gap_complete (&search->watch, &search->found.longest_of[cause]);
  for (size_t i = 0; i < longest->n && ok; i++)
    ok = idle_gap_complete (&search->watch, &longest->at[i]);
  return ok;
}

static unsigned
threads_worth_having (const StatsScope *scope)
{
  int64_t begin_ns, end_ns;

  trace_span (scope->trace, &begin_ns, &end_ns);
  double whole_ns = (double) end_ns - (double) begin_ns;
  double share = ((double) scope->end_ns - (double) scope->begin_ns) / MAX (whole_ns, 1);

  return parallel_threads_for (
    (uint64_t) ((double) trace_slices (scope->trace)->n * SLICE_NS * CLAMP (share, 0, 1)));
}

/* ret_search is the sum over all parts; the caller clears it. */
static bool
search_all (const Question *asked, Search *ret_search)
{
  const Trace *trace = asked->scope->trace;
  unsigned n_threads = threads_worth_having (asked->scope), n_ready = 0;
  Work work = {
    .asked = asked,
    .searches = calloc (n_threads, sizeof *work.searches),
  };
  bool ok = work.searches != NULL;

  *ret_search = (Search){ .asked = asked };
  for (uint32_t device = 0; ok && device < trace_n_devices (trace); device++)
    ok = !stats_scope_holds_device (asked->scope, device) || cut_device (&work, device);
  while (ok && n_ready < n_threads)
    ok = search_init (&work.searches[n_ready++], asked);
  if (ok)
    parallel_run (n_threads, work.devices.n * PARTS, do_part, &work);
  ok = ok && !atomic_load (&work.failed);
  for (unsigned thread = 1; thread < n_ready; thread++)
    {
      ok = ok && join (&work.searches[0], &work.searches[thread]);
      search_clear (&work.searches[thread]);
    }
  ok = ok && complete_kept (&work.searches[0]);
  if (n_ready > 0)
    *ret_search = work.searches[0];
  free (work.searches);
  u32_column_clear (&work.devices);
  i64_column_clear (&work.cuts);
  return ok;
}

bool
idle_causes_compute (const StatsScope *scope,
                     int64_t short_ns,
                     uint32_t n_longest,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     IdleCauses *ret_causes)
{
  return idle_causes_compute_each (scope, short_ns, n_longest, NULL, NULL, should_continue, user_data,
                                   ret_causes);
}

bool
idle_causes_compute_each (const StatsScope *scope,
                          int64_t short_ns,
                          uint32_t n_longest,
                          IdleGapFunc take,
                          void *take_data,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          IdleCauses *ret_causes)
{
  uint32_t n_ranks = trace_n_ranks (scope->trace);
  Question asked = {
    .scope = scope,
    .short_ns = short_ns,
    .n_longest = n_longest,
    .take = take,
    .take_data = take_data,
    .should_continue = should_continue,
    .user_data = user_data,
    .profiler = calloc (n_ranks + (size_t) 1, sizeof *asked.profiler),
    .recorded_begins_ns = recorded_begins_new (scope->trace),
  };
  Search search = { 0 };
  bool ok = asked.profiler != NULL && asked.recorded_begins_ns != NULL
            && profiler_time_compute (scope, should_continue, user_data, asked.profiler)
            && collective_instances_init (&asked.collectives, scope->trace, should_continue, user_data)
            && search_all (&asked, &search);

  *ret_causes = (IdleCauses){ .gaps.host_name = TRACE_NONE };
  if (ok)
    {
      *ret_causes = search.found;
      search.found = (IdleCauses){ 0 };
      ret_causes->short_ns = short_ns;
      ret_causes->device_time_ns = stats_scope_device_time_ns (scope);
      ret_causes->gaps = idle_gap_tally_finish (&search.tally);
    }
  search_clear (&search);
  for (uint32_t rank = 0; asked.profiler != NULL && rank < n_ranks; rank++)
    time_cover_clear (&asked.profiler[rank]);
  free (asked.profiler);
  free (asked.recorded_begins_ns);
  collective_instances_clear (&asked.collectives);
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
