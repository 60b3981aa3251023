/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds by how much the clock of sampled GPU utilization differs from that of a profile: at the right shift, the samples
 * follow the busy share of the GPU as the profile has it.
 *
 * The measure is Pearson's correlation of the samples with the busy share of the time that each covers, over the samples that
 * lie within the profile, of all GPUs together (each less its own mean). A shift is believed only if it is good and no other
 * is nearly as good: noise, a GPU that is always busy, and work that repeats all the same find nothing.
 *
 * The more shifts are tried, the better is the best of them by chance alone, and all the more so with few samples. So a shift
 * must also be better than chance: by Fisher's transformation of the correlation, of as many samples as are independent of
 * each other (Bartlett's formula, from how samples and work follow themselves; a few that stand out count alone), for as many shifts as differ by an interval.
 * GPUs of a run work alike: samples of several count as those of one. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/telemetry/telemetry.h"
#include "trace/model/profile_records.h"

/* A GPU. */
typedef struct
{
  const TelemetrySample *samples; /* ascending by time */
  size_t n;
  const BusyInterval *busy; /* ascending, disjoint; in time of the profile */
  size_t n_busy;
} ShiftPair;

/* Shifts to try: from centre - reach to centre + reach. */
typedef struct
{
  int64_t centre_ns, reach_ns;
} ShiftRange;

typedef struct
{
  const ShiftPair *pairs;
  size_t n_pairs;
  int64_t begin_ns, end_ns; /* of what the profile recorded */
  int64_t interval_ns; /* between samples; each covers the interval before it, at most SHIFT_COVERS_MAX_NS */
  const ShiftRange *ranges; /* ascending, not overlapping */
  size_t n_ranges;
} ShiftSearch;

#define SHIFT_COVERS_MAX_NS INT64_C (1000000000)

#define SHIFT_SAMPLES_MIN     10   /* within the profile, or nothing is found */
#define SHIFT_CORRELATION_MIN 0.8  /* of a shift that is believed */
#define SHIFT_LEAD_MIN        0.2  /* of it before the best other one */
#define SHIFT_INDEPENDENT_MIN 16   /* samples, of the GPU with the most */
#define SHIFT_CHANCE_MAX      1e-5 /* that the best of so many unrelated shifts is as good */

typedef struct
{
  bool is_sure;
  int64_t shift_ns;   /* of the best one: added to a sample's time */
  double correlation; /* of it; 0 if nothing can be compared */
  double second;      /* of the best one that is not next to it */
  uint64_t n_samples; /* that it compares */
} ShiftFound;

/* Returns false if memory runs out. Looks at no more than some 10^8 pairs of samples and shifts, whatever is asked. */
bool shift_search_run (const ShiftSearch *search, ShiftFound *ret_found);
