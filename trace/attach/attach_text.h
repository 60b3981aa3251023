/* SPDX-License-Identifier: Apache-2.0
 *
 * Shifts and zones of attached counters as text. Any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Reads "3.2s", "-250ms", "1h", "90min", "15 s"; a number alone counts nanoseconds. */
bool attach_duration_read (const char *text, int64_t *ret_ns);

/* Returns every digit with the largest unit that fits: "3.2s", "-250ms"; attach_duration_read () reads it as the same.
 * Transfer full. */
char *attach_duration_text (int64_t ns);

/* Returns a shift of a time of the day as the time zone that it is and the rest: "-1 h -2.5s" is "+01:00 -2.5s". Transfer
 * full. */
char *attach_zone_text (int64_t shift_ns);

/* Reads what attach_zone_text () writes, "+01:00 -3.2s", a time zone, or a duration alone, which is then the shift. */
bool attach_shift_read (const char *text, int64_t *ret_shift_ns);

/* Reads a time zone, and a time that tells its zone, or is seconds since 1970; or a time without a zone where zone_ns is not
 * NULL, which is then what its clock is ahead of UTC. */
bool attach_zone_read (const char *text, int64_t *ret_ns);
bool attach_start_read (const char *text, const int64_t *zone_ns, int64_t *ret_ns);
