/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_facts.h"

#include <stdlib.h>

#include "trace/container/heap.h"
#include "trace/stats/distribution.h"
#include "trace/stats/value_order.h"

/* ---- places ---- */

static bool
is_shorter (const FindingPlace *a, const FindingPlace *b)
{
  int64_t a_ns = a->end_ns - a->begin_ns, b_ns = b->end_ns - b->begin_ns;

  /* Ties are broken completely, so that the order in which threads come does not matter. */
  if (a_ns != b_ns)
    return a_ns < b_ns;
  if (a->begin_ns != b->begin_ns)
    return a->begin_ns > b->begin_ns;
  return a->rank != b->rank ? a->rank > b->rank : a->slice > b->slice;
}

HEAP_DEFINE (place_heap, FindingPlace, is_shorter)

bool
finding_places_keep (FindingPlaceColumn *places, FindingPlace place)
{
  if (places->n < FINDING_PLACES_MAX)
    {
      if (!finding_place_column_push (places, place))
        return false;
      place_heap_order (places->at, places->n);
    }
  else if (is_shorter (&places->at[0], &place))
    {
      places->at[0] = place;
      place_heap_sink (places->at, places->n, 0);
    }
  return true;
}

/* ---- steps ---- */

/* A recording's first step is slow if it takes more than the first multiple of the median of the others of its rank. Steps that
 * follow belong to it while they take more than the second. */
#define WARM_FIRST 2.0
#define WARM_NEXT  1.5
#define WARM_STEPS_MIN 4

static const TraceStep *
step_of (const FindingFacts *facts, size_t at)
{
  return step_table_get (facts->scope->steps, facts->steps.at[at]);
}

static int64_t
end_of (const TraceStep *step)
{
  return step->has_device ? MAX (step->host_end_ns, step->device_end_ns) : step->host_end_ns;
}

/* Returns how many of the steps [first, end) of one rank are slow first steps; values has room for them. */
static size_t
warm_steps (const FindingFacts *facts, size_t first, size_t end, int64_t *values)
{
  size_t n = end - first, n_warm = 0;
  double median_ns;

  if (n < WARM_STEPS_MIN || step_of (facts, first)->index != 0)
    return 0;
  for (size_t i = 1; i < n; i++)
    values[i - 1] = step_of (facts, first + i)->wall_ns;
  value_order (values, n - 1);
  median_ns = distribution_percentile (values, n - 1, 0.5);
  if ((double) step_of (facts, first)->wall_ns <= WARM_FIRST * median_ns)
    return 0;
  while (n_warm < n / 2 && (double) step_of (facts, first + n_warm)->wall_ns > WARM_NEXT * median_ns)
    n_warm++;
  return n_warm;
}

/* The time of a rank with the steps [first, end): that between them too, since what happens there costs the run as much. Adds
 * it to *total_ns, and the parts in steps to *in_steps_ns. */
static bool
add_rank (FindingFacts *facts, size_t first, size_t end, int64_t *values, double *total_ns, double *in_steps_ns)
{
  const StatsScope *scope = facts->scope;
  uint32_t rank = step_of (facts, first)->rank;
  size_t n_warm = warm_steps (facts, first, end, values);
  const TraceStep *begins = step_of (facts, first + n_warm), *ends = step_of (facts, end - 1);
  int64_t begin_ns = MAX (end_of (begins) - begins->wall_ns, scope->begin_ns),
          end_ns = MAX (begin_ns, MIN (end_of (ends), scope->end_ns));

  if (n_warm > 0)
    facts->warm_until_ns[rank] = end_of (step_of (facts, first + n_warm - 1));
  for (size_t i = first + n_warm; i < end; i++)
    {
      const TraceStep *step = step_of (facts, i);
      int64_t from_ns = MAX (end_of (step) - step->wall_ns, scope->begin_ns), to_ns = MIN (end_of (step), scope->end_ns);

      *in_steps_ns += (double) MAX (to_ns - from_ns, 0);
    }
  *total_ns += (double) (end_ns - begin_ns);
  facts->n_steps_of_rank[rank] = end - first - n_warm;
  facts->n_steps = MAX (facts->n_steps, facts->n_steps_of_rank[rank]);
  return interval_union_add (&facts->step_time[rank], begin_ns, end_ns);
}

