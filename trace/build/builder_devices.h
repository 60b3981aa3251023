/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPUs of a profile: those that ran something. */

#pragma once

#include "trace/build/builder_private.h"

/* Fills trace->devices from its tracks and slices, and names their tracks. rank_map is the new index of each
 * of the builder's ranks. Returns false if memory runs out. O(slices). */
bool builder_devices (const TraceBuilder *builder, Trace *trace, const uint32_t *rank_map);
