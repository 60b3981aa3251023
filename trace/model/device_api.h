/* SPDX-License-Identifier: Apache-2.0
 *
 * The runtime API of the devices in a profile. Any thread. */

#pragma once

#include "trace/model/trace.h"

typedef enum
{
  DEVICE_API_OTHER, /* neither of the two, or the file does not tell */
  DEVICE_API_CUDA,
  DEVICE_API_HIP,
} DeviceApi;

/* Returns the API of the vendor that the format is about (trace/model/profile_format.h). For other formats, returns HIP if
 * the settings of the first rank name HIP, ROCm or an AMD device, or a category names HIP, or calls have names of HIP or
 * HSA. Kineto writes the category cuda_runtime for HIP too, so this category means CUDA only without these signs.
 * O(settings of the rank and their text + categories + tracks). */
DeviceApi device_api_of (const Trace *trace);