static bool
find_steps (FindingFacts *facts)
{
  const StatsScope *scope = facts->scope;

  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);

      if (step->is_truncated || !stats_scope_holds_rank (scope, step->rank)
          || !stats_scope_holds_start (scope, step->host_begin_ns) || step->host_end_ns > scope->end_ns)
        continue;
      if (!u64_column_push (&facts->steps, i))
        return false;
    }
  facts->has_steps = facts->steps.n > 0;
  return true;
}

/* The time of a rank without steps: the window, or in the whole of a profile without any from the first activity of its GPUs to
 * the last, since programs begin and end without them. */
static Interval
time_without_steps (const FindingFacts *facts, uint32_t rank)
{
  const StatsScope *scope = facts->scope;
  Interval time = { INT64_MAX, INT64_MIN };

  if (!facts->has_steps && scope->is_whole)
    for (uint32_t i = 0; i < facts->devices.n; i++)
      if (trace_device (facts->trace, facts->devices.devices[i].device)->rank == rank)
        {
          time.begin_ns = MIN (time.begin_ns, facts->devices.devices[i].first_start_ns);
          time.end_ns = MAX (time.end_ns, facts->devices.devices[i].last_end_ns);
        }
  return time.begin_ns < time.end_ns ? time : (Interval){ scope->begin_ns, scope->end_ns };
}

static bool
add_times (FindingFacts *facts, int64_t *values)
{
  uint32_t n_ranks = trace_n_ranks (facts->trace);
  double total_ns = 0, in_steps_ns = 0;
  uint64_t n = 0;
  bool ok = true;

  for (size_t first = 0, end; ok && first < facts->steps.n; first = end)
    {
      uint32_t rank = step_of (facts, first)->rank;

      for (end = first + 1; end < facts->steps.n && step_of (facts, end)->rank == rank;)
        end++;
      ok = add_rank (facts, first, end, values, &total_ns, &in_steps_ns);
      n += facts->n_steps_of_rank[rank];
    }
  facts->n_steps = MAX (facts->n_steps, 1);
  facts->has_pauses = in_steps_ns < 0.99 * total_ns;
  for (uint32_t rank = 0; ok && rank < n_ranks; rank++)
    {
      if (facts->n_steps_of_rank[rank] == 0)
        {
          Interval time = time_without_steps (facts, rank);

          facts->n_steps_of_rank[rank] = facts->n_steps;
          ok = interval_union_add (&facts->step_time[rank], time.begin_ns, time.end_ns);
          if (!facts->has_steps && stats_scope_holds_rank (facts->scope, rank))
            {
              total_ns += (double) (time.end_ns - time.begin_ns);
              n++;
            }
        }
      interval_union_merge (&facts->step_time[rank]);
    }
  facts->step_ns = MAX (total_ns / (double) MAX (n, 1), 1);
  return ok;
}

static bool
add_steps (FindingFacts *facts)
{
  uint32_t n_ranks = trace_n_ranks (facts->trace);
  int64_t *values;
  bool ok;

  facts->step_time = calloc (n_ranks + 1, sizeof *facts->step_time);
  facts->warm_until_ns = malloc ((n_ranks + 1) * sizeof *facts->warm_until_ns);
  facts->n_steps_of_rank = calloc (n_ranks + 1, sizeof *facts->n_steps_of_rank);
  if (facts->step_time == NULL || facts->warm_until_ns == NULL || facts->n_steps_of_rank == NULL || !find_steps (facts))
    return false;
  for (uint32_t rank = 0; rank < n_ranks; rank++)
    facts->warm_until_ns[rank] = INT64_MIN;
  values = calloc (facts->steps.n + 1, sizeof *values);
  ok = values != NULL && add_times (facts, values);
  free (values);
  for (uint32_t i = 0; ok && i < trace_n_devices (facts->trace); i++)
    if (stats_scope_holds_device (facts->scope, i))
      {
        facts->n_devices++;
        facts->n_device_steps += facts->n_steps_of_rank[trace_device (facts->trace, i)->rank];
      }
  facts->n_device_steps = MAX (facts->n_device_steps, 1);
  return ok;
}

