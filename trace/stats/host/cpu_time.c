/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host/cpu_time.h"

#include <math.h>
#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/derive/sample_peaks.h"
#include "trace/index/interval_union.h"
#include "trace/stats/host/cpu_counter.h"
#include "trace/stats/step_names.h"

COLUMN_IMPLEMENT (CpuLineColumn, cpu_line_column)
COLUMN_IMPLEMENT (CpuThreadColumn, cpu_thread_column)

/* The sums over the series of one node, by bucket. */
typedef struct
{
  double sum[UTILIZATION_BUCKETS];
  uint32_t n[UTILIZATION_BUCKETS]; /* number of series with a value there */
  double mean_sum;
  uint32_t n_means;
  IntervalUnion any; /* busy time of threads */
} LineSum;

COLUMN_DEFINE (LineSumColumn, line_sum_column, LineSum)
COLUMN_IMPLEMENT (LineSumColumn, line_sum_column)

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  uint8_t *is_step_name; /* by string id */
  LineSumColumn sums;    /* index in time.lines */
  CpuTime time;
} Tally;

/* Returns the index of a node's line and adds it if it is missing; UINT32_MAX when memory runs out. There are few
 * nodes. */
static uint32_t
line_of (Tally *tally, uint32_t rank)
{
  CpuLineColumn *lines = &tally->time.lines;
  uint32_t node = trace_rank (tally->scope->trace, rank)->node;

  for (size_t i = lines->n; i-- > 0;)
    if (lines->at[i].node == node)
      return (uint32_t) i;
  if (!cpu_line_column_push (lines, (CpuLine){ .node = node })
      || !line_sum_column_push (&tally->sums, (LineSum){ 0 }))
    return UINT32_MAX;
  return (uint32_t) lines->n - 1;
}

/* ---- samples ---- */

static bool
is_cpu_counter (const Trace *trace, const TraceTrack *track)
{
  size_t length;
  const char *name = trace_string (trace, track->name, &length);

  return track->kind == TRACK_COUNTER && track->n_samples > 0 && track->rank != TRACE_NONE
         && cpu_counter_is_utilization (name, length);
}

static double
unit_of (const Trace *trace, const TraceTrack *track)
{
  size_t length;
  const char *name = trace_string (trace, track->name, &length);
  SamplePeak peak =
    sample_peaks_of (trace_samples (trace), track->first_sample, track->first_sample + track->n_samples);

  return cpu_counter_says_percent (name, length) || peak.most > 1 ? 100 : 1;
}

/* Returns the time until which a sample's value is valid. */
static int64_t
sample_until (const Trace *trace, const TraceTrack *track, uint64_t i)
{
  const SampleColumns *samples = trace_samples (trace);
  int64_t at_ns = sample_time_ns (samples, i);

  if (i + 1 < track->first_sample + track->n_samples)
    return sample_time_ns (samples, i + 1);
  if (i == track->first_sample)
    return INT64_MAX;
  return at_ns + (at_ns - sample_time_ns (samples, i - 1));
}

/* Adds value x time and time of one series to each bucket. */
typedef struct
{
  double area[UTILIZATION_BUCKETS], time[UTILIZATION_BUCKETS];
} Areas;

static void
add_area (const StatsScope *scope, int64_t begin_ns, int64_t end_ns, double value, Areas *areas)
{
  double length = (double) scope->end_ns - (double) scope->begin_ns;
  double from = ((double) begin_ns - (double) scope->begin_ns) / length * UTILIZATION_BUCKETS;
  double to = ((double) end_ns - (double) scope->begin_ns) / length * UTILIZATION_BUCKETS;

  for (int bucket = MAX ((int) from, 0); bucket < UTILIZATION_BUCKETS && bucket < to; bucket++)
    {
      double part = MIN (to, bucket + 1.0) - MAX (from, (double) bucket);

      if (part > 0)
        {
          areas->area[bucket] += value * part;
          areas->time[bucket] += part;
        }
    }
}

static void
add_series (LineSum *sum, const Areas *areas)
{
  double area = 0, time = 0;

  for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
    {
      if (areas->time[bucket] <= 0)
        continue;
      sum->sum[bucket] += areas->area[bucket] / areas->time[bucket];
      sum->n[bucket]++;
      area += areas->area[bucket];
      time += areas->time[bucket];
    }
  if (time > 0)
    {
      sum->mean_sum += area / time;
      sum->n_means++;
    }
}

