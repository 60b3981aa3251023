/* SPDX-License-Identifier: Apache-2.0
 *
 * What a profile consists of, as `info` and reports tell it. All results are owned. */

#pragma once

#include <glib.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* "completed", "stopped", ... */
const char *profile_status_word (ProfileStatus status);

/* Returns what the path itself is, such as "native" or "job"; trace_format () tells what it was made from. */
const char *profile_format_word (const Trace *trace, const char *path);

/* Return one Record for each rank, for each device with its streams that have an activity, and for each file of counters that
 * was added to the profile. O(tracks), for devices O(slices) in the worst case. */
GPtrArray *profile_rank_records (const Trace *trace);
GPtrArray *profile_device_records (const Trace *trace);
GPtrArray *profile_attached_records (const Trace *trace);

/* Returns the number of host threads that did something; the profiler's own rows are none. O(tracks). */
uint64_t profile_count_threads (const Trace *trace);
