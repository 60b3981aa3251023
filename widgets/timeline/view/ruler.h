/* SPDX-License-Identifier: Apache-2.0
 *
 * The ticks of the timeline and their origin.
 *
 * RulerMode selects what ticks count from: the begin of the profile, the begin of a step on the host while the view
 * lies in that step, or the time of day. Timelines side by side count from the instant by which they are aligned. Where ticks would be longer than 7 characters (8 for times of day, which are
 * round in minutes), they count from a base, which is written once, left of the ruler. Pure. */

#pragma once

#include "widgets/timeline/view/timeline_view.h"

#define RULER_TICK_PX 96 /* ticks are at least this far apart */

typedef struct
{
  int64_t step_ns;  /* from tick to tick */
  bool in_tenths;   /* all ticks are in tenths of the unit above that of the step: "9.5 ms", "10.0 ms" */
  int64_t first_ns; /* the first tick at or after the begin of the view */
  uint64_t in_step; /* of the step table; UINT64_MAX if none */
  int64_t zero_ns;  /* begin of that step, or 0 */
  bool has_base;
  int64_t base_ns;        /* ticks count from here; zero_ns without a base */
  int64_t power_ns;       /* the base is a multiple of it, counted from zero_ns */
  bool in_hours;          /* "1:05 h" */
  bool is_aligned;        /* zero_ns is the instant by which timelines are aligned */
  const WallClock *clock; /* of the view: ticks without a base, and bases, are times of day; or NULL */
} RulerTicks;

RulerTicks ruler_ticks (const TimelineView *view);

/* Returns the label of the tick at a time: "8 ms", "+12.3 µs". */
char *ruler_tick_text (const RulerTicks *ticks,
                       const NumberStyle *numbers,
                       int64_t time_ns,
                       char buffer[NUMBER_TEXT_MAX]);

/* Returns the begin of the view, with one digit more than the ticks if there is room: "6.4 ms". */
char *ruler_begin_text (const RulerTicks *ticks,
                        const NumberStyle *numbers,
                        int64_t begin_ns,
                        char buffer[NUMBER_TEXT_MAX]);

/* Returns the base of the ticks, since the begin of the step or of the profile: "7.3 ms", "5 min 11.2 s". */
char *ruler_base_text (const RulerTicks *ticks, const NumberStyle *numbers, char buffer[NUMBER_TEXT_MAX]);

/* Returns the text left of the ruler: "Step 1011 + 7.3 ms", "Since the begin", "2022-08-22", "21:24:03".
 * Free with g_free (). */
char *ruler_origin_text (const TimelineView *view, const RulerTicks *ticks, const NumberStyle *numbers);

/* Convert between a mode and its word, "step", "begin" or "clock". An unknown word gives RULER_FROM_STEP. */
const char *ruler_mode_word (RulerMode mode);
RulerMode ruler_mode_find (const char *word);

/* Writes the number of a step, "1011", or its place in its rank, from 1, if it has no number. Returns buffer. */
char *ruler_step_number (const Profile *profile, uint64_t step, char buffer[NUMBER_TEXT_MAX]);
