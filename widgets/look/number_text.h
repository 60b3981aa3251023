/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as people read them, on screens and in pictures: units, digits, and the signs of a locale.
 *
 * Files and machine output are in the C locale; a picture is a file, a window follows the user. Buffers of
 * NUMBER_TEXT_MAX bytes hold every result. */

#pragma once

#include <stddef.h>
#include <stdint.h>

#define NUMBER_TEXT_MAX 64

typedef struct
{
  char decimal[8];   /* "." */
  char thousands[8]; /* "," */
} NumberStyle;

extern const NumberStyle number_style_c; /* "." and "," */

/* Returns the signs of the locale set by setlocale (). */
NumberStyle number_style_of_locale (void);

/* Returns a text whose numbers have the signs of the C locale, as findings do, with those of style. What stands between back
 * ticks is a name and stays. Transfer full. */
char *number_text_signs (const NumberStyle *style, const char *text);

/* Writes a duration with four significant digits in the unit of its size (trace/text/duration_text.h), such as "12.50
 * µs". Like those below, it puts a no-break space between number and unit of durations, percentages and bytes, so that
 * no line ends there. Returns buffer, as all of these do. */
char *number_text_duration (const NumberStyle *style, double ns, char buffer[NUMBER_TEXT_MAX]);

/* Writes exact nanoseconds for tooltips and copies, such as "12,504,113 ns". */
char *number_text_exact_ns (const NumberStyle *style, int64_t ns, char buffer[NUMBER_TEXT_MAX]);

/* Writes a whole number, such as "74,937". */
char *number_text_count (const NumberStyle *style, uint64_t n, char buffer[NUMBER_TEXT_MAX]);

/* Writes a quantity without a unit, with four significant digits or all digits of a whole number, such as "8,600",
 * "0.45", "-2.25", "1e+20". Writes "n/a" for NaN. */
char *number_text_value (const NumberStyle *style, double value, char buffer[NUMBER_TEXT_MAX]);

/* Writes tenths of a percent, as made by trace/stats/percent_parts.h, such as "83.5 %" with a narrow no-break space. */
char *number_text_tenths (const NumberStyle *style, int64_t tenths, char buffer[NUMBER_TEXT_MAX]);

/* Writes whole percents for axes, such as "75 %" with a narrow no-break space. */
char *number_text_percent (const NumberStyle *style, int64_t percent, char buffer[NUMBER_TEXT_MAX]);

/* Writes a share from 0 to 1 rounded to tenths of a percent, such as "83.5 %". Writes "n/a" for NaN. */
char *number_text_share (const NumberStyle *style, double share, char buffer[NUMBER_TEXT_MAX]);

/* Writes a size in decimal units, such as "42,024 B" or "1.25 GB". */
char *number_text_bytes (const NumberStyle *style, uint64_t bytes, char buffer[NUMBER_TEXT_MAX]);

/* Writes a round duration >= 0 in the largest unit that gives at least 1 and a whole number or whole tenths, such as
 * "500 µs" or "1.2 ms". Other durations are written in nanoseconds. */
char *number_text_edge (const NumberStyle *style, int64_t time_ns, char buffer[NUMBER_TEXT_MAX]);

/* Writes a tick of a ruler whose ticks are step_ns > 0 apart, in the largest unit that divides the step, such as "8 ms"
 * or "500 µs". A text longer than NUMBER_TEXT_TICK_MAX characters is written in tenths of the next unit if that is
 * exact ("-1.5 µs" for ticks 500 ns apart). If it is still longer, the ruler needs a base. */
#define NUMBER_TEXT_TICK_MAX 7
char *
number_text_tick (const NumberStyle *style, int64_t time_ns, int64_t step_ns, char buffer[NUMBER_TEXT_MAX]);

/* Writes a time as the base of such a ruler, in seconds, down to the digit that a step changes, such as "12.34567 s". */
char *
number_text_moment (const NumberStyle *style, int64_t time_ns, int64_t step_ns, char buffer[NUMBER_TEXT_MAX]);
