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

/* Returns HIP if the settings of the first rank name HIP or an AMD device, or a category names HIP. Kineto writes the
 * category cuda_runtime for HIP too, so this category means CUDA only without these signs. O(settings of the rank and
 * their text + categories). */
DeviceApi device_api_of (const Trace *trace);
