/* SPDX-License-Identifier: Apache-2.0
 *
 * Work, counted: a figure that is the same on every machine and under any load, and that grows where an algorithm is
 * worse than it should be.
 *
 * Code that was compiled with -fsanitize-coverage=trace-pc counts one unit for each of its basic blocks that it comes
 * through. Loops within the C library are not compiled so; where its calls are wrapped by the linker (meson.build), each
 * WORK_COUNT_UNIT_BYTES that they go through count one unit. */

#pragma once

#include <stdint.h>

#define WORK_COUNT_UNIT_BYTES 64

/* Of all threads so far, those that have ended included. O(threads). Exact when no other thread is at work. */
uint64_t work_count_total (void);
