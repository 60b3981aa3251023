/* SPDX-License-Identifier: Apache-2.0
 *
 * What one pass over all slices of a builder finds about each of its tracks. The slices are in memory in the
 * order of the file, 48 bytes each, so that passes over them take most of the time. */

#pragma once

#include "trace/build/builder_private.h"

typedef struct
{
  uint64_t n;       /* slices */
  bool bounds_time; /* has slices besides the profiler's own span */
  bool has_unfinished;
  int64_t first_ns, last_ns; /* earliest start and latest end of those that bound time */
} TrackSurvey;

/* Slices are read in n_parts parts, each by its own thread: part p is [part_begin (p), part_begin (p + 1)). */
typedef struct
{
  size_t n_slices, n_tracks, n_parts;
  TrackSurvey *tracks;  /* by track of the builder */
  uint64_t *n_in_parts; /* [n_parts][n_tracks]: slices of each */
} SliceSurvey;

/* Returns false if memory runs out; there is then nothing to clear. O(slices + tracks). */
bool slice_survey_make (SliceSurvey *survey, const TraceBuilder *builder, unsigned n_threads);
void slice_survey_clear (SliceSurvey *survey);

size_t slice_survey_part_begin (const SliceSurvey *survey, size_t part);
