/* SPDX-License-Identifier: Apache-2.0
 *
 * In which step of a side a time is, by the host spans of its steps or by the windows of their wall times. */

#pragma once

#include "trace/compare/side/compare_steps.h"

/* Links the steps [first, end) of one rank, which ascend by host begin, to those around them, again whenever it changes which
 * of them are used. O(steps). */
void compare_steps_link (CompareStep *steps, uint64_t first, uint64_t end);

/* Returns the sample of the used step of a rank whose host span contains a time; if steps nest, of the one that begins
 * last. SAMPLE_NONE if there is none. *hint is 0 before the first call. O(log steps); O(1) if calls come in order of time and
 * steps do not nest. */
uint32_t compare_steps_at (const CompareSteps *steps, uint32_t rank, int64_t time_ns, uint64_t *hint);

/* Returns the sample in whose wall window on the rank a time is. O(log steps). */
uint32_t compare_steps_window_at (const CompareSteps *steps, uint32_t rank, int64_t time_ns);

/* Lists the windows of used steps on a rank, ascending and without empty ones; without steps, the scope's. Returns their
 * number; ret_windows has room for all steps of the rank, at least 1. */
typedef struct
{
  int64_t begin_ns, end_ns;
  uint32_t sample;
} CompareWindow;

uint64_t compare_steps_windows (const CompareSteps *steps, uint32_t rank, CompareWindow *ret_windows);
