/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a file of counters of any known format. */

#pragma once

#include "trace/import/telemetry/telemetry.h"

/* Reads a file, which may be compressed. Fails with TRACE_ERROR_NOT_A_TRACE if it is in no known format or has no sample,
 * TRACE_ERROR_UNREADABLE or TRACE_ERROR_NO_MEMORY. Takes O(bytes) time: call it from a worker thread. */
Telemetry *telemetry_read (const char *path, GError **error);

/* Does the same for an open file at its begin, which is borrowed; path is for messages. */
Telemetry *telemetry_read_fd (int fd, const char *path, GError **error);

/* Return the place of a format in the table by its word, and the words of a place (static). The second one returns false if there
 * is no such place. */
uint32_t telemetry_format_number (const char *word);
bool telemetry_format_of_number (uint32_t number, const char **ret_word, const char **ret_title);

/* Returns what the formats are called, in a sentence: "nvidia-smi CSV, ... and perf stat JSON". Transfer full. */
char *telemetry_formats_sentence (void);
