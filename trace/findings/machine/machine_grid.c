/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/machine/machine_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/stats/host/cpu_counter.h"
#include "trace/stats/host/gpu_counter.h"

COLUMN_IMPLEMENT (MachineSeriesColumn, machine_series_column)

/* ---- which counters ---- */

/* Letters alone, in upper or lower case. */
static bool
holds_letters (const char *text, size_t length, const char *word)
{
  size_t n = strlen (word);

  for (size_t i = 0; i < length; i++)
    {
      size_t at = i, matched = 0;

      for (; at < length && matched < n; at++)
        if (g_ascii_isalnum (text[at]))
          {
            if (g_ascii_tolower (text[at]) != word[matched])
              break;
            matched++;
          }
      if (matched == n)
        return true;
    }
  return false;
}

MachineKind
machine_kind_of (const Trace *trace, const TraceTrack *track)
{
  size_t length;
  const char *name;

  if (track->kind != TRACK_COUNTER || track->n_samples == 0 || track->rank == TRACE_NONE)
    return N_MACHINE_KINDS;
  if (gpu_counter_is_utilization (trace, track))
    return MACHINE_GPU;
  name = trace_string (trace, track->name, &length);
  length = MIN (length, 256);
  if (track->device >= 0)
    return holds_letters (name, length, "gpumemoryutilization") ? MACHINE_GPU_MEMORY : N_MACHINE_KINDS;
  if (holds_letters (name, length, "iowait"))
    return MACHINE_IO_WAIT;
  return cpu_counter_is_utilization (name, length) ? MACHINE_CPU : N_MACHINE_KINDS;
}

/* ---- the grid ---- */

typedef struct
{
  FindingLook *look;
  MachineGrid *grid;
  StopCheck check;
  unsigned kinds;
  double *sums;
  uint32_t *counts;
} Filling;

static bool
takes_part (const Filling *filling, const TraceTrack *track, MachineKind *ret_kind)
{
  const FindingFacts *facts = filling->look->facts;

  *ret_kind = machine_kind_of (facts->trace, track);
  return *ret_kind < N_MACHINE_KINDS && (filling->kinds & 1u << *ret_kind) != 0
         && stats_scope_holds_track (facts->scope, track);
}

/* The mean time between two samples of a counter. */
static double
interval_of (const SampleColumns *samples, const TraceTrack *track)
{
  int64_t first_ns = sample_time_ns (samples, track->first_sample);
  int64_t last_ns = sample_time_ns (samples, track->first_sample + track->n_samples - 1);

  return track->n_samples > 1 ? fabs ((double) last_ns - (double) first_ns) / (double) (track->n_samples - 1)
                              : 0;
}

/* So many buckets of all series together, of 4 bytes each: what a file says of times alone must not take memory. */
#define CELLS_MAX (1u << 24)

/* Finds the span of the samples that count, and the length of a bucket. Returns false without any. */
static bool
measure (const Filling *filling, double patience_s)
{
  const FindingFacts *facts = filling->look->facts;
  const SampleColumns *samples = trace_samples (facts->trace);
  MachineGrid *grid = filling->grid;
  int64_t begin_ns = INT64_MAX, end_ns = INT64_MIN, first_ns = INT64_MAX, patience_end_ns;
  double bucket_ns = (double) MACHINE_BUCKET_NS;
  uint32_t n_series = 0, n_most;
  uint64_t n_samples = 0;
  MachineKind kind;

  for (uint32_t t = 0; t < trace_n_tracks (facts->trace); t++)
    {
      const TraceTrack *track = trace_track (facts->trace, t);

      if (!takes_part (filling, track, &kind))
        continue;
      n_series++;
      n_samples = MAX (n_samples, track->n_samples);
      bucket_ns = MAX (bucket_ns, interval_of (samples, track));
      begin_ns = MIN (begin_ns, sample_time_ns (samples, track->first_sample));
      end_ns = MAX (end_ns, sample_time_ns (samples, track->first_sample + track->n_samples - 1));
    }
  if (begin_ns > end_ns)
    return false;
  trace_span (facts->trace, &first_ns, &patience_end_ns);
  first_ns = MIN (first_ns, begin_ns);
  patience_end_ns = trace_time_clamp (first_ns + (int64_t) (MIN (patience_s, 1e9) * 1e9));
  begin_ns = MAX (begin_ns, patience_end_ns);
  if (!facts->scope->is_whole)
    {
      begin_ns = MAX (begin_ns, facts->scope->begin_ns);
      end_ns = MIN (end_ns, facts->scope->end_ns - 1);
    }
  grid->is_short = begin_ns > end_ns;
  if (grid->is_short)
    return false;
  /* With more buckets than samples most of them would be empty. */
  n_most = (uint32_t) MIN (MIN (MACHINE_BUCKETS_MAX, MAX (CELLS_MAX / n_series, 2)), MAX (4 * n_samples, 2 * MACHINE_BUCKETS_MIN));
  bucket_ns = MAX (bucket_ns, ((double) end_ns - (double) begin_ns) / (n_most - 1));
  grid->begin_ns = begin_ns;
  grid->bucket_ns = (int64_t) ceil (bucket_ns);
  grid->n_buckets = (uint32_t) ((end_ns - begin_ns) / grid->bucket_ns) + 1;
  return true;
}

/* A counter of processors may count fractions (trace/stats/host/cpu_time.h). */
static double
scale_of (const Trace *trace, const TraceTrack *track, MachineKind kind)
{
  const SampleColumns *samples = trace_samples (trace);
  size_t length;
  const char *name = trace_string (trace, track->name, &length);

  if ((kind != MACHINE_CPU && kind != MACHINE_IO_WAIT) || cpu_counter_says_percent (name, length))
    return 1;
  for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
    if (sample_value (samples, i) > 1)
      return 1;
  return 100;
}

