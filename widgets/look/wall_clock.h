/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts times of a profile to wall clock time in the time zone of this machine. Only wall_clock_of ()
 * depends on anything but its arguments.
 *
 * The UTC offset is the one at the begin of the profile. A change to summer time within a profile is
 * ignored, so that equal distances on the ruler are equal times. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"
#include "widgets/look/number_text.h"

typedef struct
{
  bool is_known;       /* false if the profile does not record when it was made */
  int64_t midnight_ns; /* profile time at which its first day began, <= 0 */
  int year, month, day;
} WallClock;

/* Uses the time zone of the user. */
WallClock wall_clock_of (const Trace *trace);

/* Writes the time of day down to the digit that step_ns changes: "21:24", "21:24:03" or "21:24:03.12". step_ns is a
 * divisor or a multiple of a minute. Returns buffer. */
char *wall_clock_text (const WallClock *clock,
                       const NumberStyle *numbers,
                       int64_t time_ns,
                       int64_t step_ns,
                       char buffer[NUMBER_TEXT_MAX]);

/* Writes the day of a time, such as "2022-08-22". Returns buffer. */
char *wall_clock_date (const WallClock *clock, int64_t time_ns, char buffer[NUMBER_TEXT_MAX]);
