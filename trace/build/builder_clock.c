/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_clock.h"

#include <stdlib.h>

#include "trace/derive/time_extent.h"

typedef struct
{
  bool has_any;
  int64_t first_ns, last_ns;
} Range;

typedef struct
{
  Range slices; /* without the profiler's own span */
  Range points; /* instants and samples */
  bool has_slices, has_any;
  bool bounds_time;          /* has slices, or no rank has any */
  int64_t first_ns, last_ns; /* of slices; of points if there are no slices */

  bool is_wide; /* some of its times may be far from all others; then: */
  uint64_t n_times;
  TimeExtent extent;
  int64_t low_ns, high_ns; /* the resulting bounds */
} RankSpan;

/* Anything that has a time. */
typedef struct
{
  uint32_t rank;
  bool is_slice;
  int64_t begin_ns, end_ns;
} Timed;

static size_t
n_timed (const TraceBuilder *builder)
{
  return builder->slices.n + builder->instants.n + builder->samples.n;
}

/* Returns false for the profiler's own span. */
static inline bool
get_timed (const TraceBuilder *builder, size_t i, Timed *ret)
{
  uint32_t track;

  ret->is_slice = i < builder->slices.n;
  if (ret->is_slice)
    {
      const SliceInput *slice = &builder->slices.at[i];

      if (slice->kind == SLICE_PROFILER_SPAN)
        return false;
      track = slice->track;
      ret->begin_ns = slice->start_ns;
      ret->end_ns = slice->start_ns + slice->dur_ns;
    }
  else if (i - builder->slices.n < builder->instants.n)
    {
      const TraceInstant *instant = &builder->instants.at[i - builder->slices.n];

      track = instant->track;
      ret->begin_ns = ret->end_ns = instant->time_ns;
    }
  else
    {
      const SampleInput *sample = &builder->samples.at[i - builder->slices.n - builder->instants.n];

      track = sample->track;
      ret->begin_ns = ret->end_ns = sample->time_ns;
    }
  ret->rank = builder->tracks.at[track].rank;
  return true;
}

static void
range_add (Range *range, int64_t begin_ns, int64_t end_ns)
{
  if (!range->has_any || begin_ns < range->first_ns)
    range->first_ns = begin_ns;
  if (!range->has_any || end_ns > range->last_ns)
    range->last_ns = end_ns;
  range->has_any = true;
}

/* Returns the range that gives the begin and the end of the rank. */
static Range *
range_of (RankSpan *span)
{
  return span->has_slices ? &span->slices : &span->points;
}

static void
find_ranges (const TraceBuilder *builder, const SliceSurvey *survey, RankSpan *spans)
{
  size_t n_with_slices = 0;

  for (size_t t = 0; t < survey->n_tracks; t++)
    {
      const TrackSurvey *track = &survey->tracks[t];
      Range *range = &spans[builder->tracks.at[t].rank].slices;

      if (!track->bounds_time)
        continue;
      range_add (range, track->first_ns, track->last_ns);
    }
  /* Points count only where there are no slices. */
  while (n_with_slices < builder->ranks.n && spans[n_with_slices].slices.has_any)
    n_with_slices++;
  if (n_with_slices == builder->ranks.n)
    return;
  for (size_t i = 0; i < builder->instants.n; i++)
    {
      const TraceInstant *instant = &builder->instants.at[i];

      range_add (&spans[builder->tracks.at[instant->track].rank].points, instant->time_ns, instant->time_ns);
    }
  for (size_t i = 0; i < builder->samples.n; i++)
    {
      const SampleInput *sample = &builder->samples.at[i];

      range_add (&spans[builder->tracks.at[sample->track].rank].points, sample->time_ns, sample->time_ns);
    }
  /* The changes of a log come with instants or slices: its ends alone may be beyond these. */
  for (size_t l = 0; l < builder->logs.n; l++)
    {
      const CounterLog *log = &builder->logs.at[l];

      for (unsigned t = 0; t < COUNTER_LOG_TRACKS; t++)
        if (log->n_samples[t] > 0 && log->tracks[t] != TRACE_NONE)
          range_add (&spans[builder->tracks.at[log->tracks[t]].rank].points, log->first_ns, log->last_ns);
    }
}

/* The slices of a job profile are only some of those that the ranks had. */
static void
take_spans_of_job (const TraceBuilder *builder, RankSpan *spans)
{
  for (size_t r = 0; r < builder->ranks.n && r < builder->job.ranks.n; r++)
    spans[r].slices =
      (Range){ .has_any = true, builder->job.ranks.at[r].begin_ns, builder->job.ranks.at[r].end_ns };
}

/* Finds the ranges of wide ranks again without the times that are far from all others, and counts these. Only
 * ranks longer than the trusted length cost time. Returns false if memory runs out. */
