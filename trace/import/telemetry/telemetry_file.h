/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters in a file between two processes of this program: one that reads what nobody vouches for, and the window. It has the
 * numbers of a Telemetry in the order of their memory, and is read by no other version of the program.
 *
 *   head   magic, format, clock, counts, key      (telemetry_file.c)
 *   of each series: its numbers, its name, its samples */

#pragma once

#include "trace/import/telemetry/telemetry.h"

/* Writes the counters at the begin of fd, which is open for writing; borrowed. Returns false with errno set. */
bool telemetry_file_write (const Telemetry *telemetry, int fd);

/* Reads a file that telemetry_file_write () wrote, or that a process wrote after a hostile file took it over: whatever it holds,
 * the result keeps what telemetry.h promises. Names are valid UTF-8 without control characters, values are finite, and times
 * are in the range of TRACE_TIME_MAX_NS. Fails with TRACE_ERROR_DAMAGED or TRACE_ERROR_NO_MEMORY; path is for messages. Takes
 * O(bytes) time and memory: call it from a worker thread. */
Telemetry *telemetry_file_read (int fd, const char *path, GError **error);
