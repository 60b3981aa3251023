/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes how much of a window slices cover together; overlapping time counts once. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/stats/scope.h"

/* Sorts the n slices by start. Returns false when memory runs out. O(n). */
bool slices_covered (const StatsScope *scope, int64_t *start_ns, int64_t *dur_ns, size_t n, int64_t *ret_ns);
