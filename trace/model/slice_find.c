/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/slice_find.h"

/* Slices of [low, answer) start before the time, those of [answer, high) do not. */
static uint64_t
first_of_range (const SliceColumns *slices, uint64_t low, uint64_t high, int64_t time_ns)
{
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (slice_start_ns (slices, middle) < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

uint64_t
slice_find_from (const SliceColumns *slices, const TraceRow *row, int64_t time_ns)
{
  return first_of_range (slices, row->first_slice, row->first_slice + row->n_slices, time_ns);
}

uint64_t
slice_find_onward (const SliceColumns *slices, uint64_t first, uint64_t end, int64_t time_ns)
{
  uint64_t low = first, high = first;

  for (uint64_t step = 1; high < end && slice_start_ns (slices, high) < time_ns; step *= 2)
    {
      low = high + 1;
      high = end - high > step ? high + step : end;
    }
  return first_of_range (slices, low, high, time_ns);
}

uint32_t
slice_find_row (const Trace *trace, uint64_t slice)
{
  uint32_t low = 0, high = trace_n_rows (trace);

  /* Rows are contiguous and hold every slice once. */
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;

      if (trace_row (trace, middle)->first_slice <= slice)
        low = middle;
      else
        high = middle;
    }
  return low;
}
