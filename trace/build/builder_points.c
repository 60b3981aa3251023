/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_points.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/large_memory.h"
#include "trace/container/radix_order.h"
#include "trace/derive/sample_peaks.h"

COLUMN_IMPLEMENT (LoggedSamplesColumn, logged_samples_column)

/* Number of points handed to the writer at a time. */
#define RUN_POINTS ((size_t) 1 << 15) /* a multiple of SAMPLE_PEAK_FANOUT */

/* ---- order ---- */

/* The location of the track and the time of point i: i x width bytes after those of the first. */
typedef struct
{
  const uint32_t *track;
  const int64_t *time_ns;
  size_t width, n;
} PointTimes;

static uint32_t
track_of (const PointTimes *points, uint64_t i)
{
  uint32_t track;

  memcpy (&track, (const char *) points->track + i * points->width, sizeof track);
  return track;
}

static int64_t
time_of (const PointTimes *points, uint64_t i)
{
  int64_t time_ns;

  memcpy (&time_ns, (const char *) points->time_ns + i * points->width, sizeof time_ns);
  return time_ns;
}

/* Orders the points of one track. */
static bool
order_by_time (const PointTimes *points, uint64_t *order, size_t n)
{
  size_t n_in_order = 1;

  while (n_in_order < n && time_of (points, order[n_in_order - 1]) <= time_of (points, order[n_in_order]))
    n_in_order++;
  if (n_in_order >= n)
    return true;

  size_t n_bytes = n * 2 * sizeof (OrderPair);
  OrderPair *pairs = large_memory_grow (NULL, 0, n_bytes);
  if (pairs == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    pairs[i] = (OrderPair){ (uint64_t) time_of (points, order[i]) ^ UINT64_C (1) << 63, order[i] };
  radix_order (pairs, pairs + n, n);
  for (size_t i = 0; i < n; i++)
    order[i] = pairs[i].item;
  large_memory_release (pairs, n_bytes);
  return true;
}

/* Returns the order of all points and sets where each of n_tracks tracks begins in it; ret_begins has room
 * for n_tracks + 1. Returns NULL if memory runs out. */
static uint64_t *
order_points (const PointTimes *points, size_t n_tracks, uint64_t *ret_begins)
{
  uint64_t *order = large_memory_new (points->n * sizeof *order + 1);
  uint64_t sum = 0;
  bool ok = order != NULL;

  if (!ok)
    return NULL;
  memset (ret_begins, 0, (n_tracks + 1) * sizeof *ret_begins);
  for (size_t i = 0; i < points->n; i++)
    ret_begins[track_of (points, i) + 1]++;
  for (size_t t = 0; t <= n_tracks; t++)
    ret_begins[t] = sum += ret_begins[t];
  for (size_t i = 0; i < points->n; i++)
    order[ret_begins[track_of (points, i)]++] = i;
  /* Each begin has moved to its end. */
  memmove (ret_begins + 1, ret_begins, n_tracks * sizeof *ret_begins);
  ret_begins[0] = 0;

  for (size_t t = 0; t < n_tracks && ok; t++)
    ok = order_by_time (points, order + ret_begins[t], (size_t) (ret_begins[t + 1] - ret_begins[t]));
  if (ok)
    return order;
  free (order);
  return NULL;
}

/* ---- samples ---- */

/* Makes the samples of logs whose times go back: they have to be sorted. */
static bool
spread_logs (TraceBuilder *builder)
{
  for (size_t l = 0; l < builder->logs.n; l++)
    {
      CounterLog *log = &builder->logs.at[l];

      for (unsigned t = 0; t < COUNTER_LOG_TRACKS && !log->is_in_order; t++)
        {
          CounterReplay replay = { .log = log, .track = t };
          SampleInput sample = { .track = log->tracks[t] };

          while (sample.track != TRACE_NONE && counter_replay_next (&replay, &sample.time_ns, &sample.value))
            if (!sample_input_column_push (&builder->samples, sample))
              return false;
          log->n_samples[t] = 0;
        }
      if (!log->is_in_order)
        counter_change_column_clear (&log->changes);
    }
  return true;
}

static int
compare_logged (const void *a, const void *b)
{
  const LoggedSamples *x = a, *y = b;

  return x->track < y->track ? -1 : x->track > y->track;
}

/* Lists the samples that logs are of, by track. */
static bool
list_logged (BuilderPoints *points, const Trace *trace, const uint32_t *track_map, const int64_t *shift_ns)
{
  for (uint32_t l = 0; l < points->logs.n; l++)
    for (unsigned t = 0; t < COUNTER_LOG_TRACKS; t++)
      {
        const CounterLog *log = &points->logs.at[l];
        LoggedSamples logged = { .n = log->n_samples[t], .log = l, .log_track = t };

        if (logged.n == 0 || log->tracks[t] == TRACE_NONE)
          continue;
        logged.track = track_map[log->tracks[t]];
        logged.shift_ns = shift_ns[trace->tracks.at[logged.track].rank];
        if (!logged_samples_column_push (&points->logged, logged))
          return false;
      }
  if (points->logged.n > 0)
    qsort (points->logged.at, points->logged.n, sizeof *points->logged.at, compare_logged);
  return true;
}

/* Sets the ranges of the tracks: a track has a log, or samples of its own. begins is of the latter. */
static void
place_samples (BuilderPoints *points, Trace *trace, const uint64_t *begins)
{
  uint64_t first = 0;
  size_t next = 0;

  for (uint32_t t = 0; t < trace->tracks.n; t++)
    {
      TraceTrack *track = &trace->tracks.at[t];

      track->n_samples = points->samples.n > 0 ? begins[t + 1] - begins[t] : 0;
      if (next < points->logged.n && points->logged.at[next].track == t)
        {
          points->logged.at[next].first = first + track->n_samples;
          track->n_samples += points->logged.at[next++].n;
        }
      track->first_sample = track->n_samples > 0 ? first : 0;
      first += track->n_samples;
    }
  points->n_samples = first;
}

/* begins has room for the tracks and one more. */
static bool
take_samples (BuilderPoints *points,
              TraceBuilder *builder,
              Trace *trace,
              const uint32_t *track_map,
              const int64_t *shift_ns,
              uint64_t *begins)
{
  SampleInputColumn *samples = &points->samples;
  bool ok = spread_logs (builder);

  *samples = builder->samples;
  points->logs = builder->logs;
  builder->samples = (SampleInputColumn){ 0 };
  builder->logs = (CounterLogColumn){ 0 };
  for (size_t i = 0; i < samples->n; i++)
    {
      SampleInput *sample = &samples->at[i];

      sample->track = track_map[sample->track];
      sample->time_ns += shift_ns[trace->tracks.at[sample->track].rank];
    }
  if (samples->n > 0)
    {
      PointTimes times = { &samples->at->track, &samples->at->time_ns, sizeof *samples->at, samples->n };

      points->sample_order = order_points (&times, trace->tracks.n, begins);
      ok = ok && points->sample_order != NULL;
    }
  if (!ok || !list_logged (points, trace, track_map, shift_ns))
    return false;
  place_samples (points, trace, begins);
  return true;
}

bool
builder_points_take (BuilderPoints *points,
                     TraceBuilder *builder,
                     Trace *trace,
                     const uint32_t *track_map,
                     const int64_t *shift_ns)
{
  TrackColumn *tracks = &trace->tracks;
  InstantColumn *instants = &points->instants;
  uint64_t *begins = malloc ((tracks->n + 1) * sizeof *begins);

  if (begins == NULL)
    return false;
  *instants = builder->instants;
  builder->instants = (InstantColumn){ 0 };

  for (size_t i = 0; i < instants->n; i++)
    {
      TraceInstant *instant = &instants->at[i];

      instant->track = track_map[instant->track];
      instant->time_ns += shift_ns[tracks->at[instant->track].rank];
    }
  if (instants->n > 0)
    {
      PointTimes times = { &instants->at->track, &instants->at->time_ns, sizeof *instants->at, instants->n };

      points->instant_order = order_points (&times, tracks->n, begins);
      for (size_t t = 0; t < tracks->n && points->instant_order != NULL; t++)
        {
          tracks->at[t].n_instants = begins[t + 1] - begins[t];
          tracks->at[t].first_instant = tracks->at[t].n_instants > 0 ? begins[t] : 0;
        }
    }
  bool ok = (instants->n == 0 || points->instant_order != NULL)
            && take_samples (points, builder, trace, track_map, shift_ns, begins);
  free (begins);
  return ok;
}

void
builder_points_clear (BuilderPoints *points)
{
  instant_column_clear (&points->instants);
  sample_input_column_clear (&points->samples);
  counter_logs_cut (&points->logs, 0);
  counter_log_column_clear (&points->logs);
  logged_samples_column_clear (&points->logged);
  free (points->instant_order);
  free (points->sample_order);
  *points = (BuilderPoints){ 0 };
}

/* ---- into the file ---- */

static bool
write_instants (const BuilderPoints *points, SectionWriter *writer)
{
  size_t n = points->instants.n;
  TraceInstant *run = malloc (MIN (RUN_POINTS, n) * sizeof *run + 1);

  if (run == NULL)
    return false;
  section_writer_begin (writer, SECTION_INSTANTS, SECTION_RAW, n * sizeof (TraceInstant));
  for (size_t first = 0; first < n; first += RUN_POINTS)
    {
      size_t n_run = MIN (RUN_POINTS, n - first);

      for (size_t i = 0; i < n_run; i++)
        run[i] = points->instants.at[points->instant_order[first + i]];
      section_writer_copy (writer, SECTION_INSTANTS, run, n_run * sizeof *run);
    }
  section_writer_end (writer, SECTION_INSTANTS, 0);
  free (run);
  return true;
}

/* Goes along all samples in their final order. */
typedef struct
{
  const BuilderPoints *points;
  size_t stored, logged; /* the next of each kind */
  uint64_t at;
  CounterReplay replay;
} SampleWalk;

static void
next_sample (SampleWalk *walk, int64_t *ret_time_ns, double *ret_value)
{
  const BuilderPoints *points = walk->points;
  const LoggedSamples *logged =
    walk->logged < points->logged.n ? &points->logged.at[walk->logged] : NULL;

  if (logged == NULL || walk->at < logged->first)
    {
      const SampleInput *sample = &points->samples.at[points->sample_order[walk->stored++]];

      *ret_time_ns = sample->time_ns;
      *ret_value = sample->value;
    }
  else
    {
      if (walk->at == logged->first)
        walk->replay = (CounterReplay){ .log = &points->logs.at[logged->log], .track = logged->log_track };
      counter_replay_next (&walk->replay, ret_time_ns, ret_value);
      *ret_time_ns += logged->shift_ns;
      if (walk->at == logged->first + logged->n - 1)
        walk->logged++;
    }
  walk->at++;
}

static bool
write_samples (const BuilderPoints *points, SectionWriter *writer)
{
  SampleWalk walk = { .points = points };
  size_t n = (size_t) points->n_samples, n_peak_bytes = (size_t) sample_peaks_length (n) * sizeof (SamplePeak);
  SamplePeak *peaks = large_memory_new (n_peak_bytes + 1);
  int64_t *time_ns = malloc (MIN (RUN_POINTS, n) * sizeof *time_ns + 1);
  double *value = malloc (MIN (RUN_POINTS, n) * sizeof *value + 1);

  if (peaks == NULL || time_ns == NULL || value == NULL)
    {
      free (peaks);
      free (time_ns);
      free (value);
      return false;
    }
  section_writer_begin (writer, SECTION_SAMPLE_TIME, SECTION_RAW, n * sizeof (int64_t));
  section_writer_begin (writer, SECTION_SAMPLE_VALUE, SECTION_RAW, n * sizeof (double));
  for (size_t first = 0; first < n; first += RUN_POINTS)
    {
      size_t n_run = MIN (RUN_POINTS, n - first);

      for (size_t i = 0; i < n_run; i++)
        next_sample (&walk, &time_ns[i], &value[i]);
      sample_peaks_add (peaks, first, value, n_run);
      section_writer_copy (writer, SECTION_SAMPLE_TIME, time_ns, n_run * sizeof *time_ns);
      section_writer_copy (writer, SECTION_SAMPLE_VALUE, value, n_run * sizeof *value);
    }
  free (time_ns);
  free (value);
  section_writer_end (writer, SECTION_SAMPLE_TIME, 0);
  section_writer_end (writer, SECTION_SAMPLE_VALUE, 0);
  sample_peaks_end (peaks, n);
  section_writer_put_taken (writer, SECTION_SAMPLE_PEAKS, peaks, n_peak_bytes);
  return true;
}

bool
builder_points_write (const BuilderPoints *points, SectionWriter *writer)
{
  return write_instants (points, writer) && write_samples (points, writer);
}
