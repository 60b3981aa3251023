/* SPDX-License-Identifier: Apache-2.0
 *
 * Durations as people read them, the same everywhere: four significant digits, unit by size.
 *
 *   812 ns   12.50 µs   76.21 ms   1.204 s   2 min 04 s   3 h 05 min   2 d 07 h
 *
 * With the decimal point of the C locale. No allocation; any thread. */

#pragma once

#include <stdint.h>

#define DURATION_TEXT_MAX 64 /* bytes, the final NUL included */

/* Negative durations have a minus. What is not finite is "n/a"; beyond int64 it is as at its end. Returns
 * buffer. */
char *duration_text (double ns, char buffer[DURATION_TEXT_MAX]);

#define DURATION_SEPARATOR_MAX 6        /* bytes; what is longer is cut */
#define DURATION_GROUP_SPACE   "\u202f" /* a narrow no-break space */

/* "12,504,113 ns": every digit, in groups of three with separator (UTF-8; may be "") between them. Returns
 * buffer. */
char *duration_text_exact (int64_t ns, const char *separator, char buffer[DURATION_TEXT_MAX]);
