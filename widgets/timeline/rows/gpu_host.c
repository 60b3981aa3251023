/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/gpu_host.h"

#define LOOKS_MAX 1000

static uint32_t
process_above (const Trace *trace, uint32_t track)
{
  while (track != TRACE_NONE && trace_track (trace, track)->kind != TRACK_PROCESS)
    track = trace_track (trace, track)->parent;
  return track;
}

static uint32_t
launching_process (const Trace *trace, const TraceTrack *stream)
{
  for (uint64_t i = 0; i < stream->n_slices && i < LOOKS_MAX; i++)
    {
      uint64_t call = trace_launch_of (trace, stream->first_slice + i);

      if (call != SLICE_NONE)
        return process_above (trace, trace_track_of (trace, call));
    }
  return TRACE_NONE;
}

uint32_t
gpu_host_likely_process (const Trace *trace, uint32_t rank)
{
  uint32_t best = TRACE_NONE, process = TRACE_NONE;
  uint64_t n_calls = 0, n_best = 0;

  /* Tracks below a process follow it. */
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->rank != rank)
        continue;
      if (track->kind == TRACK_PROCESS)
        {
          process = t;
          n_calls = 0;
          if (best == TRACE_NONE)
            best = t;
        }
      else if (track->kind == TRACK_CALLS)
        n_calls += track->n_slices;
      if (n_calls > n_best)
        {
          n_best = n_calls;
          best = process;
        }
    }
  return best;
}

uint32_t
gpu_host_process (const Trace *trace, uint32_t track)
{
  for (uint32_t t = track + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == track; t++)
    {
      uint32_t process = launching_process (trace, trace_track (trace, t));

      if (process != TRACE_NONE)
        return process;
    }
  return TRACE_NONE;
}
