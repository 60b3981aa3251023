/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults that tests inject into the converter process, to see how the window handles them. The environment variable
 * STEPSCOPE_CONVERTER_FAULT names one: abort, segv, kill, oom, hang, or slow (each progress report takes half a second). */

#pragma once

/* Causes the chosen fault; does nothing when none is chosen. */
void convert_fault_strike (void);

/* Call this with each progress report. */
void convert_fault_slow_down (void);
