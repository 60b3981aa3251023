/* SPDX-License-Identifier: Apache-2.0
 *
 * Formats durations for people, the same everywhere: four significant digits and a unit that fits the size.
 *
 *   812 ns   12.50 µs   76.21 ms   1.204 s   2 min 04 s   3 h 05 min   2 d 07 h
 *
 * The decimal point is that of the C locale. Allocates nothing; any thread. */

#pragma once

#include <stdint.h>

#define DURATION_TEXT_MAX 64 /* bytes, the final NUL included */

/* Writes the text to buffer and returns buffer. Negative durations have a minus. A value that is not finite becomes
 * "n/a"; a value beyond int64 is shown as the nearest int64. */
char *duration_text (double ns, char buffer[DURATION_TEXT_MAX]);

#define DURATION_SEPARATOR_MAX 6        /* bytes; longer ones are cut */
#define DURATION_GROUP_SPACE   "\u202f" /* a narrow no-break space */

/* Writes every digit, such as "12,504,113 ns", and returns buffer. separator (UTF-8, may be "") is put between groups
 * of three digits. */
char *duration_text_exact (int64_t ns, const char *separator, char buffer[DURATION_TEXT_MAX]);
