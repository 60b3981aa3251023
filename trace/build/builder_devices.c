/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_devices.h"

#include <stdlib.h>

static bool
track_has_gpu_activity (const Trace *trace, const TraceTrack *track)
{
  for (uint64_t i = 0; i < track->n_slices; i++)
    if (slice_kind_is_gpu_activity ((SliceKind) trace->slices.kind[track->first_slice + i]))
      return true;
  return false;
}

/* A rank has one device per number. */
static int
compare_devices (const void *a, const void *b)
{
  const TraceDevice *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Files list every GPU of the machine; those of the profile are found by rank and number. */
static void
name_devices (const TraceBuilder *builder, Trace *trace, const uint32_t *rank_map)
{
  const DeviceNameColumn *names = &builder->device_names;

  for (size_t i = 0; i < names->n && trace->devices.n > 0; i++)
    {
      TraceDevice wanted = { .rank = rank_map[names->at[i].rank], .number = names->at[i].number };
      TraceDevice *device =
        bsearch (&wanted, trace->devices.at, trace->devices.n, sizeof wanted, compare_devices);

      if (device == NULL)
        continue;
      device->name = names->at[i].name;
      trace->tracks.at[device->track].name = names->at[i].name;
    }
}

bool
builder_devices (const TraceBuilder *builder, Trace *trace, const uint32_t *rank_map)
{

  for (uint32_t t = 0; t < trace->tracks.n; t++)
    {
      const TraceTrack *stream = &trace->tracks.at[t];

      /* Streams follow their device; a stream with an activity makes it a device of the profile. */
      if (stream->kind != TRACK_STREAM || !track_has_gpu_activity (trace, stream)
          || (trace->devices.n > 0 && trace->devices.at[trace->devices.n - 1].track == stream->parent))
        continue;

      const TraceTrack *track = &trace->tracks.at[stream->parent];
      if (!device_column_push (&trace->devices,
                               (TraceDevice){ track->rank, track->device, STRING_EMPTY, stream->parent }))
        return false;
    }
  /* Tracks are ordered by node and by the file's sort index. */
  if (trace->devices.n > 0)
    qsort (trace->devices.at, trace->devices.n, sizeof *trace->devices.at, compare_devices);
  name_devices (builder, trace, rank_map);
  return true;
}
