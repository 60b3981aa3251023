/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts decimal microseconds to int64 nanoseconds exactly.
 *
 * Times since 1970 need 61 bits in nanoseconds. A double has 53 and would lose a quarter of a microsecond, so times are
 * never converted to one. More than three decimals are rounded half to even. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* text[0..length) is a JSON number or one of the invalid forms that some writers produce: a leading '+', leading zeros,
 * or no digit on one side of the point. An exponent is allowed. There is no surrounding space.
 *
 * Returns true and sets *ret_ns, and sets *ret_rounded when digits below a nanosecond were dropped. Returns false when
 * the text is not a number or its value is beyond +-limit_ns. O(length). */
bool decimal_us_to_ns (const char *text, size_t length, int64_t limit_ns, int64_t *ret_ns, bool *ret_rounded);

/* Does the same for any unit: computes the number x 10^power. A power of 3 converts microseconds to nanoseconds. */
bool decimal_to_scaled (const char *text,
                        size_t length,
                        int power,
                        int64_t limit,
                        int64_t *ret_value,
                        bool *ret_rounded);

/* Parses an integer as JSON files write ids: a decimal integer, the integral part of a decimal number, or 0x and
 * hexadecimal digits. The caller removes quotes. Returns false when the text is no such integer or is beyond int64. */
bool decimal_to_integer (const char *text, size_t length, int64_t *ret_value);
