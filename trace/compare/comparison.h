/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison of a baseline and other sides: figures, from what to what, and rows.
 *
 * Immutable once computed; any thread may read it. Traces and step tables must outlive it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"
#include "trace/compare/compare_summary.h"
#include "trace/compare/compare_table.h"
#include "trace/compare/matching/kernel_matching.h"
#include "trace/compare/slow_steps.h"
#include "trace/compare/waterfall.h"

typedef struct
{
  const HandPair *pairs; /* kernels paired by hand; borrowed */
  size_t n_pairs;
  bool only_common_steps; /* use only the steps whose numbers all sides have: compare_part_check_numbers () */
} ComparisonOptions;

/* Why the steps of a side cannot be used. */
typedef enum
{
  LACK_NOTHING,   /* they can; but they are not used if another side lacks something */
  LACK_STEPS,     /* the profile, or its rank in scope, has no steps */
  LACK_IN_SCOPE,  /* no step begins in the scope */
  LACK_WHOLE,     /* every step in scope is recorded in part */
  LACK_ALL_RANKS, /* no step in scope is recorded whole on all ranks */
  LACK_TIME,      /* no step in scope has a wall time */
  LACK_COMMON     /* only the steps that all sides have were asked for, and there are none */
} StepsLack;

typedef struct
{
  uint32_t n_sides;
  CompareSide *sides; /* the first is the baseline */
  CompareSummary summary;
  CompareTable tables[N_ROW_KINDS];
  Waterfall *waterfalls; /* by side; that of the baseline is empty */
  SlowSteps *slow;       /* by side */
  StepsLack *lacks;      /* by side; all LACK_NOTHING if steps are used */
} Comparison;

/* Compares n_parts sides, at least 2. should_continue (user_data) may be NULL; it is called regularly, on several threads
 * at once. Returns false when it returns false or memory runs out; call clear () in either case. O(slices of all parts),
 * and what the sides and tables take. */
bool comparison_compute (const ComparePart *parts,
                         uint32_t n_parts,
                         const ComparisonOptions *options,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         Comparison *ret_comparison);
void comparison_clear (Comparison *comparison);
