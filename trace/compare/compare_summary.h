/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison in a dozen figures: of each side, and how each other side differs from the baseline.
 *
 * All figures but the first three and the last are means per step and GPU (launches: per step and rank). A difference is
 * beyond the spread between steps if its 99 % interval (trace/compare/statistics/block_bootstrap.h) does not contain 0: of eleven
 * figures that do not differ, one is beyond its 95 % interval in every second or third comparison. The interval to show is the
 * one of 95 %. With fewer than 4 steps on either side this cannot be decided. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/statistics/block_bootstrap.h"
#include "trace/compare/side/compare_side.h"

typedef enum
{
  SUMMARY_STEP_MEAN,
  SUMMARY_STEP_MEDIAN,
  SUMMARY_STEP_P95,
  SUMMARY_GPU_ACTIVE,
  SUMMARY_COMPUTE,
  SUMMARY_COMMUNICATION,
  SUMMARY_EXPOSED_COMMUNICATION,
  SUMMARY_EXPOSED_COPIES,
  SUMMARY_IDLE,
  SUMMARY_KERNELS,
  SUMMARY_LAUNCHES,
  SUMMARY_MEMORY_PEAK,
  N_SUMMARY_KEYS
} SummaryKey;

typedef enum
{
  DIFFERS_UNDECIDED,
  DIFFERS_NO,
  DIFFERS_YES
} SummaryDiffers;

typedef struct
{
  bool has_value;
  double value;
  bool has_total; /* value = total / divisor */
  int64_t total;
  uint64_t divisor;
  uint64_t n; /* steps behind the value; 1 without steps */

  /* From the baseline; has_difference is false for the baseline itself. */
  bool has_difference;
  BootstrapDifference difference;
  SummaryDiffers differs;
  double p; /* of means: that they are as far apart if nothing differs (block_difference_p ()); negative if it cannot be told */
} SummaryCell;

typedef struct
{
  uint32_t n_sides;
  SummaryCell *cells[N_SUMMARY_KEYS]; /* by side */
} CompareSummary;

/* "step.mean" and so on, as on the command line. */
const char *summary_key_word (SummaryKey key);

/* Returns the key of a word, or N_SUMMARY_KEYS. */
SummaryKey summary_key_of (const char *word, size_t length);

/* "ns", "bytes" or "count" */
const char *summary_key_unit (SummaryKey key);

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out; call clear () in either case. O(draws x steps). */
bool compare_summary_compute (const CompareSide *sides,
                              uint32_t n_sides,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              CompareSummary *ret_summary);
void compare_summary_clear (CompareSummary *summary);