static bool
add_counter (Tally *tally, const TraceTrack *track)
{
  const StatsScope *scope = tally->scope;
  const SampleColumns *samples = trace_samples (scope->trace);
  uint64_t end = track->first_sample + track->n_samples;
  uint64_t first = samples_after (samples, track->first_sample, end, 0, scope->begin_ns);
  double unit = unit_of (scope->trace, track);
  uint32_t line = line_of (tally, track->rank);
  Areas areas = { 0 };

  if (line == UINT32_MAX)
    return false;
  tally->time.lines.at[line].n_series++;
  /* The sample before the window may be valid inside it. */
  for (uint64_t i = first > track->first_sample ? first - 1 : first; i < end; i++)
    {
      int64_t at_ns = sample_time_ns (samples, i);
      double value = CLAMP (sample_value (samples, i) / unit, 0, 1);

      if (at_ns >= scope->end_ns && !scope->is_whole)
        break;
      if (!stop_check_next (&tally->check))
        return false;
      if (stats_scope_holds_start (scope, at_ns))
        {
          tally->time.lines.at[line].n_samples++;
          tally->time.lines.at[line].n_active_samples += value > 0;
          tally->time.lines.at[line].sample_sum += sample_value (samples, i) / unit;
        }
      if (tally->time.window_ns > 0)
        add_area (scope, MAX (at_ns, scope->begin_ns),
                  MIN (sample_until (scope->trace, track, i), scope->end_ns), value, &areas);
    }
  add_series (&tally->sums.at[line], &areas);
  return true;
}

/* ---- traced threads ---- */

static bool
is_busy_band (TrackKind kind)
{
  return kind == TRACK_OPERATORS || kind == TRACK_CALLS || kind == TRACK_PYTHON;
}

/* Sets *ret_is_all if the slices of deeper lanes are inside those of this one. */
static bool
add_row (Tally *tally, const TraceRow *row, IntervalUnion *busy, bool *ret_is_all)
{
  const StatsScope *scope = tally->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t first, end;
  bool ok = stats_scope_slices_of_row (scope, row, &first, &end);

  for (uint64_t i = first; ok && i < end; i++)
    {
      if (!stop_check_next (&tally->check))
        return false;
      if ((slices->flags[i] & SLICE_UNFINISHED) || tally->is_step_name[slice_name (slices, i)])
        *ret_is_all = false;
      else
        ok = interval_union_add (busy, MAX (slice_start_ns (slices, i), scope->begin_ns),
                                 MIN (slice_end_ns (slices, i), scope->end_ns));
    }
  return ok;
}

static bool
add_band (Tally *tally, const TraceTrack *band, IntervalUnion *busy)
{
  bool is_all = band->n_overlaps == 0, ok = true;

  for (uint32_t r = 0; r < band->n_rows && ok && (r == 0 || !is_all); r++)
    ok = add_row (tally, trace_row (tally->scope->trace, band->first_row + r), busy, &is_all);
  return ok;
}

static bool
add_thread (Tally *tally, uint32_t thread)
{
  const Trace *trace = tally->scope->trace;
  const StatsScope *scope = tally->scope;
  double shares[UTILIZATION_BUCKETS];
  IntervalUnion busy = { 0 };
  uint64_t n = 0;
  bool ok = true;

  for (uint32_t t = thread + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread && ok;
       t++)
    if (is_busy_band (trace_track (trace, t)->kind))
      {
        n += trace_track (trace, t)->n_slices;
        ok = add_band (tally, trace_track (trace, t), &busy);
      }
  uint32_t line = n > 0 && ok ? line_of (tally, trace_track (trace, thread)->rank) : UINT32_MAX;
  if (line != UINT32_MAX)
    {
      LineSum *sum = &tally->sums.at[line];

      interval_union_merge (&busy);
      tally->time.lines.at[line].n_series++;
      ok = cpu_thread_column_push (&tally->time.threads,
                                   (CpuThread){ thread, line, interval_union_length (&busy) });
      interval_union_busy_shares (&busy, scope->begin_ns, scope->end_ns, UTILIZATION_BUCKETS, shares);
      for (int bucket = 0; bucket < UTILIZATION_BUCKETS && tally->time.window_ns > 0; bucket++)
        {
          sum->sum[bucket] += shares[bucket];
          sum->n[bucket]++;
        }
      for (size_t i = 0; i < busy.intervals.n && ok; i++)
        ok = interval_union_add (&sum->any, busy.intervals.at[i].begin_ns, busy.intervals.at[i].end_ns);
      if (tally->time.window_ns > 0)
        {
          sum->mean_sum += (double) interval_union_length (&busy) / (double) tally->time.window_ns;
          sum->n_means++;
        }
    }
  else
    ok = ok && n == 0;
  interval_union_clear (&busy);
  return ok;
}

