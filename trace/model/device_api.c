/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/device_api.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/profile_format.h"
#include "trace/model/recording_tool.h"

/* Every AMD Instinct device runs 64 threads in step, every NVIDIA device 32. */
#define AMD_THREADS_PER_WARP 64

#define THREADS_MAX 8
#define CALLS_MAX   32

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
is_hip_key (const char *key)
{
  return strncmp (key, "hip_", strlen ("hip_")) == 0 || strcmp (key, SETTING_HIP_VERSION) == 0
         || strcmp (key, SETTING_ROCM_VERSION) == 0;
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

      if (is_hip_key (key)
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

/* "hipLaunchKernel", "hsa_queue_create". */
static bool
is_hip_name (const char *name)
{
  return (strncmp (name, "hip", 3) == 0 && name[3] >= 'A' && name[3] <= 'Z')
         || strncmp (name, "hsa_", 4) == 0;
}

/* Looks at the first calls of the first threads that have some, and at slices without a category, which lie among the
 * operators. */
static bool
has_hip_calls (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t n_threads = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace) && n_threads < THREADS_MAX; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if ((track->kind != TRACK_CALLS && track->kind != TRACK_OPERATORS) || track->n_slices == 0)
        continue;
      n_threads++;
      for (uint64_t i = 0; i < track->n_slices && i < CALLS_MAX; i++)
        if (is_hip_name (trace_string (trace, slice_name (slices, track->first_slice + i), NULL)))
          return true;
    }
  return false;
}

DeviceApi
device_api_of (const Trace *trace)
{
  for (const char *words = trace_format (trace); words != NULL;)
    {
      const ProfileFormat *format = profile_format_next (&words);

      if (format != NULL && format->vendor != VENDOR_NONE)
        return format->vendor == VENDOR_AMD ? DEVICE_API_HIP : DEVICE_API_CUDA;
    }
  if (has_category (trace, "hip_") || has_hip_settings (trace) || has_hip_calls (trace))
    return DEVICE_API_HIP;
  return has_category (trace, "cuda_") ? DEVICE_API_CUDA : DEVICE_API_OTHER;
}