/* Adds the counters of a series to sums and counts. */
static bool
add_samples (Filling *filling, const MachineSeries *series, uint32_t first_track)
{
  const FindingFacts *facts = filling->look->facts;
  const SampleColumns *samples = trace_samples (facts->trace);
  const MachineGrid *grid = filling->grid;
  MachineKind kind;

  for (uint32_t t = first_track; t < trace_n_tracks (facts->trace); t++)
    {
      const TraceTrack *track = trace_track (facts->trace, t);
      double scale;

      if (track->kind != TRACK_COUNTER || track->device != series->device
          || !takes_part (filling, track, &kind) || kind != series->kind
          || trace_rank (facts->trace, track->rank)->node != series->node)
        continue;
      scale = scale_of (facts->trace, track, kind);
      for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
        {
          int64_t at_ns = sample_time_ns (samples, i) - grid->begin_ns;

          if (!stop_check_next (&filling->check))
            return false;
          if (at_ns < 0 || at_ns / grid->bucket_ns >= grid->n_buckets)
            continue;
          filling->sums[at_ns / grid->bucket_ns] += CLAMP (sample_value (samples, i) * scale, 0, 100);
          filling->counts[at_ns / grid->bucket_ns]++;
        }
    }
  return true;
}

static bool
fill_series (Filling *filling, MachineSeries *series, uint32_t first_track)
{
  uint32_t n = filling->grid->n_buckets;

  series->values = malloc (n * sizeof *series->values);
  memset (filling->sums, 0, n * sizeof *filling->sums);
  memset (filling->counts, 0, n * sizeof *filling->counts);
  if (series->values == NULL || !add_samples (filling, series, first_track))
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      series->values[i] = filling->counts[i] > 0 ? (float) (filling->sums[i] / filling->counts[i]) : -1;
      series->n += filling->counts[i] > 0;
    }
  return true;
}

/* At most so many GPUs and nodes: each takes a line of the grid. */
#define SERIES_MAX 4096

static bool
fill (Filling *filling)
{
  const FindingFacts *facts = filling->look->facts;
  MachineGrid *grid = filling->grid;
  MachineKind kind;

  for (uint32_t t = 0; t < trace_n_tracks (facts->trace) && grid->series.n < SERIES_MAX; t++)
    {
      const TraceTrack *track = trace_track (facts->trace, t);
      MachineSeries *known;

      if (!takes_part (filling, track, &kind))
        continue;
      known = (MachineSeries *) machine_grid_find (grid, kind, trace_rank (facts->trace, track->rank)->node,
                                                   track->device);
      if (known != NULL)
        {
          known->n_counters++;
          continue;
        }
      if (!machine_series_column_push (&grid->series,
                                       (MachineSeries){ .kind = kind,
                                                        .node = trace_rank (facts->trace, track->rank)->node,
                                                        .rank = track->rank,
                                                        .device = track->device,
                                                        .n_counters = 1 })
          || !fill_series (filling, &grid->series.at[grid->series.n - 1], t))
        return false;
    }
  return true;
}

bool
machine_grid_init (MachineGrid *grid, FindingLook *look, unsigned kinds, double patience_s)
{
  Filling filling = { look, grid, look->facts->check, kinds, NULL, NULL };
  bool ok;

  *grid = (MachineGrid){ .bucket_ns = MACHINE_BUCKET_NS };
  if (!measure (&filling, patience_s))
    return true;
  filling.sums = malloc (grid->n_buckets * sizeof *filling.sums);
  filling.counts = malloc (grid->n_buckets * sizeof *filling.counts);
  ok = filling.sums != NULL && filling.counts != NULL && fill (&filling);
  free (filling.sums);
  free (filling.counts);
  return ok;
}

void
machine_grid_clear (MachineGrid *grid)
{
  for (size_t i = 0; i < grid->series.n; i++)
    free (grid->series.at[i].values);
  machine_series_column_clear (&grid->series);
  *grid = (MachineGrid){ 0 };
}

const MachineSeries *
machine_grid_find (const MachineGrid *grid, MachineKind kind, uint32_t node, int32_t device)
{
  for (size_t i = 0; i < grid->series.n; i++)
    if (grid->series.at[i].kind == kind && grid->series.at[i].node == node
        && grid->series.at[i].device == device)
      return &grid->series.at[i];
  return NULL;
}

static int
compare_values (const void *a, const void *b)
{
  const float *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

double
machine_grid_percentile (const MachineGrid *grid, const MachineSeries *series, double percentile)
{
  float *values = series->n > 0 ? malloc (series->n * sizeof *values) : NULL;
  uint64_t n = 0, at;
  double value;

  if (values == NULL)
    return -1;
  for (uint32_t i = 0; i < grid->n_buckets; i++)
    if (series->values[i] >= 0)
      values[n++] = series->values[i];
  qsort (values, n, sizeof *values, compare_values);
  at = (uint64_t) ceil (percentile / 100 * (double) n);
  value = (double) values[CLAMP (at, 1, n) - 1];
  free (values);
  return value;
}

void
machine_grid_places (const MachineGrid *grid, FindingLook *look, uint32_t rank, const uint8_t *is_in)
{
  for (uint32_t i = 0; i < grid->n_buckets;)
    {
      uint32_t first = i;

      while (i < grid->n_buckets && is_in[i])
        i++;
      if (i > first)
        look_place (look, rank, grid->begin_ns + first * grid->bucket_ns,
                    grid->begin_ns + i * grid->bucket_ns, SLICE_NONE);
      else
        i++;
    }
}
