/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory/memory_use_stats.h"

#include <math.h>
#include <stdlib.h>

#include "trace/container/stop_check.h"

typedef struct
{
  const StatsScope *scope;
  const SampleColumns *samples;
  StopCheck check;
} Walk;

/* Returns the first sample of a series from a time on. */
static uint64_t
find_from (const SampleColumns *samples, const MemorySeries *series, int64_t time_ns)
{
  uint64_t low = series->first, high = series->first + series->n;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (sample_time_ns (samples, middle) < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The state while walking along the step function. */
typedef struct
{
  MemoryUseStats *stats;
  int64_t begin_ns, length_ns, at_ns;
  double bytes; /* current value; NaN: not known yet */
  double integral, known_ns;
  double known_share[MEMORY_USE_BUCKETS]; /* sums of each part, in units of its length */
} Course;

static uint32_t
bucket_of (const Course *course, int64_t time_ns)
{
  __int128 at = (__int128) (time_ns - course->begin_ns) * MEMORY_USE_BUCKETS;

  return (uint32_t) MIN (at / course->length_ns, MEMORY_USE_BUCKETS - 1);
}

static void
note_most (Course *course, uint32_t bucket, int64_t time_ns)
{
  double *most = &course->stats->bucket_most[bucket];

  if (!isnan (*most) && course->bytes <= *most)
    return;
  *most = course->bytes;
  course->stats->bucket_most_ns[bucket] = time_ns;
}

/* The current value is valid until then. */
static void
stand_until (Course *course, int64_t time_ns)
{
  __int128 at = (__int128) (course->at_ns - course->begin_ns) * MEMORY_USE_BUCKETS;
  __int128 end = (__int128) (time_ns - course->begin_ns) * MEMORY_USE_BUCKETS;

  if (!isnan (course->bytes) && at < end)
    {
      course->integral += course->bytes * (double) (time_ns - course->at_ns);
      course->known_ns += (double) (time_ns - course->at_ns);
      for (uint32_t bucket = bucket_of (course, course->at_ns); at < end; bucket++)
        {
          __int128 edge = (__int128) (bucket + 1) * course->length_ns, last = MIN (edge, end);
          double share = (double) (last - at) / (double) course->length_ns;

          course->stats->bucket_mean[bucket] += share * course->bytes;
          course->known_share[bucket] += share;
          note_most (course, bucket, course->begin_ns + (int64_t) (at / MEMORY_USE_BUCKETS));
          at = last;
        }
    }
  course->at_ns = MAX (course->at_ns, time_ns);
}

static void
stand_at (Course *course, double bytes)
{
  MemoryUseStats *stats = course->stats;

  if (isnan (course->bytes))
    stats->first_bytes = bytes;
  if (isnan (course->bytes) || bytes > stats->peak_bytes)
    {
      stats->peak_bytes = bytes;
      stats->peak_ns = course->at_ns;
    }
  stats->last_bytes = course->bytes = bytes;
  if (course->length_ns > 0)
    note_most (course, bucket_of (course, course->at_ns), course->at_ns);
}

static void
finish (Course *course)
{
  MemoryUseStats *stats = course->stats;

  if (course->length_ns > 0)
    stand_until (course, course->begin_ns + course->length_ns);
  stats->mean_bytes = course->known_ns > 0 ? course->integral / course->known_ns : NAN;
  for (uint32_t bucket = 0; bucket < MEMORY_USE_BUCKETS; bucket++)
    stats->bucket_mean[bucket] = course->known_share[bucket] > 0
                                   ? stats->bucket_mean[bucket] / course->known_share[bucket]
                                   : stats->bucket_most[bucket];
}

/* Sets *ret_known if the use is known at some time in the window. */
static bool
follow (Walk *walk, const MemorySeries *series, MemoryUseStats *stats, bool *ret_known)
{
  const StatsScope *scope = walk->scope;
  uint64_t end = series->first + series->n;
  Course course = { .stats = stats, .begin_ns = scope->begin_ns, .at_ns = scope->begin_ns, .bytes = NAN };
  uint64_t i = scope->is_whole ? series->first : find_from (walk->samples, series, scope->begin_ns);

  if (__builtin_sub_overflow (scope->end_ns, scope->begin_ns, &course.length_ns))
    course.length_ns = 0;
  course.length_ns = MAX (course.length_ns, 0);
  for (uint32_t bucket = 0; bucket < MEMORY_USE_BUCKETS; bucket++)
    stats->bucket_most[bucket] = NAN;
  /* The value at the begin was reached before the window. */
  if (i > series->first && course.length_ns > 0
      && (i == end || sample_time_ns (walk->samples, i) > scope->begin_ns))
    stand_at (&course, sample_value (walk->samples, i - 1));
  for (; i < end; i++)
    {
      int64_t time_ns = sample_time_ns (walk->samples, i);

      if (!scope->is_whole && time_ns >= scope->end_ns)
        break;
      if (!stop_check_next (&walk->check))
        return false;
      if (course.length_ns > 0)
        stand_until (&course, CLAMP (time_ns, course.at_ns, scope->end_ns));
      stand_at (&course, sample_value (walk->samples, i));
      stats->n_changes++;
    }
  finish (&course);
  *ret_known = !isnan (course.bytes);
  return true;
}

/* Adds a series of walk->samples. */
static bool
add_series (Walk *walk, const MemorySeries *series, int32_t device, MemoryUseTable *table)
{
  bool is_known;

  if (series == NULL)
    return true;
  table->series[table->n] = (MemoryUseStats){ .track = series->track, .device = device };
  if (!follow (walk, series, &table->series[table->n], &is_known))
    return false;
  table->n += is_known;
  return true;
}

/* ---- what the profiler recorded ---- */

static bool
add_devices (Walk *walk, const MemoryUse *use, MemoryUseTable *table)
{
  const Trace *trace = walk->scope->trace;
  bool ok = true;

  walk->samples = memory_use_samples (use);
  for (uint32_t d = 0; d < trace_n_devices (trace) && ok; d++)
    if (stats_scope_holds_device (walk->scope, d))
      ok = add_series (walk, memory_use_of_track (use, trace_device (trace, d)->track),
                       trace_device (trace, d)->number, table);
  return ok;
}

/* Host memory belongs to no GPU. */
static bool
add_processes (Walk *walk, const MemoryUse *use, MemoryUseTable *table)
{
  const StatsScope *scope = walk->scope;
  bool ok = true;

  walk->samples = memory_use_samples (use);
  for (uint32_t t = 0; t < trace_n_tracks (scope->trace) && ok && scope->device == TRACE_NONE; t++)
    if (trace_track (scope->trace, t)->kind == TRACK_PROCESS
        && stats_scope_holds_rank (scope, trace_track (scope->trace, t)->rank))
      ok = add_series (walk, memory_use_of_track (use, t), -1, table);
  return ok;
}

/* ---- what the history of an allocator gives ---- */

static bool
has_device (const Trace *trace, const MemoryUseTable *table, const TraceTrack *counter)
{
  for (uint32_t i = 0; i < table->n; i++)
    if (table->series[i].device == counter->device
        && trace_track (trace, table->series[i].track)->rank == counter->rank)
      return true;
  return false;
}

static bool
add_counters (Walk *walk, MemoryCounter counter, MemoryUseTable *table)
{
  const Trace *trace = walk->scope->trace;
  bool ok = true;

  walk->samples = trace_samples (trace);
  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      const MemorySeries series = { .track = t, .first = track->first_sample, .n = track->n_samples };

      if (series.n > 0 && memory_counter_of_track (trace, t) == counter
          && stats_scope_holds_track (walk->scope, track) && !has_device (trace, table, track))
        ok = add_series (walk, &series, track->device, table);
    }
  return ok;
}

/* ---- all of it ---- */

/* use may be NULL. */
static bool
begin (MemoryUseTable *table, const Trace *trace, const MemoryUse *use)
{
  size_t n = 1;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    n += (use != NULL && memory_use_of_track (use, t) != NULL)
         || memory_counter_of_track (trace, t) != N_MEMORY_COUNTERS;
  *table = (MemoryUseTable){ .series = malloc (n * sizeof *table->series) };
  return table->series != NULL;
}

bool
memory_use_stats_compute (const StatsScope *scope,
                          const MemoryUse *use,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          MemoryUseTable *ret_table)
{
  Walk walk = { .scope = scope, .check = { should_continue, user_data, 0 } };
  bool ok = begin (ret_table, scope->trace, use) && add_devices (&walk, use, ret_table)
            && add_counters (&walk, MEMORY_COUNTER_ALLOCATED, ret_table)
            && add_processes (&walk, use, ret_table);

  if (!ok)
    memory_use_stats_clear (ret_table);
  return ok;
}

bool
memory_use_stats_of_counter (const StatsScope *scope,
                             MemoryCounter counter,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             MemoryUseTable *ret_table)
{
  Walk walk = { .scope = scope, .check = { should_continue, user_data, 0 } };
  bool ok = begin (ret_table, scope->trace, NULL) && add_counters (&walk, counter, ret_table);

  if (!ok)
    memory_use_stats_clear (ret_table);
  return ok;
}

void
memory_use_stats_clear (MemoryUseTable *table)
{
  free (table->series);
  *table = (MemoryUseTable){ 0 };
}
