/* SPDX-License-Identifier: Apache-2.0
 *
 * Histograms of the durations of annotations that the user chose by name: SECTION_HISTOGRAMS. */

#pragma once

#include "trace/stats/distribution.h"
#include "trace/stats/histogram.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* Further names get empty histograms. */
#define DASHBOARD_HISTOGRAMS_MAX 32

/* The annotations of one exact name, or, if the name ends with '*', of all names that start with it. Contains those that
 * start in the window, with their whole durations, except unfinished ones. */
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

/* Returns whether an annotation belongs to the histogram of name, which may end with '*'. */
bool annotation_matches (const char *annotation, const char *name, size_t length);

/* Returns NULL if the data was begun without that name. O(names). */
const AnnotationHistogram *dashboard_histogram (const DashboardData *data, const char *annotation);
