/* SPDX-License-Identifier: Apache-2.0
 *
 * Times of a profile as a clock on the wall showed them where the program runs. Pure but for wall_clock_of ().
 *
 * The clock is that of the time zone at the profile's begin: a change to summer time within a profile is not followed,
 * so that the same distance on the ruler is always the same time. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"
#include "widgets/look/number_text.h"

typedef struct
{
  bool is_known;       /* whether the profile tells when it was recorded */
  int64_t midnight_ns; /* time of the profile at which its first day began, <= 0 */
  int year, month, day;
} WallClock;

/* In the time zone of the user. */
WallClock wall_clock_of (const Trace *trace);

/* "21:24", "21:24:03", "21:24:03.12": to the digit that step_ns, a divisor or a multiple of a minute, changes. */
char *wall_clock_text (const WallClock *clock,
                       const NumberStyle *numbers,
                       int64_t time_ns,
                       int64_t step_ns,
                       char buffer[NUMBER_TEXT_MAX]);

/* "2022-08-22": the day of a time. */
char *wall_clock_date (const WallClock *clock, int64_t time_ns, char buffer[NUMBER_TEXT_MAX]);
