/* SPDX-License-Identifier: Apache-2.0
 *
 * Parses time windows ("A..B") and single times of the command line. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  bool has_begin, has_end;
  int64_t begin_ns, end_ns;
} TimeWindow;

/* Parses "A..B", where A and B are numbers followed by ns, us, µs, ms or s (ns without a unit); either may be missing.
 * Returns false for another text, or when the window ends before it begins. */
bool time_window_parse (const char *text, TimeWindow *ret_window);

/* Parses one time in the same form. Returns false for another text. */
bool time_window_parse_time (const char *text, int64_t *ret_ns);
