/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal text of microseconds -> int64 nanoseconds, exactly.
 *
 * Epoch times have 61 bits of nanoseconds; a double keeps 53 and loses a quarter of a microsecond, so times
 * never pass through one. More than three decimals round half to even. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* text[0..length) is a JSON number, or one in a form that writers use all the same (leading '+', leading
 * zeros, nothing on one side of the point; an exponent). No surrounding space.
 *
 * True, with *ret_ns (and *ret_rounded when digits below a nanosecond were dropped); false when the text is
 * not a number or its value is beyond +-limit_ns. O(length). */
bool decimal_us_to_ns (const char *text, size_t length, int64_t limit_ns, int64_t *ret_ns, bool *ret_rounded);

/* The same for any unit: the number x 10^power. 3 makes nanoseconds of microseconds. */
bool decimal_to_scaled (const char *text,
                        size_t length,
                        int power,
                        int64_t limit,
                        int64_t *ret_value,
                        bool *ret_rounded);

/* An integer as JSON files write ids: a decimal integer, the integral part of a decimal number, or 0x and
 * hexadecimal digits; whether quoted or not is the caller's matter. False: not one, or beyond int64. */
bool decimal_to_integer (const char *text, size_t length, int64_t *ret_value);
