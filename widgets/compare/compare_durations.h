/* SPDX-License-Identifier: Apache-2.0
 *
 * How durations of the sides of a comparison are distributed, over the same bins: step times, or the slices behind a row of a
 * table. Immutable once computed; any thread. */

#pragma once

#include "trace/stats/histogram.h"
#include "widgets/charts/chart.h"
#include "widgets/compare/compared.h"

#define COMPARE_DURATIONS_BINS 40

typedef struct
{
  uint32_t n_sides;
  Histogram histogram;                  /* of all sides together */
  uint64_t *counts[COMPARED_SIDES_MAX]; /* by bin */
  uint64_t n[COMPARED_SIDES_MAX];
  double median_ns[COMPARED_SIDES_MAX];
  char *texts[COMPARED_SIDES_MAX]; /* of the legend */
  OverlaySeries series[COMPARED_SIDES_MAX];
  OverlayChart chart; /* of the above */
} CompareDurations;

/* The times of the steps used. Returns NULL when memory runs out. O(steps log steps). */
CompareDurations *compare_durations_of_steps (const Compared *compared);

/* The durations of all slices in the scope of each side that have the exact name of a slice of it. slices: by side; SLICE_NONE
 * for none. Returns NULL when should_continue (user_data), which may be NULL, returns false or memory runs out. O(slices):
 * call it from a worker thread. */
CompareDurations *compare_durations_like (const Compared *compared,
                                          const uint64_t *slices,
                                          bool (*should_continue) (void *user_data),
                                          void *user_data);
void compare_durations_free (CompareDurations *durations); /* NULL is allowed */

/* Returns what a bin holds: "76 ms to 77 ms: A 9 of 23 (39 %), B 0 of 17"; translated, transfer full. */
char *compare_durations_bin_text (const CompareDurations *durations, int bin, const NumberStyle *numbers);

/* Returns the legend in lines, with medians. Transfer full. */
char *compare_durations_text (const CompareDurations *durations, const NumberStyle *numbers);
