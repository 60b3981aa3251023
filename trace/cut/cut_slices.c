/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/cut/cut_slices.h"

#include <stdlib.h>

/* A call before the window whose device work is taken. */
typedef struct
{
  uint32_t rank;
  int64_t time_ns;
  uint64_t slice;
} EarlyCall;

typedef struct
{
  const Trace *trace;
  const SliceColumns *slices;
  int64_t begin_ns, end_ns;
  uint8_t *keep;
  const TraceStep **before; /* by rank: the step before the window that ended last, or NULL */
  int64_t *ends_ns;         /* by rank: when the last step that begins in the window has ended, and not before end_ns */
  uint8_t *is_step;         /* by slice */
  GArray *calls;            /* of EarlyCall */
} Cut;

static uint32_t
rank_of (const Cut *cut, uint64_t slice)
{
  return trace_track (cut->trace, trace_track_of (cut->trace, slice))->rank;
}

static int64_t
end_of_step (const TraceStep *step)
{
  return step->has_device ? MAX (step->host_end_ns, step->device_end_ns) : step->host_end_ns;
}

static bool
is_taken (const Cut *cut, const uint8_t *ranks, uint64_t slice)
{
  uint32_t rank = rank_of (cut, slice);

  return ranks == NULL || (rank < trace_n_ranks (cut->trace) && ranks[rank]);
}

/* Returns until when what begins is taken. Later steps would be ones whose figures are not those of the whole profile. */
static int64_t
end_of_rank (const Cut *cut, uint64_t slice)
{
  uint32_t rank = rank_of (cut, slice);

  return cut->is_step[slice] || rank >= trace_n_ranks (cut->trace) ? cut->end_ns : cut->ends_ns[rank];
}

static uint64_t
take_window (Cut *cut, const uint8_t *ranks)
{
  uint64_t n = 0;

  for (uint64_t s = 0; s < cut->slices->n; s++)
    {
      int64_t start_ns = slice_start_ns (cut->slices, s);

      if (start_ns >= end_of_rank (cut, s)
          || (start_ns < cut->begin_ns && slice_end_ns (cut->slices, s) <= cut->begin_ns)
          || !is_taken (cut, ranks, s))
        continue;
      cut->keep[s] = 1;
      n += start_ns < cut->end_ns && cut->slices->kind[s] != SLICE_PROFILER_SPAN;
    }
  return n;
}

static void
find_steps (Cut *cut, const StepTable *steps)
{
  for (uint32_t r = 0; r < trace_n_ranks (cut->trace); r++)
    cut->ends_ns[r] = cut->end_ns;
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      uint32_t rank = MIN (step->rank, trace_n_ranks (cut->trace));
      const TraceStep **before = &cut->before[rank];

      if (step->slice < cut->slices->n)
        cut->is_step[step->slice] = 1;
      if (step->host_begin_ns >= cut->begin_ns && step->host_begin_ns < cut->end_ns)
        cut->ends_ns[rank] = MAX (cut->ends_ns[rank], end_of_step (step));
      if (step->host_begin_ns < cut->begin_ns && end_of_step (step) > cut->begin_ns
          && (*before == NULL || end_of_step (step) > end_of_step (*before)))
        *before = step;
    }
}

/* Returns whether the device work ends the step before the window. */
static bool
ends_step_before (const Cut *cut, const TraceStep *before, int64_t call_ns, uint64_t run)
{
  return before != NULL && before->has_device && before->device_end_ns > before->host_end_ns
         && call_ns >= before->host_begin_ns && call_ns < before->host_end_ns
         && slice_end_ns (cut->slices, run) == before->device_end_ns;
}

/* Takes a launch if it is needed. Returns whether its work is, although its call is not in the window. */
static bool
take_launch (Cut *cut, const uint8_t *ranks, const TraceFlow *flow)
{
  if (!is_taken (cut, ranks, flow->from) || !is_taken (cut, ranks, flow->to))
    return false;
  uint32_t rank = rank_of (cut, flow->from);
  int64_t call_ns = slice_start_ns (cut->slices, flow->from), run_ns = slice_start_ns (cut->slices, flow->to);
  bool is_in = call_ns >= cut->begin_ns && call_ns < cut->end_ns;
  bool waits = call_ns < cut->begin_ns && run_ns >= cut->end_ns;
  bool ends_step = ends_step_before (cut, rank < trace_n_ranks (cut->trace) ? cut->before[rank] : NULL,
                                     call_ns, flow->to);

  if (is_in || waits || ends_step)
    cut->keep[flow->to] = 1;
  if (is_in || !cut->keep[flow->to])
    return false;
  /* No figure of the window says what launched work that begins behind it. */
  bool is_behind = run_ns >= cut->end_ns && !ends_step;

  if (!is_behind
      && (!cut->keep[flow->from] || cut->calls->len == 0
          || g_array_index (cut->calls, EarlyCall, cut->calls->len - 1).slice != flow->from))
    g_array_append_val (cut->calls, ((EarlyCall){ rank, call_ns, flow->from }));
  cut->keep[flow->from] = 1;
  return true;
}

