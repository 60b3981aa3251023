/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPUs of a profile: those on which something ran. */

#pragma once

#include "trace/build/builder_private.h"

/* Fills trace->devices, from its tracks and slices, and names their tracks. rank_map: new index of each of the
 * builder's ranks. False: out of memory. O(slices). */
bool builder_devices (const TraceBuilder *builder, Trace *trace, const uint32_t *rank_map);
