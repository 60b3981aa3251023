/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/summary/summary_slices.h"

#include <stdlib.h>

#include "trace/classify/class_of_names.h"
#include "trace/ranks/gap_parts.h"
#include "trace/stats/distribution.h"

/* ---- which are kept ---- */

typedef struct
{
  const Trace *trace;
  ClassOfNames classes;
  uint8_t *keep;
  U64Column *communication;
} Choice;

static bool
choose_of_stream (Choice *choice, const TraceTrack *track)
{
  const SliceColumns *slices = trace_slices (choice->trace);
  bool has_first = false;

  for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (!has_first && slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]))
        {
          has_first = true;
          choice->keep[i] = 1;
        }
      if (slices->kind[i] != SLICE_KERNEL || slices->flags[i] & SLICE_UNFINISHED
          || class_of_name (&choice->classes, slice_name (slices, i)) != KERNEL_COMMUNICATION)
        continue;
      uint64_t launch = trace_launch_of (choice->trace, i);

      choice->keep[i] = 1;
      if (launch != SLICE_NONE)
        choice->keep[launch] = 1;
      if (!u64_column_push (choice->communication, i))
        return false;
    }
  return true;
}

bool
summary_slices_choose (const Trace *trace,
                       const StepTable *steps,
                       uint8_t *keep,
                       U64Column *ret_communication)
{
  Choice choice = { .trace = trace, .keep = keep, .communication = ret_communication };
  bool ok = class_of_names_init (&choice.classes, trace);

  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM)
      ok = choose_of_stream (&choice, trace_track (trace, t));
  for (uint64_t i = 0; i < step_table_count (steps) && ok; i++)
    keep[step_table_get (steps, i)->slice] = 1;
  class_of_names_clear (&choice.classes);
  return ok;
}

/* ---- what was done between them ---- */

typedef struct
{
  uint32_t device;
  int64_t time_ns;
} Edge;

static int
compare_edges (const void *a, const void *b)
{
  const Edge *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

/* Returns the device of each track of a stream, TRACE_NONE of others, or NULL when memory runs out. */
static uint32_t *
devices_of_tracks (const Trace *trace)
{
  uint32_t n = trace_n_tracks (trace);
  uint32_t *devices = malloc ((n + (size_t) 1) * sizeof *devices);

  for (uint32_t t = 0; t < n && devices != NULL; t++)
    devices[t] = TRACE_NONE;
  for (uint32_t d = 0; d < trace_n_devices (trace) && devices != NULL; d++)
    for (uint32_t t = trace_device (trace, d)->track + 1;
         t < n && trace_track (trace, t)->parent == trace_device (trace, d)->track; t++)
      devices[t] = d;
  return devices;
}

/* Returns the begins and ends of the kernels, ascending, each time of a device once; NULL when memory runs out. */
static Edge *
find_edges (const Trace *trace, const U64Column *communication, size_t *ret_n)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t *devices = devices_of_tracks (trace);
  Edge *edges = malloc ((2 * communication->n + 1) * sizeof *edges);
  size_t n = 0, n_kept = 0;

  for (size_t i = 0; i < communication->n && devices != NULL && edges != NULL; i++)
    {
      uint64_t slice = communication->at[i];
      uint32_t device = devices[trace_track_of (trace, slice)];

      if (device == TRACE_NONE)
        continue;
      edges[n++] = (Edge){ device, slice_start_ns (slices, slice) };
      edges[n++] = (Edge){ device, slice_end_ns (slices, slice) };
    }
  if (n > 0)
    qsort (edges, n, sizeof *edges, compare_edges);
  for (size_t i = 0; i < n; i++)
    if (n_kept == 0 || compare_edges (&edges[n_kept - 1], &edges[i]) != 0)
      edges[n_kept++] = edges[i];
  *ret_n = n_kept;
  if (devices == NULL)
    g_clear_pointer (&edges, free);
  free (devices);
  return edges;
}

bool
summary_parts_add (const Trace *trace, const StepTable *steps, const U64Column *communication, JobInput *job)
{
  StatsScope scope = stats_scope_whole (trace, steps);
  size_t n = 0;
  Edge *edges = find_edges (trace, communication, &n);
  GapWindow *windows = malloc ((n + 1) * sizeof *windows);
  GapParts *parts = malloc ((n + 1) * sizeof *parts);
  bool ok = edges != NULL && windows != NULL && parts != NULL;
  JobPartRecord record = { 0 };

  /* Each instant belongs to one window alone, so that the sums do not take quadratic time. */
  for (size_t i = 0; i < n && ok; i++)
    {
      bool is_first = i == 0 || edges[i].device != edges[i - 1].device;
      int64_t origin_ns = job->ranks.at[trace_device (trace, edges[i].device)->rank].begin_ns;

      windows[i] =
        (GapWindow){ edges[i].device, is_first ? MIN (origin_ns, edges[i].time_ns) : edges[i - 1].time_ns,
                     edges[i].time_ns };
    }
  ok = ok && gap_parts_compute (&scope, windows, n, NULL, NULL, parts);
  for (size_t i = 0; i < n && ok; i++)
    {
      if (i == 0 || edges[i].device != edges[i - 1].device)
        record = (JobPartRecord){ .device = edges[i].device };
      for (int part = 0; part < JOB_PARTS; part++)
        record.parts_ns[part] = add_saturated (record.parts_ns[part], parts[i].ns[part]);
      record.time_ns = edges[i].time_ns - job->ranks.at[trace_device (trace, record.device)->rank].begin_ns;
      ok = job_part_column_push (&job->parts, record);
    }
  free (edges);
  free (windows);
  free (parts);
  return ok;
}
