/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/communication_facts.h"

#include <stdlib.h>

#include "trace/classify/class_of_names.h"
#include "trace/container/stop_check.h"

COLUMN_IMPLEMENT (CommunicationKernelColumn, communication_kernel_column)

/* What is needed while the kernels of a device are collected. */
typedef struct
{
  const StatsScope *scope;
  const SliceColumns *slices;
  CommunicationFacts *facts;
  ClassOfNames classes;
  CollectiveReader reader;
  StopCheck check;
  IntervalUnion compute, communication; /* of the device */
} Collecting;

/* ---- the kernels ---- */

static bool
add_communication (Collecting *all, CommunicationKernel kernel)
{
  const Trace *trace = all->scope->trace;
  CollectiveFacts said;
  size_t length;

  if (!collective_read (&all->reader, trace, kernel.slice, &said))
    return false;
  kernel.is_named = said.collective.n > 0;
  if (!kernel.is_named)
    {
      said.collective.at = trace_string (trace, slice_name (all->slices, kernel.slice), &length);
      said.collective.n = length;
    }
  kernel.kind = kernel.is_named ? said.kind : collective_kind (&said.collective);
  kernel.has_bytes = said.has_bytes;
  kernel.bytes = said.bytes;
  kernel.group_size = said.group_size;
  return interval_union_add (&all->communication, kernel.begin_ns, kernel.end_ns)
         && communication_kernel_column_push (&all->facts->kernels, kernel);
}

/* Adds the kernels of a row, and to *compute_ns the time of those that compute. */
static bool
add_row (Collecting *all, uint32_t device, uint32_t track, const TraceRow *row, int64_t *compute_ns)
{
  const SliceColumns *slices = all->slices;
  uint64_t at, end;

  if (!stats_scope_slices_of_row (all->scope, row, &at, &end))
    return false;
  for (; at < end; at++)
    {
      int64_t start_ns = slice_start_ns (slices, at), end_ns = slice_end_ns (slices, at);

      if (!stop_check_next (&all->check))
        return false;
      if (slices->kind[at] != SLICE_KERNEL || (slices->flags[at] & SLICE_UNFINISHED) != 0
          || !stats_scope_touches (all->scope, start_ns, end_ns - start_ns))
        continue;
      start_ns = MAX (start_ns, all->scope->begin_ns);
      end_ns = MIN (end_ns, all->scope->end_ns);
      switch (class_of_name (&all->classes, slice_name (slices, at)))
        {
        case KERNEL_COMPUTE:
          if (!interval_union_add (&all->compute, start_ns, end_ns))
            return false;
          *compute_ns += MAX (end_ns - start_ns, 0);
          break;
        case KERNEL_COMMUNICATION:
          if (!add_communication (all, (CommunicationKernel){ .slice = at,
                                                              .device = device,
                                                              .track = track,
                                                              .begin_ns = start_ns,
                                                              .end_ns = MAX (start_ns, end_ns) }))
            return false;
          break;
        default:
          break;
        }
    }
  return true;
}

/* ---- what is exposed ---- */

/* Sets *ret_rest to a without b. */
static bool
subtract (const IntervalUnion *a, const IntervalUnion *b, IntervalUnion *ret_rest)
{
  size_t j = 0;

  for (size_t i = 0; i < a->intervals.n; i++)
    {
      int64_t at_ns = a->intervals.at[i].begin_ns, end_ns = a->intervals.at[i].end_ns;

      while (j < b->intervals.n && b->intervals.at[j].end_ns <= at_ns)
        j++;
      for (; j < b->intervals.n && b->intervals.at[j].begin_ns < end_ns; j++)
        {
          if (!interval_union_add (ret_rest, at_ns, b->intervals.at[j].begin_ns))
            return false;
          at_ns = MAX (at_ns, b->intervals.at[j].end_ns);
          if (at_ns >= end_ns)
            break;
        }
      if (!interval_union_add (ret_rest, at_ns, end_ns))
        return false;
    }
  interval_union_merge (ret_rest);
  return true;
}

