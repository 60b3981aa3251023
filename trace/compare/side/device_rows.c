/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/device_rows.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/compare/side/compare_step_at.h"
#include "trace/container/stoppable_order.h"
#include "trace/stats/launch/launch_finder.h"
#include "trace/stats/collective/collective_traffic.h"

#define ROW_NONE UINT32_MAX

typedef struct
{
  const CompareSteps *steps;
  StatsScope reach; /* the window that all kernels of the used steps and of the scope start in */
  DeviceRows *rows;
  uint32_t *row_of_name; /* by string id: the kernel's row, or ROW_NONE */
  uint32_t *row_of_text; /* by text of collectives.texts */
  size_t n_row_of_text;
  uint8_t *communicates; /* by string id: 0 not looked up yet, 1 no, 2 yes */
  LaunchFinder launches;
  CollectiveReader reader;
  uint64_t hint;
  bool (*should_continue) (void *user_data);
  void *user_data;
  uint64_t n_passed;
} Fill;

static bool
may_go_on (Fill *fill)
{
  return ++fill->n_passed % STOPPABLE_AT_ONCE != 0 || fill->should_continue == NULL
         || fill->should_continue (fill->user_data);
}

static uint32_t
sample_of (Fill *fill, uint32_t rank, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (fill->steps->scope.trace);
  uint64_t launch;

  if (!fill->steps->has_steps)
    return stats_scope_holds_start (&fill->steps->scope, slice_start_ns (slices, slice)) ? 0 : SAMPLE_NONE;
  launch = launch_finder_of (&fill->launches, slice);
  if (launch == SLICE_NONE)
    return compare_steps_window_at (fill->steps, rank, slice_start_ns (slices, slice));
  return compare_steps_at (fill->steps, rank, slice_start_ns (slices, launch), &fill->hint);
}

static bool
does_communicate (Fill *fill, uint32_t name)
{
  uint8_t *known = &fill->communicates[name];

  if (*known == 0)
    {
      size_t length;
      const char *text = trace_string (fill->steps->scope.trace, name, &length);

      *known = kernel_class_of_name (text, length) == KERNEL_COMMUNICATION ? 2 : 1;
    }
  return *known == 2;
}

static bool
row_of_collective (Fill *fill, uint64_t slice, uint32_t name, uint32_t *ret_row)
{
  CompareRows *rows = &fill->rows->collectives;
  CollectiveFacts facts;
  uint32_t text;
  bool ok;

  if (!collective_read (&fill->reader, rows->trace, slice, &facts))
    return false;
  if (facts.collective.n > 0)
    ok = string_table_intern (rows->texts, facts.collective.at, facts.collective.n, &text);
  else
    {
      size_t length;
      const char *exact = trace_string (rows->trace, name, &length);

      ok = string_table_intern (rows->texts, exact, length, &text);
    }
  if (!ok)
    return false;
  if (text >= fill->n_row_of_text)
    {
      size_t n = MAX (2 * fill->n_row_of_text, (size_t) text + 16);
      uint32_t *more = realloc (fill->row_of_text, n * sizeof *more);

      if (more == NULL)
        return false;
      memset (more + fill->n_row_of_text, 0xff, (n - fill->n_row_of_text) * sizeof *more);
      fill->row_of_text = more;
      fill->n_row_of_text = n;
    }
  if (fill->row_of_text[text] == ROW_NONE && !compare_rows_new (rows, text, &fill->row_of_text[text]))
    return false;
  *ret_row = fill->row_of_text[text];
  return true;
}

static bool
add_to (CompareRows *rows, uint32_t row, bool is_in_scope, uint32_t sample, uint64_t slice, int64_t dur_ns)
{
  if (is_in_scope)
    compare_rows_count (rows, row, slice, dur_ns);
  return sample == SAMPLE_NONE || compare_rows_add (rows, row, sample, dur_ns);
}

static bool
add_kernel (Fill *fill, uint32_t rank, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (fill->steps->scope.trace);
  uint32_t name = slice_name (slices, slice), sample = sample_of (fill, rank, slice), row;
  int64_t dur_ns = slice_dur_ns (slices, slice);
  bool is_in_scope = stats_scope_holds_start (&fill->steps->scope, slice_start_ns (slices, slice));

  if (!is_in_scope && sample == SAMPLE_NONE)
    return true;
  if (fill->row_of_name[name] == ROW_NONE
      && !compare_rows_new (&fill->rows->kernels, name, &fill->row_of_name[name]))
    return false;
  if (sample != SAMPLE_NONE)
    fill->rows->n_kernels[sample]++;
  if (!add_to (&fill->rows->kernels, fill->row_of_name[name], is_in_scope, sample, slice, dur_ns))
    return false;
  return !does_communicate (fill, name)
         || (row_of_collective (fill, slice, name, &row)
             && add_to (&fill->rows->collectives, row, is_in_scope, sample, slice, dur_ns));
}

