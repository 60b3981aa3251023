/* SPDX-License-Identifier: Apache-2.0
 *
 * Conditions under which a comparison fails, as scripts give them:
 *
 *   step.median > +5%                       the other's median step is more than 5 % longer than the baseline's
 *   idle >= +2ms                            ... at least 2 ms more idle time per step
 *   memory_peak > 70000000000               ... the other's value itself
 *   kernel["*gemm*"].total > +10%           the time per step of all kernels whose exact names match the pattern
 *   differs step.mean                       the difference is beyond the spread between steps
 *
 * The key is one of the summary (trace/compare/compare_summary.h) or kernel["PATTERN"].total, in which * stands for any
 * bytes and ? for one. The operator is > >= < or <=. A value with a sign is a change from the baseline: relative with
 * %, else a difference; a value without a sign is compared with the figure itself. Units of time: ns us ms s; a bare number
 * is in the figure's unit.
 *
 * A condition cannot be decided where the other side lacks the value or has no kernel that matches. A change, and "differs",
 * need the value of the baseline too, which must not be 0 with %; and COMPARE_LEAST_STEPS used steps on both sides, unless
 * they are those of memory_peak. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/compare/comparison.h"

typedef enum
{
  FAIL_ABOVE,
  FAIL_AT_LEAST,
  FAIL_BELOW,
  FAIL_AT_MOST,
  FAIL_DIFFERS
} FailOperator;

typedef enum
{
  FAIL_VALUE,
  FAIL_DIFFERENCE,
  FAIL_RATIO
} FailOf;

typedef struct
{
  char *text;     /* as given; owned */
  SummaryKey key; /* N_SUMMARY_KEYS: kernels */
  char *pattern;  /* of kernels; owned or NULL */
  FailOperator op;
  FailOf of;
  double value; /* ns, bytes, count; or percent */
} FailCondition;

/* Parses a condition. Returns false with a sentence in *ret_problem (g_free ()) that says what is wrong. */
bool fail_condition_parse (const char *text, FailCondition *ret_condition, char **ret_problem);
void fail_condition_clear (FailCondition *condition);

typedef enum
{
  FAIL_HOLDS_NOT, /* nothing fails */
  FAIL_HOLDS,     /* the comparison fails */
  FAIL_UNDECIDED  /* it cannot be decided, which counts as a failure too */
} FailResult;

/* Tests a condition for one side. Unless the result is FAIL_HOLDS_NOT, *ret_sentence (g_free ()) says why, without a final
 * period. O(kernels). */
FailResult fail_condition_test (const FailCondition *condition,
                                const Comparison *comparison,
                                uint32_t side,
                                char **ret_sentence);