static bool
leave_out_far_times (const TraceBuilder *builder, RankSpan *spans, uint64_t *ret_n_far)
{
  bool any_wide = false;
  Timed timed;

  *ret_n_far = 0;
  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      RankSpan *span = &spans[r];
      const Range *range = range_of (span);

      span->is_wide = range->last_ns - range->first_ns > TIME_EXTENT_TRUSTED_NS;
      any_wide = any_wide || span->is_wide;
    }
  if (!any_wide)
    return true;

  for (size_t i = 0; i < n_timed (builder); i++)
    if (get_timed (builder, i, &timed) && timed.is_slice == spans[timed.rank].has_slices)
      spans[timed.rank].n_times++;
  for (size_t r = 0; r < builder->ranks.n; r++)
    if (spans[r].is_wide && !time_extent_init (&spans[r].extent, spans[r].n_times))
      return false;

  for (size_t i = 0; i < n_timed (builder); i++)
    if (get_timed (builder, i, &timed) && spans[timed.rank].is_wide
        && timed.is_slice == spans[timed.rank].has_slices)
      time_extent_add (&spans[timed.rank].extent, timed.begin_ns, timed.end_ns);
  for (size_t r = 0; r < builder->ranks.n; r++)
    if (spans[r].is_wide)
      {
        time_extent_bounds (&spans[r].extent, &spans[r].low_ns, &spans[r].high_ns);
        *range_of (&spans[r]) = (Range){ 0 };
      }
  for (size_t i = 0; i < n_timed (builder); i++)
    if (get_timed (builder, i, &timed) && spans[timed.rank].is_wide
        && timed.is_slice == spans[timed.rank].has_slices)
      {
        RankSpan *span = &spans[timed.rank];
        Range *range = range_of (span);

        /* A slice that is too long still shows where it begins. */
        if (timed.begin_ns >= span->low_ns && timed.end_ns <= span->high_ns)
          range_add (range, timed.begin_ns, timed.end_ns);
        else
          {
            ++*ret_n_far;
            if (timed.begin_ns >= span->low_ns && timed.begin_ns <= span->high_ns)
              range_add (range, timed.begin_ns, timed.begin_ns);
          }
      }
  return true;
}

/* Returns false if memory runs out. */
static bool
find_spans (TraceBuilder *builder, const SliceSurvey *survey, Trace *trace, RankSpan *spans)
{
  bool any_slices = false;
  uint64_t n_far;

  find_ranges (builder, survey, spans);
  if (builder->is_job)
    take_spans_of_job (builder, spans);
  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      spans[r].has_slices = spans[r].slices.has_any;
      spans[r].has_any = spans[r].points.has_any;
      any_slices = any_slices || spans[r].has_slices;
    }
  if (builder->is_job)
    n_far = 0;
  else if (!leave_out_far_times (builder, spans, &n_far))
    return false;
  health_table_add (&trace->health, HEALTH_EVENT_TIME_FAR, n_far, -1, HEALTH_NO_OFFSET);

  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      const Range *range = range_of (&spans[r]);

      spans[r].first_ns = range->first_ns;
      spans[r].last_ns = spans[r].has_slices ? range->last_ns : range->first_ns;
      spans[r].bounds_time = spans[r].has_slices || (!any_slices && spans[r].has_any);
    }
  return true;
}

static void
close_unfinished (TraceBuilder *builder, const SliceSurvey *survey, const RankSpan *spans)
{
  bool any = false;

  for (size_t t = 0; t < survey->n_tracks; t++)
    any = any || survey->tracks[t].has_unfinished;
  for (size_t i = 0; any && i < builder->slices.n; i++)
    {
      SliceInput *slice = &builder->slices.at[i];
      int64_t last_ns = spans[builder->tracks.at[slice->track].rank].last_ns;

      /* The profiler's own span may begin after all others. */
      if (slice->flags & SLICE_UNFINISHED)
        slice->dur_ns = last_ns > slice->start_ns ? last_ns - slice->start_ns : 0;
    }
}

/* Returns whether all ranks share one clock: each has one, and they are not further apart than times can be. */
static bool
has_common_clock (const TraceBuilder *builder, const RankSpan *spans, int64_t *ret_origin_ns)
{
  int64_t first = INT64_MAX, last = INT64_MIN, origin = INT64_MAX;

  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      const RankInput *rank = &builder->ranks.at[r];
      int64_t begin = rank->base_ns + spans[r].first_ns, end = rank->base_ns + spans[r].last_ns;

      if (!spans[r].has_slices && !spans[r].has_any)
        continue;
      if (!rank->rank.has_epoch)
        return false;
      first = begin < first ? begin : first;
      last = end > last ? end : last;
      if (spans[r].bounds_time && begin < origin)
        origin = begin;
    }
  if (origin == INT64_MAX)
    return false;
  *ret_origin_ns = origin;
  return (__int128) last - first <= 2 * TRACE_TIME_MAX_NS;
}

