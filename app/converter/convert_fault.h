/* SPDX-License-Identifier: Apache-2.0
 *
 * Ways for a converter process to go wrong, for tests of what the window makes of it. STEPSCOPE_CONVERTER_FAULT in
 * the environment: abort, segv, kill, oom, hang; slow: as if reading were slow, half a second for each report. */

#pragma once

/* Goes wrong that way, or does nothing. */
void convert_fault_strike (void);

/* To be called with each report of progress. */
void convert_fault_slow_down (void);
