/* SPDX-License-Identifier: Apache-2.0
 *
 * The device and the queue that the name of a track tells. Profilers that put the work of GPUs on TrackEvent tracks have no
 * other place for them:
 *
 *   GPU Kernel Dispatch [0] Queue 94087                rocprofiler-systems
 *   ROCm GPU Activity Device 4, Queue 94087            rocprofiler-systems, earlier
 *   COMPUTE AGENT [4] STREAM [1] (GPU)                 rocprofv3
 *   COPY to AGENT [0] THREAD [2] (CPU)                 rocprofv3: not a GPU */

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct
{
  int32_t device; /* -1 if the name tells none, or one that is no GPU */
  int64_t stream; /* -1 if it tells none */
} PerfettoDeviceTrack;

PerfettoDeviceTrack perfetto_device_track (const char *name, size_t length);
