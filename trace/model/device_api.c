/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/device_api.h"

#include <stdlib.h>
#include <string.h>

/* Every AMD Instinct device runs 64 threads in step, every NVIDIA device 32. */
#define AMD_THREADS_PER_WARP 64

/* A device of "deviceProperties" of Kineto, which may have an empty name. */
static bool
has_amd_device (const char *properties)
{
  static const char key[] = "\"warpSize\":";

  if (strstr (properties, "\"AMD ") != NULL)
    return true;
  const char *warp = strstr (properties, key);
  return warp != NULL && strtol (warp + strlen (key), NULL, 10) == AMD_THREADS_PER_WARP;
}

static bool
has_hip_settings (const Trace *trace)
{
  if (trace_n_ranks (trace) == 0)
    return false;

  const TraceRank *rank = trace_rank (trace, 0);
  for (uint64_t i = 0; i < rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + i);
      const char *key = trace_string (trace, setting->key, NULL);

      if (strncmp (key, "hip_", strlen ("hip_")) == 0
          || (strcmp (key, "deviceProperties") == 0
              && has_amd_device (trace_string (trace, setting->value, NULL))))
        return true;
    }
  return false;
}

static bool
has_category (const Trace *trace, const char *prefix)
{
  for (uint64_t i = 0; i < trace_n_categories (trace); i++)
    if (strncmp (trace_string (trace, trace_category (trace, i)->category, NULL), prefix, strlen (prefix))
        == 0)
      return true;
  return false;
}

DeviceApi
device_api_of (const Trace *trace)
{
  if (has_category (trace, "hip_") || has_hip_settings (trace))
    return DEVICE_API_HIP;
  return has_category (trace, "cuda_") ? DEVICE_API_CUDA : DEVICE_API_OTHER;
}
