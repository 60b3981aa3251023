/* SPDX-License-Identifier: Apache-2.0
 *
 * "A..B": a window of time as written on the command line; and times alone. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  bool has_begin, has_end;
  int64_t begin_ns, end_ns;
} TimeWindow;

/* A and B are numbers with ns, us, µs, ms or s behind them (nothing: ns); either may be left out.
 * False: text is not that, or ends before it begins. */
bool time_window_parse (const char *text, TimeWindow *ret_window);

/* One time, written likewise. False: text is not that. */
bool time_window_parse_time (const char *text, int64_t *ret_ns);
