/* SPDX-License-Identifier: Apache-2.0
 *
 * Interprets a time or a step that the user typed.
 *
 *   12.3 ms   812 ns   1.2 s   2 min 4 s        since the begin of the profile
 *   +3 ms   -3ms                                from the begin of the view
 *   21:24   21:24:03.12                         on the wall, in profiles that tell when they were recorded
 *   1012   #1012   step 1012                    a step
 *   step 1012 + 6 ms                            a time, as the ruler calls it
 *
 * Decimals are those of the C locale or of the user; digits may be grouped as the user groups them, so that what was
 * copied can be typed in again. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/look/wall_clock.h"
#include "widgets/state/profile.h"

typedef enum
{
  GO_NOWHERE,
  GO_TO_TIME,
  GO_TO_STEP,
} GoToKind;

typedef struct
{
  GoToKind kind;
  int64_t time_ns; /* GO_TO_TIME: within the profile */
  uint64_t step;   /* GO_TO_STEP: of the step table */
  char *sentence;  /* describes the target, or why there is none; for g_free () */
} GoTo;

/* Interprets a text. Steps are those of rank. view_begin_ns is the base of times with a sign. O(text + steps of the
 * rank). */
GoTo go_to_find (const char *text,
                 const Profile *profile,
                 uint32_t rank,
                 const WallClock *clock,
                 int64_t view_begin_ns,
                 const NumberStyle *numbers);
