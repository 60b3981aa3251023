/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/builder_clock.h"

#include <stdlib.h>

typedef struct
{
  bool has_slices, has_any;
  bool bounds_time;          /* has slices, or no rank has any */
  int64_t first_ns, last_ns; /* of slices, the profiler's own span left out */
  int64_t first_any_ns;      /* of instants and samples */
} RankSpan;

static void
find_spans (const TraceBuilder *builder, const SliceSurvey *survey, RankSpan *spans)
{
  for (size_t t = 0; t < survey->n_tracks; t++)
    {
      const TrackSurvey *track = &survey->tracks[t];
      RankSpan *span = &spans[builder->tracks.at[t].rank];

      if (!track->bounds_time)
        continue;
      if (!span->has_slices || track->first_ns < span->first_ns)
        span->first_ns = track->first_ns;
      if (!span->has_slices || track->last_ns > span->last_ns)
        span->last_ns = track->last_ns;
      span->has_slices = true;
    }
  for (size_t i = 0; i < builder->instants.n + builder->samples.n; i++)
    {
      bool is_instant = i < builder->instants.n;
      size_t j = is_instant ? i : i - builder->instants.n;
      uint32_t track = is_instant ? builder->instants.at[j].track : builder->samples.at[j].track;
      int64_t time_ns = is_instant ? builder->instants.at[j].time_ns : builder->samples.at[j].time_ns;
      RankSpan *span = &spans[builder->tracks.at[track].rank];

      if (!span->has_any || time_ns < span->first_any_ns)
        span->first_any_ns = time_ns;
      span->has_any = true;
    }

  bool any_slices = false;
  for (size_t r = 0; r < builder->ranks.n; r++)
    any_slices = any_slices || spans[r].has_slices;
  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      if (!spans[r].has_slices && spans[r].has_any)
        spans[r].first_ns = spans[r].last_ns = spans[r].first_any_ns;
      spans[r].bounds_time = spans[r].has_slices || (!any_slices && spans[r].has_any);
    }
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

/* All ranks on one clock, unless one has none or they are further apart than times can be. */
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

static void
find_shifts (TraceBuilder *builder,
             Trace *trace,
             const RankSpan *spans,
             const uint32_t *rank_map,
             int64_t *ret_shift_ns)
{
  int64_t origin_ns = 0;
  bool common = has_common_clock (builder, spans, &origin_ns);

  trace->has_epoch = common;
  trace->epoch_ns = origin_ns;
  if (!common && builder->ranks.n > 1)
    health_table_add (&trace->health, HEALTH_RANKS_NO_COMMON_CLOCK, builder->ranks.n, -1, HEALTH_NO_OFFSET);

  bool any = false;
  for (size_t r = 0; r < builder->ranks.n; r++)
    {
      int64_t shift_ns = common ? builder->ranks.at[r].base_ns - origin_ns : -spans[r].first_ns;

      ret_shift_ns[rank_map[r]] = shift_ns;
      if (!spans[r].bounds_time)
        continue;
      if (!any || spans[r].first_ns + shift_ns < trace->begin_ns)
        trace->begin_ns = spans[r].first_ns + shift_ns;
      if (!any || spans[r].last_ns + shift_ns > trace->end_ns)
        trace->end_ns = spans[r].last_ns + shift_ns;
      any = true;
    }
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
  find_spans (builder, survey, spans);
  close_unfinished (builder, survey, spans);
  find_shifts (builder, trace, spans, rank_map, ret_shift_ns);
  free (spans);
  return true;
}
