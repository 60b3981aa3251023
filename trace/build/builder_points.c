/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_points.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/radix_order.h"
#include "trace/derive/sample_peaks.h"

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

  OrderPair *pairs = malloc (n * 2 * sizeof *pairs);
  if (pairs == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    pairs[i] = (OrderPair){ (uint64_t) time_of (points, order[i]) ^ UINT64_C (1) << 63, order[i] };
  radix_order (pairs, pairs + n, n);
  for (size_t i = 0; i < n; i++)
    order[i] = pairs[i].item;
  free (pairs);
  return true;
}

/* Returns the order of all points and sets where each of n_tracks tracks begins in it; ret_begins has room
 * for n_tracks + 1. Returns NULL if memory runs out. */
static uint64_t *
order_points (const PointTimes *points, size_t n_tracks, uint64_t *ret_begins)
{
  uint64_t *order = malloc (points->n * sizeof *order + 1);
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

bool
builder_points_take (BuilderPoints *points,
                     TraceBuilder *builder,
                     Trace *trace,
                     const uint32_t *track_map,
                     const int64_t *shift_ns)
{
  TrackColumn *tracks = &trace->tracks;
  InstantColumn *instants = &points->instants;
  SampleInputColumn *samples = &points->samples;
  uint64_t *begins = malloc ((tracks->n + 1) * sizeof *begins);

  if (begins == NULL)
    return false;
  *instants = builder->instants;
  *samples = builder->samples;
  builder->instants = (InstantColumn){ 0 };
  builder->samples = (SampleInputColumn){ 0 };

  for (size_t i = 0; i < instants->n; i++)
    {
      TraceInstant *instant = &instants->at[i];

      instant->track = track_map[instant->track];
      instant->time_ns += shift_ns[tracks->at[instant->track].rank];
    }
  for (size_t i = 0; i < samples->n; i++)
    {
      SampleInput *sample = &samples->at[i];

      sample->track = track_map[sample->track];
      sample->time_ns += shift_ns[tracks->at[sample->track].rank];
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
  if (samples->n > 0)
    {
      PointTimes times = { &samples->at->track, &samples->at->time_ns, sizeof *samples->at, samples->n };

      points->sample_order = order_points (&times, tracks->n, begins);
      for (size_t t = 0; t < tracks->n && points->sample_order != NULL; t++)
        {
          tracks->at[t].n_samples = begins[t + 1] - begins[t];
          tracks->at[t].first_sample = tracks->at[t].n_samples > 0 ? begins[t] : 0;
        }
    }
  free (begins);
  return (instants->n == 0 || points->instant_order != NULL)
         && (samples->n == 0 || points->sample_order != NULL);
}

void
builder_points_clear (BuilderPoints *points)
{
  instant_column_clear (&points->instants);
  sample_input_column_clear (&points->samples);
  free (points->instant_order);
  free (points->sample_order);
  *points = (BuilderPoints){ 0 };
}

/* ---- into the file ---- */

static bool
write_instants (const BuilderPoints *points, SectionWriter *writer)
{
  size_t n = points->instants.n;

  section_writer_begin (writer, SECTION_INSTANTS, SECTION_RAW, n * sizeof (TraceInstant));
  for (size_t first = 0; first < n; first += RUN_POINTS)
    {
      size_t n_run = MIN (RUN_POINTS, n - first);
      TraceInstant *run = malloc (n_run * sizeof *run);

      if (run == NULL)
        return false;
      for (size_t i = 0; i < n_run; i++)
        run[i] = points->instants.at[points->instant_order[first + i]];
      section_writer_take (writer, SECTION_INSTANTS, run, n_run * sizeof *run);
    }
  section_writer_end (writer, SECTION_INSTANTS, 0);
  return true;
}

static bool
write_samples (const BuilderPoints *points, SectionWriter *writer)
{
  size_t n = points->samples.n, n_peak_bytes = (size_t) sample_peaks_length (n) * sizeof (SamplePeak);
  SamplePeak *peaks = malloc (n_peak_bytes + 1);

  if (peaks == NULL)
    return false;
  section_writer_begin (writer, SECTION_SAMPLE_TIME, SECTION_RAW, n * sizeof (int64_t));
  section_writer_begin (writer, SECTION_SAMPLE_VALUE, SECTION_RAW, n * sizeof (double));
  for (size_t first = 0; first < n; first += RUN_POINTS)
    {
      size_t n_run = MIN (RUN_POINTS, n - first);
      int64_t *time_ns = malloc (n_run * sizeof *time_ns);
      double *value = malloc (n_run * sizeof *value);
      bool ok = time_ns != NULL && value != NULL;

      for (size_t i = 0; i < n_run && ok; i++)
        {
          const SampleInput *sample = &points->samples.at[points->sample_order[first + i]];

          time_ns[i] = sample->time_ns;
          value[i] = sample->value;
        }
      if (!ok)
        {
          free (time_ns);
          free (value);
          free (peaks);
          return false;
        }
      sample_peaks_add (peaks, first, value, n_run);
      section_writer_take (writer, SECTION_SAMPLE_TIME, time_ns, n_run * sizeof *time_ns);
      section_writer_take (writer, SECTION_SAMPLE_VALUE, value, n_run * sizeof *value);
    }
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