static bool
add_device (Fill *fill, uint32_t device)
{
  const Trace *trace = fill->steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  uint32_t parent = trace_device (trace, device)->track, rank = trace_device (trace, device)->rank;

  for (uint32_t t = parent + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == parent; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint32_t r = track->first_row; track->kind == TRACK_STREAM && r < track->first_row + track->n_rows;
           r++)
        {
          uint64_t first, end;

          if (!stats_scope_slices_of_row (&fill->reach, trace_row (trace, r), &first, &end))
            return false;
          for (uint64_t i = first; i < end; i++)
            {
              if (!slice_kind_is_gpu_activity ((SliceKind) slices->kind[i])
                  || (slices->flags[i] & SLICE_UNFINISHED))
                continue;
              if (stats_scope_holds_start (&fill->steps->scope, slice_start_ns (slices, i)))
                fill->rows->is_seen[slice_name (slices, i)] = 1;
              if ((slices->kind[i] == SLICE_KERNEL && !add_kernel (fill, rank, i)) || !may_go_on (fill))
                return false;
            }
        }
    }
  return true;
}

/* Counts each launching call once. Flows ascend by call. */
static bool
count_launches (Fill *fill)
{
  const CompareSteps *steps = fill->steps;
  const Trace *trace = steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = trace_n_flows (trace), last = SLICE_NONE;

  for (uint64_t i = 0; i < n; i++)
    {
      TraceFlow flow = trace_flow (trace, i);
      uint32_t rank, sample;

      if (flow.kind != FLOW_LAUNCH || flow.from == last
          || !slice_kind_is_gpu_activity ((SliceKind) slices->kind[flow.to]))
        continue;
      last = flow.from;
      rank = trace_track (trace, trace_track_of (trace, flow.from))->rank;
      if (rank == TRACE_NONE || !steps->holds_rank[rank])
        continue;
      if (steps->has_steps)
        sample = compare_steps_at (steps, rank, slice_start_ns (slices, flow.from), &fill->hint);
      else
        sample =
          stats_scope_holds_start (&steps->scope, slice_start_ns (slices, flow.from)) ? 0 : SAMPLE_NONE;
      if (sample != SAMPLE_NONE)
        fill->rows->n_launches[sample]++;
      if (!may_go_on (fill))
        return false;
    }
  return true;
}

bool
device_rows_compute (const CompareSteps *steps,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     DeviceRows *ret_rows)
{
  const Trace *trace = steps->scope.trace;
  size_t n_names = trace_n_strings (trace) + (size_t) 1;
  Fill fill = {
    .steps = steps,
    .reach = steps->scope,
    .rows = ret_rows,
    .row_of_name = malloc (n_names * sizeof *fill.row_of_name),
    .communicates = calloc (n_names, 1),
    .should_continue = should_continue,
    .user_data = user_data,
  };
  bool ok = launch_finder_init (&fill.launches, trace);

  *ret_rows = (DeviceRows){
    .n_kernels = calloc (steps->n, sizeof *ret_rows->n_kernels),
    .n_launches = calloc (steps->n, sizeof *ret_rows->n_launches),
    .is_seen = calloc (n_names, 1),
  };
  ok = compare_rows_init (&ret_rows->kernels, trace, true, false) && ok;
  ok = compare_rows_init (&ret_rows->collectives, trace, true, true) && ok;
  ok = ok && fill.row_of_name != NULL && fill.communicates != NULL && ret_rows->n_kernels != NULL
       && ret_rows->n_launches != NULL && ret_rows->is_seen != NULL;
  if (ok)
    memset (fill.row_of_name, 0xff, n_names * sizeof *fill.row_of_name);
  fill.reach.begin_ns = steps->first_ns;
  fill.reach.end_ns = steps->last_ns + (steps->last_ns < INT64_MAX);
  for (uint32_t device = 0; ok && device < trace_n_devices (trace); device++)
    ok = !stats_scope_holds_device (&steps->scope, device) || add_device (&fill, device);
  ok = ok && count_launches (&fill) && compare_rows_finish (&ret_rows->kernels)
       && compare_rows_finish (&ret_rows->collectives);
  free (fill.row_of_name);
  free (fill.row_of_text);
  free (fill.communicates);
  launch_finder_clear (&fill.launches);
  collective_reader_clear (&fill.reader);
  return ok;
}

void
device_rows_clear (DeviceRows *rows)
{
  compare_rows_clear (&rows->kernels);
  compare_rows_clear (&rows->collectives);
  free (rows->n_kernels);
  free (rows->n_launches);
  free (rows->is_seen);
  *rows = (DeviceRows){ 0 };
}
