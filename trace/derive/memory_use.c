/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/memory_use.h"

#include <stdlib.h>

#include "trace/derive/memory_find.h"
#include "trace/derive/sample_peaks.h"
#include "trace/model/trace_private.h"

struct MemoryUse
{
  MemorySeries *series; /* ascending by track */
  uint64_t n;
  SampleColumns samples;
  MemoryFound found; /* used if the profile does not have the series */
};

/* Mapped bytes may have turned into zeros since they were checked (section_map.h). */
static bool
take_series (MemoryUse *use, const MemoryRecord *records, uint64_t n)
{
  uint64_t first = 0;

  use->series = calloc ((size_t) n + 1, sizeof *use->series);
  if (use->series == NULL)
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      const MemoryRecord record = records[i];

      if (record.n == 0 || record.n > use->samples.n - first)
        break;
      double most = sample_peaks_of (&use->samples, first, first + record.n).most;
      use->series[use->n++] =
        (MemorySeries){ .track = record.track, .first = first, .n = record.n, .most = MAX (most, 0) };
      first += record.n;
    }
  return true;
}

static MemorySource
source_of (const Trace *trace)
{
  return (MemorySource){
    .trace = trace,
    .instants = trace->instants.at,
    .n = trace->instants.n,
    .args = trace->args,
    .n_args_bytes = trace->n_args_bytes,
  };
}

static bool
find (MemoryUse *use, const Trace *trace)
{
  const MemorySource source = source_of (trace);

  if (!memory_find (&source, &use->found))
    return false;
  use->samples = (SampleColumns){ use->found.n, use->found.time_ns, use->found.value, use->found.peaks };
  return true;
}

MemoryUse *
memory_use_new (const Trace *trace)
{
  MemoryUse *use = calloc (1, sizeof *use);
  bool ok = use != NULL;

  if (ok && trace->memory != NULL)
    {
      use->samples = trace->memory_samples;
      ok = take_series (use, trace->memory, trace->n_memory);
    }
  else if (ok)
    ok = find (use, trace) && take_series (use, use->found.series, use->found.n_series);
  if (ok)
    return use;
  memory_use_free (use);
  return NULL;
}

void
memory_use_free (MemoryUse *use)
{
  if (use == NULL)
    return;
  memory_found_clear (&use->found);
  free (use->series);
  free (use);
}

const MemorySeries *
memory_use_of_track (const MemoryUse *use, uint32_t track)
{
  uint64_t low = 0, high = use->n;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (use->series[middle].track < track)
        low = middle + 1;
      else
        high = middle;
    }
  return low < use->n && use->series[low].track == track ? &use->series[low] : NULL;
}

const SampleColumns *
memory_use_samples (const MemoryUse *use)
{
  return &use->samples;
}

bool
memory_use_mark_last (const Trace *trace, int64_t before_ns, uint8_t *taken)
{
  const MemorySource source = source_of (trace);

  return memory_find_last (&source, before_ns, taken);
}
