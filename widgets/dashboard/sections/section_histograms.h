/* SPDX-License-Identifier: Apache-2.0
 *
 * The durations of annotations that the user asked for by name: SECTION_HISTOGRAMS. */

#pragma once

#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* More are left empty. */
#define DASHBOARD_HISTOGRAMS_MAX 32

/* Of one exact name, or of all that begin with it where it ends with '*': the annotations that start in the window, with their whole durations; unfinished ones left out. */
typedef struct
{
  Distribution duration;
  Histogram bins;
  uint64_t *bin_first; /* of each bin: the earliest slice that lies in it; SLICE_NONE if none does */
} AnnotationHistogram;

typedef struct
{
  uint32_t n;
  AnnotationHistogram of[]; /* in the order of DashboardData.annotations */
} HistogramFigures;

void *
section_histograms_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_histograms_free (void *section);

/* Whether that is one of the names that a histogram is of. */
bool annotation_matches (const char *annotation, const char *name, size_t length);

/* Returns NULL if the data was begun without that name. O(names). */
const AnnotationHistogram *dashboard_histogram (const DashboardData *data, const char *annotation);
