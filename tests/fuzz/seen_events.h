/* SPDX-License-Identifier: Apache-2.0
 *
 * How many events a text has: a second reading of it, strict and simple-minded, that knows nothing of trace/import. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True for a text about which there can be no two opinions: valid JSON, an object with one array of objects
 * "traceEvents", or that array alone. Most damaged texts are not. O(n). */
bool seen_events_count (const char *text, size_t n, uint64_t *ret_n);
