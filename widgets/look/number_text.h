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

/* "12.50 µs": four significant digits, unit by size (trace/text/duration_text.h). No line ends between number and unit: in durations,
 * percentages and bytes the space between them is a no-break one. */
char *number_text_duration (const NumberStyle *style, double ns, char buffer[NUMBER_TEXT_MAX]);

/* "12,504,113 ns": for tooltips and copies. */
char *number_text_exact_ns (const NumberStyle *style, int64_t ns, char buffer[NUMBER_TEXT_MAX]);

/* "74,937" */
char *number_text_count (const NumberStyle *style, uint64_t n, char buffer[NUMBER_TEXT_MAX]);

/* "8,600", "0.45", "-2.25", "1e+20": a quantity without a unit, with four significant digits or all digits
 * of a whole number. Writes "n/a" for NaN. */
char *number_text_value (const NumberStyle *style, double value, char buffer[NUMBER_TEXT_MAX]);

/* "83.5 %", with a narrow no-break space: tenths of a percent, as made by trace/stats/percent_parts.h. */
char *number_text_tenths (const NumberStyle *style, int64_t tenths, char buffer[NUMBER_TEXT_MAX]);

/* "75 %", likewise: whole percents, for axes. */
char *number_text_percent (const NumberStyle *style, int64_t percent, char buffer[NUMBER_TEXT_MAX]);

/* "83.5 %" for a share from 0 to 1, rounded. Writes "n/a" for NaN. */
char *number_text_share (const NumberStyle *style, double share, char buffer[NUMBER_TEXT_MAX]);

/* "42,024 B", "1.25 GB": decimal units. */
char *number_text_bytes (const NumberStyle *style, uint64_t bytes, char buffer[NUMBER_TEXT_MAX]);

/* "500 µs", "1.2 ms": a round duration >= 0 in the largest unit that gives at least 1 and a whole number
 * or whole tenths. Other durations are written in nanoseconds. */
char *number_text_edge (const NumberStyle *style, int64_t time_ns, char buffer[NUMBER_TEXT_MAX]);

/* "8 ms", "500 µs": a tick of a ruler whose ticks are step_ns > 0 apart, in the largest unit that divides
 * the step. A text longer than NUMBER_TEXT_TICK_MAX characters is written in tenths of the next unit if
 * that is exact ("-1.5 µs" for ticks 500 ns apart). If it is still longer, the ruler needs a base. */
#define NUMBER_TEXT_TICK_MAX 7
char *
number_text_tick (const NumberStyle *style, int64_t time_ns, int64_t step_ns, char buffer[NUMBER_TEXT_MAX]);

/* "12.34567 s": a time as the base of such a ruler, in seconds, down to the digit that a step changes. */
char *
number_text_moment (const NumberStyle *style, int64_t time_ns, int64_t step_ns, char buffer[NUMBER_TEXT_MAX]);
