/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/memory_counter.h"

#include <string.h>

static const char *const names[N_MEMORY_COUNTERS] = {
  [MEMORY_COUNTER_ALLOCATED] = "Memory allocated",
  [MEMORY_COUNTER_RESERVED] = "Memory reserved",
  [MEMORY_COUNTER_AWAITS_FREE] = "Memory awaiting release",
  [MEMORY_COUNTER_NOT_ALLOCATED] = "Memory reserved, not allocated",
};

const char *
memory_counter_name (MemoryCounter counter)
{
  return names[counter];
}

MemoryCounter
memory_counter_of_track (const Trace *trace, uint32_t track)
{
  const TraceTrack *line = trace_track (trace, track);
  size_t length;
  int c = 0;

  if (line->kind != TRACK_COUNTER || line->device < 0 || line->parent == TRACE_NONE
      || trace_track (trace, line->parent)->kind != TRACK_DEVICE)
    return N_MEMORY_COUNTERS;
  const char *name = trace_string (trace, line->name, &length);
  while (c < N_MEMORY_COUNTERS && strcmp (name, names[c]) != 0)
    c++;
  return (MemoryCounter) c;
}

uint32_t
memory_counter_find (const Trace *trace, uint32_t rank, int32_t device, MemoryCounter counter)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->rank == rank && trace_track (trace, t)->device == device
        && memory_counter_of_track (trace, t) == counter)
      return t;
  return TRACE_NONE;
}
