/* SPDX-License-Identifier: Apache-2.0
 *
 * How much of a window slices cover together, what overlaps counted once. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/stats/scope.h"

/* Of n slices, which it brings into order of their start. False: out of memory. O(n). */
bool slices_covered (const StatsScope *scope, int64_t *start_ns, int64_t *dur_ns, size_t n, int64_t *ret_ns);
