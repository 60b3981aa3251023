/* SPDX-License-Identifier: Apache-2.0
 *
 * Which device of a profile a GPU of a counters' file is. Programs number GPUs by their place on the bus, and so does a
 * process that sees all of them; one that sees a part of them begins at 0 again. So the numbers are compared only where they
 * can mean but one device, and a GPU that the file knows by a uuid or a place on the bus is compared with none. */

#pragma once

#include "trace/import/telemetry/telemetry.h"
#include "trace/model/trace.h"

/* Returns the index of trace_device () of a series of the file, or TRACE_NONE if the profile does not tell. The only GPU of a file is the only device
 * of a profile. O(devices). */
uint32_t attach_gpu_find (const Trace *trace, const Telemetry *telemetry, const TelemetrySeries *series);
