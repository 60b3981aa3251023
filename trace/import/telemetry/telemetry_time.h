/* SPDX-License-Identifier: Apache-2.0
 *
 * Times of the day as monitoring programs write them. The C locale. Any thread. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  TELEMETRY_TIME_NONE,  /* it is no time */
  TELEMETRY_TIME_UTC,   /* it tells its time zone, or counts from 1970 */
  TELEMETRY_TIME_LOCAL, /* it does not: the result is as if it stood in UTC */
} TelemetryTimeKind;

/* Reads "2026/01/03 15:36:53.507", "2026-01-03T15:36:53+01:00" (or "Z", or " UTC"), or seconds since 1970. */
TelemetryTimeKind telemetry_time_read (const char *text, int64_t *ret_ns);

/* Reads what ctime () writes: "Sat Jan  3 15:36:53 2026", local time. */
bool telemetry_time_read_ctime (const char *text, int64_t *ret_ns);

/* Reads a time zone: "+02:00", "-0530", "+2", "Z", "UTC". *ret_ns is what its clocks are ahead of UTC. */
bool telemetry_zone_read (const char *text, int64_t *ret_ns);
