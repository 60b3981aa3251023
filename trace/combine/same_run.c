/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/combine/same_run.h"

#include <string.h>

typedef struct
{
  uint32_t rank;
  uint32_t pid; /* string id */
} RunProcess;

struct RunProcesses
{
  Trace *trace;
  GArray *at; /* of RunProcess; ascending by rank */
};

/* ---- time ---- */

static bool
span_of (const Trace *trace, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  int64_t epoch_ns;

  trace_span (trace, ret_begin_ns, ret_end_ns);
  return trace_epoch_ns (trace, &epoch_ns) && !__builtin_add_overflow (*ret_begin_ns, epoch_ns, ret_begin_ns)
         && !__builtin_add_overflow (*ret_end_ns, epoch_ns, ret_end_ns);
}

bool
trace_overlaps (const Trace *trace, const Trace *other)
{
  int64_t begin_ns, end_ns, other_begin_ns, other_end_ns;

  return span_of (trace, &begin_ns, &end_ns) && span_of (other, &other_begin_ns, &other_end_ns)
         && begin_ns < other_end_ns && other_begin_ns < end_ns;
}

/* ---- processes ---- */

static int
compare_processes (const void *a, const void *b)
{
  const RunProcess *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->pid < y->pid ? -1 : x->pid > y->pid;
}

RunProcesses *
run_processes_new (Trace *trace)
{
  RunProcesses *processes = g_new (RunProcesses, 1);
  RunProcess before = { TRACE_NONE, STRING_EMPTY };
  guint n = 0;

  processes->trace = trace_ref (trace);
  processes->at = g_array_new (FALSE, FALSE, sizeof (RunProcess));
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      RunProcess process = { track->rank, track->pid };

      if (track->kind < TRACK_ANNOTATIONS || track->kind > TRACK_PYTHON || track->n_slices == 0
          || *trace_string (trace, track->pid, NULL) == '\0' || compare_processes (&process, &before) == 0)
        continue;
      before = process;
      g_array_append_val (processes->at, process);
    }
  g_array_sort (processes->at, compare_processes);
  for (guint i = 0; i < processes->at->len; i++)
    {
      const RunProcess *process = &g_array_index (processes->at, RunProcess, i);

      if (n == 0 || compare_processes (process, &g_array_index (processes->at, RunProcess, n - 1)) != 0)
        g_array_index (processes->at, RunProcess, n++) = *process;
    }
  g_array_set_size (processes->at, n);
  return processes;
}

void
run_processes_free (RunProcesses *processes)
{
  trace_unref (processes->trace);
  g_array_unref (processes->at);
  g_free (processes);
}

static const RunProcess *
first_of_rank (const RunProcesses *processes, uint32_t rank)
{
  guint low = 0, high = processes->at->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (processes->at, RunProcess, middle).rank < rank)
        low = middle + 1;
      else
        high = middle;
    }
  return &g_array_index (processes->at, RunProcess, low);
}

/* A file that says how many ranks there are also says which one it is of; others are numbered as they come. */
static bool
are_numbered_differently (const TraceRank *rank, const TraceRank *other)
{
  return rank->world_size > 0 && other->world_size > 0 && rank->number != other->number;
}

/* Whichever machine they are of. */
static bool
share_an_id (const RunProcesses *processes, uint32_t rank, const RunProcesses *other, uint32_t other_rank)
{
  const RunProcess *end = &g_array_index (processes->at, RunProcess, processes->at->len);
  const RunProcess *other_end = &g_array_index (other->at, RunProcess, other->at->len);

  for (const RunProcess *a = first_of_rank (processes, rank); a < end && a->rank == rank; a++)
    for (const RunProcess *b = first_of_rank (other, other_rank); b < other_end && b->rank == other_rank; b++)
      {
        size_t length, other_length;
        const char *pid = trace_string (processes->trace, a->pid, &length);
        const char *other_pid = trace_string (other->trace, b->pid, &other_length);

        if (length == other_length && memcmp (pid, other_pid, length) == 0)
          return true;
      }
  return false;
}

bool
run_processes_share (const RunProcesses *processes,
                     uint32_t rank,
                     const RunProcesses *other,
                     uint32_t other_rank)
{
  return !are_numbered_differently (trace_rank (processes->trace, rank),
                                    trace_rank (other->trace, other_rank))
         && share_an_id (processes, rank, other, other_rank);
}

/* ---- profiles ---- */

static bool
are_of_one_format (const Trace *trace, const Trace *other)
{
  return strcmp (trace_format (trace), trace_format (other)) == 0;
}

bool
trace_is_same_recording (const Trace *trace, const Trace *other)
{
  static const uint8_t none[TRACE_KEY_BYTES];

  return memcmp (trace_profile_key (trace), none, TRACE_KEY_BYTES) != 0
         && memcmp (trace_profile_key (trace), trace_profile_key (other), TRACE_KEY_BYTES) == 0;
}

