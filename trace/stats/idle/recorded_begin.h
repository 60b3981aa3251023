/* SPDX-License-Identifier: Apache-2.0
 *
 * The time at which the recording of each rank begins. The ranks of a job begin at different times, and nothing is
 * known about a rank before its first slice. */

#pragma once

#include <stdint.h>

#include "trace/model/trace.h"

/* Returns an array by rank with the begin of its first slice, or INT64_MAX if it has none. Free it with free ().
 * Returns NULL when memory runs out. O(rows). */
int64_t *recorded_begins_new (const Trace *trace);
