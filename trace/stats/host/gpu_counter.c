/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/host/gpu_counter.h"

#include <string.h>

bool
gpu_counter_is_utilization (const Trace *trace, const TraceTrack *track)
{
  static const char name[] = "GPU utilization";
  size_t length;
  const char *text = trace_string (trace, track->name, &length);

  return track->kind == TRACK_COUNTER && track->device >= 0 && track->n_samples > 0
         && track->rank != TRACE_NONE && length >= strlen (name) && memcmp (text, name, strlen (name)) == 0;
}

bool
gpu_counter_is_in (const Trace *trace)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (gpu_counter_is_utilization (trace, trace_track (trace, t)))
      return true;
  return false;
}
