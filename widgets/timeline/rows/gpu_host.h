/* SPDX-License-Identifier: Apache-2.0
 *
 * Which host process a GPU works for. */

#pragma once

#include "trace/model/trace.h"

/* track: a TRACK_DEVICE. The process whose call launched the first activity that has a launch; TRACE_NONE: none has.
 * O(tracks of the device + activities before that, of which at most 1,000 are looked at per stream). */
uint32_t gpu_host_process (const Trace *trace, uint32_t track);

/* For devices without any launch: the process of the rank with most calls, or else its first one. TRACE_NONE: the rank
 * has no process. O(tracks). */
uint32_t gpu_host_likely_process (const Trace *trace, uint32_t rank);
