/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/memory/memory_of_device.h"

#include "trace/model/device_properties.h"

bool
memory_of_device (const FindingFacts *facts,
                  const MemoryUse *use,
                  uint32_t device,
                  MemoryOfDevice *ret_memory)
{
  const TraceDevice *found = trace_device (facts->trace, device);
  DeviceProperties properties;

  if (!device_properties_of (facts->trace, trace_rank (facts->trace, found->rank), found->number, &properties)
      || properties.memory_bytes <= 0)
    return false;
  *ret_memory = (MemoryOfDevice){ properties.memory_bytes, memory_use_of_track (use, found->track) };
  return ret_memory->series != NULL && ret_memory->series->n > 0;
}

bool
memory_of_device_peak (const MemoryUse *use,
                       const MemorySeries *series,
                       int64_t begin_ns,
                       int64_t end_ns,
                       double *ret_bytes,
                       int64_t *ret_time_ns)
{
  const SampleColumns *samples = memory_use_samples (use);
  uint64_t low = series->first, high = series->first + series->n, end = high;
  bool is_known = false;

  /* The first change behind the begin. */
  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (sample_time_ns (samples, middle) <= begin_ns)
        low = middle + 1;
      else
        high = middle;
    }
  if (low > series->first)
    {
      *ret_bytes = sample_value (samples, low - 1);
      *ret_time_ns = begin_ns;
      is_known = true;
    }
  for (uint64_t i = low; i < end && sample_time_ns (samples, i) < end_ns; i++)
    if (!is_known || sample_value (samples, i) > *ret_bytes)
      {
        *ret_bytes = sample_value (samples, i);
        *ret_time_ns = sample_time_ns (samples, i);
        is_known = true;
      }
  return is_known;
}