bool
finding_facts_is_warm (const FindingFacts *facts, uint32_t rank, int64_t time_ns)
{
  return time_ns < facts->warm_until_ns[rank];
}

/* step_time is one interval for each rank, or none. */
bool
finding_facts_holds (const FindingFacts *facts, uint32_t rank, int64_t begin_ns, int64_t end_ns)
{
  const IntervalColumn *time = &facts->step_time[rank].intervals;

  return time->n > 0 && begin_ns < time->at[time->n - 1].end_ns && end_ns > time->at[0].begin_ns;
}

bool
finding_facts_has_tracks (const FindingFacts *facts, TrackKind kind)
{
  for (uint32_t i = 0; i < trace_n_tracks (facts->trace); i++)
    if (trace_track (facts->trace, i)->kind == kind)
      return true;
  return false;
}

/* ---- idle time ---- */

static void
take_gap (void *data, uint32_t device, int64_t begin_ns, int64_t end_ns, IdleCause cause)
{
  FindingFacts *facts = data;
  FindingPlace place = { trace_device (facts->trace, device)->rank, begin_ns, end_ns, SLICE_NONE };

  pthread_mutex_lock (&facts->lock);
  if (!interval_union_add (&facts->idle_time[cause * trace_n_devices (facts->trace) + device], begin_ns,
                           end_ns))
    facts->has_failed = true;
  if (finding_facts_holds (facts, place.rank, begin_ns, end_ns))
    {
      facts->n_idle_places[cause]++;
      if (!finding_places_keep (&facts->idle_places[cause], place))
        facts->has_failed = true;
    }
  pthread_mutex_unlock (&facts->lock);
}

static bool
add_idle (FindingFacts *facts)
{
  size_t n = (size_t) N_IDLE_CAUSES * trace_n_devices (facts->trace);

  facts->idle_time = calloc (n + 1, sizeof *facts->idle_time);
  if (facts->idle_time == NULL
      || !idle_causes_compute_each (facts->scope, IDLE_SHORT_NS, 0, take_gap, facts,
                                    facts->check.should_continue, facts->check.user_data, &facts->idle)
      || facts->has_failed)
    return false;
  for (size_t i = 0; i < n; i++)
    interval_union_merge (&facts->idle_time[i]);
  return true;
}

const IntervalUnion *
finding_facts_idle (const FindingFacts *facts, IdleCause cause, uint32_t device)
{
  return &facts->idle_time[cause * trace_n_devices (facts->trace) + device];
}

/* ---- communication ---- */

const JobWaits *
finding_facts_job (FindingFacts *facts)
{
  if (facts->job == NULL && !facts->has_failed)
    {
      facts->job = calloc (1, sizeof *facts->job);
      facts->has_failed =
        facts->job == NULL
        || !job_waits_init (facts->job, facts->scope, facts->check.should_continue, facts->check.user_data);
    }
  return facts->has_failed ? NULL : facts->job;
}

const CommunicationFacts *
finding_facts_communication (FindingFacts *facts)
{
  const JobWaits *job = finding_facts_job (facts);

  if (job != NULL && facts->communication == NULL)
    {
      facts->communication = calloc (1, sizeof *facts->communication);
      facts->has_failed =
        facts->communication == NULL
        || !communication_facts_init (facts->communication, facts->scope, &facts->devices, &job->waits,
                                      facts->check.should_continue, facts->check.user_data);
    }
  return facts->has_failed ? NULL : facts->communication;
}

/* ---- all ---- */