/* ---- lines ---- */

static void
finish (Tally *tally)
{
  for (size_t i = 0; i < tally->time.lines.n; i++)
    {
      CpuLine *line = &tally->time.lines.at[i];
      LineSum *sum = &tally->sums.at[i];

      for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
        line->values[bucket] = sum->n[bucket] > 0 ? sum->sum[bucket] / sum->n[bucket] : NAN;
      line->mean = sum->n_means > 0 ? sum->mean_sum / sum->n_means : NAN;
      interval_union_merge (&sum->any);
      line->any_busy_ns = interval_union_length (&sum->any);
    }
}

static int64_t
window_ns (const StatsScope *scope)
{
  int64_t length_ns;

  if (scope->end_ns <= scope->begin_ns || __builtin_sub_overflow (scope->end_ns, scope->begin_ns, &length_ns))
    return 0;
  return length_ns;
}

static bool
add_counters (Tally *tally, bool (*is_counter) (const Trace *trace, const TraceTrack *track))
{
  const Trace *trace = tally->scope->trace;
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    if (is_counter (trace, trace_track (trace, t))
        && stats_scope_holds_rank (tally->scope, trace_track (trace, t)->rank))
      {
        tally->time.is_sampled = true;
        ok = add_counter (tally, trace_track (trace, t));
      }
  return ok;
}

static bool
add_threads (Tally *tally)
{
  const Trace *trace = tally->scope->trace;
  bool ok = true;

  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    if (trace_track (trace, t)->kind == TRACK_THREAD
        && stats_scope_holds_rank (tally->scope, trace_track (trace, t)->rank))
      ok = add_thread (tally, t);
  return ok;
}

static bool
compute (const StatsScope *scope,
         bool (*is_counter) (const Trace *trace, const TraceTrack *track),
         bool has_threads,
         bool (*should_continue) (void *user_data),
         void *user_data,
         CpuTime *ret_time)
{
  Tally tally = {
    .scope = scope,
    .check = { should_continue, user_data, 0 },
    .is_step_name = step_names_new (scope->trace, scope->steps),
    .time = { .window_ns = window_ns (scope) },
  };
  bool ok = tally.is_step_name != NULL && add_counters (&tally, is_counter)
            && (!has_threads || tally.time.is_sampled || add_threads (&tally));

  if (ok)
    finish (&tally);
  for (size_t i = 0; i < tally.sums.n; i++)
    interval_union_clear (&tally.sums.at[i].any);
  line_sum_column_clear (&tally.sums);
  free (tally.is_step_name);
  if (!ok)
    cpu_time_clear (&tally.time);
  *ret_time = tally.time;
  return ok;
}

bool
cpu_time_compute (const StatsScope *scope,
                  bool (*should_continue) (void *user_data),
                  void *user_data,
                  CpuTime *ret_time)
{
  return compute (scope, is_cpu_counter, true, should_continue, user_data, ret_time);
}

bool
cpu_time_compute_sampled (const StatsScope *scope,
                          bool (*is_counter) (const Trace *trace, const TraceTrack *track),
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          CpuTime *ret_time)
{
  return compute (scope, is_counter, false, should_continue, user_data, ret_time);
}

void
cpu_time_clear (CpuTime *time)
{
  cpu_line_column_clear (&time->lines);
  cpu_thread_column_clear (&time->threads);
  *time = (CpuTime){ 0 };
}

double
cpu_time_active (const CpuTime *time)
{
  double active = 0, all = 0;

  for (size_t i = 0; i < time->lines.n; i++)
    {
      const CpuLine *line = &time->lines.at[i];

      active += time->is_sampled ? (double) line->n_active_samples : (double) line->any_busy_ns;
      all += time->is_sampled ? (double) line->n_samples : (double) time->window_ns;
    }
  return all > 0 ? active / all : NAN;
}

double
cpu_time_sample_mean (const CpuTime *time)
{
  double sum = 0, n = 0;

  for (size_t i = 0; i < time->lines.n && time->is_sampled; i++)
    {
      sum += time->lines.at[i].sample_sum;
      n += (double) time->lines.at[i].n_samples;
    }
  return n > 0 ? sum / n : NAN;
}
