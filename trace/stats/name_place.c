/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/name_place.h"

NamePlace
name_place_of (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  NamePlace place = { .place = !(slices->flags[slice] & SLICE_UNFINISHED) };

  for (uint64_t i = 0; i < slices->n; i++)
    if (slice_name (slices, i) == slice_name (slices, slice) && slices->kind[i] == slices->kind[slice]
        && !(slices->flags[i] & SLICE_UNFINISHED))
      {
        place.n++;
        place.place += place.place > 0 && slice_dur_ns (slices, i) > slice_dur_ns (slices, slice);
      }
  return place;
}