bool
finding_facts_init (FindingFacts *facts,
                    const StatsScope *scope,
                    bool (*should_continue) (void *user_data),
                    void *user_data)
{
  *facts = (FindingFacts){
    .scope = scope,
    .trace = scope->trace,
    .slices = trace_slices (scope->trace),
    .check = { should_continue, user_data, 0 },
    .lock = PTHREAD_MUTEX_INITIALIZER,
  };
  if (!host_words_init (&facts->words, scope->trace)
      || !device_stats_compute (scope, should_continue, user_data, &facts->devices) || !add_steps (facts)
      || !kernel_stats_compute (scope, should_continue, user_data, &facts->kernels) || !add_idle (facts))
    return false;
  facts->classes = kernel_classes_get (scope->trace, should_continue, user_data);
  return facts->classes != NULL;
}

void
finding_facts_clear (FindingFacts *facts)
{
  host_words_clear (&facts->words);
  u64_column_clear (&facts->steps);
  for (uint32_t rank = 0; facts->step_time != NULL && rank < trace_n_ranks (facts->trace); rank++)
    interval_union_clear (&facts->step_time[rank]);
  free (facts->step_time);
  free (facts->warm_until_ns);
  free (facts->n_steps_of_rank);
  for (size_t i = 0; facts->idle_time != NULL && i < (size_t) N_IDLE_CAUSES * trace_n_devices (facts->trace);
       i++)
    interval_union_clear (&facts->idle_time[i]);
  free (facts->idle_time);
  for (size_t cause = 0; cause < N_IDLE_CAUSES; cause++)
    finding_place_column_clear (&facts->idle_places[cause]);
  device_stats_clear (&facts->devices);
  kernel_stats_clear (&facts->kernels);
  idle_causes_clear (&facts->idle);
  if (facts->communication != NULL)
    communication_facts_clear (facts->communication);
  free (facts->communication);
  if (facts->job != NULL)
    job_waits_clear (facts->job);
  free (facts->job);
  pthread_mutex_destroy (&facts->lock);
  *facts = (FindingFacts){ 0 };
}

uint32_t
finding_facts_device (const FindingFacts *facts, const TraceTrack *track)
{
  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    {
      const TraceDevice *device = trace_device (facts->trace, i);

      if (device->rank == track->rank && device->number == track->device)
        return i;
    }
  return TRACE_NONE;
}

/* ---- walking ---- */

FactsWalk
facts_walk_begin (FindingFacts *facts, TrackKind kind)
{
  return (FactsWalk){ .facts = facts, .kind = kind };
}

/* Goes to the next row that is in scope. */
static bool
next_row (FactsWalk *walk)
{
  FindingFacts *facts = walk->facts;

  for (;;)
    {
      while (walk->row == walk->end_row)
        {
          const TraceTrack *track;

          if (walk->next_track == trace_n_tracks (facts->trace))
            return false;
          walk->track = walk->next_track++;
          track = trace_track (facts->trace, walk->track);
          if (track->kind != walk->kind || !stats_scope_holds_track (facts->scope, track))
            continue;
          walk->row = track->first_row;
          walk->end_row = track->first_row + track->n_rows;
        }
      if (!stats_scope_slices_of_row (facts->scope, trace_row (facts->trace, walk->row++), &walk->at,
                                      &walk->end))
        {
          facts->has_failed = true;
          return false;
        }
      if (walk->at < walk->end)
        return true;
    }
}

uint64_t
facts_walk_next (FactsWalk *walk)
{
  FindingFacts *facts = walk->facts;

  for (;;)
    {
      if (facts->has_failed || (walk->at == walk->end && !next_row (walk)))
        return SLICE_NONE;
      if (!stop_check_next (&facts->check))
        {
          facts->has_failed = true;
          return SLICE_NONE;
        }

      uint64_t slice = walk->at++;
      if ((facts->slices->flags[slice] & SLICE_UNFINISHED) == 0
          && stats_scope_holds_start (facts->scope, slice_start_ns (facts->slices, slice)))
        return slice;
    }
}
