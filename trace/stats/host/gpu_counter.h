/* SPDX-License-Identifier: Apache-2.0
 *
 * Recognises counters that sample the utilization of a GPU: those of a device whose name begins with "GPU utilization", as
 * trace/import/telemetry names them. */

#pragma once

#include <stdbool.h>

#include "trace/model/trace.h"

bool gpu_counter_is_utilization (const Trace *trace, const TraceTrack *track);

/* Returns whether a profile has such a counter. O(tracks). */
bool gpu_counter_is_in (const Trace *trace);