/* The arrows of a call follow one another. A call that launches a graph must not look like one that launches a kernel, whose
 * tensors would be those of its operator: if only one of its kernels is needed, another one is taken, too. */
static void
take_launches (Cut *cut, const uint8_t *ranks)
{
  uint64_t n_of_call = 0, other = SLICE_NONE;
  TraceFlow before = { .from = SLICE_NONE };

  for (uint64_t i = 0; i <= trace_n_flows (cut->trace); i++)
    {
      TraceFlow flow =
        i < trace_n_flows (cut->trace) ? trace_flow (cut->trace, i) : (TraceFlow){ .from = SLICE_NONE };

      if (flow.from != before.from)
        {
          if (n_of_call == 1 && other != SLICE_NONE)
            cut->keep[other] = 1;
          n_of_call = 0;
          other = SLICE_NONE;
        }
      before = flow;
      if (flow.kind == FLOW_OF_FILE || flow.from >= cut->slices->n || flow.to >= cut->slices->n)
        continue;
      if (take_launch (cut, ranks, &flow))
        n_of_call++;
      else if (is_taken (cut, ranks, flow.to))
        other = flow.to;
    }
}

/* Takes what encloses the call on its thread. Returns false when memory runs out. */
static bool
take_around (Cut *cut, const EarlyCall *call, U64Column *found)
{
  uint32_t thread = trace_track (cut->trace, trace_track_of (cut->trace, call->slice))->parent;

  found->n = 0;
  /* All tracks below a thread follow it. */
  for (uint32_t t = thread == TRACE_NONE ? trace_n_tracks (cut->trace) : thread + 1;
       t < trace_n_tracks (cut->trace) && trace_track (cut->trace, t)->parent == thread; t++)
    if (!trace_track_overlapping (cut->trace, t, call->time_ns, call->time_ns + 1, found))
      return false;
  for (size_t i = 0; i < found->n; i++)
    if (slice_start_ns (cut->slices, found->at[i]) <= call->time_ns)
      cut->keep[found->at[i]] = 1;
  return true;
}

static int
compare_calls (const void *a, const void *b)
{
  const EarlyCall *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

static void
take_steps_of_calls (Cut *cut, const StepTable *steps)
{
  g_array_sort (cut->calls, compare_calls);
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      guint low = 0, high = cut->calls->len;

      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (compare_calls (&g_array_index (cut->calls, EarlyCall, middle),
                             &(EarlyCall){ step->rank, step->host_begin_ns, 0 })
              < 0)
            low = middle + 1;
          else
            high = middle;
        }
      const EarlyCall *call = low < cut->calls->len ? &g_array_index (cut->calls, EarlyCall, low) : NULL;
      if (call != NULL && call->rank == step->rank && call->time_ns < step->host_end_ns)
        cut->keep[step->slice] = 1;
    }
}

bool
cut_slices_find (const Trace *trace,
                 const StepTable *steps,
                 int64_t begin_ns,
                 int64_t end_ns,
                 const uint8_t *ranks,
                 uint8_t *keep,
                 uint64_t *ret_n)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (EarlyCall));
  Cut cut = {
    .trace = trace,
    .slices = trace_slices (trace),
    .begin_ns = begin_ns,
    .end_ns = end_ns,
    .keep = keep,
    .before = calloc (trace_n_ranks (trace) + (size_t) 1, sizeof *cut.before),
    .ends_ns = calloc (trace_n_ranks (trace) + (size_t) 1, sizeof *cut.ends_ns),
    .is_step = calloc ((size_t) trace_slices (trace)->n + 1, 1),
    .calls = calls,
  };
  U64Column found = { 0 };
  bool ok = cut.before != NULL && cut.ends_ns != NULL && cut.is_step != NULL;

  if (ok)
    {
      find_steps (&cut, steps);
      *ret_n = take_window (&cut, ranks);
      take_launches (&cut, ranks);
    }
  for (guint i = 0; i < calls->len && ok; i++)
    ok = take_around (&cut, &g_array_index (calls, EarlyCall, i), &found);
  if (ok)
    take_steps_of_calls (&cut, steps);
  u64_column_clear (&found);
  free (cut.before);
  free (cut.ends_ns);
  free (cut.is_step);
  return ok;
}