/* Returns the length of a merged union before a time; before[i] is that of its first i intervals. O(log intervals). */
static int64_t
length_before (const IntervalColumn *all, const int64_t *before, int64_t time_ns)
{
  size_t low = 0, high = all->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (all->at[middle].end_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return before[low] + (low < all->n ? MAX (time_ns - all->at[low].begin_ns, 0) : 0);
}

/* Measures the kernels from the first-th on. */
static bool
measure_exposed (Collecting *all, uint32_t device, size_t first)
{
  CommunicationKernelColumn *kernels = &all->facts->kernels;
  IntervalUnion *exposed = &all->facts->exposed[device];
  const IntervalColumn *compute = &all->compute.intervals;
  int64_t *before;

  interval_union_merge (&all->compute);
  interval_union_merge (&all->communication);
  before = malloc ((compute->n + 1) * sizeof *before);
  if (before == NULL || !subtract (&all->communication, &all->compute, exposed))
    {
      free (before);
      return false;
    }
  before[0] = 0;
  for (size_t i = 0; i < compute->n; i++)
    before[i + 1] = before[i] + compute->at[i].end_ns - compute->at[i].begin_ns;
  for (size_t i = first; i < kernels->n; i++)
    {
      CommunicationKernel *kernel = &kernels->at[i];
      int64_t covered_ns =
        length_before (compute, before, kernel->end_ns) - length_before (compute, before, kernel->begin_ns);

      kernel->exposed_ns = kernel->end_ns - kernel->begin_ns - covered_ns;
    }
  free (before);
  return true;
}

/* ---- a device ---- */

static bool
collect_device (Collecting *all, uint32_t device)
{
  const Trace *trace = all->scope->trace;
  uint32_t device_track = trace_device (trace, device)->track;
  size_t first = all->facts->kernels.n;
  int64_t most_ns = 0;

  /* All tracks below a device follow it. */
  for (uint32_t t = device_track + 1; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      int64_t compute_ns = 0;

      if (track->parent != device_track)
        break;
      if (track->kind != TRACK_STREAM || !track_set_holds (all->scope->tracks, t))
        continue;
      for (uint32_t row = track->first_row; row < track->first_row + track->n_rows; row++)
        if (!add_row (all, device, t, trace_row (trace, row), &compute_ns))
          return false;
      if (compute_ns > most_ns)
        {
          most_ns = compute_ns;
          all->facts->compute_stream[device] = t;
        }
    }
  return measure_exposed (all, device, first);
}

static int
compare_kernels (const void *a, const void *b)
{
  const CommunicationKernel *x = a, *y = b;

  return (x->slice > y->slice) - (x->slice < y->slice);
}

const CommunicationKernel *
communication_facts_find (const CommunicationFacts *facts, uint64_t slice)
{
  CommunicationKernel key = { .slice = slice };

  return facts->kernels.n == 0
           ? NULL
           : bsearch (&key, facts->kernels.at, facts->kernels.n, sizeof key, compare_kernels);
}

/* Where clocks are uncertain, who waited for whom is, too. */
static void
add_waits (CommunicationFacts *facts, const CollectiveWaits *waits)
{
  for (size_t i = 0; i < waits->skews.n; i++)
    {
      const CollectiveSkew *skew = &waits->skews.at[i];

      for (uint64_t j = skew->first_wait; skew->is_certain && j < skew->first_wait + skew->n_waits; j++)
        {
          const CommunicationKernel *kernel = communication_facts_find (facts, waits->waits.at[j].slice);

          if (kernel != NULL)
            facts->kernels.at[kernel - facts->kernels.at].wait_ns = waits->waits.at[j].wait_ns;
        }
    }
}

bool
communication_facts_init (CommunicationFacts *facts,
                          const StatsScope *scope,
                          const DeviceStatsTable *devices,
                          const CollectiveWaits *waits,
                          bool (*should_continue) (void *user_data),
                          void *user_data)
{
  uint32_t n = trace_n_devices (scope->trace);
  Collecting all = {
    .scope = scope,
    .slices = trace_slices (scope->trace),
    .facts = facts,
    .check = { should_continue, user_data, 0 },
  };
  bool ok = class_of_names_init (&all.classes, scope->trace);

  *facts = (CommunicationFacts){ .n_devices = n };
  facts->exposed = calloc ((size_t) n + 1, sizeof *facts->exposed);
  facts->compute_stream = malloc (((size_t) n + 1) * sizeof *facts->compute_stream);
  ok = ok && facts->exposed != NULL && facts->compute_stream != NULL;
  for (uint32_t i = 0; ok && i < n; i++)
    facts->compute_stream[i] = TRACE_NONE;
  for (uint32_t i = 0; ok && i < devices->n; i++)
    if (devices->devices[i].communication_ns > 0)
      {
        ok = collect_device (&all, devices->devices[i].device);
        interval_union_clear (&all.compute);
        interval_union_clear (&all.communication);
      }
  if (ok && facts->kernels.n > 0)
    {
      /* In order already, unless the profile is damaged. */
      qsort (facts->kernels.at, facts->kernels.n, sizeof *facts->kernels.at, compare_kernels);
      add_waits (facts, waits);
    }
  class_of_names_clear (&all.classes);
  collective_reader_clear (&all.reader);
  return ok;
}

void
communication_facts_clear (CommunicationFacts *facts)
{
  for (uint32_t i = 0; facts->exposed != NULL && i < facts->n_devices; i++)
    interval_union_clear (&facts->exposed[i]);
  free (facts->exposed);
  free (facts->compute_stream);
  communication_kernel_column_clear (&facts->kernels);
  *facts = (CommunicationFacts){ 0 };
}
