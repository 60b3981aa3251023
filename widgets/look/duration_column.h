/* SPDX-License-Identifier: Apache-2.0
 *
 * Durations listed one below the other. All have the same unit and number of decimals, so that their
 * digits align. */

#pragma once

#include <stdint.h>

#include "widgets/look/number_text.h"

typedef struct
{
  const char *unit; /* "ms" */
  int64_t unit_ns;
  int decimals; /* of the unit; none beyond nanoseconds */
} DurationColumn;

/* Chooses the unit for the largest duration, with two decimals, three for a single digit, or whole
 * nanoseconds. */
DurationColumn duration_column_of (int64_t largest_ns);

/* Returns a column for the begin and the end of a time span, with enough decimals to resolve a tenth of its length. */
DurationColumn duration_column_of_span (int64_t begin_ns, int64_t end_ns);

/* Writes a duration ns >= 0, rounded half up, such as "130.66 ms". Returns buffer. */
char *duration_column_text (const DurationColumn *column,
                            const NumberStyle *style,
                            int64_t ns,
                            char buffer[NUMBER_TEXT_MAX]);