/* Such as the file and what it was converted or compressed to. */
static bool
are_copies (const Trace *trace, const Trace *other)
{
  int64_t begin_ns, end_ns, other_begin_ns, other_end_ns;

  if (trace_is_same_recording (trace, other))
    return true;
  return are_of_one_format (trace, other) && span_of (trace, &begin_ns, &end_ns)
         && span_of (other, &other_begin_ns, &other_end_ns) && begin_ns == other_begin_ns
         && end_ns == other_end_ns;
}

typedef bool (*ShareFunc) (const RunProcesses *processes,
                           uint32_t rank,
                           const RunProcesses *other,
                           uint32_t other_rank);

static bool
any_ranks_share (const RunProcesses *processes, const RunProcesses *other, ShareFunc share)
{
  for (uint32_t r = 0; r < trace_n_ranks (processes->trace); r++)
    for (uint32_t o = 0; o < trace_n_ranks (other->trace); o++)
      if (share (processes, r, other, o))
        return true;
  return false;
}

/* One profiler records the GPU work of a process once: two files of one format that both have some are two runs. */
static bool
may_complete (const Trace *trace, const Trace *other)
{
  return !are_of_one_format (trace, other) || trace_n_devices (trace) == 0 || trace_n_devices (other) == 0;
}

static bool
are_of_one_run (const RunProcesses *processes, const RunProcesses *other)
{
  return trace_overlaps (processes->trace, other->trace) && !are_copies (processes->trace, other->trace)
         && may_complete (processes->trace, other->trace)
         && any_ranks_share (processes, other, run_processes_share);
}

/* What recorded the GPU work of a process with the id of one whose work the other recorded, but in another run or on another
 * machine. */
static bool
exclude_each_other (const RunProcesses *processes, const RunProcesses *other)
{
  return !may_complete (processes->trace, other->trace) && any_ranks_share (processes, other, share_an_id);
}

/* Adds those that share a process with one that is in, and are neither a copy of one that is nor of another run than it.
 * Returns how many are in. */
static size_t
add_sharing (GPtrArray *processes, bool *is_in)
{
  bool is_more = true;
  size_t n_in = 1;

  while (is_more)
    {
      is_more = false;
      for (guint i = 0; i < processes->len; i++)
        {
          bool shares = false, is_excluded = is_in[i];

          for (guint o = 0; o < processes->len && !is_excluded; o++)
            {
              const RunProcesses *other = processes->pdata[o], *it = processes->pdata[i];

              is_excluded =
                is_in[o] && (are_copies (it->trace, other->trace) || exclude_each_other (it, other));
              shares = shares || (is_in[o] && are_of_one_run (it, other));
            }
          if (is_excluded || !shares)
            continue;
          is_in[i] = is_more = true;
          n_in++;
        }
    }
  return n_in;
}

static bool
has_processes (const Trace *trace)
{
  RunProcesses *processes = run_processes_new ((Trace *) (uintptr_t) trace);
  bool has_any = processes->at->len > 0;

  run_processes_free (processes);
  return has_any;
}

bool
same_run_is_likely (const Trace *trace, const Trace *other)
{
  return trace_n_ranks (trace) == 1 && trace_n_ranks (other) == 1
         && !are_numbered_differently (trace_rank (trace, 0), trace_rank (other, 0))
         && trace_overlaps (trace, other) && !are_copies (trace, other)
         && (!are_of_one_format (trace, other) || !has_processes (trace) || !has_processes (other));
}

/* Adds the only other one, if each is the only one for the other. */
static size_t
add_only_other (Trace *const *traces, size_t n, size_t at, bool *is_in)
{
  size_t found = n, n_of_it = 0, n_of_found = 0;

  for (size_t i = 0; i < n; i++)
    if (same_run_is_likely (traces[at], traces[i]))
      {
        found = i;
        n_of_it++;
      }
  for (size_t i = 0; n_of_it == 1 && i < n; i++)
    n_of_found += same_run_is_likely (traces[found], traces[i]);
  if (n_of_it != 1 || n_of_found != 1)
    return 1;
  is_in[found] = true;
  return 2;
}

size_t
same_run_find (Trace *const *traces, size_t n, size_t at, bool *is_in)
{
  g_autoptr (GPtrArray) processes = g_ptr_array_new_with_free_func ((GDestroyNotify) run_processes_free);
  size_t n_in;

  for (size_t i = 0; i < n; i++)
    {
      g_ptr_array_add (processes, run_processes_new (traces[i]));
      is_in[i] = i == at;
    }
  n_in = add_sharing (processes, is_in);
  return n_in > 1 ? n_in : add_only_other (traces, n, at, is_in);
}
