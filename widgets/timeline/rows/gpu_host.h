/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the host process that a GPU works for. */

#pragma once

#include "trace/model/trace.h"

/* track is a TRACK_DEVICE. Returns the process whose call launched its first activity with a launch, or
 * TRACE_NONE if there is none. O(tracks of the device + activities before that one, at most 1,000 per
 * stream). */
uint32_t gpu_host_process (const Trace *trace, uint32_t track);

/* Returns the likely host for devices without any launch: the process of the rank with most runtime calls, or else its
 * first one. Returns TRACE_NONE if the rank has no process. O(tracks). */
uint32_t gpu_host_likely_process (const Trace *trace, uint32_t rank);
