/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/slice_survey.h"

#include <stdlib.h>

#include "trace/container/parallel.h"

/* Smaller parts are not worth a thread. Nor are tables of tracks for each part worth it if they are larger
 * than the slices. */
#define PART_MIN_SLICES       16384
#define PART_SLICES_PER_TRACK 16

typedef struct
{
  SliceSurvey *survey;
  const TraceBuilder *builder;
  TrackSurvey *tracks; /* [n_parts][n_tracks] */
} Work;

size_t
slice_survey_part_begin (const SliceSurvey *survey, size_t part)
{
  size_t each = survey->n_slices / survey->n_parts, rest = survey->n_slices % survey->n_parts;

  return part * each + (part < rest ? part : rest);
}

static void
survey_part (void *user_data, size_t part, unsigned thread G_GNUC_UNUSED)
{
  const Work *work = user_data;
  SliceSurvey *survey = work->survey;
  const SliceInput *slices = work->builder->slices.at;
  TrackSurvey *tracks = work->tracks + part * survey->n_tracks;
  size_t end = slice_survey_part_begin (survey, part + 1);

  for (size_t t = 0; t < survey->n_tracks; t++)
    tracks[t] = (TrackSurvey){ .first_ns = INT64_MAX, .last_ns = INT64_MIN };
  for (size_t i = slice_survey_part_begin (survey, part); i < end; i++)
    {
      const SliceInput *slice = &slices[i];
      TrackSurvey *track = &tracks[slice->track];
      int64_t end_ns = slice->start_ns + slice->dur_ns;

      track->n++;
      track->has_unfinished |= (slice->flags & SLICE_UNFINISHED) != 0;
      if (slice->kind == SLICE_PROFILER_SPAN)
        continue;
      track->bounds_time = true;
      track->first_ns = slice->start_ns < track->first_ns ? slice->start_ns : track->first_ns;
      track->last_ns = end_ns > track->last_ns ? end_ns : track->last_ns;
    }
  for (size_t t = 0; t < survey->n_tracks; t++)
    survey->n_in_parts[part * survey->n_tracks + t] = tracks[t].n;
}

static void
join (TrackSurvey *all, const TrackSurvey *part)
{
  all->n += part->n;
  all->bounds_time |= part->bounds_time;
  all->has_unfinished |= part->has_unfinished;
  all->first_ns = part->first_ns < all->first_ns ? part->first_ns : all->first_ns;
  all->last_ns = part->last_ns > all->last_ns ? part->last_ns : all->last_ns;
}

bool
slice_survey_make (SliceSurvey *survey, const TraceBuilder *builder, unsigned n_threads)
{
  size_t n = builder->slices.n, n_tracks = builder->tracks.n;
  size_t n_worth = MIN (n / PART_MIN_SLICES, n / PART_SLICES_PER_TRACK / (n_tracks + 1));

  *survey = (SliceSurvey){ .n_slices = n, .n_tracks = n_tracks, .n_parts = CLAMP (n_worth, 1, n_threads) };
  survey->tracks = malloc (survey->n_parts * n_tracks * sizeof *survey->tracks + 1);
  survey->n_in_parts = malloc (survey->n_parts * n_tracks * sizeof *survey->n_in_parts + 1);
  if (survey->tracks == NULL || survey->n_in_parts == NULL)
    {
      slice_survey_clear (survey);
      return false;
    }

  Work work = { .survey = survey, .builder = builder, .tracks = survey->tracks };
  parallel_run (n_threads, survey->n_parts, survey_part, &work);
  for (size_t part = 1; part < survey->n_parts; part++)
    for (size_t t = 0; t < n_tracks; t++)
      join (&survey->tracks[t], &survey->tracks[part * n_tracks + t]);
  return true;
}

void
slice_survey_clear (SliceSurvey *survey)
{
  free (survey->tracks);
  free (survey->n_in_parts);
  *survey = (SliceSurvey){ 0 };
}