/* Sets *ret_origin_ns, at the first rank of each file, to the begin of the earliest rank of the file: ranks of one file
 * share its clock. Returns the number of files. */
static size_t
find_file_origins (const TraceBuilder *builder, const RankSpan *spans, int64_t *ret_origin_ns)
{
  size_t n_files = 0;

  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      const RankInput *rank = &builder->ranks.at[r];
      int64_t *origin_ns = &ret_origin_ns[rank->first_of_file];

      if (rank->first_of_file == r)
        {
          n_files++;
          *origin_ns = INT64_MAX;
        }
      if (spans[r].bounds_time)
        *origin_ns = MIN (*origin_ns, rank->base_ns + spans[r].first_ns);
    }
  return n_files;
}

static int64_t
shift_in_file (const RankInput *rank, const RankSpan *span, const int64_t *file_origins_ns)
{
  int64_t origin_ns = file_origins_ns[rank->first_of_file];

  return origin_ns == INT64_MAX ? -span->first_ns : rank->base_ns - origin_ns;
}

/* Returns false if memory runs out. */
static bool
find_shifts (TraceBuilder *builder,
             Trace *trace,
             const RankSpan *spans,
             const uint32_t *rank_map,
             int64_t *ret_shift_ns)
{
  int64_t *file_origins_ns = malloc ((builder->ranks.n + 1) * sizeof *file_origins_ns);
  int64_t origin_ns = 0;
  bool common = has_common_clock (builder, spans, &origin_ns);

  if (file_origins_ns == NULL)
    return false;
  size_t n_files = find_file_origins (builder, spans, file_origins_ns);
  trace->has_epoch = common;
  trace->epoch_ns = origin_ns;
  if (!common && n_files > 1)
    health_table_add (&trace->health, HEALTH_RANKS_NO_COMMON_CLOCK, builder->ranks.n, -1, HEALTH_NO_OFFSET);

  bool any = false;
  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      const RankInput *rank = &builder->ranks.at[r];
      int64_t shift_ns =
        common ? rank->base_ns - origin_ns : shift_in_file (rank, &spans[r], file_origins_ns);

      ret_shift_ns[rank_map[r]] = shift_ns;
      if (!spans[r].bounds_time)
        continue;
      if (!any || spans[r].first_ns + shift_ns < trace->begin_ns)
        trace->begin_ns = spans[r].first_ns + shift_ns;
      if (!any || spans[r].last_ns + shift_ns > trace->end_ns)
        trace->end_ns = spans[r].last_ns + shift_ns;
      any = true;
    }
  free (file_origins_ns);
  return true;
}

bool
builder_clock (TraceBuilder *builder,
               const SliceSurvey *survey,
               Trace *trace,
               const uint32_t *rank_map,
               int64_t *ret_shift_ns)
{
  RankSpan *spans = calloc (builder->ranks.n + 1, sizeof *spans);

  if (spans == NULL)
    return false;
  bool ok = find_spans (builder, survey, trace, spans);
  if (ok)
    {
      close_unfinished (builder, survey, spans);
      ok = find_shifts (builder, trace, spans, rank_map, ret_shift_ns);
    }
  for (size_t r = 0; r < builder->ranks.n; r++)
    time_extent_clear (&spans[r].extent);
  free (spans);
  return ok;
}

bool
trace_builder_extent (const TraceBuilder *builder, int64_t *ret_first_ns, int64_t *ret_last_ns)
{
  TimeExtent extent;
  Range range = { 0 };
  Timed timed;
  uint64_t n = 0;
  int64_t low_ns = INT64_MIN, high_ns = INT64_MAX;

  for (size_t i = 0; i < n_timed (builder); i++)
    n += get_timed (builder, i, &timed);
  if (n == 0 || !time_extent_init (&extent, n))
    return false;
  for (int round = 0; round < 2; round++)
    {
      for (size_t i = 0; i < n_timed (builder); i++)
        {
          if (!get_timed (builder, i, &timed))
            continue;
          int64_t base_ns = builder->ranks.at[timed.rank].base_ns;
          int64_t begin_ns = trace_time_clamp (timed.begin_ns + base_ns);
          int64_t end_ns = MAX (trace_time_clamp (timed.end_ns + base_ns), begin_ns);

          if (round == 0)
            time_extent_add (&extent, begin_ns, end_ns);
          else if (begin_ns >= low_ns && end_ns <= high_ns)
            range_add (&range, begin_ns, end_ns);
          else if (begin_ns >= low_ns && begin_ns <= high_ns)
            range_add (&range, begin_ns, begin_ns);
        }
      if (round == 0)
        time_extent_bounds (&extent, &low_ns, &high_ns);
    }
  time_extent_clear (&extent);
  *ret_first_ns = range.first_ns;
  *ret_last_ns = range.last_ns;
  return range.has_any;
}
