/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/gap_before.h"

#include "widgets/details/facts/launched_runs.h"

/* Returns the device (trace_device ()) of a slice on one of its streams, or TRACE_NONE. */
static uint32_t
device_of (const Trace *trace, uint64_t slice)
{
  uint32_t track = trace_track (trace, trace_track_of (trace, slice))->parent;

  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    if (track != TRACE_NONE && trace_device (trace, d)->track == track)
      return d;
  return TRACE_NONE;
}

bool
gap_before_slice (const Profile *profile,
                  uint64_t slice,
                  uint32_t *ret_device,
                  int64_t *ret_begin_ns,
                  int64_t *ret_end_ns)
{
  const SliceColumns *slices = trace_slices (profile->trace);
  uint64_t run = slice, n, low = 0, high;

  if (!slice_kind_is_on_device ((SliceKind) slices->kind[slice])
      && launched_runs (profile->trace, slice, &run) == 0)
    return false;
  *ret_device = device_of (profile->trace, run);
  if (*ret_device == TRACE_NONE)
    return false;

  /* Behind the last busy interval that begins no later than the slice: before that lies the gap. */
  const BusyInterval *busy = busy_index_intervals (profile->busy[*ret_device], &n);
  for (high = n; low < high;)
    {
      uint64_t middle = low + (high - low) / 2;

      if (busy[middle].begin_ns <= slice_start_ns (slices, run))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return false;
  *ret_begin_ns = low > 1 ? busy[low - 2].end_ns : profile->begin_ns;
  *ret_end_ns = busy[low - 1].begin_ns;
  return *ret_begin_ns < *ret_end_ns;
}
