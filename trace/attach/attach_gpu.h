/* SPDX-License-Identifier: Apache-2.0
 *
 * Which device of a profile a GPU of a counters' file is. Where both tell the uuid of a GPU, that decides. Programs number GPUs
 * by their place on the bus, and so does a process that sees all of them; one that sees a part of them begins at 0 again. So
 * the numbers are compared only where they can mean but one device, and a GPU that the file knows by another uuid or a place
 * on the bus is compared with none. */

#pragma once

#include "trace/import/telemetry/telemetry.h"
#include "trace/model/trace.h"

/* The uuids of the devices of a profile. */
typedef struct AttachGpus AttachGpus;

/* The trace is borrowed. O(devices x length of the settings of a rank). */
AttachGpus *attach_gpus_new (const Trace *trace);
void attach_gpus_free (AttachGpus *gpus);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AttachGpus, attach_gpus_free)

/* Returns the index of trace_device () of a series of the file, or TRACE_NONE if the profile does not tell. The only GPU of a
 * file is the only device of a profile, unless their uuids differ. O(devices). */
uint32_t attach_gpus_find (const AttachGpus *gpus, const Telemetry *telemetry, const TelemetrySeries *series);
