/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the step in whose host span a time lies. */

#pragma once

#include "trace/findings/finding_facts.h"

#define STEP_AT_NONE SIZE_MAX

/* Returns an index into facts->steps, or STEP_AT_NONE. O(log steps). */
size_t step_at (const FindingFacts *facts, uint32_t rank, int64_t time_ns);

/* Returns that step, and when it ends as the devices see it. */
const TraceStep *step_at_get (const FindingFacts *facts, size_t at);
int64_t step_at_end_ns (const TraceStep *step);

/* Writes the number of a step for a sentence: its own, else its place in its rank. */
int64_t step_at_number (const TraceStep *step);
