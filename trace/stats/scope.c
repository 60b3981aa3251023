/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/scope.h"

#include "trace/model/slice_find.h"
#include "trace/stats/activity_walk.h"
#include "trace/text/trace_error.h"

StatsScope
stats_scope_whole (const Trace *trace, const StepTable *steps)
{
  StatsScope scope = {
    .trace = trace,
    .steps = steps,
    .is_whole = true,
    .rank = TRACE_NONE,
    .device = TRACE_NONE,
  };

  trace_span (trace, &scope.begin_ns, &scope.end_ns);
  return scope;
}

StatsScope
stats_scope_window (const Trace *trace,
                    const StepTable *steps,
                    const int64_t *begin_ns,
                    const int64_t *end_ns)
{
  StatsScope scope = stats_scope_whole (trace, steps);

  scope.is_whole = false;
  if (begin_ns != NULL)
    scope.begin_ns = *begin_ns;
  if (end_ns != NULL)
    scope.end_ns = *end_ns;
  return scope;
}

/* The step's number, or its index if it has none. */
static int64_t
id_of (const TraceStep *step)
{
  return step->has_number ? step->number : (int64_t) step->index;
}

static bool
is_of_rank (const Trace *trace, const TraceStep *step, const int64_t *rank)
{
  return rank == NULL || trace_rank (trace, step->rank)->number == *rank;
}

/* Sets an error such as "There is no step 40 (1009 to 1014)." */
static void
set_no_such_step (const Trace *trace,
                  const StepTable *steps,
                  int64_t wanted,
                  const int64_t *rank,
                  GError **error)
{
  g_autofree char *of_rank =
    rank == NULL ? g_strdup ("") : g_strdup_printf (" of rank %" G_GINT64_FORMAT, *rank);
  int64_t first = INT64_MAX, last = INT64_MIN;

  for (uint64_t i = 0; i < step_table_count (steps); i++)
    if (is_of_rank (trace, step_table_get (steps, i), rank))
      {
        first = MIN (first, id_of (step_table_get (steps, i)));
        last = MAX (last, id_of (step_table_get (steps, i)));
      }
  if (first > last)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "There is no step %" G_GINT64_FORMAT "%s: no steps were found. Steps come from "
                 "ProfilerStep#N, step_N, or the names that --steps PATTERN matches.",
                 wanted, of_rank);
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "There is no step %" G_GINT64_FORMAT "%s (%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ").",
                 wanted, of_rank, first, last);
}

bool
stats_scope_step (const Trace *trace,
                  const StepTable *steps,
                  int64_t wanted,
                  const int64_t *rank,
                  StatsScope *ret_scope,
                  GError **error)
{
  StatsScope scope = { .trace = trace, .steps = steps, .rank = TRACE_NONE, .device = TRACE_NONE };
  bool found = false;

  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);

      if (id_of (step) != wanted || !is_of_rank (trace, step, rank))
        continue;
      if (!found || step->host_begin_ns < scope.begin_ns)
        scope.begin_ns = step->host_begin_ns;
      if (!found || step->host_end_ns > scope.end_ns)
        scope.end_ns = step->host_end_ns;
      found = true;
    }
  if (!found)
    {
      set_no_such_step (trace, steps, wanted, rank, error);
      return false;
    }
  *ret_scope = scope;
  return true;
}

void
stats_scope_limit (StatsScope *scope, uint32_t rank, uint32_t device)
{
  scope->rank = device == TRACE_NONE ? rank : trace_device (scope->trace, device)->rank;
  scope->device = device;
}

static bool
holds_a_stream (const StatsScope *scope, uint32_t device)
{
  uint32_t device_track = trace_device (scope->trace, device)->track;

  /* All tracks below a device follow it. */
  for (uint32_t t = device_track + 1;
       t < trace_n_tracks (scope->trace) && trace_track (scope->trace, t)->parent == device_track; t++)
    if (trace_track (scope->trace, t)->kind == TRACK_STREAM && track_set_holds (scope->tracks, t))
      return true;
  return false;
}

bool
stats_scope_holds_device (const StatsScope *scope, uint32_t device)
{
  return stats_scope_holds_rank (scope, trace_device (scope->trace, device)->rank)
         && (scope->device == TRACE_NONE || scope->device == device)
         && (scope->tracks == NULL || holds_a_stream (scope, device));
}

bool
stats_scope_slices_of_row (const StatsScope *scope,
                           const TraceRow *row,
                           uint64_t *ret_first,
                           uint64_t *ret_end)
{
  *ret_first = row->first_slice;
  *ret_end = row->first_slice + row->n_slices;
  if (scope->is_whole)
    return true;
  if (!row_first_open (scope->trace, row, scope->begin_ns, ret_first))
    return false;

  /* The slices that begin before the window's end; none if the window is empty. */
  *ret_end = MAX (slice_find_from (trace_slices (scope->trace), row, scope->end_ns), *ret_first);
  return true;
}

uint64_t
stats_scope_n_steps (const StatsScope *scope)
{
  uint64_t most = 0, n = 0;
  uint32_t rank = TRACE_NONE;

  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);

      if (step->rank != rank)
        n = 0;
      rank = step->rank;
      n += stats_scope_holds_rank (scope, rank) && stats_scope_holds_start (scope, step->host_begin_ns);
      most = MAX (most, n);
    }
  return most;
}

uint32_t
stats_scope_n_ranks (const StatsScope *scope)
{
  return scope->rank == TRACE_NONE ? trace_n_ranks (scope->trace) : 1;
}

uint32_t
stats_scope_n_devices (const StatsScope *scope)
{
  uint32_t n = 0;

  for (uint32_t device = 0; device < trace_n_devices (scope->trace); device++)
    n += stats_scope_holds_device (scope, device);
  return n;
}

int64_t
stats_scope_times_devices_ns (int64_t begin_ns, int64_t end_ns, uint32_t n_devices)
{
  int64_t length_ns, time_ns;

  if (end_ns <= begin_ns || __builtin_sub_overflow (end_ns, begin_ns, &length_ns)
      || __builtin_mul_overflow (length_ns, (int64_t) n_devices, &time_ns))
    return 0;
  return time_ns;
}

int64_t
stats_scope_device_time_ns (const StatsScope *scope)
{
  return stats_scope_times_devices_ns (scope->begin_ns, scope->end_ns, stats_scope_n_devices (scope));
}
